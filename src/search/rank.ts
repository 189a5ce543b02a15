import { FITS } from "./designation.ts";
import { areApart, withoutDoubles } from "./doubles.ts";
import { type Entry, GROUPS } from "./entry.ts";
import type { Source } from "./page-of-entries.ts";

/**
 * Best first; equal ones in the order of streets: larger places first, then by name. Each address once. Behind the first
 * `most` entries the order need not hold: of fifteen thousand only those of a page are asked for.
 */
export function rank(source: Source, entries: Entry[], most = Number.POSITIVE_INFINITY): Entry[] {
  if (!areApart(entries)) return withoutDoubles(source, entries.sort(compareEntries));
  const wanted = Math.max(most, FEW);
  if (entries.length <= wanted) return entries.sort(compareEntries);
  const scores = Float64Array.from(entries, ({ score }) => score).sort();
  const least = scores[scores.length - wanted]!;
  const first = entries.filter(({ score }) => score >= least).sort(compareEntries);
  return [...first, ...entries.filter(({ score }) => score < least)];
}

/** So many are always in order: they are sorted as fast as told apart. */
const FEW = 500;

function compareEntries(a: Entry, b: Entry): number {
  return b.score - a.score || a.street - b.street || wayOf(a) - wayOf(b);
}

function wayOf({ group, fit }: Entry): number {
  return GROUPS.indexOf(group) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
}
