/** Declares how words of a line can match the name of a street, and ranks such matches. */
import type { StreetIndex } from "../index/street-index.ts";

/**
 * Kinds of match between words and a name, best first. `literal`: as the registry spells it. `whole`: all of it.
 * `core`: all but titles and initials. `all`: all its words, in another order or some as initials. `stripped`: only
 * without the titles and initials that were typed. `prefix`: a prefix of it. `words`: some of its words, in any order,
 * or their initials.
 */
const NAME_KINDS = ["literal", "whole", "core", "all", "stripped", "prefix", "words"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface NameHit {
  readonly kind: NameKind;
  readonly edits: number;
  /** Share of the name's letters that was typed. For `stripped`, share of the typed letters in the name. 0 to 1. */
  readonly coverage: number;
}

/** By name. */
export type NameHits = ReadonlyMap<number, NameHit>;

/** Returns true when the words are all of a name, or all but titles and initials. */
export function isComplete({ kind }: NameHit): boolean {
  return kind === "literal" || kind === "whole" || kind === "core";
}

/** Returns a number that orders the fits of one name or street, the best highest. */
export function rankValue({ kind, edits, coverage }: NameHit): number {
  return 10 * (NAME_KINDS.length - NAME_KINDS.indexOf(kind)) - 15 * edits + coverage;
}

/** Names that one lookup has found, each with its best fit. */
export class FoundNames {
  readonly index: StreetIndex;
  readonly #hits = new Map<number, NameHit>();

  constructor(index: StreetIndex) {
    this.index = index;
  }

  get hits(): NameHits {
    return this.#hits;
  }

  add(name: number, hit: NameHit): void {
    const known = this.#hits.get(name);
    if (known === undefined || rankValue(hit) > rankValue(known)) {
      this.#hits.set(name, hit);
    }
  }

  /** Adds the names of a key that the words fit. A name's kind is the lesser of `kind` and its key's kind. */
  addKey(key: number, { kind, edits, coverage }: NameHit): void {
    for (const name of this.index.namesOfKey(key)) {
      const kindOfKey = this.index.kindOfKey(key, name);
      const isLess = NAME_KINDS.indexOf(kindOfKey) > NAME_KINDS.indexOf(kind);
      this.add(name, { kind: isLess ? kindOfKey : kind, edits, coverage });
    }
  }
}
