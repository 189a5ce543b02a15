/** Which places a few words may name: woonplaatsen by their name or another, gemeenten, provincies. */
import type { Areas } from "../registry/areas.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { allowedEdits, type NearWord, nearWords, work } from "./edit-distance.ts";
import { frisianSpelling } from "./frisian-spelling.ts";
import { keepsEndWords } from "./kept-words.ts";
import { frisianNames, type Named, nameKeys, PLACE_KINDS, type PlaceKind } from "./place-names.ts";
import { remembered } from "./remembered.ts";
import type { StreetIndex } from "./street-index.ts";
import { findWord, prefixRange, type VocabularyArrays, vocabularyOf, wordAt } from "./vocabulary.ts";

/** A place by its position in the index, how it was named and with how many edits. */
export interface PlaceHit {
  readonly place: number;
  readonly kind: PlaceKind;
  readonly edits: number;
  /** Which part of the name's letters was typed, 0 to 1. */
  readonly coverage: number;
  /** All the ways in which the words name it: a bit for each of PLACE_KINDS. */
  readonly ways: number;
}
/** By place. */
export type PlaceHits = ReadonlyMap<number, PlaceHit>;

/** Lines share their places. */
const MAX_REMEMBERED = 300;
const MAX_PREFIX_KEYS = 400;

export class PlaceIndex {
  readonly #keys: VocabularyArrays;
  readonly #begun = new Map<string, PlaceHits | undefined>();
  readonly #near = new Map<string, NearLookup>();
  /** Beside the keys: what each names. */
  readonly #named: readonly (readonly Named[])[];
  /** By the spelling that Dutch and Frisian have in common. */
  readonly #frisian: ReadonlyMap<string, readonly Named[]>;

  constructor(areas: Areas, index: StreetIndex) {
    const named = nameKeys(areas, index);
    const keys = [...named.keys()].sort();
    this.#keys = vocabularyOf(keys);
    this.#named = keys.map((key) => named.get(key)!);
    this.#frisian = frisianNames(areas, index);
  }

  /** By the words exactly. */
  find(words: readonly string[]): PlaceHits | undefined {
    const position = findWord(this.#keys, words.join(""));
    return position < 0 ? undefined : hitsOf([{ named: this.#named[position]!, edits: 0, coverage: 1 }]);
  }

  /** By words of which the last may be only begun. */
  findByPrefix(words: readonly string[]): PlaceHits | undefined {
    return remembered(this.#begun, words.join(""), (key) => this.#lookUpBegun(key), MAX_REMEMBERED);
  }

  #lookUpBegun(key: string): PlaceHits | undefined {
    const { from, to } = prefixRange(this.#keys, key);
    const size = Math.min(to - from, MAX_PREFIX_KEYS);
    if (size === 0) return undefined;
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
   * Within the edits their length allows; suffixes and provincies only as they are. The other spelling of a Frisian name is
   * none, unless it may as well be a typing error. A place that exists is no other's typing error.
   */
  findNear(words: readonly string[], chunks: readonly string[]): PlaceHits | undefined {
    if (this.find(words) !== undefined) return undefined;
    const near = [words, chunks].flatMap((typed) =>
      this.#nearKeys(typed.join(""))
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

  /** What is remembered costs a query as much as what is looked up, so that no answer depends on what was asked before. */
  #nearKeys(key: string): readonly NearWord[] {
    const isKnown = this.#near.has(key);
    const lookUp = () => {
      const before = work.cells;
      const found = this.#lookUpNear(key);
      return { found, cells: work.cells - before };
    };
    const { found, cells } = remembered(this.#near, key, lookUp, MAX_REMEMBERED);
    if (isKnown) work.cells += cells;
    return found;
  }

  #lookUpNear(key: string): NearWord[] {
    const maxDistance = /\d/.test(key) ? 0 : allowedEdits(key.length + 1);
    if (maxDistance === 0) return [];
    const { starts } = this.#keys;
    const near = nearWords(this.#keys, key, { maxDistance, sameFirstLetter: true });
    const found = near.length > 0 ? near : nearWords(this.#keys, key, { maxDistance: 1 });
    return found.filter(
      ({ position, distance }) =>
        distance <= allowedEdits(Math.max(key.length, starts[position + 1]! - starts[position]!)),
    );
  }
}

interface NearLookup {
  readonly found: readonly NearWord[];
  /** Of distance tables, that it took. */
  readonly cells: number;
}

/** What a key names, and how the words are that key. */
interface FoundKey {
  readonly named: readonly Named[];
  readonly edits: number;
  readonly coverage: number;
}

/** Each place once, as it is named best. */
function hitsOf(keys: readonly FoundKey[], accepts: (kind: PlaceKind) => boolean = () => true): PlaceHits {
  const hits = new Map<number, PlaceHit>();
  for (const { named, edits, coverage } of keys) {
    for (const { place, kind } of named) {
      if (!accepts(kind)) continue;
      const known = hits.get(place);
      const ways = (known?.ways ?? 0) | (1 << rankOf(kind));
      const hit = { place, kind, edits, coverage, ways };
      hits.set(place, known === undefined || isBetter(hit, known) ? hit : { ...known, ways });
    }
  }
  return hits;
}

/** Whether the words are nothing but the abbreviation of a provincie. */
export function isSuffix(hits: PlaceHits): boolean {
  return hits.values().every(({ kind }) => kind === "suffix");
}

/** Places that both phrases name, as the better one names them: "Bergen" and "NH". */
export function intersectPlaces(a: PlaceHits, b: PlaceHits): PlaceHits {
  const both = new Map<number, PlaceHit>();
  for (const [place, hit] of a) {
    const other = b.get(place);
    if (other !== undefined) both.set(place, joined(hit, other));
  }
  return both;
}

function joined(a: PlaceHit, b: PlaceHit): PlaceHit {
  const [better, other] = rankOf(a.kind) <= rankOf(b.kind) ? [a, b] : [b, a];
  const coverage = Math.min(a.coverage, b.coverage);
  return { ...better, edits: a.edits + b.edits, coverage, ways: joinedWays(better.ways, other.ways) };
}

/** Phrases say more when they name a place in different ways, as the woonplaats and its gemeente of one name: else the ways are none. */
function joinedWays(a: number, b: number): number {
  const ways = a | b;
  const isOne = (ways & (ways - 1)) === 0;
  return isOne ? 0 : ways;
}

function isBetter(a: PlaceHit, b: PlaceHit): boolean {
  return a.edits - b.edits < 0 || (a.edits === b.edits && rankOf(a.kind) < rankOf(b.kind));
}

/** Orders hits of several places, the best lowest: an alias is a name, and a phrase that only says another again comes behind. */
export function orderOfPlace({ kind, ways }: PlaceHit): number {
  return rankOf(kind === "alias" ? "name" : kind) + (ways === 0 ? 0.5 : 0);
}

function rankOf(kind: PlaceKind): number {
  return PLACE_KINDS.indexOf(kind);
}

const opened = new WeakMap<Snapshot, PlaceIndex>();

/** Made at first use, from the areas a snapshot holds in memory anyway (some ten milliseconds). */
export function placesOf(snapshot: Snapshot, index: StreetIndex): PlaceIndex {
  let places = opened.get(snapshot);
  if (places === undefined) {
    places = new PlaceIndex(snapshot.areas, index);
    opened.set(snapshot, places);
  }
  return places;
}
