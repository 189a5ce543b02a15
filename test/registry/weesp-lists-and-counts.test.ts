/** Compares lists and numbers that were sorted or counted at import with full scans: Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { listAdressenOfOpenbareRuimte } from "../../src/registry/read/adressen.ts";
import { type DoelFilter, listAdressenPerDoel } from "../../src/registry/read/adressen-per-doel.ts";
import {
  countPandenPerPeriod,
  readBouwjaarStatistics,
  readGebruiksdoelCounts,
  readGemeenteStatistics,
  readOverview,
  readPostcodegebiedStatistics,
  readWoonplaatsStatistics,
} from "../../src/registry/read/statistics.ts";
import { compareKeys, nameKey } from "../../src/registry/schema/name-key.ts";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "../../src/registry/schema/object-types.ts";
import {
  type Adres,
  byId,
  idsOf,
  type Pand,
  readWeesp,
  type Weesp,
} from "../support/countries/weesp-in-memory.ts";
import { inNaturalOrder } from "../support/oracles/natural-order.ts";

let weesp: Weesp;
let s: Snapshot;
let adressen: readonly Adres[];
let panden: readonly Pand[];

describe("Weesp", () => {
  beforeAll(async () => {
    weesp = await readWeesp();
    ({ snapshot: s, adressen, panden } = weesp);
  }, 120_000);
  afterAll(() => weesp?.close());

  test.each<DoelFilter>([
    ...GEBRUIKSDOELEN.map((gebruiksdoel) => ({ gebruiksdoel })),
    { gebruiksdoel: "woonfunctie", city: "WEESP" },
    { gebruiksdoel: "woonfunctie", city: "wees" },
    { gebruiksdoel: "winkelfunctie", gemeenteCode: "0457", oppervlakteMax: 100 },
    { gebruiksdoel: "woonfunctie", oppervlakteMin: 60, oppervlakteMax: 90 },
    { gebruiksdoel: "woonfunctie", oppervlakteMin: 60, oppervlakteMax: 90, city: "Weesp" },
    { gebruiksdoel: "kantoorfunctie", oppervlakteMin: 500 },
    { gebruiksdoel: "kantoorfunctie", oppervlakteMin: 500, oppervlakteMax: 400 },
  ])("by purpose: %j, every page", (filter) => {
    const { gebruiksdoel, city, oppervlakteMin: min = 0, oppervlakteMax: max = Infinity } = filter;
    const hasBound = "oppervlakteMin" in filter || "oppervlakteMax" in filter;
    const expected = adressen
      .filter(
        (adres) =>
          adres.gebruiksdoel.includes(gebruiksdoel) &&
          (!city || nameKey(adres.woonplaats_naam) === nameKey(city)) &&
          (!hasBound || (adres.oppervlakte !== null && adres.oppervlakte >= min && adres.oppervlakte <= max)),
      )
      .sort((a, b) => (a.oppervlakte ?? Infinity) - (b.oppervlakte ?? Infinity) || byId(a, b))
      .map(({ nummeraanduiding_id }) => nummeraanduiding_id);
    const found: string[] = [];
    for (let page = 1; (page - 1) * 100 < expected.length + 100; page++) {
      const { rows, total } = listAdressenPerDoel(s, filter, { page, perPage: 100 });
      expect(total).toBe(expected.length);
      found.push(...idsOf(rows));
    }
    expect(found).toEqual(expected);
  });

  test("addresses of every street, every page", () => {
    const byStreet = Map.groupBy(adressen, ({ straatnaam }) => straatnaam);
    const streets = s.db
      .query<{ identificatie: string; naam: string }, []>("SELECT * FROM openbare_ruimte")
      .all();
    let listed = 0;
    for (const { identificatie, naam } of streets) {
      const expected = idsOf((byStreet.get(naam) ?? []).toSorted(inListOrder));
      const found: string[] = [];
      for (let page = 1; (page - 1) * 100 < expected.length + 100; page++) {
        found.push(...idsOf(listAdressenOfOpenbareRuimte(s, identificatie, { page, perPage: 100 })!.rows));
      }
      expect(found).toEqual(expected);
      listed += found.length;
    }
    expect(listed).toBe(12_034);
  });

  test("numbers agree with the rows they count, and with each other", () => {
    const types = Object.fromEntries(
      ADDRESSABLE_TYPES.map((type) => [type, adressen.filter((adres) => adres.type === type).length]),
    );
    const doelen = Object.fromEntries(
      GEBRUIKSDOELEN.map((doel) => [
        doel,
        adressen.filter((adres) => adres.gebruiksdoel.includes(doel)).length,
      ]),
    );
    const national = readOverview(s);
    expect(national).toMatchObject({
      total_addresses: 12_034,
      total_buildings: 12_227,
      total_cities: 1,
      total_municipalities: 1,
      by_type: types,
    });
    expect(national.by_province["Noord-Holland"]).toBe(12_034);
    expect(Object.values(national.by_province).reduce((a, b) => a + b)).toBe(12_034);
    expect(readGebruiksdoelCounts(s)).toEqual({
      purposes: doelen as ReturnType<typeof readGebruiksdoelCounts>["purposes"],
      total_with_purpose: adressen.filter(({ gebruiksdoel }) => gebruiksdoel.length > 0).length,
    });
    expect(readGemeenteStatistics(s, "0457")).toMatchObject({
      total_addresses: 12_034,
      total_buildings: 12_227,
      by_type: types,
      by_purpose: doelen,
    });
    const [woonplaats] = s.areas.woonplaatsen.values();
    expect(readWoonplaatsStatistics(s, woonplaats!.identificatie)).toMatchObject({
      total_addresses: 12_034,
      by_type: types,
    });
    for (const [area, rows] of Map.groupBy(adressen, ({ postcode }) => postcode?.slice(0, 4) ?? "none")) {
      if (area === "none") {
        continue;
      }
      expect(readPostcodegebiedStatistics(s, area)).toMatchObject({
        total_addresses: rows.length,
        cities: ["Weesp"],
      });
    }
    for (const groupBy of ["year", "decade", "century"] as const) {
      const years = readBouwjaarStatistics(s, groupBy);
      const withYear = panden.filter(({ bouwjaar }) => bouwjaar !== null);
      expect(years.total_buildings).toBe(withYear.length);
      expect(years.statistics.reduce((sum, { count }) => sum + count, 0)).toBe(withYear.length);
      expect(years.oldest).toBe(Math.min(...withYear.map(({ bouwjaar }) => bouwjaar!)));
      expect(countPandenPerPeriod(s, { groupBy, city: "ees" }).statistics).toEqual(years.statistics);
    }
  });
});

function inListOrder(a: Adres, b: Adres): number {
  return (
    compareKeys(nameKey(a.straatnaam), nameKey(b.straatnaam)) ||
    compareKeys(nameKey(a.woonplaats_naam), nameKey(b.woonplaats_naam)) ||
    inNaturalOrder(a, b) ||
    byId(a, b)
  );
}
