/**
 * Filter of former keys: a Bloom filter, which passes all of them and few others. It is derived with the tables of a
 * history (import/derive/history/former-names.ts), and kept in memory for a snapshot.
 */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { lookupTable } from "../schema/history-schema.ts";
import { joinParts, type RequestedParts } from "../schema/number-parts.ts";
import { readIfKept } from "./past.ts";

/** Any street, place, house number, or letter and addition. */
export const ANY = 0;

/** Hash of the empty text; other hashes continue from it. */
const EMPTY = 0x811c_9dc5;
/** Bits that a key sets. */
const BITS_PER_KEY = 6;

/** Returns 32 bits for a text (FNV-1a); for a text after another when `before` is the hash of that text. */
export function hashText(text: string, before = EMPTY): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  }
  return hash;
}

/**
 * Returns 32 bits for a key. `name`, `place` and `parts` are hashes: of a street and its place, or of either and a
 * postcode, names as runs (`nameRun` of the search); and of letter and addition (`joinParts`). Any of them, and
 * `number`, may be `ANY`.
 */
export function formerKey(name: number, place: number, number: number, parts: number): number {
  return mix(mix(mix(mix(name) ^ place) ^ number) ^ parts);
}

/** Each bit of the result depends on all of the given ones (the finalizer of MurmurHash3). */
function mix(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}

export class FormerFilter {
  readonly bits: Uint8Array;

  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  add(key: number): void {
    for (let i = 0; i < BITS_PER_KEY; i++) {
      const bit = this.#bitOf(key, i);
      this.bits[bit >>> 3]! |= 1 << (bit & 7);
    }
  }

  /** Returns false for a key that was not added; true for those that were, and for one in a thousand others. */
  has(key: number): boolean {
    for (let i = 0; i < BITS_PER_KEY; i++) {
      const bit = this.#bitOf(key, i);
      if ((this.bits[bit >>> 3]! & (1 << (bit & 7))) === 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns `has` of a postcode, a house number, and the letter and addition after it. */
  hasPostcode(postcode: string, number: number, parts: RequestedParts): boolean {
    return this.has(formerKey(ANY, hashText(postcode), number, hashText(joinParts(parts))));
  }

  /** Adds a former name of a place, by its hash: any number of any street there may be meant. */
  addPlace(place: number): void {
    this.add(formerKey(ANY, place, ANY, ANY));
    this.add(formerKey(place, place, ANY, ANY));
  }

  /** Returns `has` of a place, with fewer false positives, because it is called for every run of words. */
  hasPlace(place: number): boolean {
    return this.has(formerKey(ANY, place, ANY, ANY)) && this.has(formerKey(place, place, ANY, ANY));
  }

  #bitOf(key: number, i: number): number {
    return (mix(key + Math.imul(i, 0x9e37_79b9)) >>> 0) % (this.bits.length * 8);
  }
}

const BITS = (of: "history" | "recent") => `SELECT bits FROM ${lookupTable("former_filter", of)}`;

/** Filter that passes nothing. */
const NO_KEYS = new FormerFilter(new Uint8Array(1));

/** Returns the filter of a snapshot, read at first use; an empty filter while no history can be read. */
export function formerFilterOf(snapshot: Snapshot): FormerFilter {
  return storedFilterOf(snapshot) ?? NO_KEYS;
}

const storedFilterOf = memoizePerObject((snapshot: Snapshot) =>
  readIfKept<FormerFilter | undefined>(snapshot, undefined, (history) => {
    const bits = readBits(history.statement(BITS("history")))!;
    const recent = readBits(snapshot.statement(BITS("recent")));
    for (let i = 0; recent !== undefined && i < bits.length; i++) {
      bits[i]! |= recent[i]!;
    }
    return new FormerFilter(bits);
  }),
);

/** Returns the stored bits of a filter; undefined when there are none. */
export function readBits(statement: { get(): unknown }): Uint8Array | undefined {
  return (statement.get() as { bits: Uint8Array } | null)?.bits;
}
