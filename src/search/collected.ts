import { FITS } from "./designation.ts";
import { type Entry, GROUPS } from "./entry.ts";

/** Collects groups of addresses, each once with its best score; only the best `most` are sure to be kept. */
export class Collected {
  readonly #entries = new Map<number | string, Entry>();
  readonly #most: number;
  /** Best scores, ascending, at most `most`; empty when all entries are kept. */
  readonly #best: number[] = [];

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): Entry[] {
    return [...this.#entries.values()];
  }

  /** Returns true when an entry of that score may be among the best. */
  hasRoomFor(score: number): boolean {
    return this.#best.length < this.#most || score >= this.#best[0]!;
  }

  add(entry: Entry): void {
    const key = keyOf(entry);
    const known = this.#entries.get(key);
    if (known !== undefined && known.score >= entry.score) return;
    this.#entries.set(key, entry);
    if (known === undefined && this.#most < Number.POSITIVE_INFINITY) this.#count(entry.score);
  }

  #count(score: number): void {
    const best = this.#best;
    let at = best.length;
    while (at > 0 && best[at - 1]! > score) at--;
    best.splice(at, 0, score);
    if (best.length > this.#most) best.shift();
  }
}

/** Upper bound of streets; more than any country has. */
const MAX_STREETS = 1 << 20;
/** Upper bound of designations; more than the readings tried. */
const MAX_DESIGNATIONS = 128;
const WAYS = GROUPS.length * FITS.length;

/**
 * Returns the identity of the addresses in a group, as two readings may find the same ones. A small integer for whole
 * streets, the most frequent groups.
 */
function keyOf({ street, match, group, fit, ids }: Entry): number | string {
  if (ids !== undefined) return ids.join();
  if (group === "all") return street;
  const way = GROUPS.indexOf(group) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
  const typed = (match.reading.number ?? 0) * MAX_DESIGNATIONS + match.designation.ordinal;
  return (typed * WAYS + way) * MAX_STREETS + street;
}
