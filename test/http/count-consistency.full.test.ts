/** Verifies that a count is the same at all endpoints that give it, on a demo country and on Weesp. */
import { afterAll, describe, expect, test } from "bun:test";
import { createClient } from "../../src/http/client/client.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

type Counts = Readonly<Record<string, number>>;

interface AreaTotals {
  readonly total_addresses: number;
  readonly total_buildings: number;
  readonly by_type: Counts;
}

async function collect<T>(rows: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) {
    all.push(row);
  }
  return all;
}

function sum<T>(rows: readonly T[], number: (row: T) => number | undefined): number {
  return rows.reduce((total, row) => total + (number(row) ?? 0), 0);
}

/** Sums the counts by name. */
function sumCounts(rows: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const row of rows) {
    for (const name in row) {
      total[name] = (total[name] ?? 0) + row[name]!;
    }
  }
  return total;
}

function sumValues(counts: Counts): number {
  return sum(Object.values(counts), (count) => count);
}

async function describeNumbers(name: string, dataDir: string): Promise<void> {
  const harness = openHarness(dataDir);
  afterAll(() => harness.close());
  const client = createClient({
    baseUrl: "",
    fetch: async (url) => harness.ask(url),
  });
  const list = { per_page: 100, include: "counts" } as const;
  const { data: overview } = await client.get("/statistics/overview");
  const cities = await collect(client.each("/cities", list));
  const municipalities = await collect(client.each("/municipalities", list));
  const { data: provinces } = await client.get("/provinces", { include: "counts" });
  const streets = await collect(client.each("/streets", { per_page: 100 }));
  const areas = await collect(client.each("/postcodes/areas", { per_page: 100 }));

  describe(name, () => {
    test("totals: overview, version, changes, gemeenten, provincies, woonplaatsen, streets", async () => {
      const { data: version } = await client.get("/version");
      const { data: changes } = await client.get("/changes/summary");
      const { total_addresses: addresses, total_buildings: buildings } = overview;
      expect(version.counts).toEqual({
        addresses,
        buildings,
        cities: overview.total_cities,
        municipalities: overview.total_municipalities,
      });
      expect(changes.current_counts).toEqual({ addresses, buildings });
      expect(sum(municipalities, (row) => row.counts?.addresses)).toBe(addresses);
      expect(sum(municipalities, (row) => row.counts?.buildings)).toBe(buildings);
      expect(sum(municipalities, (row) => row.counts?.cities)).toBe(overview.total_cities);
      expect(sum(municipalities, (row) => row.counts?.streets)).toBe(streets.length);
      expect(municipalities).toHaveLength(overview.total_municipalities);
      expect(sum(cities, (row) => row.counts?.addresses)).toBe(addresses);
      expect(sum(cities, (row) => row.counts?.buildings)).toBe(buildings);
      expect(cities).toHaveLength(overview.total_cities);
      expect(sum(provinces, (row) => row.counts?.addresses)).toBe(addresses);
      expect(sum(provinces, (row) => row.counts?.municipalities)).toBe(municipalities.length);
      expect(sum(provinces, (row) => row.counts?.cities)).toBe(cities.length);
      const byProvince = provinces.map((row) => [row.provincie_naam, row.counts?.addresses]);
      expect(Object.entries(overview.by_province)).toEqual(byProvince as [string, number][]);
      expect(sumValues(overview.by_type)).toBe(addresses);
    });

    test("statistics of gemeenten and woonplaatsen add up to the country's", async () => {
      const ofMunicipalities = await Promise.all(
        municipalities.map(({ gemeente_code: gemeenteCode }) =>
          client.get("/statistics/municipality/{gemeenteCode}", { gemeenteCode }),
        ),
      );
      const ofCities = await Promise.all(
        cities.map(({ identificatie: woonplaatsId }) =>
          client.get("/statistics/city/{woonplaatsId}", { woonplaatsId }),
        ),
      );
      const { data: purposes } = await client.get("/statistics/purposes");
      const parts: readonly { data: AreaTotals }[][] = [ofMunicipalities, ofCities];
      for (const rows of parts) {
        expect(sum(rows, ({ data }) => data.total_addresses)).toBe(overview.total_addresses);
        expect(sum(rows, ({ data }) => data.total_buildings)).toBe(overview.total_buildings);
        expect(sumCounts(rows.map(({ data }) => data.by_type))).toEqual(overview.by_type);
      }
      expect(sumCounts(ofMunicipalities.map(({ data }) => data.by_purpose))).toEqual(purposes.purposes);
      expect(sum(ofMunicipalities, ({ data }) => data.total_cities)).toBe(overview.total_cities);
    });

    test("totals of by-purpose equal the statistics of purposes, also split by woonplaats and area", async () => {
      const { data } = await client.get("/statistics/purposes");
      for (const [purpose, count] of Object.entries(data.purposes)) {
        const totalOf = async (filter: object) =>
          (await client.get("/residences/by-purpose", { purpose, per_page: 1, ...filter })).meta.total;
        expect(await totalOf({}), purpose).toBe(count);
        const ofCities = await Promise.all(
          cities.map((city) => totalOf({ woonplaats_id: city.identificatie })),
        );
        expect(
          sum(ofCities, (number) => number),
          purpose,
        ).toBe(count);
        const areas = [{ oppervlakte_max: 99 }, { oppervlakte_min: 100 }];
        const [small, large] = await Promise.all(areas.map(totalOf));
        expect(small! + large!, purpose).toBe(await totalOf({ oppervlakte_min: 0 }));
      }
      expect(data.total_with_purpose).toBeLessThanOrEqual(sumValues(data.purposes));
    });

    test("years: country, woonplaatsen, lengths of periods", async () => {
      const { data: decades } = await client.get("/statistics/construction-years");
      for (const group_by of ["year", "decade", "century"] as const) {
        const { data } = await client.get("/statistics/construction-years", { group_by });
        const { data: byYear } = await client.get("/buildings/by-year", { group_by });
        expect(byYear.statistics).toEqual(data.statistics);
        expect(sum(data.statistics, ({ count }) => count)).toBe(decades.total_buildings);
      }
      const ofCities = await Promise.all(
        cities.map((city) => client.get("/buildings/by-year", { woonplaats_id: city.identificatie })),
      );
      const years = ofCities.map(({ data }) => sum(data.statistics, ({ count }) => count));
      expect(sum(years, (count) => count)).toBe(decades.total_buildings);
    });

    test("postcode areas add up to the addresses with a postcode, and to their statistics", async () => {
      let withPostcode = 0;
      for (const { identificatie: openbareRuimteId } of streets) {
        const path = "/streets/{openbareRuimteId}/addresses";
        const addresses = await collect(client.each(path, { openbareRuimteId, per_page: 100 }));
        withPostcode += addresses.filter(({ postcode }) => postcode !== null).length;
      }
      expect(sum(areas, ({ address_count }) => address_count)).toBe(withPostcode);
      for (const { area: postcode, address_count, sample_city } of areas) {
        const { data } = await client.get("/statistics/postcode-area/{postcode}", { postcode });
        expect(data.total_addresses, postcode).toBe(address_count);
        expect(sumValues(data.by_type), postcode).toBe(address_count);
        expect(data.cities, postcode).toContain(sample_city);
      }
    });

    test("any page of a list holds what its number says, and all pages hold all", async () => {
      const purpose = "woonfunctie";
      const rows = await collect(client.each("/residences/by-purpose", { purpose, per_page: 100 }));
      const { meta, data } = await client.get("/residences/by-purpose", { purpose, per_page: 7, page: 20 });
      expect(new Set(rows.map((row) => row.nummeraanduiding_id)).size).toBe(meta.total);
      expect(data).toEqual(rows.slice(7 * 19, 7 * 20));
    });
  });
}

await describeNumbers("demo country", await makeDemoFolder(2_000));
await describeNumbers("Weesp", await makeWeespFolder());
