/**
 * Measures the geocoding of rows, in one process, and the searches that it consists of.
 *
 *   node_modules/.bin/bun bench/geocode.ts --data <data folder> [--rows 20000] [--per-kind 300]
 *
 * Prints rows a second and microseconds of processor time for rows of each kind, with the same for the lookup, search
 * and geocoding of lines alone, and the ratio of both. The makers of addok claim that it does 2,000 a second.
 */
import { parseArgs } from "node:util";
import { createRowGeocoder } from "../src/batch/geocode-row.ts";
import { planGeocoding } from "../src/batch/plan-geocoding.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { lookupAdres } from "../src/registry/read/adressen.ts";
import { formatIdentificatie } from "../src/registry/schema/object-types.ts";
import { geocodeLine } from "../src/search/geocode.ts";
import { searchAdressen } from "../src/search/search.ts";
import type { Row } from "../src/tables/table.ts";
import { type KnownAddress, readKnownAddresses } from "../test/relevance/addresses.ts";
import { makeQueries } from "../test/relevance/noise.ts";
import { randomOf } from "../test/relevance/random.ts";
import { dirtyText } from "../test/support/dirty-addresses.ts";
import { print, printRow } from "./shared/figures.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    rows: { type: "string", default: "20000" },
    "per-kind": { type: "string", default: "300" },
    sample: { type: "string", default: "200000" },
  },
});

/** Day from which ids are rechecked; most addresses existed then. */
const RECHECKED_SINCE = "2024-01-01";
const PAGE = { page: 1, perPage: 3 };
/** Part of the items that warms up code and pages, and is not measured. */
const WARM_UP = 0.2;

interface Cost {
  readonly cpuMicros: number;
  readonly perSecond: number;
}

/** Measures the average of one call. */
function measure<T>(items: readonly T[], run: (item: T) => unknown): Cost {
  const from = Math.floor(items.length * WARM_UP);
  items.slice(0, from).forEach(run);
  const measured = items.slice(from);
  const startedCpu = process.cpuUsage();
  const started = performance.now();
  measured.forEach(run);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(startedCpu);
  return { cpuMicros: (user + system) / measured.length, perSecond: measured.length / seconds };
}

function row(name: string, cost: Cost, alone?: Cost): void {
  const ratio = alone === undefined ? "" : `${(cost.cpuMicros / alone.cpuMicros).toFixed(2)} ×`;
  const perSecond = Math.round(cost.perSecond).toLocaleString("en");
  printRow([name, perSecond, cost.cpuMicros.toFixed(1), ratio], [44, 10]);
}

const snapshot = openRegistry(values.data, (error) => {
  throw error;
}).current()!;
const interval = Math.max(1, Math.floor(snapshot.meta.counts.adressen / Number(values.sample)));
const known = readKnownAddresses(values.data, interval);
const random = randomOf(7);
const drawn = Array.from({ length: Number(values.rows) }, () => known[Math.floor(random() * known.length)]!);
const withPostcode = drawn.filter(({ postcode }) => postcode !== "");

/** Table of rows, with a name for each column. */
interface Table {
  readonly columns: readonly string[];
  readonly rowOf: (address: KnownAddress) => Row;
}

const KEYS: Table = {
  columns: ["postcode", "huisnummer", "huisletter", "toevoeging"],
  rowOf: ({ postcode, number, letter, addition }) => [postcode, `${number}`, letter, addition],
};
const PARTS: Table = {
  columns: ["straat", "huisnummer", "postcode", "plaats"],
  rowOf: (a) => [a.street, `${a.number}${a.letter}${a.addition && `-${a.addition}`}`, a.postcode, a.city],
};
const STREETS: Table = {
  columns: ["straat", "huisnummer", "plaats"],
  rowOf: (a) => [a.street, `${a.number}${a.letter}${a.addition && `-${a.addition}`}`, a.city],
};

async function geocoderOf(columns: readonly string[], rows: readonly Row[]): Promise<(row: Row) => unknown> {
  const table = { columns, hasHeader: true, rowCount: rows.length, sample: rows.slice(0, 100) };
  return createRowGeocoder(snapshot, await planGeocoding(table, { snapshot }));
}

print(`${snapshot.path}: ${snapshot.meta.counts.adressen.toLocaleString("en")} addresses`);
printRow(["", "a second", "µs cpu", "ratio"], [44, 10]);
const lookup = measure(withPostcode, ({ postcode, number, letter, addition }) =>
  lookupAdres(snapshot, {
    postcode,
    huisnummer: number,
    huisletter: letter,
    huisnummertoevoeging: addition,
  }),
);
row("lookup alone", lookup);
for (const [name, { columns, rowOf }] of Object.entries({
  "postcode and number": KEYS,
  "all parts": PARTS,
})) {
  const rows = withPostcode.map(rowOf);
  row(`clean rows: ${name}`, measure(rows, await geocoderOf(columns, rows)), lookup);
}
if (snapshot.history !== undefined) {
  const ids = snapshot.statement<{ fid: number }>("SELECT fid FROM adres ORDER BY random() LIMIT ?");
  const rows = ids.all(Number(values.rows)).map(({ fid }): Row => [formatIdentificatie(fid)]);
  const table = {
    columns: ["nummeraanduiding_id"],
    hasHeader: true,
    rowCount: rows.length,
    sample: rows.slice(0, 100),
  };
  const plan = await planGeocoding(table, { snapshot }, { recheck: { since: RECHECKED_SINCE } });
  row("ids: recheck", measure(rows, createRowGeocoder(snapshot, plan)), lookup);
}
print("");
const lineOf = (a: KnownAddress) =>
  `${a.street} ${a.number}${a.letter}${a.addition && `-${a.addition}`}, ${a.city}`;
const cleanLine = measure(drawn.map(lineOf), (line) => geocodeLine(snapshot, line));
row("geocodeLine alone, clean lines", cleanLine);
const streets = drawn.map(STREETS.rowOf);
row(
  "clean rows: street, number and place",
  measure(streets, await geocoderOf(STREETS.columns, streets)),
  cleanLine,
);

const places = [...new Set(known.map(({ city }) => city))];
const dirtyLines = drawn.map((address) => dirtyText(address, random, places).text);
print("");
row(
  "searchAdressen alone, dirty rows",
  measure(dirtyLines, (line) => searchAdressen(snapshot, line, PAGE)),
);
const dirtyLine = measure(dirtyLines, (line) => geocodeLine(snapshot, line));
row("geocodeLine alone, dirty rows", dirtyLine);
const dirtyRows = dirtyLines.map((line) => [line]);
row("dirty rows: free text", measure(dirtyRows, await geocoderOf(["adres"], dirtyRows)), dirtyLine);

const queries = makeQueries(known, Number(values["per-kind"]), 7);
const shuffle = randomOf(11);
queries.sort(() => shuffle() - 0.5);
const texts = queries.map(({ line }) => [line]);
print("");
row(
  "searchAdressen alone, odd lines",
  measure(queries, ({ line }) => searchAdressen(snapshot, line, PAGE)),
);
const odd = measure(queries, ({ line }) => geocodeLine(snapshot, line));
row("geocodeLine alone, odd lines", odd);
row("odd rows: free text of every kind", measure(texts, await geocoderOf(["adres"], texts)), odd);
for (const [kind, ofKind] of Map.groupBy(queries, (query) => query.kind)) {
  const rows = ofKind.map(({ line }) => [line]);
  row(`  ${kind}`, measure(rows, await geocoderOf(["adres"], rows)));
}
