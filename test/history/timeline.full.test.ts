/** Statistics over time of Weesp: numbers of the reference of history; changes-equal-oracle.slow.test.ts has all. */
import { afterAll, describe, expect, test } from "bun:test";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const dataDir = await makeWeespPastFolder();
const harness = openHarness(dataDir);
afterAll(() => harness.close());

interface Period {
  period: string;
  stock: Record<string, number>;
  flows: Record<string, number>;
}
interface Timeline {
  registry_since: string | null;
  timeline: Period[];
}

const ask = async (query: string) => await harness.askJson(`/statistics/timeline${query}`);
const get = async (query: string): Promise<Timeline> => (await ask(query)).body.data;

const YEARS = ["2012", "2013", "2014", "2015", "2016", "2017", "2018", "2019", "2020", "2021"];

/** Names of flows, and their numbers by year. */
const PUBLISHED = {
  names: [
    ...["numbers_issued", "numbers_withdrawn", "numbers_renamed"],
    ...["residences_into_use", "residences_found", "residences_ended"],
    ...["buildings_into_use", "buildings_found", "buildings_demolished"],
  ],
  years: {
    "2012": [247, 42, 4, 40, 7, 34, 78, 2, 15],
    "2014": [79, 20, 4, 46, 12, 19, 29, 8, 16],
    "2016": [203, 180, 21, 72, 74, 55, 127, 43, 61],
    "2018": [314, 19, 1, 54, 31, 19, 97, 105, 29],
    "2020": [631, 20, 10, 213, 7, 18, 372, 6, 17],
  } as Record<string, number[]>,
};

describe("the years of Weesp", () => {
  test("have the published numbers", async () => {
    const { registry_since, timeline } = await get("?gemeente_code=0457");
    expect(registry_since).toBe("2010-11-25");
    expect(timeline.map(({ period }) => period)).toEqual(YEARS);
    for (const [year, numbers] of Object.entries(PUBLISHED.years)) {
      const { flows } = timeline.find(({ period }) => period === year)!;
      expect({ year, numbers: PUBLISHED.names.map((name) => flows[name]) }).toEqual({ year, numbers });
    }
    // Addresses and verblijfsobjecten of 2016-01-01, 2018-01-01, as imports of these days have them.
    const stocks = timeline.filter(({ period }) => period === "2016" || period === "2018");
    expect(stocks.map(({ stock }) => stock)).toEqual([
      { addresses: 10_624, buildings: 9_782, residences: 10_455 },
      { addresses: 10_745, buildings: 10_051, residences: 10_571 },
    ]);
  });

  test("are the sums of their months", async () => {
    const { timeline: months } = await get("?gemeente_code=0457&group_by=month");
    const { timeline: years } = await get("?gemeente_code=0457&group_by=year");
    expect(months.map(({ period }) => period).slice(0, 2)).toEqual(["2011-12", "2012-01"]);
    expect(months.at(-1)!.period).toBe("2021-10");
    for (const { period, stock, flows } of years) {
      const within = months.filter((month) => month.period.startsWith(`${period}-`));
      expect(within[0]!.stock).toEqual(stock);
      for (const [name, n] of Object.entries(flows)) {
        expect({ period, name, n: within.reduce((sum, month) => sum + month.flows[name]!, 0) }).toEqual({
          ...{ period, name, n },
        });
      }
    }
  });

  test("are also those of its woonplaats, which was formed in 2016 of another", async () => {
    const [city, municipality] = [await get("?woonplaats_id=3631"), await get("?gemeente_code=0457")];
    expect(city.registry_since).toBe("2010-11-25");
    expect(city.timeline.at(-1)).toEqual(municipality.timeline.at(-1)!);
  });
});

describe("the years of a street", () => {
  const { db } = openRegistry(dataDir).current()!.history!;
  const REFERENCE_DAY = "julianday('2021-10-15') - julianday('1970-01-01')";
  /** Of each object of a table, the last usable voorkomen that has begun. */
  const lastOf = (table: string, columns: string) => `SELECT object_id, ${columns} FROM (
    SELECT *, row_number() OVER (PARTITION BY object_id ORDER BY nr DESC) AS place FROM ${table}_voorkomen
    WHERE retired = 0 AND status IS NOT NULL AND begin_day <= ${REFERENCE_DAY}) WHERE place = 1`;
  const streets = db
    .query<{ id: number }, []>("SELECT DISTINCT object_id AS id FROM openbare_ruimte_voorkomen")
    .all()
    .map(({ id }) => String(id).padStart(16, "0"));

  test("add up to those of its gemeente, except panden, because some are on two streets", async () => {
    const municipality = await get("?gemeente_code=0457");
    const answers = await Promise.all(
      streets.map((id) => ask(`?gemeente_code=0457&openbare_ruimte_id=${id}`)),
    );
    // Some streets of the data are in other gemeenten.
    const all: Timeline[] = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
    expect(all.length).toBeGreaterThan(200);
    const names = Object.keys(municipality.timeline[0]!.flows).filter(
      (name) => !name.startsWith("buildings"),
    );
    for (const [at, { period, stock, flows }] of municipality.timeline.entries()) {
      const sum = (read: (one: Period) => number) =>
        all.reduce((total, { timeline }) => total + read(timeline[at]!), 0);
      expect({ period, addresses: sum((one) => one.stock.addresses!) }).toEqual({
        ...{ period, addresses: stock.addresses! },
      });
      expect({ period, residences: sum((one) => one.stock.residences!) }).toEqual({
        ...{ period, residences: stock.residences! },
      });
      for (const name of names) {
        expect({ period, name, n: sum((one) => one.flows[name]!) }).toEqual({
          period,
          name,
          n: flows[name]!,
        });
      }
    }
  });

  test("count the panden that its residences lie or lay in, as SQL finds them among the voorkomens", async () => {
    const demolished = db
      .query<{ street: number; year: string; n: number }, []>(
        `WITH number AS (${lastOf("nummeraanduiding", "openbare_ruimte_id AS street")}),
        residence AS (${lastOf("verblijfsobject", "hoofdadres_id")}),
        lying AS (SELECT DISTINCT street, CAST(value AS INTEGER) AS pand FROM residence JOIN number ON number.object_id = residence.hoofdadres_id
          JOIN verblijfsobject_voorkomen v ON v.object_id = residence.object_id AND v.retired = 0 AND v.pand_ids IS NOT NULL,
          json_each('["' || replace(v.pand_ids, '|', '","') || '"]'))
        SELECT street, strftime('%Y', p.begin_day * 86400, 'unixepoch') AS year, count(DISTINCT p.object_id) AS n
        FROM lying JOIN pand_voorkomen p ON p.object_id = pand AND p.retired = 0
        WHERE p.status = 8 -- Pand gesloopt
          AND year BETWEEN '2012' AND '2021' GROUP BY street, year`,
      )
      .all();
    expect(demolished.length).toBeGreaterThan(20);
    for (const street of new Set(demolished.map((row) => row.street))) {
      const { timeline } = await get(`?openbare_ruimte_id=${String(street).padStart(16, "0")}`);
      const told = timeline.flatMap(({ period, flows }) =>
        flows.buildings_demolished === 0 ? [] : [{ street, year: period, n: flows.buildings_demolished! }],
      );
      expect(told).toEqual(demolished.filter((row) => row.street === street));
    }
  });

  test("are those of a street of the area, when one is given", async () => {
    const [street] = streets;
    expect(await get(`?openbare_ruimte_id=${street}&gemeente_code=0457`)).toEqual(
      await get(`?openbare_ruimte_id=${street}`),
    );
    expect((await ask(`?openbare_ruimte_id=${street}&woonplaats_id=1012`)).status).toBe(404);
    expect((await ask("?openbare_ruimte_id=0457300000099999")).status).toBe(404);
    expect((await ask("?openbare_ruimte_id=1")).status).toBe(422);
  });
});

test.each([
  ["", 422, "validation_failed"],
  ["?gemeente_code=0457&woonplaats_id=3631", 200, undefined],
  ["?gemeente_code=0363&woonplaats_id=3631", 404, "not_found"],
  ["?gemeente_code=457", 422, "validation_failed"],
  ["?gemeente_code=0457&group_by=week", 422, "validation_failed"],
  ["?gemeente_code=0457&valid_on=2015-01-01", 422, "validation_failed"],
  ["?gemeente_code=0788", 404, "not_found"],
  ["?gemeente_code=9999", 404, "not_found"],
  ["?woonplaats_id=9999", 404, "not_found"],
])("%s is %i %s", async (query, status, code) => {
  const answer = await ask(query);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
});
