/**
 * Measures hostile lines in a process of its own, where no heap and no compiled code of other tests counts. Prints the
 * slowest lines as JSON: `bun test/relevance/time-hostile.ts <data folder> <search|suggest>`.
 */
import { openRegistry } from "../../src/registry/open-registry.ts";
import { streetIndexOf } from "../../src/search/index/index-store.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { HOSTILE, hostileLines } from "./hostile.ts";
import { readVocabulary } from "./import-folders.ts";

export const LIMIT_MS = 20;
export const SEED = 20_261_122;
const ATTEMPTS = 5;
const GENERATED = 600;
const SHOWN = 5;

export interface HostileTimes {
  readonly addresses: number;
  readonly lines: number;
  /** Lengths of the generated lines that are not 200. */
  readonly otherLengths: readonly number[];
  readonly slowest: readonly { readonly line: string; readonly ms: number }[];
}

type Snapshot = NonNullable<ReturnType<ReturnType<typeof openRegistry>["current"]>>;
type Ask = (snapshot: Snapshot, line: string) => unknown;

const SEARCHERS: Readonly<Record<string, Ask>> = {
  search: (snapshot, line) => searchAdressen(snapshot, line, { page: 1, perPage: 25 }),
  suggest: (snapshot, line) => suggestAdressen(snapshot, line, { limit: 10 }),
};

if (import.meta.main) {
  const [dataDir, searcher] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(measure(dataDir!, SEARCHERS[searcher!]!)));
  process.exit(0);
}

function measure(dataDir: string, ask: Ask): HostileTimes {
  const vocabulary = readVocabulary(dataDir);
  const generated = hostileLines(SEED, GENERATED, vocabulary);
  const snapshot = freshSnapshot(dataDir);
  // Warms up with other lines of the same kinds: the code gets compiled, and no measured line is cached.
  for (const seed of [SEED + 1, SEED + 2, SEED + 3]) {
    for (const line of hostileLines(seed, GENERATED, vocabulary)) {
      ask(snapshot, line);
    }
  }
  const times = [...HOSTILE, ...generated].map((line) => ({
    line,
    ms: lowestMs(dataDir, snapshot, line, ask),
  }));
  return {
    addresses: snapshot.meta.counts.adressen,
    lines: times.length,
    otherLengths: generated.map(({ length }) => length).filter((length) => length !== 200),
    slowest: times.toSorted((a, b) => b.ms - a.ms).filter(({ ms }, i) => i < SHOWN || ms >= LIMIT_MS),
  };
}

/** Opens a snapshot that has not answered any query, so its cache is empty. */
function freshSnapshot(dataDir: string): Snapshot {
  const snapshot = openRegistry(dataDir).current()!;
  streetIndexOf(snapshot);
  return snapshot;
}

/** Returns the lowest time of the attempts; stops after the first one under the limit. */
function lowestMs(dataDir: string, snapshot: Snapshot, line: string, ask: Ask): number {
  let lowest = busyMs(() => ask(snapshot, line));
  for (let attempt = 1; attempt < ATTEMPTS && lowest >= LIMIT_MS; attempt++) {
    const fresh = freshSnapshot(dataDir);
    const ms = busyMs(() => ask(fresh, line));
    lowest = Math.min(lowest, ms);
  }
  return lowest;
}

/**
 * Returns an upper bound of the milliseconds that this thread was busy: the lower of wall-clock time and processor time
 * of the process (whose other threads compile and collect meanwhile). `threadCpuUsage` counts in steps of 4 ms here,
 * too coarse.
 */
function busyMs(ask: () => unknown): number {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  ask();
  const { user, system } = process.cpuUsage(processor);
  return Math.min(performance.now() - clock, (user + system) / 1000);
}
