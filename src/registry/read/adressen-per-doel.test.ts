import { describe, expect, test } from "bun:test";
import {
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

describe("by oppervlakte, then id", () => {
  // All have 120 m² except 3 and 10 (none), 16 (80), 15 and 2 (200); the berth, 13, has no gebruiksdoel.
  const s = openSnapshot(
    writeRegistryFixture(undefined, (db) => {
      for (const [n, oppervlakte] of [
        [3, null],
        [10, null],
        [16, 80],
        [15, 200],
        [2, 200],
      ] as const) {
        db.query("UPDATE adres SET oppervlakte = ? WHERE fid = ?").run(oppervlakte, Number(adresId(n)));
      }
    }),
  );
  const AT_120 = [1, 4, 5, 6, 7, 8, 9, 11, 12, 14, 17];

  test.each<[Omit<DoelFilter, "gebruiksdoel">, number[]]>([
    [{}, [16, ...AT_120, 2, 15, 3, 10]],
    [{ oppervlakteMin: 0 }, [16, ...AT_120, 2, 15]],
    [{ oppervlakteMin: 81 }, [...AT_120, 2, 15]],
    [{ oppervlakteMax: 120 }, [16, ...AT_120]],
    [{ oppervlakteMax: 999_999 }, [16, ...AT_120, 2, 15]],
    [{ oppervlakteMax: 2 ** 40 }, [16, ...AT_120, 2, 15]],
    [{ oppervlakteMin: 120, oppervlakteMax: 120 }, AT_120],
    [{ oppervlakteMin: 201 }, []],
    [{ oppervlakteMin: 200, oppervlakteMax: 100 }, []],
    [{ gemeenteCode: "0457" }, [...AT_120.slice(0, -1), 2, 15, 3, 10]],
    [{ oppervlakteMin: 100, gemeenteCode: "0457" }, [...AT_120.slice(0, -1), 2, 15]],
    [{ gemeenteCode: "0363" }, [16]],
    [{ oppervlakteMin: 100, gemeenteCode: "0363" }, []],
    [{ gemeenteCode: "0080" }, [17]],
    [{ oppervlakteMin: 0, gemeenteCode: "0080" }, [17]],
    [{ woonplaatsId: "3594" }, [16]],
    [{ woonplaatsId: "1004" }, []],
    [{ woonplaatsId: "9999" }, []],
    [{ city: "weesperdyk" }, [17]],
    [{ city: "weesper" }, []],
    [{ city: "Amsterdam", gemeenteCode: "0457" }, []],
  ])("%j, pages of any size", (filter, numbers) => {
    for (const perPage of [1, 3, 4, 5, 100]) {
      for (let page = 1; page <= numbers.length / perPage + 2; page++) {
        const expected = numbers.slice((page - 1) * perPage, page * perPage);
        expect(ids(s, filter, page, perPage)).toEqual({ total: numbers.length, numbers: expected });
      }
    }
  });

  test("a purpose that no address has, or that does not exist", () => {
    const page = { page: 1, perPage: 10 };
    expect(listAdressenPerDoel(s, { gebruiksdoel: "celfunctie" }, page)).toEqual({ rows: [], total: 0 });
    expect(listAdressenPerDoel(s, { gebruiksdoel: "slaapfunctie" }, page)).toEqual({ rows: [], total: 0 });
    expect(listAdressenPerDoel(s, { gebruiksdoel: "kantoorfunctie" }, page).total).toBe(16);
  });

  test("several woonplaatsen of one gemeente are merged", () => {
    const merged = openSnapshot(
      writeRegistryFixture(undefined, (db) => {
        db.run("UPDATE woonplaats SET gemeente_code = 457 WHERE fid = 3594");
        db.query("UPDATE adres SET oppervlakte = NULL WHERE fid IN (?, ?)").run(
          Number(adresId(4)),
          Number(adresId(16)),
        );
      }),
    );
    const numbers = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 4, 16];
    expect(ids(merged, { gemeenteCode: "0457" })).toEqual({ total: 15, numbers });
    expect(ids(merged, { gemeenteCode: "0457" }, 2, 14)).toEqual({ total: 15, numbers: [16] });
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
    expect(ids(s, { city: "amsterdam" })).toEqual({ total: 3, numbers: [11, 12, 16] });
  });
});
