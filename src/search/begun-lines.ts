import type { Snapshot } from "../registry/snapshot.ts";

/**
 * What the beginnings of lines led to. A few letters begin thousands of streets, so they cost most, and they are what
 * everybody types first: the same few thousand beginnings, all day.
 */
const MAX_LENGTH = 12;
/** A megabyte or two of each thread. */
const MAX_LINES = 8_192;

const known = new WeakMap<Snapshot, Map<string, readonly number[]>>();

/** The addresses that `find` gives for a short line and a limit, found once as long as the line is asked now and then. */
export function rememberBegun(
  snapshot: Snapshot,
  { line, limit }: { line: string; limit: number },
  find: () => readonly number[],
): readonly number[] {
  if (line.length > MAX_LENGTH) return find();
  const lines = linesOf(snapshot);
  const key = `${limit} ${line}`;
  const ids = lines.get(key) ?? find();
  // Taken out and put in again, the line is the newest; the oldest goes.
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
