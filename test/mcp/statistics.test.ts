/** Compares the numbers of an area over MCP with the endpoints, field by field: statistics, counts, purposes, years. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { GEBRUIKSDOELEN } from "../../src/registry/schema/object-types.ts";
import { serveMcp } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const served = await serveMcp(5_000);
const { samples } = served;
const place = samples.plain.woonplaats;
afterAll(() => served.stop());

async function statisticsOf(area_type: string, area_name: string | number) {
  const { structuredContent } = await served.call("get_statistics", { area_type, area_name });
  return structuredContent.statistics;
}

/** Returns the addresses by purpose as counted by the list of them. */
async function purposesOf(area: string): Promise<Record<string, number>> {
  const totals = GEBRUIKSDOELEN.map(async (purpose) => {
    const { meta } = await served.get(`/residences/by-purpose?purpose=${purpose}&per_page=1&${area}`);
    return [purpose, meta.total] as const;
  });
  return Object.fromEntries(await Promise.all(totals));
}

const sum = (counts: readonly Record<string, number>[]) => {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries)) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
};
const byPeriod = (periods: { period: number; count: number }[]) =>
  Object.fromEntries(periods.map(({ period, count }) => [period, count]));

test("a city", async () => {
  const { identificatie: id, gemeente } = place;
  const { data } = await served.get(`/statistics/city/${id}`);
  const city = (await served.get(`/cities/${id}?include=counts`)).data;
  const years = (await served.get(`/buildings/by-year?group_by=decade&woonplaats_id=${id}`)).data;
  expect(years.statistics.length).toBeGreaterThan(1);
  expect(await statisticsOf("city", id)).toEqual({
    ...data,
    gemeente_code: gemeente.code,
    gemeente_naam: city.gemeente_naam,
    provincie_naam: city.provincie_naam,
    total_streets: city.counts.streets,
    by_purpose: await purposesOf(`woonplaats_id=${id}`),
    buildings_by_decade: years.statistics,
  });
});

test("a municipality", async () => {
  const { code } = place.gemeente;
  const { data } = await served.get(`/statistics/municipality/${code}`);
  const { counts } = (await served.get(`/municipalities/${code}?include=counts`)).data;
  const years = (await served.get(`/buildings/by-year?group_by=decade&gemeente_code=${code}`)).data;
  expect(await statisticsOf("municipality", code)).toEqual({
    ...data,
    total_streets: counts.streets,
    buildings_by_decade: years.statistics,
  });
});

test("a province is the sum of its municipalities", async () => {
  const { code, naam } = place.gemeente.provincie;
  const { counts, municipalities } = (await served.get(`/provinces/${code}?include=counts,municipalities`))
    .data;
  const codes: string[] = municipalities.map(({ gemeente_code }: { gemeente_code: string }) => gemeente_code);
  const each = await Promise.all(
    codes.map(async (gemeente) => (await served.get(`/statistics/municipality/${gemeente}`)).data),
  );
  const years = await Promise.all(
    codes.map(
      async (gemeente) => (await served.get(`/buildings/by-year?gemeente_code=${gemeente}`)).data.statistics,
    ),
  );
  const { buildings_by_decade, ...statistics } = await statisticsOf("province", naam);
  expect(statistics).toEqual({
    provincie_code: code,
    provincie_naam: naam,
    total_addresses: counts.addresses,
    total_buildings: each.reduce((total, { total_buildings }) => total + total_buildings, 0),
    total_cities: counts.cities,
    total_municipalities: counts.municipalities,
    by_type: sum(each.map(({ by_type }) => by_type)),
    by_purpose: sum(each.map(({ by_purpose }) => by_purpose)),
  });
  expect(byPeriod(buildings_by_decade)).toEqual(sum(years.map(byPeriod)));
});

test("a code may be a number, which has no leading zeros", async () => {
  const { code } = place.gemeente;
  expect(await statisticsOf("municipality", Number(code))).toEqual(await statisticsOf("municipality", code));
  const area = samples.plain.postcode.slice(0, 4);
  expect(await statisticsOf("postcode_area", Number(area))).toEqual(
    (await served.get(`/statistics/postcode-area/${area}`)).data,
  );
});
