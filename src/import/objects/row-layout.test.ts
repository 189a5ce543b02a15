import { expect, test } from "bun:test";
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { SCHEMA_VERSION } from "../../registry/schema/schema.ts";
import { nameValues, orderValues, positionsOf, voorkomenColumns } from "./row-layout.ts";

test("the order of values is the one that registries of this schema version contain in row_json", () => {
  // Raise this number with SCHEMA_VERSION. When the order below changes, SCHEMA_VERSION must be raised, because
  // row_json of older registries contains the values without their names.
  expect(SCHEMA_VERSION).toBe(15);
  const order = (["WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND"] as const).map((code) =>
    [code, ...voorkomenColumns(code).map(({ name }) => name)].join(" "),
  );
  expect(order).toEqual([
    "WPL naam status name_key",
    "OPR naam verkorte_naam type woonplaats_id status name_key",
    "NUM huisnummer huisletter huisnummertoevoeging postcode woonplaats_id openbare_ruimte_id status sort_key",
    "VBO hoofdadres_id nevenadres_ids gebruiksdoel oppervlakte pand_ids status pand_id latitude longitude rd_x rd_y",
    "LIG hoofdadres_id nevenadres_ids status latitude longitude rd_x rd_y",
    "STA hoofdadres_id nevenadres_ids status latitude longitude rd_x rd_y",
    "PND bouwjaar status geconstateerd begin_geldigheid woonplaats_id",
  ]);
});

test("positions, names and order agree", () => {
  const named = { naam: "Oostdorp", status: "Woonplaats aangewezen", name_key: "oostdorp" };
  const values = orderValues("WPL", { fid: 9001, ...named, adres_count: 3 });
  expect(values[positionsOf("WPL").status]).toBe("Woonplaats aangewezen");
  expect(nameValues("WPL", values)).toEqual(named);
});

test("columns that hold text are told from those that hold numbers", () => {
  const textsOf = (code: TypeCode) =>
    voorkomenColumns(code)
      .filter(({ isText }) => isText)
      .map(({ name }) => name);
  expect(textsOf("VBO")).toEqual(["nevenadres_ids", "gebruiksdoel", "pand_ids"]);
  expect(textsOf("PND")).toEqual(["status", "begin_geldigheid"]);
});
