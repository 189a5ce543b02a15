import { afterAll, describe, expect, test } from "bun:test";
import { adresId, PAND, writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { GEBRUIKSDOELEN } from "../schema/object-types.ts";
import {
  countPandenPerPeriod,
  readBouwjaarStatistics,
  readGebruiksdoelCounts,
  readGemeenteStatistics,
  readOverview,
  readPostcodegebiedStatistics,
  readWoonplaatsStatistics,
} from "./statistics.ts";
import { warmSteps } from "./warm-snapshot.ts";

/** Registry with three panden: 1462 in Weesp (the fixture's), 1899 in Amsterdam, and one without a bouwjaar. */
const s = openSnapshot(
  writeRegistryFixture(undefined, (db) => {
    const add =
      db.query(`INSERT INTO pand SELECT ?, ?, status, geconstateerd, voorkomen_identificatie, eind_geldigheid,
      begin_geldigheid, ?, 0, 0, geom FROM pand WHERE fid = ?`);
    add.run(363100000000001, 1899, 3594, Number(PAND));
    add.run(363100000000002, null, 3594, Number(PAND));
    db.query("UPDATE adres SET gebruiksdoel = 'celfunctie' WHERE fid = ?").run(Number(adresId(16)));
  }),
);
afterAll(() => s.close());
warmSteps(s).forEach((step) => void step());

const none = Object.fromEntries(GEBRUIKSDOELEN.map((doel) => [doel, 0]));

describe("statistics", () => {
  test("overview", () => {
    const { by_province, ...rest } = readOverview(s);
    expect(rest).toEqual({
      total_addresses: 17,
      total_buildings: 2,
      total_cities: 4,
      total_municipalities: 3,
      by_type: { verblijfsobject: 16, ligplaats: 1, standplaats: 0 },
    });
    expect(Object.keys(by_province)).toHaveLength(12);
    expect(by_province).toMatchObject({ "Noord-Holland": 16, Friesland: 1, Utrecht: 0 });
  });

  test("purposes: an address with two counts for each, and once in the total", () => {
    expect(readGebruiksdoelCounts(s) as object).toEqual({
      purposes: { ...none, woonfunctie: 15, kantoorfunctie: 15, celfunctie: 1 },
      total_with_purpose: 16,
    });
  });

  test("of a gemeente", () => {
    expect(readGemeenteStatistics(s, "0363") as object).toEqual({
      gemeente_code: "0363",
      gemeente_naam: "Amsterdam",
      provincie_naam: "Noord-Holland",
      total_addresses: 1,
      total_buildings: 0,
      total_cities: 1,
      by_type: { verblijfsobject: 1, ligplaats: 0, standplaats: 0 },
      by_purpose: { ...none, celfunctie: 1 },
    });
    expect(readGemeenteStatistics(s, "0999")).toBeUndefined();
    expect(readGemeenteStatistics(s, "abcd")).toBeUndefined();
  });

  test("of a woonplaats, also one without addresses", () => {
    expect(readWoonplaatsStatistics(s, "3631")).toMatchObject({
      naam: "Weesp",
      total_addresses: 15,
      by_type: { verblijfsobject: 14, ligplaats: 1, standplaats: 0 },
    });
    expect(readWoonplaatsStatistics(s, "1004")?.by_type).toEqual({
      verblijfsobject: 0,
      ligplaats: 0,
      standplaats: 0,
    });
    expect(readWoonplaatsStatistics(s, "9999")).toBeUndefined();
  });

  test("of a postcode area: names in order", () => {
    // 1382: all of Weesp except 13 (1383PN) and 14 (no postcode), and 16 in Amsterdam.
    expect(readPostcodegebiedStatistics(s, "1382")).toEqual({
      postcode_area: "1382",
      total_addresses: 14,
      cities: ["Amsterdam", "Weesp"],
      municipalities: ["Amsterdam", "Weesp"],
      by_type: { verblijfsobject: 14, ligplaats: 0, standplaats: 0 },
    });
    expect(readPostcodegebiedStatistics(s, "1383")?.by_type.ligplaats).toBe(1);
    expect(readPostcodegebiedStatistics(s, "1384")).toBeUndefined();
  });
});

describe("bouwjaren", () => {
  test.each([
    ["year", [1462, 1899]],
    ["decade", [1460, 1890]],
    ["century", [1400, 1800]],
  ] as const)("by %s: a period is its first year", (groupBy, periods) => {
    expect(readBouwjaarStatistics(s, groupBy)).toEqual({
      group_by: groupBy,
      statistics: periods.map((period) => ({ period, count: 1 })),
      oldest: 1462,
      newest: 1899,
      total_buildings: 2,
    });
  });

  test.each([
    [{ gemeenteCode: "0457" }, [1462]],
    [{ woonplaatsId: "3594" }, [1899]],
    [{ city: "AMS" }, [1899]],
    [{ city: "eesp" }, [1462]],
    [{ minYear: 1463 }, [1899]],
    [{ maxYear: 1898 }, [1462]],
    [{ minYear: 1462, maxYear: 1899 }, [1462, 1899]],
    [{ minYear: -5, maxYear: 99_999 }, [1462, 1899]],
    [{ minYear: 1900 }, []],
    [{ gemeenteCode: "0457", city: "Amsterdam" }, []],
  ])("%j", (filter, years) => {
    expect(countPandenPerPeriod(s, { groupBy: "year", ...filter })).toEqual({
      group_by: "year",
      statistics: years.map((period) => ({ period, count: 1 })),
    });
  });
});
