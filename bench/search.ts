/**
 * Measures the server time of search and autocomplete, in one process, over a mix of all kinds of lines.
 *
 *   node_modules/.bin/bun bench/search.ts --data <data folder> [--queries 400 per kind] [--addresses 1000] [--cpu]
 *
 * Prints p50, p90, p99 and the maximum of each kind (milliseconds), autocomplete for every keystroke of some
 * addresses, hostile lines (20 ms is the most that any may take), and size and load time of the index.
 */
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { streetIndexOf } from "../src/search/index/index-store.ts";
import { searchAdressen } from "../src/search/search.ts";
import { suggestAdressen } from "../src/search/suggest.ts";
import { type KnownAddress, readKnownAddresses } from "../test/relevance/addresses.ts";
import { HOSTILE, hostileLines } from "../test/relevance/hostile.ts";
import { makeQueries } from "../test/relevance/noise.ts";
import { type Kind, TARGETS } from "../test/relevance/noisy-query.ts";
import { randomOf } from "../test/relevance/random.ts";
import { print, printRow, quantile } from "./shared/figures.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    queries: { type: "string", default: "400" },
    addresses: { type: "string", default: "1000" },
    cpu: { type: "boolean" },
    sample: { type: "string", default: "200000" },
    hostile: { type: "string", default: "2000" },
  },
});

const PAGE = { page: 1, perPage: 25 };

/**
 * Returns milliseconds of the clock or, with `--cpu`, of processor time, which other load on the machine blurs less.
 */
function clock(): number {
  if (!values.cpu) {
    return performance.now();
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measureTimes<T>(items: readonly T[], ask: (item: T) => unknown): number[] {
  return items.map((item) => {
    const started = clock();
    ask(item);
    return clock() - started;
  });
}

function row(name: string, times: readonly number[]): void {
  if (times.length === 0) {
    print(`${name.padEnd(34)}no address of this country fits`);
    return;
  }
  const cells = [0.5, 0.9, 0.99, 1].map((share) => quantile(times, share).toFixed(3));
  printRow([name, ...cells, String(times.length)], [34, 9]);
}

const snapshot = openRegistry(values.data, (error) => {
  throw error;
}).current()!;
const started = performance.now();
const index = streetIndexOf(snapshot);
const loadMs = performance.now() - started;
print(`${snapshot.path}: ${snapshot.meta.counts.adressen.toLocaleString("en")} addresses`);
print(
  `index: ${index.streetCount.toLocaleString("en")} streets, ${(index.sizeBytes / 1e6).toFixed(1)} MB, ` +
    `${(index.sizeBytes / index.streetCount).toFixed(0)} bytes a street, loaded in ${loadMs.toFixed(0)} ms`,
);

// An evenly spread sample: the addresses of a whole country do not fit in memory beside the bench, and a serving
// process does not hold them.
const sampleInterval = Math.max(1, Math.floor(snapshot.meta.counts.adressen / Number(values.sample)));
const known = readKnownAddresses(values.data, sampleInterval);
Bun.gc(true);
const queries = makeQueries(known, Number(values.queries), 7);
const search = (line: string) => searchAdressen(snapshot, line, PAGE);
const suggest = (line: string) => suggestAdressen(snapshot, line, { limit: 10 });
// Warms up the code and the page cache, as in a serving process.
for (const { line } of queries) {
  search(line);
}

printRow([values.cpu ? "\nms of processor" : "\nmilliseconds", "p50", "p90", "p99", "max", "lines"], [34, 9]);
for (const kind of Object.keys(TARGETS) as Kind[]) {
  row(
    kind,
    measureTimes(
      queries.filter((query) => query.kind === kind),
      ({ line }) => search(line),
    ),
  );
}
row(
  "search, all kinds",
  measureTimes(queries, ({ line }) => search(line)),
);

const random = randomOf(11);
const drawAddresses = (count: number) =>
  Array.from({ length: count }, () => known[Math.floor(random() * known.length)]!);
const keystrokesOf = ({ street, number, city }: KnownAddress) => {
  const line = `${street} ${number} ${city}`;
  return Array.from({ length: line.length - 1 }, (_, i) => line.slice(0, i + 2));
};
const typed = drawAddresses(Number(values.addresses));
const keystrokes = typed.flatMap(keystrokesOf);
// Warms up with other lines than those measured, because what was typed before is cached (suggestion-cache.ts).
for (const line of drawAddresses(100).flatMap(keystrokesOf)) {
  suggest(line);
}
row("autocomplete, every keystroke", measureTimes(keystrokes, suggest));
const untyped = openRegistry(values.data).current()!;
streetIndexOf(untyped);
row(
  "autocomplete, each line once",
  measureTimes([...new Set(keystrokes)], (line) => suggestAdressen(untyped, line, { limit: 10 })),
);
row(
  "search without number or city",
  measureTimes(typed, ({ street }) => search(street)),
);
row(
  "search, page 40",
  measureTimes(typed, ({ city }) => searchAdressen(snapshot, city, { page: 40, perPage: 25 })),
);

/** Returns the distinct names, the most frequent first. */
function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
const vocabulary = {
  streets: byFrequency(known.map(({ street }) => street)),
  places: byFrequency(known.map(({ city }) => city)),
};
const generated = hostileLines(13, Number(values.hostile), vocabulary);
const slowest: string[] = [];
for (const [name, ask] of Object.entries({ search, autocomplete: suggest })) {
  for (const [kind, lines] of Object.entries({ hostile: [...HOSTILE, ...HOSTILE], generated })) {
    const times = measureTimes(lines, ask);
    row(`${kind === "hostile" ? "hostile lines" : "generated lines, 200 characters"}, ${name}`, times);
    const at = times.indexOf(Math.max(...times));
    slowest.push(`${times[at]!.toFixed(1)} ms, ${name}: ${JSON.stringify(lines[at])}`);
  }
}
print(`\nslowest hostile lines:\n  ${slowest.join("\n  ")}`);
