/** Which of a reading's words name the place and which the street. */
import { canonicalWords } from "./normalize.ts";
import { intersectPlaces, type PlaceHits, type PlaceIndex } from "./places.ts";
import type { Reading } from "./read-line.ts";

/** One way to part the words of a reading. */
export interface Split {
  /** Where the address must lie; `undefined` when no words say so. */
  readonly places: PlaceHits | undefined;
  /** Words of the street as typed, of one segment; empty when only a place was typed. */
  readonly street: readonly string[];
  /** Words that nothing explains. */
  readonly leftover: readonly string[];
  /** Whether the last word of the line is in the street, so that it may be only begun. */
  readonly endsInStreet: boolean;
}

/** How the words of a place may differ from its names. */
export type PlaceReading = "exact" | "prefix" | "near";

const MAX_PLACE_WORDS = 6;
const MAX_SPLITS = 40;

type Segments = readonly (readonly string[])[];

/** The splits of one line's readings. Readings share their words and collectors their readings, so what was found is remembered. */
export class WordSplitter {
  readonly #places: PlaceIndex;
  readonly #splits = new Map<Reading, Map<PlaceReading, readonly Split[]>>();
  readonly #spans = new Map<string, readonly PlaceSpan[]>();

  constructor(places: PlaceIndex) {
    this.#places = places;
  }

  /** Splits that explain every word, the longest names of places first, then the one without a place. */
  split(reading: Reading, how: PlaceReading): readonly Split[] {
    const known = this.#splits.get(reading) ?? new Map<PlaceReading, readonly Split[]>();
    this.#splits.set(reading, known);
    const splits = known.get(how) ?? this.#splitAll(reading, how);
    known.set(how, splits);
    return splits;
  }

  #splitAll(reading: Reading, how: PlaceReading): Split[] {
    const splits: Split[] = [];
    if (how === "prefix" && reading.endsWith !== "word") return splits;
    for (const { hits, rest } of this.#placeOptions(reading.segments, how)) {
      for (const second of this.#placeOptions(rest, "exact")) {
        const both = intersectPlaces(hits, second.hits);
        if (both.size > 0) addSplit(splits, both, second.rest, reading);
      }
      addSplit(splits, hits, rest, reading);
    }
    if (how === "exact") addSplit(splits, undefined, reading.segments, reading);
    return splits.slice(0, MAX_SPLITS);
  }

  /**
   * Splits that leave words over: a city where the street is not, or one we do not know. Where a place is named, that is
   * what is left over; else the street is one segment, or a beginning or end of it, the longest first: when
   * `isLoose` or when there is no other segment that the city could be.
   */
  splitWithLeftover(reading: Reading, { isLoose }: { isLoose: boolean }): Split[] {
    const named = this.#placeOptions(reading.segments, "exact").filter(({ rest }) => rest.length === 1);
    if (named.length > 0) {
      return named.map(({ rest, span }) => ({
        places: undefined,
        street: rest[0]!,
        leftover: span,
        endsInStreet: false,
      }));
    }
    const splits: Split[] = [];
    reading.segments.forEach((segment, s) => {
      const others = reading.segments.flatMap((other, i) => (i === s ? [] : other));
      const shortest = isLoose || others.length === 0 ? 1 : segment.length;
      for (let length = segment.length; length >= shortest; length--) {
        addLeftover(splits, segment.slice(0, length), [...segment.slice(length), ...others]);
        if (length < segment.length)
          addLeftover(splits, segment.slice(-length), [...segment.slice(0, -length), ...others]);
      }
    });
    return splits.sort((a, b) => b.street.length - a.street.length).slice(0, MAX_SPLITS);
  }

  /** Names of places at the borders of segments, with the segments that remain. */
  #placeOptions(segments: Segments, how: PlaceReading): PlaceOption[] {
    return segments.flatMap((segment, s) =>
      this.#spansOf(segment, how, s === segments.length - 1).map(({ hits, span, rest }) => ({
        hits,
        span,
        rest: segments.map((other, i) => (i === s ? rest : other)).filter(({ length }) => length > 0),
      })),
    );
  }

  #spansOf(segment: readonly string[], how: PlaceReading, isLast: boolean): readonly PlaceSpan[] {
    const key = `${how} ${isLast} ${segment.join(" ")}`;
    const spans = this.#spans.get(key) ?? placeSpans(this.#places, segment, how, isLast);
    this.#spans.set(key, spans);
    return spans;
  }
}

/** Numbers are never left over. */
function addLeftover(splits: Split[], street: readonly string[], leftover: readonly string[]): void {
  if (leftover.length === 0 || leftover.some((word) => /\d/.test(word))) return;
  splits.push({ places: undefined, street, leftover, endsInStreet: false });
}

function addSplit(splits: Split[], places: PlaceHits | undefined, rest: Segments, reading: Reading): void {
  if (rest.length > 1) return;
  const street = rest[0] ?? [];
  const endsInStreet = reading.endsWith === "word" && street.at(-1) === reading.segments.at(-1)?.at(-1);
  splits.push({ places, street, leftover: [], endsInStreet });
}

/** Words at a border of one segment that name a place. */
interface PlaceSpan {
  readonly hits: PlaceHits;
  readonly span: readonly string[];
  /** The other words of the segment. */
  readonly rest: readonly string[];
}

interface PlaceOption {
  readonly hits: PlaceHits;
  readonly span: readonly string[];
  /** The other words of all segments. */
  readonly rest: Segments;
}

/** The longest first. `isLast`: the segment ends the line. */
function placeSpans(
  places: PlaceIndex,
  segment: readonly string[],
  how: PlaceReading,
  isLast: boolean,
): PlaceSpan[] {
  const spans: PlaceSpan[] = [];
  for (let length = Math.min(segment.length, MAX_PLACE_WORDS); length > 0; length--) {
    for (const from of new Set([segment.length - length, 0])) {
      const span = segment.slice(from, from + length);
      const hits = findPlace(places, span, how, isLast && from + length === segment.length);
      const rest = [...segment.slice(0, from), ...segment.slice(from + length)];
      if (hits !== undefined) spans.push({ hits, span, rest });
    }
  }
  return spans;
}

function findPlace(
  places: PlaceIndex,
  chunks: readonly string[],
  how: PlaceReading,
  isLast: boolean,
): PlaceHits | undefined {
  const words = canonicalWords(chunks);
  if (how === "near") return places.findNear(words, chunks);
  if (how === "exact" || !isLast) return places.find(words);
  return places.findByPrefix([...canonicalWords(chunks.slice(0, -1)), chunks.at(-1)!]) ?? places.find(words);
}
