import type { Snapshot } from "../registry/snapshot.ts";

/**
 * Maximum length of a cached line. A prefix of a few letters matches thousands of streets, so it costs most, and
 * everybody types the same few thousand prefixes first, all day.
 */
const MAX_LENGTH = 12;
/** Maximum cached lines: a megabyte or two in each thread. */
const MAX_LINES = 8_192;

const known = new WeakMap<Snapshot, Map<string, readonly number[]>>();

/** Returns the address keys that `find` gives for a line and a limit, from an LRU cache when the line is short. */
export function cachedSuggestions(
  snapshot: Snapshot,
  { line, limit }: { line: string; limit: number },
  find: () => readonly number[],
): readonly number[] {
  if (line.length > MAX_LENGTH) return find();
  const lines = linesOf(snapshot);
  const key = `${limit} ${line}`;
  const ids = lines.get(key) ?? find();
  // Re-inserting makes the line the newest entry; the oldest is evicted.
  lines.delete(key);
  lines.set(key, ids);
  if (lines.size > MAX_LINES) lines.delete(lines.keys().next().value!);
  return ids;
}

function linesOf(snapshot: Snapshot): Map<string, readonly number[]> {
  let lines = known.get(snapshot);
  if (lines === undefined) {
    lines = new Map();
    known.set(snapshot, lines);
  }
  return lines;
}
