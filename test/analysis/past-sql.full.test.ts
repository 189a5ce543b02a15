/** Tests that the views of docs/past.sql, read by the sqlite3 command, have the same content as exports of the past. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { KINDS } from "../../src/exports/kinds/index.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeDemoPastFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { readPastView } from "../support/registries/read-past-view.ts";

const dataDir = await makeDemoPastFolder(300);
const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

type Row = Readonly<Record<string, unknown>>;

describe.skipIf(!hasProgram("sqlite3", "sqlite3"))("the views of docs/past.sql", () => {
  test.each([
    ["past_pand", "building_history", ["bouwjaar"]],
    ["past_verblijfsobject", "residence_history", ["oppervlakte", "gebruiksdoel"]],
  ] as const)("%s has the rows of %s", (view, what, values) => {
    const columns = [
      ...["identificatie", "voorkomen_identificatie", "begin_geldigheid", "eind_geldigheid", "status"],
      ...["documentnummer", "documentdatum", "geconstateerd"],
      ...["tijdstip_registratie", "eind_registratie", "tijdstip_registratie_lv", "eind_registratie_lv"],
      ...values,
    ];
    const rows = readPastView(snapshot.path, view);
    const pick = (row: Row) =>
      columns.map((name) => {
        const value = row[name] ?? null;
        return Array.isArray(value) ? value.join("|") : typeof value === "boolean" ? Number(value) : value;
      });
    const exported = [
      ...KINDS[what].read(snapshot, { filter: {}, region: undefined }, { order: "list" }),
    ].flat();
    expect(rows.map(pick)).toEqual(exported.map(({ record }) => pick(record)));
    expect(rows.length).toBeGreaterThan(500);
  });

  test("past_nummeraanduiding leads to past_openbare_ruimte and past_woonplaats", () => {
    const idsOf = (view: string) =>
      new Set(readPastView(snapshot.path, view).map((row) => row.identificatie));
    const numbers = readPastView(snapshot.path, "past_nummeraanduiding");
    expect(numbers.length).toBeGreaterThan(300);
    const streets = idsOf("past_openbare_ruimte");
    expect(numbers.filter((row) => !streets.has(row.openbare_ruimte_id))).toEqual([]);
    const woonplaatsen = idsOf("past_woonplaats");
    const strays = readPastView(snapshot.path, "past_openbare_ruimte").filter(
      (row) => !woonplaatsen.has(row.woonplaats_id),
    );
    expect(strays).toEqual([]);
  });
});
