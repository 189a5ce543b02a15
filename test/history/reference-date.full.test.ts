/**
 * Answers about the reference date. On every path with `valid_on`, they equal the answers without it; a registry
 * without history gives the same answers as one with history.
 */
import { afterAll, expect, test } from "bun:test";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { makeWeespFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

const ask = async (path: string) => await harness.askJson(path);
const get = async (path: string) => (await ask(path)).body.data;

const REFERENCE_DATE = "2021-10-15";
const LOEVESTEIN_21 = "0457200000522517";
/** Achtergracht 3 until 2011-03-29, and from then on. */
const [ACHTERGRACHT_BEFORE, ACHTERGRACHT_SINCE] = ["0457200000198428", "0457200000520676"];
const WEESP_STREET = "0457300000000305";

/** Paths with `valid_on`, each about something of today. */
const PATHS = [
  `/addresses/${LOEVESTEIN_21}`,
  `/addresses/${LOEVESTEIN_21}?include=geometry,stage`,
  "/addresses/lookup?postcode=1381BK&number=3",
  "/addresses/lookup?postcode=1381BK&number=3&include=geometry,stage",
  `/addresses/batch?ids=${LOEVESTEIN_21},${ACHTERGRACHT_BEFORE},${ACHTERGRACHT_SINCE}`,
  "/postcodes/1381BK?per_page=100&include=stage",
  "/postcodes/1381BK?per_page=3&page=2",
  `/streets/${WEESP_STREET}`,
  `/streets/${WEESP_STREET}/addresses?per_page=20&filter[stage]=planned`,
  `/streets/${WEESP_STREET}/addresses?per_page=20&include=geometry`,
  "/cities/3631",
  "/cities/3631?include=geometry",
  "/municipalities/0457",
  "/buildings/0457100000056230?include=geometry,stage",
  "/buildings/at-address?postcode=1381BK&number=3",
  "/buildings/at-address?postcode=1381BK&number=3&include=geometry,stage",
  "/residences/0457010000005191?include=geometry,address,stage",
];
/** Such paths with the fields that only the history has. */
const DETAILED_PATHS = [
  `/addresses/${LOEVESTEIN_21}`,
  "/addresses/lookup?postcode=1381BK&number=3",
  `/addresses/batch?ids=${LOEVESTEIN_21},${ACHTERGRACHT_SINCE}`,
  "/postcodes/1381BK?per_page=100",
  `/streets/${WEESP_STREET}`,
  `/streets/${WEESP_STREET}/addresses?per_page=20`,
  "/cities/3631",
  "/buildings/0457100000056230",
  "/buildings/at-address?postcode=1381BK&number=3",
  "/residences/0457010000005191",
].map((path) => `${path}${path.includes("?") ? "&" : "?"}include=source,in_onderzoek`);

test.each([...PATHS, ...DETAILED_PATHS])("valid_on of the reference date answers as %s", async (path) => {
  const withDay = `${path}${path.includes("?") ? "&" : "?"}valid_on=${REFERENCE_DATE}`;
  const [plain, dated] = [await ask(path), await ask(withDay)];
  expect(plain.status).toBe(200);
  expect(dated.body.meta).toEqual(plain.body.meta);
  const rows = [dated.body.data].flat();
  expect(rows.map(withoutDays)).toEqual([plain.body.data].flat());
  for (const { valid_from, valid_until } of rows) {
    expect(valid_from === null || valid_from <= REFERENCE_DATE).toBe(true);
    expect(valid_until === null || valid_until > REFERENCE_DATE).toBe(true);
  }
  for (const [name, link] of Object.entries(dated.body.links ?? {})) {
    expect({ name, link }).toEqual({
      name,
      link: plain.body.links[name] && expect.stringContaining("valid_on="),
    });
  }
});

function withoutDays({ valid_from: _from, valid_until: _until, ...record }: Record<string, unknown>) {
  return record;
}

test("without a history every answer about the past is history_not_kept, and no other differs", async () => {
  const without = openHarness(await makeWeespFolder());
  for (const path of [
    `/addresses/${LOEVESTEIN_21}?valid_on=2015-01-01`,
    `/addresses/${LOEVESTEIN_21}/history`,
    "/addresses/former?postcode=1381BK&number=3",
    "/statistics/timeline?gemeente_code=0457",
    "/changes/objects?gemeente_code=0457&from=2020-01-01&to=2020-02-01",
    ...DETAILED_PATHS,
    "/addresses/search?q=Weesp&include=source",
  ]) {
    const { status, body } = await without.askJson(path);
    expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: "history_not_kept" });
  }
  for (const path of PATHS) {
    expect((await without.askJson(path)).body.data).toEqual(await get(path));
  }
  const { data } = (await without.askJson("/version")).body;
  expect(data).toMatchObject({ history: false, history_since: null });
  without.close();
});

test("every path that takes valid_on is asked for the reference date, with every include", () => {
  const dated = ENDPOINTS.filter(({ query }) => "valid_on" in query).map(({ path }) => path);
  // Not about today: former addresses have no answer without a day to compare with.
  const expected = dated.filter((path) => path !== "/addresses/former").sort();
  const patterns = expected.map((path) => ({
    path,
    asked: new RegExp(`^${path.replace(/\{\w+\}/g, "\\w+")}$`),
  }));
  const literal = new Set<string>(expected);
  const pathOf = (url: string) => {
    const plain = url.split("?")[0]!;
    return literal.has(plain) ? plain : patterns.find(({ asked }) => asked.test(plain))?.path;
  };
  expect([...new Set(PATHS.map(pathOf))].sort()).toEqual(expected);
  const detailed = expected.filter((path) => path !== "/municipalities/{gemeenteCode}");
  expect([...new Set(DETAILED_PATHS.map(pathOf))].sort()).toEqual(detailed);
});
