import { describe, expect, test } from "bun:test";
import {
  ACHTERGRACHT_WEESP,
  adresId,
  PAMPUSLAAN,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot, type Snapshot } from "../file/snapshot.ts";
import { listAdressenOfOpenbareRuimte } from "./adressen.ts";
import { type DoelFilter, listAdressenPerDoel } from "./adressen-per-doel.ts";

function ids(s: Snapshot, filter: Omit<DoelFilter, "gebruiksdoel">, page = 1, perPage = 100) {
  const { rows, total } = listAdressenPerDoel(
    s,
    { gebruiksdoel: "woonfunctie", ...filter },
    { page, perPage },
  );
  return { total, numbers: rows.map(({ nummeraanduiding_id }) => Number(nummeraanduiding_id.slice(-3))) };
}

describe("in list order", () => {
  const s = openSnapshot(writeRegistryFixture());

  // 't Diep sorts before letters; Achtergracht in Amsterdam before that in Weesp; the berth has no gebruiksdoel.
  const ALL = [17, 16, 15, 1, 2, 5, 6, 4, 3, 7, 8, 9, 10, 12, 14, 11];

  test("street name, woonplaats, number, id", () => {
    expect(ids(s, {})).toEqual({ total: 16, numbers: ALL });
  });

  test.each([1, 3, 5, 7])("pages of %d are cut from that", (perPage) => {
    for (let page = 1; page <= 18 / perPage + 1; page++) {
      const numbers = ALL.slice((page - 1) * perPage, page * perPage);
      expect(ids(s, {}, page, perPage)).toEqual({ total: 16, numbers });
    }
  });

  test.each<[Omit<DoelFilter, "gebruiksdoel">, number[]]>([
    [{ gemeenteCode: "0363" }, [16]],
    [{ gemeenteCode: "0080" }, [17]],
    [{ woonplaatsId: "3594" }, [16]],
    [{ woonplaatsId: "1004" }, []],
    [{ woonplaatsId: "9999" }, []],
    [{ city: "weesperdyk" }, [17]],
    [{ city: "weesper" }, []],
    [{ city: "Amsterdam", gemeenteCode: "0457" }, []],
  ])("%j", (filter, numbers) => {
    expect(ids(s, filter)).toEqual({ total: numbers.length, numbers });
  });

  test("a purpose that no address has, or an unknown one", () => {
    const page = { page: 1, perPage: 10 };
    expect(listAdressenPerDoel(s, { gebruiksdoel: "celfunctie" }, page)).toEqual({ rows: [], total: 0 });
    expect(listAdressenPerDoel(s, { gebruiksdoel: "slaapfunctie" }, page)).toEqual({ rows: [], total: 0 });
    expect(listAdressenPerDoel(s, { gebruiksdoel: "kantoorfunctie" }, page).total).toBe(16);
  });
});

describe("with an oppervlakte bound", () => {
  // All have 120 m² except 3 (none), 16 (80), 15 and 2 (200).
  const s = openSnapshot(
    writeRegistryFixture(undefined, (db) => {
      for (const [n, oppervlakte] of [
        [3, null],
        [16, 80],
        [15, 200],
        [2, 200],
      ] as const) {
        db.query("UPDATE adres SET oppervlakte = ? WHERE fid = ?").run(oppervlakte, Number(adresId(n)));
      }
    }),
  );
  const AT_120 = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17];

  test.each<[Omit<DoelFilter, "gebruiksdoel">, number[]]>([
    [{ oppervlakteMin: 0 }, [16, ...AT_120, 2, 15]],
    [{ oppervlakteMin: 81 }, [...AT_120, 2, 15]],
    [{ oppervlakteMax: 120 }, [16, ...AT_120]],
    [{ oppervlakteMin: 120, oppervlakteMax: 120 }, AT_120],
    [{ oppervlakteMin: 201 }, []],
    [{ oppervlakteMin: 200, oppervlakteMax: 100 }, []],
    [{ oppervlakteMin: 100, gemeenteCode: "0457" }, [...AT_120.slice(0, -1), 2, 15]],
    [{ oppervlakteMin: 100, gemeenteCode: "0363" }, []],
    [{ oppervlakteMin: 0, gemeenteCode: "0080" }, [17]],
  ])("%j: by oppervlakte, then id; any page", (filter, numbers) => {
    expect(ids(s, filter)).toEqual({ total: numbers.length, numbers });
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const expectedPage = numbers.slice((page - 1) * 4, page * 4);
      expect(ids(s, filter, page, 4)).toEqual({ total: numbers.length, numbers: expectedPage });
    }
  });
});

describe("a street in two woonplaatsen", () => {
  const s = openSnapshot(
    writeRegistryFixture(undefined, (db) =>
      db
        .query("UPDATE adres SET woonplaats_id = 3594 WHERE fid IN (?, ?)")
        .run(Number(adresId(11)), Number(adresId(12))),
    ),
  );

  test("is listed by woonplaats: Amsterdam before Weesp", () => {
    const numbers = (page: number) =>
      listAdressenOfOpenbareRuimte(s, PAMPUSLAAN, { page, perPage: 3 })!.rows.map(
        (adres) => adres.huisnummer,
      );
    expect(numbers(1)).toEqual([2, 42, 7]);
    expect(numbers(2)).toEqual([866]);
    expect(ids(s, {}).numbers.slice(-3)).toEqual([12, 11, 14]);
    expect(ids(s, { city: "amsterdam" })).toEqual({ total: 3, numbers: [16, 12, 11] });
  });
});

test("two streets of one name in one woonplaats share one list", () => {
  const s = openSnapshot(
    writeRegistryFixture(undefined, (db) => {
      db.query("UPDATE openbare_ruimte SET name_key = 'pampuslaan' WHERE fid = ?").run(
        Number(ACHTERGRACHT_WEESP),
      );
      db.query("UPDATE adres SET straatnaam = 'Pampuslaan', sort_key = '00008' WHERE fid = ?").run(
        Number(adresId(15)),
      );
    }),
  );
  expect(ids(s, {}).numbers.slice(-4)).toEqual([12, 14, 15, 11]);
  expect(ids(s, {}, 8, 2)).toEqual({ total: 16, numbers: [15, 11] });
});
