import { FITS } from "./designation.ts";
import { withoutDoubles } from "./doubles.ts";
import { type Entry, GROUPS } from "./entry.ts";
import type { Source } from "./page-of-entries.ts";

/** Best first; equal ones in the order of streets: larger places first, then by name. Each address once. */
export function rank(source: Source, entries: Entry[]): Entry[] {
  return withoutDoubles(source, entries.sort(compareEntries));
}

function compareEntries(a: Entry, b: Entry): number {
  return b.score - a.score || a.street - b.street || wayOf(a) - wayOf(b);
}

function wayOf({ group, fit }: Entry): number {
  return GROUPS.indexOf(group) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
}
