/**
 * Repeats a value of every list in a query, of baken's own interface and of other services' interfaces, as often as a
 * URL permits. The value must cost work only once. The cost is compared with a request of the same length: the list
 * once, and an ignored parameter.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { z } from "zod";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { MAX_URL_LENGTH } from "../../src/http/pipeline/request-handler.ts";
import { INTERFACES } from "../../src/interfaces/index.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { exampleValues, readDocument, requestOf } from "../support/servers/openapi-document.ts";
import { serveWeespInterfaces, type WeespInterfaces } from "../support/servers/weesp-interfaces.ts";

setDefaultTimeout(300_000);

const LOCATIESERVER = "/bzk/locatieserver/search/v3_1";
const BAG = "/lvbag/individuelebevragingen/v2";
const AT = "lat=52.3112572&lon=5.02527163";

/** A list: the request without it, its name, a value, and the separator of its values; `&` repeats the name. */
type List = readonly [path: string, name: string, value: string, separator: "," | "&" | " "];

const OF_LOCATIESERVER: readonly List[] = [
  ...(["free?q=keurstraat", "suggest?q=keurstraat", "lookup?id=wpl-3631", `reverse?${AT}`] as const).flatMap(
    (path): List[] => [
      [`${LOCATIESERVER}/${path}`, "fl", "geometrie_ll", ","],
      [`${LOCATIESERVER}/${path}`, "fl", "*", "&"],
    ],
  ),
  [`${LOCATIESERVER}/free?q=keurstraat`, "fq", "type:adres", "&"],
  [`${LOCATIESERVER}/free?q=keurstraat`, "fq", "weesp", "&"],
  [`${LOCATIESERVER}/free?q=weesp`, "fq", "weesp", " "],
  [`${LOCATIESERVER}/free?fq=postcode:1381*`, "fq", "huisnummer:3", " "],
  [`${LOCATIESERVER}/free?type=x`, "q", "keurstraat", "&"],
  [`${LOCATIESERVER}/suggest?q=keurstraat`, "fq", "weesp", "&"],
  [`${LOCATIESERVER}/reverse?${AT}`, "type", "weg", ","],
  [`${LOCATIESERVER}/reverse?${AT}`, "type", "weg", "&"],
  [`${LOCATIESERVER}/reverse?${AT}`, "fq", "weesp", "&"],
];
const OF_OTHERS: readonly List[] = [
  ...["search?q=keurstraat", `reverse?${AT}`].map(
    (path): List => [`/nominatim/${path}`, "layer", "address", ","],
  ),
  ["/nominatim/search?q=keurstraat", "countrycodes", "nl", ","],
  ["/nominatim/search?q=keurstraat", "exclude_place_ids", "1", ","],
  ["/nominatim/lookup?format=json", "osm_ids", "N457200000521750", ","],
  ...["api?q=keurstraat", "structured?street=keurstraat", `reverse?${AT}`].flatMap((path): List[] => [
    [`/photon/${path}`, "layer", "house", "&"],
    [`/photon/${path}`, "osm_tag", "place", "&"],
  ]),
  ...["api?q=keurstraat", "structured?street=keurstraat"].map(
    (path): List => [`/photon/${path}`, "countrycode", "nl", ","],
  ),
  [`${BAG}/adressen?postcode=1382KT&huisnummer=5`, "expand", "panden", ","],
  [`${BAG}/adressen/0457200000521750?x=1`, "expand", "panden", ","],
];
/** Paths of interfaces without a list in the query, by their beginnings. */
const WITHOUT_LISTS = [
  ...["/addok/", "/kadaster/", "/nominatim/status", "/photon/status", `${BAG}/info`],
  ...[`${BAG}/adressen/zoek`, `${BAG}/adressenuitgebreid`],
];

let weesp: WeespInterfaces;

beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());

test("every interface declares its lists here, or that it has none", () => {
  const lists = [...OF_LOCATIESERVER, ...OF_OTHERS].map(([path]) => path.split("?")[0]!);
  const isKnown = (path: string) =>
    lists.some((each) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(each));
  const paths = INTERFACES.flatMap(({ endpoints }) => endpoints.map(({ path }) => path));
  const unknown = paths.filter(
    (path) => !isKnown(path.replace(/\.php$/, "")) && !WITHOUT_LISTS.some((each) => path.startsWith(each)),
  );
  const objects = unknown.filter((path) => path.startsWith(BAG));
  expect(objects).toHaveLength(16);
  expect(unknown.filter((path) => !objects.includes(path))).toEqual([]);
});

test("a repeated value of a list of an interface costs no work", async () => {
  for (const list of [...OF_LOCATIESERVER, ...OF_OTHERS]) {
    await expectCheap(list, async (path) => {
      const response = await weesp.ask(path);
      await response.text();
      return response.status;
    });
  }
});

test("a repeated value of a list of /api/v1 costs no work", async () => {
  const harness = openHarness(await makeWeespPastFolder());
  const { operations } = await readDocument(harness);
  const names = new Set<string>();
  for (const { method, path, include, query } of ENDPOINTS) {
    const schemas = Object.entries<z.ZodType>(query);
    const listed = schemas.filter(([, schema]) => /joined by commas/.test(schema.meta()?.description ?? ""));
    for (const name of [...(include.length > 0 ? ["include"] : []), ...listed.map(([each]) => each)]) {
      names.add(name);
      const operation = operations.find((each) => each.path === path && each.method === "get");
      if (method === "GET" && operation !== undefined) {
        const { [name]: value, ...others } = exampleValues(operation, "all");
        const first = name === "include" ? include[0]! : String(value).split(",")[0]!;
        const asked = requestOf(operation, others);
        await expectCheap([asked.includes("?") ? asked : `${asked}?x=1`, name, first, ","], async (each) => {
          const response = harness.ask(each);
          await response.text();
          return response.status;
        });
      }
    }
  }
  harness.close();
  // `add` belongs to requests with a file as body, and has at most a thousand characters.
  expect([...names].sort()).toEqual(["add", "ids", "include"]);
});

test("more different values than a list takes are 400", async () => {
  const statusOf = async (path: string) => (await weesp.ask(path)).status;
  const fq = (count: number) => Array.from({ length: count }, (_, i) => `fq=bron:(BAG+OR+x${i})`).join("&");
  expect(await statusOf(`${LOCATIESERVER}/free?q=keurstraat&${fq(32)}`)).toBe(200);
  expect(await statusOf(`${LOCATIESERVER}/free?q=keurstraat&${fq(32)}&${fq(32)}`)).toBe(200);
  expect(await statusOf(`${LOCATIESERVER}/free?q=keurstraat&${fq(33)}`)).toBe(400);
  expect(await statusOf(`${LOCATIESERVER}/reverse?${AT}&${fq(33)}`)).toBe(400);
  const conditions = Array.from({ length: 33 }, (_, i) => `bron:(BAG+OR+x${i})`).join("+");
  expect(await statusOf(`${LOCATIESERVER}/free?q=keurstraat+${conditions}`)).toBe(400);
  const values = Array.from({ length: 101 }, (_, i) => i).join("+");
  expect(await statusOf(`${LOCATIESERVER}/free?q=keurstraat&fq=huisnummer:(${values})`)).toBe(400);
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `N${i}`).join(",");
  expect(await statusOf(`/nominatim/lookup?osm_ids=${ids(50)},${ids(50)}`)).toBe(200);
  expect(await statusOf(`/nominatim/lookup?osm_ids=${ids(51)}`)).toBe(400);
  const own = Array.from({ length: 101 }, (_, i) => String(i).padStart(16, "0")).join(",");
  expect((await weesp.askOwn(`/addresses/batch?ids=${own}`)).status).toBe(422);
  expect((await weesp.askOwn("/addresses/batch?ids=0457200000521750&ids=0457200000521750")).status).toBe(422);
});

const ROUNDS = 6;
const REQUESTS = 4;
/** Length reserved for the origin and `/api/v1`. */
const ORIGIN_LENGTH = 100;
/** Tolerance for one request, in microseconds of processor time: half a page of garbage collection. */
const NOISE_US = 1_000;

type Ask = (path: string) => Promise<number>;

/** Expects at most twice the processor time of the same list once, in the best of some rounds of each. */
async function expectCheap([path, name, value, separator]: List, ask: Ask): Promise<void> {
  const once = `${path}&${name}=${value}`;
  const next = separator === "&" ? `&${name}=${value}` : `${separator === " " ? "+" : separator}${value}`;
  const room = MAX_URL_LENGTH - ORIGIN_LENGTH - once.length - "&ignored=".length;
  const repeated = once + next.repeat(Math.floor(room / next.length));
  const costs = { once: Number.POSITIVE_INFINITY, repeated: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    costs.once = Math.min(costs.once, await costOf(`${once}&ignored=${"a".repeat(room)}`, ask));
    costs.repeated = Math.min(costs.repeated, await costOf(repeated, ask));
    if (round > 0 && costs.repeated <= 2 * costs.once + NOISE_US) {
      return;
    }
  }
  expect(costs.repeated, `${once} repeated, compared with ${costs.once} once`).toBeLessThanOrEqual(
    2 * costs.once + NOISE_US,
  );
}

/** Returns the processor time of a request in microseconds, the mean of some. */
async function costOf(path: string, ask: Ask): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < REQUESTS; i++) {
    expect([200, 422], path.slice(0, 200)).toContain(await ask(path));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
