import { memoizePerSnapshot } from "../registry/file/memoize-per-snapshot.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";

/**
 * Maximum length of a cached line. A prefix of a few letters matches thousands of streets, so it costs most, and
 * everybody types the same few thousand prefixes first, all day.
 */
const MAX_LINE_LENGTH = 12;
/** Maximum cached lines: a megabyte or two in each thread. */
const MAX_LINES = 8_192;

/** Keys of addresses by limit and line, the line asked last at the end. */
const cacheOf = memoizePerSnapshot(() => new Map<string, readonly number[]>());

/** Returns the address keys that `compute` gives for a line and a limit, from an LRU cache when the line is short. */
export function cachedSuggestions(
  snapshot: Snapshot,
  { line, limit }: { line: string; limit: number },
  compute: () => readonly number[],
): readonly number[] {
  if (line.length > MAX_LINE_LENGTH) {
    return compute();
  }
  const cache = cacheOf(snapshot);
  const key = `${limit} ${line}`;
  const ids = cache.get(key) ?? compute();
  // Re-inserting makes the line the newest key; the oldest is evicted.
  cache.delete(key);
  cache.set(key, ids);
  if (cache.size > MAX_LINES) {
    cache.delete(cache.keys().next().value!);
  }
  return ids;
}
