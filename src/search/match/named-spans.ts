/** Finds the runs of a line's words that name a place or a street; cached, as interpretations share their words. */
import { memoize } from "../../base/memoize.ts";
import type { Budget } from "../index/edit-distance.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord } from "../index/vocabulary.ts";
import { canonicalWords, literalKey } from "../line/normalize.ts";
import {
  intersectPlaces,
  isProvincieSuffix,
  type PlaceHits,
  type PlaceIndex,
} from "../places/place-index.ts";

/** Difference allowed between the words of a place and its names. */
export type PlaceMatchMode = "exact" | "prefix" | "near";

export type Words = readonly string[];
export type Segments = readonly Words[];

export interface PlaceOption {
  readonly hits: PlaceHits;
  readonly span: Words;
  /** The other words of all segments. */
  readonly rest: Segments;
}

/** Run of words at a border of a segment, and the other words of the segment. */
export interface BorderSpan {
  readonly span: Words;
  readonly others: Words;
}

/** Run of words of one segment that names a place, and the words before and after it. */
interface PlaceSpan {
  readonly hits: PlaceHits;
  readonly span: Words;
  readonly parts: Segments;
}

const MAX_PLACE_WORDS = 6;
/** Maximum words of a place with other words on both sides. */
const MAX_INNER_PLACE_WORDS = 3;
export const MAX_STREET_WORDS = 8;

export class NamedSpans {
  readonly #places: PlaceIndex;
  readonly #streets: StreetIndex;
  readonly #budget: Budget;
  readonly #spans = new Map<string, readonly PlaceSpan[]>();
  readonly #hits = new Map<string, PlaceHits | undefined>();
  readonly #streetSpans = new Map<string, readonly BorderSpan[]>();
  readonly #streetChecks = new Map<string, boolean>();

  constructor(places: PlaceIndex, streets: StreetIndex, budget: Budget) {
    this.#places = places;
    this.#streets = streets;
    this.#budget = budget;
  }

  /** Returns the places named at the borders of segments, the longest name of each first. */
  placesAtBorders(segments: Segments, mode: PlaceMatchMode): PlaceOption[] {
    return segments.flatMap((segment, s) => {
      const mayBeBegun = isBegun(mode, segments, s);
      const key = `${mode} ${mayBeBegun} ${segment.join(" ")}`;
      const find = () => this.#placeSpans(spansAtBorders(segment), segment, { mode, mayBeBegun });
      return optionsOf(segments, s, memoize(this.#spans, key, find));
    });
  }

  /** Returns the places named anywhere, places of the last segment first: a place comes after the street. */
  placesAnywhere(segments: Segments, mode: PlaceMatchMode): PlaceOption[] {
    return segments
      .flatMap((segment, s) => {
        const mayBeBegun = isBegun(mode, segments, s);
        const key = `anywhere ${mode} ${mayBeBegun} ${segment.join(" ")}`;
        const spans = () => [...spansAtBorders(segment), ...innerSpans(segment)];
        const find = () => this.#placeSpans(spans(), segment, { mode, mayBeBegun });
        return [optionsOf(segments, s, memoize(this.#spans, key, find))];
      })
      .reverse()
      .flat();
  }

  /** Returns the longest street name at the beginning and at the end of a segment. */
  streetsAtBorders(segment: Words): readonly BorderSpan[] {
    return memoize(this.#streetSpans, segment.join(" "), () => this.#findStreets(segment));
  }

  #findStreets(segment: Words): BorderSpan[] {
    const { length } = segment;
    const longest = (cut: (size: number) => Words) => {
      for (let size = Math.min(length, MAX_STREET_WORDS); size > 0; size--) {
        if (this.#isStreet(cut(size))) {
          return size;
        }
      }
      return 0;
    };
    const first = longest((size) => segment.slice(0, size));
    const last = longest((size) => segment.slice(-size));
    const spans: BorderSpan[] = [];
    if (first > 0) {
      spans.push({ span: segment.slice(0, first), others: segment.slice(first) });
    }
    if (last > 0 && last < length) {
      spans.push({ span: segment.slice(-last), others: segment.slice(0, -last) });
    }
    return spans;
  }

  /** Returns true when the words are a complete key of some street. */
  #isStreet(words: Words): boolean {
    return memoize(this.#streetChecks, words.join(" "), () => {
      const { keys } = this.#streets;
      return [literalKey(words), canonicalWords(words).join("")].some((key) => findWord(keys, key) >= 0);
    });
  }

  #placeSpans(
    spans: readonly Span[],
    segment: Words,
    { mode, mayBeBegun }: { mode: PlaceMatchMode; mayBeBegun: boolean },
  ): PlaceSpan[] {
    return spans.flatMap(({ from, to }) => {
      const span = segment.slice(from, to);
      const isEnd = mayBeBegun && to === segment.length;
      const find = () => this.#findPlace(span, mode, isEnd);
      // An exact name is found faster than its key in a cache is made.
      const hits =
        mode === "exact" ? find() : memoize(this.#hits, `${mode} ${isEnd} ${span.join(" ")}`, find);
      return hits === undefined ? [] : [{ hits, span, parts: [segment.slice(0, from), segment.slice(to)] }];
    });
  }

  /** Finds a place, perhaps with the abbreviation of its provincie directly after it: "12 L, Amerhout" has a letter. */
  #findPlace(tokens: Words, mode: PlaceMatchMode, isEnd: boolean): PlaceHits | undefined {
    const hits = this.#findName(tokens, mode, isEnd);
    if (hits !== undefined || tokens.length < 2) {
      return hits;
    }
    const suffix = this.#places.find(tokens.slice(-1));
    if (suffix === undefined || !isProvincieSuffix(suffix)) {
      return undefined;
    }
    const named = this.#findName(tokens.slice(0, -1), mode, false);
    const both = named && intersectPlaces(named, suffix);
    return both?.size ? both : undefined;
  }

  #findName(tokens: Words, mode: PlaceMatchMode, isEnd: boolean): PlaceHits | undefined {
    const places = this.#places;
    const words = canonicalWords(tokens);
    if (mode === "near") {
      return places.findNear(words, tokens, this.#budget);
    }
    if (mode === "exact" || !isEnd) {
      return places.find(words);
    }
    return (
      places.findByPrefix([...canonicalWords(tokens.slice(0, -1)), tokens.at(-1)!]) ?? places.find(words)
    );
  }
}

/** Returns true for a segment whose last word may be the beginning of a name. */
function isBegun(mode: PlaceMatchMode, segments: Segments, s: number): boolean {
  return mode === "prefix" && s === segments.length - 1;
}

function optionsOf(segments: Segments, s: number, spans: readonly PlaceSpan[]): PlaceOption[] {
  return spans.map(({ hits, span, parts }) => ({
    hits,
    span,
    rest: segments.flatMap((other, i) => (i === s ? parts : [other])).filter(({ length }) => length > 0),
  }));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns spans at the borders, the longest first, at the end before at the beginning. */
function spansAtBorders({ length }: Words): Span[] {
  const spans: Span[] = [];
  for (let size = Math.min(length, MAX_PLACE_WORDS); size > 0; size--) {
    spans.push({ from: length - size, to: length });
    if (size < length) {
      spans.push({ from: 0, to: size });
    }
  }
  return spans;
}

/** Returns spans with words on both sides, in the same order. */
function innerSpans({ length }: Words): Span[] {
  const spans: Span[] = [];
  for (let size = Math.min(length - 2, MAX_INNER_PLACE_WORDS); size > 0; size--) {
    for (let from = length - size - 1; from > 0; from--) {
      spans.push({ from, to: from + size });
    }
  }
  return spans;
}
