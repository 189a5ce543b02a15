/**
 * Measures the server time of endpoints: geography, statistics, requests that could block others, and deep pages
 * against the first. From the request to its whole body, key check and JSON included, without a socket. The usual
 * requests are in bench/run.ts.
 *
 *   node_modules/.bin/bun bench/endpoints.ts --data DIR [--runs 400]
 *
 * Prints p50, p99 and the slowest in milliseconds, and p99 against its target; asserts nothing.
 */
import { parseArgs } from "node:util";
import { BASE_PATH } from "../src/http/interface-version.ts";
import { openBenchApp } from "./shared/bench-app.ts";
import { at, box, COUNTRY, openPlaces, type Query } from "./shared/places.ts";

const { values } = parseArgs({
  options: { data: { type: "string", default: "./data" }, runs: { type: "string", default: "400" } },
});
const runs = Number(values.runs);

const { app, headers, close } = openBenchApp(values.data);
const snapshot = app.registry.current()!;
const places = openPlaces(snapshot);
const { somePlace, someArea, densestPlace: busy } = places;

async function request(path: string): Promise<{ status: number; text: string }> {
  const response = await app.fetch(new Request(`http://bench${BASE_PATH}${path}`, { headers }));
  return { status: response.status, text: await response.text() };
}

const path = (route: string, query: Query = {}) =>
  `${route}?${Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
    .join("&")}`;

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

async function measure(makePath: () => string, times = runs): Promise<Percentiles> {
  const paths = Array.from({ length: times }, makePath);
  for (const warm of paths.slice(0, 20)) {
    await request(warm);
  }
  const took: number[] = [];
  for (const path of paths) {
    took.push(Math.min(...(await measureThrice(path))));
  }
  took.sort((a, b) => a - b);
  const part = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!;
  return { p50: part(0.5), p99: part(0.99), max: took.at(-1)! };
}

/** Measures three times. The best counts, because other processes take turns on the processor. */
async function measureThrice(path: string): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const startedMs = performance.now();
    const { status } = await request(path);
    took.push(performance.now() - startedMs);
    if (status !== 200 && status !== 404) {
      throw new Error(`${path} is answered ${status}`);
    }
  }
  return took;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function row(name: string, { p50, p99, max }: Percentiles, note: string): void {
  const numbers = [p50, p99, max].map((ms) => ms.toFixed(2).padStart(8)).join("");
  print(`${name.padEnd(52)}${numbers}   ${note}`);
}

/** Request with its target. With few `times` p99 is the slowest, which counts where no request may block others. */
type Case = readonly [name: string, targetMs: number, makePath: () => string, times?: number];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "geography, default limits": [
    ["addresses in a box of 4 km", 5, () => path("/addresses/within-bbox", box(somePlace(), 0.02))],
    [
      "1,000 addresses in a box",
      15,
      () => path("/addresses/within-bbox", { ...box(somePlace(), 0.02), limit: 1000 }),
    ],
    ["buildings in a box of 400 m", 5, () => path("/buildings/within-bbox", box(somePlace(), 0.002))],
    ["buildings in a box of 4 km", 5, () => path("/buildings/within-bbox", box(somePlace(), 0.02))],
    ["postcodes nearby, 4 digits", 5, () => path("/postcodes/nearby", at(somePlace()))],
    ["postcodes nearby, 6", 5, () => path("/postcodes/nearby", { ...at(somePlace()), precision: 6 })],
    ["areas in a box of 4 km", 5, () => path("/postcodes/areas/within-bbox", box(somePlace(), 0.02))],
  ],
  statistics: [
    ["overview", 1, () => "/statistics/overview"],
    ["purposes", 1, () => "/statistics/purposes"],
    ["construction years, by year", 1, () => "/statistics/construction-years?group_by=year"],
    ["municipality", 1, () => `/statistics/municipality/${someArea("gemeenten")}`],
    ["city", 1, () => `/statistics/city/${someArea("woonplaatsen")}`],
    ["postcode area", 1, () => `/statistics/postcode-area/${somePlace().postcode.slice(0, 4)}`],
    ["buildings by year, country", 1, () => "/buildings/by-year"],
    ["buildings by year, part of a city's name", 1, () => "/buildings/by-year?city=a&group_by=year"],
    ["version", 1, () => "/version"],
  ],
  "what could block other requests": [
    [
      "addresses in the whole country",
      50,
      () => path("/addresses/within-bbox", { ...COUNTRY, limit: 1000 }),
      40,
    ],
    [
      "buildings in the whole country",
      50,
      () => path("/buildings/within-bbox", { ...COUNTRY, limit: 500 }),
      40,
    ],
    [
      "… from before 1600",
      50,
      () => path("/buildings/within-bbox", { ...COUNTRY, "filter[bouwjaar_max]": 1599 }),
      40,
    ],
    [
      "… of a rare status",
      50,
      () =>
        path("/buildings/within-bbox", {
          ...COUNTRY,
          "filter[status]": "Sloopvergunning verleend",
          limit: 500,
        }),
      40,
    ],
    [
      "areas of the whole country",
      50,
      () => path("/postcodes/areas/within-bbox", { ...COUNTRY, per_page: 1000 }),
      40,
    ],
    [
      "… with geometry",
      50,
      () => path("/postcodes/areas/within-bbox", { ...COUNTRY, per_page: 250, include: "geometry" }),
      40,
    ],
    [
      "20 km in the densest city",
      50,
      () => path("/addresses/nearby", { ...at(busy), radius_km: 20, limit: 100 }),
      40,
    ],
    [
      "20 km of sea",
      50,
      () => path("/addresses/nearby", { lat: 53.4, lng: 4.2, radius_km: 20, limit: 100 }),
      40,
    ],
    [
      "postcodes within 20 km of it, 4 digits",
      50,
      () => path("/postcodes/nearby", { ...at(busy), radius_km: 20 }),
      40,
    ],
    [
      "postcodes within 20 km of it, 6",
      50,
      () => path("/postcodes/nearby", { ...at(busy), radius_km: 20, precision: 6 }),
      40,
    ],
    ["streets with an a", 50, () => "/streets?filter%5Bnaam%5D=a", 40],
    ["streets of cities with an a", 50, () => "/streets?city=a&filter%5Bnaam%5D=e", 40],
    ["cities with an a", 50, () => "/cities?filter%5Bnaam%5D=a", 40],
    ["municipalities with geometry, 100", 50, () => "/municipalities?include=geometry&per_page=100", 40],
    ["search of one frequent word", 50, () => "/addresses/search?q=straat", 40],
    ["autocomplete of two letters", 50, () => "/addresses/autocomplete?q=st", 40],
  ],
};

const PURPOSE = { purpose: "woonfunctie" };
const BIGGEST = places.biggestWoonplaats;
const LONGEST = places.longestStreet;

/** Lists whose deep pages are compared with their first page. */
const LISTS: readonly (readonly [string, string, Query])[] = [
  ["by purpose", "/residences/by-purpose", PURPOSE],
  [
    "by purpose, area bounds",
    "/residences/by-purpose",
    { ...PURPOSE, oppervlakte_min: 50, oppervlakte_max: 150 },
  ],
  ["by purpose, biggest city", "/residences/by-purpose", { ...PURPOSE, woonplaats_id: BIGGEST }],
  [
    "by purpose, biggest city, area bounds",
    "/residences/by-purpose",
    { ...PURPOSE, woonplaats_id: BIGGEST, oppervlakte_min: 50 },
  ],
  ["streets", "/streets", {}],
  ["streets, descending", "/streets", { sort: "-naam" }],
  ["streets with an a", "/streets", { "filter[naam]": "a" }],
  ["streets of the biggest city", `/cities/${BIGGEST}/streets`, {}],
  ["addresses of the longest street", `/streets/${LONGEST}/addresses`, {}],
  ["postcode areas", "/postcodes/areas", {}],
  ["areas of the whole country", "/postcodes/areas/within-bbox", COUNTRY],
  ["cities", "/cities", {}],
  ["search", "/addresses/search", { q: "straat" }],
];

async function compareDeepPages(): Promise<void> {
  print(`\n${"deep pages against page 1".padEnd(52)}     p50     p99     max   ratio of p50`);
  for (const [name, route, query] of LISTS) {
    const { text } = await request(path(route, query));
    const last = (JSON.parse(text) as { meta: { last_page: number } }).meta.last_page;
    const page = (number: () => number) => () => path(route, { ...query, page: number() });
    const first = await measure(
      page(() => 1),
      100,
    );
    const deep = await measure(
      page(() => Math.max(1, Math.ceil(last * (0.4 + 0.55 * places.random())))),
      100,
    );
    row(`${name}, page 1`, first, "");
    row(`${name}, of ${last}`, deep, (deep.p50 / first.p50).toFixed(2));
  }
}

print(`${snapshot.meta.counts.adressen.toLocaleString("en")} addresses, ${runs} requests each; milliseconds`);
for (const [title, cases] of Object.entries(CASES)) {
  print(`\n${title.padEnd(52)}     p50     p99     max   p99 of target`);
  for (const [name, targetMs, makePath, times] of cases) {
    const measured = await measure(makePath, times);
    row(name, measured, `${Math.round((measured.p99 / targetMs) * 100)} % of ${targetMs} ms`);
  }
}
await compareDeepPages();
close();
