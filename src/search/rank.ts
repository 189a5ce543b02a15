import { FITS } from "./designation.ts";
import { areApart, withoutDuplicates } from "./doubles.ts";
import { type Entry, GROUPS } from "./entry.ts";
import type { Source } from "./page-of-entries.ts";

/**
 * Sorts entries best first, ties by street (larger places first, then by name), and removes duplicate addresses. Only
 * the first `most` entries need be in order: of fifteen thousand a page reads only its own.
 */
export function rank(source: Source, entries: Entry[], most = Number.POSITIVE_INFINITY): Entry[] {
  if (!areApart(entries)) return withoutDuplicates(source, entries.sort(compareEntries));
  const wanted = Math.max(most, FEW);
  if (entries.length <= wanted) return entries.sort(compareEntries);
  const scores = Float64Array.from(entries, ({ score }) => score).sort();
  const least = scores[scores.length - wanted]!;
  const first = entries.filter(({ score }) => score >= least).sort(compareEntries);
  return [...first, ...entries.filter(({ score }) => score < least)];
}

/** Minimum entries in order: so few are sorted as fast as selected. */
const FEW = 500;

function compareEntries(a: Entry, b: Entry): number {
  return b.score - a.score || a.street - b.street || wayOf(a) - wayOf(b);
}

function wayOf({ group, fit }: Entry): number {
  return GROUPS.indexOf(group) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
}
