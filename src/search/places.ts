/** Which places a few words may name: woonplaatsen by their name or another, gemeenten, provincies. */
import type { Areas, Woonplaats } from "../registry/areas.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { allowedEdits, type NearWord, nearWords } from "./edit-distance.ts";
import { frisianSpelling } from "./frisian-spelling.ts";
import { keepsEndWords } from "./kept-words.ts";
import { canonicalName, chunksOf } from "./normalize.ts";
import { PLACE_ALIASES, PROVINCIE_ABBREVIATIONS } from "./place-aliases.ts";
import { shortNamesOf } from "./short-places.ts";
import type { StreetIndex } from "./street-index.ts";
import { findWord, prefixRange, type VocabularyArrays, vocabularyOf, wordAt } from "./vocabulary.ts";

/** How words name a place, best first. `short`: "Alphen" for Alphen aan den Rijn. `suffix`: "NH", only beside a name. */
export const PLACE_KINDS = ["name", "alias", "short", "gemeente", "provincie", "suffix"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

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

const MAX_REMEMBERED = 300;
const MAX_PREFIX_KEYS = 400;

export class PlaceIndex {
  readonly #keys: VocabularyArrays;
  readonly #begun = new Map<string, PlaceHits | undefined>();
  readonly #near = new Map<string, readonly NearWord[]>();
  /** Beside the keys: what each names. */
  readonly #named: readonly (readonly { place: number; kind: PlaceKind }[])[];

  constructor(areas: Areas, index: StreetIndex) {
    const named = nameKeys(areas, index);
    const keys = [...named.keys()].sort();
    this.#keys = vocabularyOf(keys);
    this.#named = keys.map((key) => named.get(key)!);
  }

  /** By the words exactly. */
  find(words: readonly string[]): PlaceHits | undefined {
    const position = findWord(this.#keys, words.join(""));
    return position < 0 ? undefined : this.#hits([{ position, distance: 0 }]);
  }

  /** In Friesland: by what they are in the spelling that Dutch and Frisian have in common, as good as one edit. */
  #findFrisian(words: readonly string[]): NearWord[] {
    const spelling = frisianSpelling(words);
    const position = spelling === undefined ? -1 : findWord(this.#keys, FRISIAN + spelling);
    return position < 0 ? [] : [{ position, distance: 1 }];
  }

  /** By words of which the last may be only begun. */
  findByPrefix(words: readonly string[]): PlaceHits | undefined {
    return remembered(this.#begun, words.join(""), (key) => this.#lookUpBegun(key));
  }

  #lookUpBegun(key: string): PlaceHits | undefined {
    const { from, to } = prefixRange(this.#keys, key);
    const size = Math.min(to - from, MAX_PREFIX_KEYS);
    if (size === 0) return undefined;
    const { starts } = this.#keys;
    const coverageOf = (position: number) => key.length / (starts[position + 1]! - starts[position]!);
    const begun = Array.from({ length: size }, (_, i) => ({ position: from + i, distance: 0 }));
    return this.#hits(begun, { coverageOf });
  }

  /** Within the edits their length allows; suffixes and provincies only as they are. A place that exists is no other's typing error. */
  findNear(words: readonly string[], chunks: readonly string[]): PlaceHits | undefined {
    if (this.find(words) !== undefined) return undefined;
    const frisian = remembered(this.#near, FRISIAN + words.join(""), () => this.#findFrisian(words));
    if (frisian.length > 0) return this.#hits(frisian);
    const near = [words, chunks].flatMap((typed) =>
      remembered(this.#near, typed.join(""), (key) => this.#lookUpNear(key)).filter(
        ({ position, distance }) => keepsEndWords(typed, distance, () => wordAt(this.#keys, position)),
      ),
    );
    const hits = this.#hits(near, { accepts: (kind) => kind !== "suffix" && kind !== "provincie" });
    return hits.size === 0 ? undefined : hits;
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

  #hits(
    keys: readonly { position: number; distance: number }[],
    {
      accepts = () => true,
      coverageOf = () => 1,
    }: { accepts?: (kind: PlaceKind) => boolean; coverageOf?: (position: number) => number } = {},
  ): PlaceHits {
    const hits = new Map<number, PlaceHit>();
    for (const { position, distance } of keys) {
      for (const { place, kind } of this.#named[position]!) {
        const known = hits.get(place);
        if (!accepts(kind)) continue;
        const ways = (known?.ways ?? 0) | (1 << rankOf(kind));
        const hit = { place, kind, edits: distance, coverage: coverageOf(position), ways };
        hits.set(place, known === undefined || isBetter(hit, known) ? hit : { ...known, ways });
      }
    }
    return hits;
  }
}

/** Looked up once: the readings of a line share their words, and lines their places. */
function remembered<T>(memo: Map<string, T>, key: string, lookUp: (key: string) => T): T {
  if (memo.has(key)) return memo.get(key)!;
  if (memo.size >= MAX_REMEMBERED) memo.clear();
  const found = lookUp(key);
  memo.set(key, found);
  return found;
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

/** Before keys that are no name as it is typed: no letter or digit. */
const FRISIAN = "~";

function nameKeys(areas: Areas, index: StreetIndex): Map<string, { place: number; kind: PlaceKind }[]> {
  const keys = new Map<string, { place: number; kind: PlaceKind }[]>();
  const add = (words: readonly string[], place: number, kind: PlaceKind) => {
    const key = words.join("");
    if (key === "") return;
    const list = keys.get(key) ?? [];
    if (!list.some((known) => known.place === place && known.kind === kind)) list.push({ place, kind });
    keys.set(key, list);
  };
  const aliases = aliasTable();
  for (const woonplaats of areas.woonplaatsen.values()) {
    const place = index.placeOfId.get(woonplaats.id);
    if (place === undefined) continue;
    const words = canonicalName(woonplaats.naam);
    add(words, place, "name");
    add(
      chunksOf(woonplaats.naam)!.map(({ text }) => text),
      place,
      "name",
    );
    for (const alias of aliases.get(words.join("")) ?? []) add(alias, place, "alias");
    const frisian = woonplaats.gemeente.provincie.code === "FR" ? frisianSpelling(words) : undefined;
    if (frisian !== undefined) add([FRISIAN + frisian], place, "alias");
    for (const short of shortNamesOf(words, woonplaats.naam.split("-").map(canonicalName))) {
      add(short, place, "short");
    }
    addSurroundings(woonplaats, (key, kind) => add(key, place, kind));
  }
  return keys;
}

function addSurroundings(
  { gemeente }: Woonplaats,
  add: (words: readonly string[], kind: PlaceKind) => void,
): void {
  add(canonicalName(gemeente.naam), "gemeente");
  add(canonicalName(gemeente.provincie.naam), "provincie");
  for (const short of PROVINCIE_ABBREVIATIONS[gemeente.provincie.code] ?? []) {
    add(canonicalName(short), "suffix");
  }
}

/** Key of a name → the other names of its line. A district (after `<`) leads to its city, not the other way round. */
function aliasTable(): Map<string, string[][]> {
  const table = new Map<string, string[][]>();
  for (const line of PLACE_ALIASES) {
    const [equals, ...districts] = line.split("<");
    const names = equals!.split("=").map(canonicalName);
    for (const name of names) {
      const others = [...names, ...districts.map(canonicalName)].filter((other) => other !== name);
      const key = name.join("");
      table.set(key, [...(table.get(key) ?? []), ...others]);
    }
  }
  return table;
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
