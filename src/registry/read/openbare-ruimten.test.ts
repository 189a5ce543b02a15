import { afterAll, expect, test } from "bun:test";
import {
  ACHTERGRACHT_AMSTERDAM,
  ACHTERGRACHT_WEESP,
  DIEP,
  HOLSTHOF,
  KEURSTRAAT,
  PAMPUSLAAN,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { findOpenbareRuimte, listOpenbareRuimten, type OpenbareRuimteFilter } from "./openbare-ruimten.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());
const ALL = { page: 1, perPage: 100 };

test("an openbare ruimte, and what it includes", () => {
  const record = {
    identificatie: HOLSTHOF,
    naam: "Henriëtte Roland Holsthof",
    verkorte_naam: "H Roland Holsthof",
    type: "Weg",
    woonplaats_id: "3631",
    woonplaats_naam: "Weesp",
    status: "Naamgeving uitgegeven",
  };
  expect(findOpenbareRuimte(s, HOLSTHOF)).toEqual(record);
  expect(findOpenbareRuimte(s, KEURSTRAAT, { counts: true })?.counts).toEqual({ addresses: 10 });
  expect(listOpenbareRuimten(s, { naam: "holsthof" }, ALL)).toEqual({ rows: [record], total: 1 });
});

test.each(["0457300000099999", "0457200000000001", "", "weg"])("%j is no openbare ruimte", (id) => {
  expect(findOpenbareRuimte(s, id)).toBeUndefined();
});

test.each<[OpenbareRuimteFilter, string[]]>([
  [{}, [DIEP, ACHTERGRACHT_AMSTERDAM, ACHTERGRACHT_WEESP, HOLSTHOF, KEURSTRAAT, PAMPUSLAAN]],
  [
    { descending: true },
    [PAMPUSLAAN, KEURSTRAAT, HOLSTHOF, ACHTERGRACHT_AMSTERDAM, ACHTERGRACHT_WEESP, DIEP],
  ],
  [{ naam: "GRACHT" }, [ACHTERGRACHT_AMSTERDAM, ACHTERGRACHT_WEESP]],
  [{ naam: "iëtt" }, [HOLSTHOF]],
  [{ naam: "iett" }, [HOLSTHOF]],
  [{ naam: "’t d" }, [DIEP]],
  [{ naam: "_" }, []],
  [
    { naam: "a", descending: true },
    [PAMPUSLAAN, KEURSTRAAT, HOLSTHOF, ACHTERGRACHT_AMSTERDAM, ACHTERGRACHT_WEESP],
  ],
  [{ naam: "a", woonplaatsId: "3594" }, [ACHTERGRACHT_AMSTERDAM]],
  [{ woonplaatsId: "3631" }, [ACHTERGRACHT_WEESP, HOLSTHOF, KEURSTRAAT, PAMPUSLAAN]],
  [{ woonplaatsId: "9999" }, []],
  [{ woonplaatsId: "x" }, []],
  [{ city: "WEESPER" }, [DIEP]],
  [{ city: "weesp", naam: "t" }, [DIEP, ACHTERGRACHT_WEESP, HOLSTHOF, KEURSTRAAT]],
  [{ city: "weesp", woonplaatsId: "3594" }, []],
  [{ type: "water" }, [DIEP]],
  [{ type: "Weg", naam: "achter" }, [ACHTERGRACHT_AMSTERDAM, ACHTERGRACHT_WEESP]],
  [{ type: "Spoorbaan" }, []],
])("openbare ruimten of %j", (filter, ids) => {
  const page = listOpenbareRuimten(s, filter, ALL);
  expect(page.rows.map(({ identificatie }) => identificatie)).toEqual(ids);
  expect(page.total).toBe(ids.length);
});

test("pages follow each other", () => {
  for (const descending of [false, true]) {
    const all = listOpenbareRuimten(s, { descending }, ALL).rows;
    const paged = [1, 2, 3, 4].flatMap((page) => {
      const { rows, total } = listOpenbareRuimten(s, { descending }, { page, perPage: 2 });
      expect(total).toBe(6);
      return rows;
    });
    expect(paged).toEqual(all);
  }
});
