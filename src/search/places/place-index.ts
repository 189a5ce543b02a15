/** Finds the places that words may name: woonplaatsen by their name or another, gemeenten, provincies. */
import { BoundedMap, memoize, memoizePerObject } from "../../base/memoize.ts";
import type { Areas } from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { keepsEndWords } from "../index/core-names.ts";
import { addDigitsOf, digitsOf } from "../index/digits.ts";
import { allowedEdits, Budget, type NearWord, nearWordsByFirstLetter } from "../index/edit-distance.ts";
import { streetIndexOf } from "../index/index-store.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord, prefixRange, type VocabularyArrays, vocabularyOf, wordAt } from "../index/vocabulary.ts";
import { frisianSpelling } from "./frisian-spelling.ts";
import {
  type NamedPlace,
  PLACE_KINDS,
  type PlaceKind,
  placesByFrisianSpelling,
  placesByNameKey,
} from "./place-names.ts";

/** Position of a place in the index, how it was named and with how many edits. */
export interface PlaceHit {
  readonly place: number;
  readonly kind: PlaceKind;
  /** True when the words are the gemeente or another name of this place, and also the name of another woonplaats. */
  readonly isNamesake: boolean;
  readonly edits: number;
  /** Part of the name's letters that was typed, 0 to 1. */
  readonly coverage: number;
  /** Kinds of names by which the words name it, a bit for each of PLACE_KINDS; 0 for phrases that repeat each other. */
  readonly kindBits: number;
}
/** By place. */
export type PlaceHits = ReadonlyMap<number, PlaceHit>;

/** Maximum cached lookups of each kind; many lines name the same places. */
const MAX_CACHED = 4_000;
const MAX_PREFIX_KEYS = 400;

export class PlaceIndex {
  readonly #keys: VocabularyArrays;
  /** By position of the key. */
  readonly #hitsOfKey = new Map<number, PlaceHits>();
  readonly #prefixCache = new BoundedMap<string, PlaceHits | undefined>(MAX_CACHED);
  readonly #nearCache = new BoundedMap<string, NearLookup>(MAX_CACHED);
  /** Places that each key names, by its position in the keys. */
  readonly #named: readonly (readonly NamedPlace[])[];
  /** Places of Friesland by the spelling that Dutch and Frisian share. */
  readonly #frisian: ReadonlyMap<string, readonly NamedPlace[]>;
  readonly #frisianDigits: Set<string>;

  constructor(areas: Areas, index: StreetIndex) {
    const named = placesByNameKey(areas, index);
    const keys = [...named.keys()].sort();
    this.#keys = vocabularyOf(keys);
    this.#named = keys.map((key) => named.get(key)!);
    this.#frisian = placesByFrisianSpelling(areas, index);
    this.#frisianDigits = new Set();
    for (const spelling of this.#frisian.keys()) {
      addDigitsOf(spelling, this.#frisianDigits);
    }
  }

  /** Returns true for digits that a name has, also in the Frisian spelling, where equal ones in a row are one. */
  hasDigits(digits: string): boolean {
    const once = digits.replace(/(.)\1+/g, "$1");
    return digitsOf(this.#keys).has(digits) || this.#frisianDigits.has(once);
  }

  /** Returns the places with exactly these words as a name. */
  find(words: readonly string[]): PlaceHits | undefined {
    const position = findWord(this.#keys, words.join(""));
    return position < 0 ? undefined : memoize(this.#hitsOfKey, position, () => this.#hitsAt(position));
  }

  #hitsAt(position: number): PlaceHits {
    return hitsOf([{ named: this.#named[position]!, edits: 0, coverage: 1 }]);
  }

  /** Returns the places for words; the last word may be a prefix. */
  findByPrefix(words: readonly string[]): PlaceHits | undefined {
    const key = words.join("");
    return memoize(this.#prefixCache, key, () => this.#lookUpPrefix(key));
  }

  #lookUpPrefix(key: string): PlaceHits | undefined {
    const { from, to } = prefixRange(this.#keys, key);
    const size = Math.min(to - from, MAX_PREFIX_KEYS);
    if (size === 0) {
      return undefined;
    }
    const { starts } = this.#keys;
    return hitsOf(
      Array.from({ length: size }, (_, i) => ({
        named: this.#named[from + i]!,
        edits: 0,
        coverage: key.length / (starts[from + i + 1]! - starts[from + i]!),
      })),
    );
  }

  /**
   * Returns the places within the edits that the length allows, without suffixes and provincies. The other spelling of
   * a Frisian name takes no edits, unless the place is found with edits as well. Returns `undefined` without any place,
   * and for the exact name of a place, which is not a typing error of another name.
   */
  findNear(words: readonly string[], tokens: readonly string[], budget: Budget): PlaceHits | undefined {
    if (this.find(words) !== undefined) {
      return undefined;
    }
    const near = [words, tokens].flatMap((typed) =>
      this.#nearKeys(typed.join(""), budget)
        .filter(({ position, distance }) =>
          keepsEndWords(typed, distance, () => wordAt(this.#keys, position)),
        )
        .map(({ position, distance }) => ({ named: this.#named[position]!, edits: distance, coverage: 1 })),
    );
    const isNear = (place: number) => near.some(({ named }) => named.some((other) => other.place === place));
    const spelled = this.#frisian.get(frisianSpelling(words) ?? "") ?? [];
    const frisian = spelled.filter(({ place }) => !isNear(place));
    const found = [...near, { named: frisian, edits: 0, coverage: 1 }];
    const hits = hitsOf(found, (kind) => kind !== "suffix" && kind !== "provincie");
    return hits.size === 0 ? undefined : hits;
  }

  /** Returns the near keys. A cached lookup costs as much budget as a new one, so no answer depends on the cache. */
  #nearKeys(key: string, budget: Budget): readonly NearWord[] {
    const { found, cells } = memoize(this.#nearCache, key, () => this.#lookUpNear(key));
    budget.spend(cells);
    return found;
  }

  #lookUpNear(key: string): NearLookup {
    const maxDistance = /\d/.test(key) ? 0 : allowedEdits(key.length + 1);
    if (maxDistance === 0) {
      return { found: [], cells: 0 };
    }
    const budget = new Budget();
    const found = nearWordsByFirstLetter(this.#keys, key, { maxDistance, budget });
    const { starts } = this.#keys;
    const allowed = found.filter(
      ({ position, distance }) =>
        distance <= allowedEdits(Math.max(key.length, starts[position + 1]! - starts[position]!)),
    );
    return { found: allowed, cells: budget.cells };
  }
}

interface NearLookup {
  readonly found: readonly NearWord[];
  /** Cells of distance tables that the lookup filled. */
  readonly cells: number;
}

/** Places that a key names, and how the words match the key. */
interface KeyHit {
  readonly named: readonly NamedPlace[];
  readonly edits: number;
  readonly coverage: number;
}

/** Returns each place once, with its best hit and the bits of all kinds. */
function hitsOf(keys: readonly KeyHit[], accepts: (kind: PlaceKind) => boolean = () => true): PlaceHits {
  const hits = new Map<number, PlaceHit>();
  for (const { named, edits, coverage } of keys) {
    const isName = named.some(({ kind }) => kind === "name");
    for (const { place, kind } of named) {
      if (!accepts(kind)) {
        continue;
      }
      const known = hits.get(place);
      const kindBits = (known?.kindBits ?? 0) | (1 << kindRank(kind));
      const hit = { place, kind, isNamesake: isName && kind !== "name", edits, coverage, kindBits };
      hits.set(place, known === undefined || isBetter(hit, known) ? hit : { ...known, kindBits });
    }
  }
  return hits;
}

/** Returns true when the words are only the abbreviation of a provincie. */
export function isProvincieSuffix(hits: PlaceHits): boolean {
  return hits.values().every(({ kind }) => kind === "suffix");
}

/** Returns the places that both phrases name, with the kind of the better one: "Bergen" and "NH". */
export function intersectPlaces(a: PlaceHits, b: PlaceHits): PlaceHits {
  const both = new Map<number, PlaceHit>();
  for (const [place, hit] of a) {
    const other = b.get(place);
    if (other !== undefined) {
      both.set(place, joinHits(hit, other));
    }
  }
  return both;
}

function joinHits(a: PlaceHit, b: PlaceHit): PlaceHit {
  const [better, other] = kindRank(a.kind) <= kindRank(b.kind) ? [a, b] : [b, a];
  const coverage = Math.min(a.coverage, b.coverage);
  return {
    ...better,
    edits: a.edits + b.edits,
    coverage,
    kindBits: joinKindBits(better.kindBits, other.kindBits),
  };
}

/**
 * Returns the kind bits of both phrases, or 0 when both have the same single kind. Two phrases say more only when they
 * name a place in different ways, such as the woonplaats and its gemeente of the same name.
 */
function joinKindBits(a: number, b: number): number {
  const kindBits = a | b;
  const isOne = (kindBits & (kindBits - 1)) === 0;
  return isOne ? 0 : kindBits;
}

function isBetter(a: PlaceHit, b: PlaceHit): boolean {
  return a.edits - b.edits < 0 || (a.edits === b.edits && kindRank(a.kind) < kindRank(b.kind));
}

/** Returns the order of hits of several places, the best lowest: an alias ranks as a name, a repeated phrase lower. */
export function placeRank({ kind, kindBits }: PlaceHit): number {
  return kindRank(kind === "alias" ? "name" : kind) + (kindBits === 0 ? 0.5 : 0);
}

function kindRank(kind: PlaceKind): number {
  return PLACE_KINDS.indexOf(kind);
}

/** Returns the snapshot's place index, made at first use from areas already in memory (some ten milliseconds). */
export const placeIndexOf = memoizePerObject(
  (snapshot: Snapshot) => new PlaceIndex(snapshot.areas, streetIndexOf(snapshot)),
);
