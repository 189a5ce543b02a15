/** Splits the words of a reading into those that name the place and those that name the street. */
import {
  type BorderSpan,
  MAX_STREET_WORDS,
  NamedSpans,
  type PlaceOption,
  type PlaceReading,
  type Segments,
  type Words,
} from "./named-spans.ts";
import { intersectPlaces, isSuffix, type PlaceHits, type PlaceIndex } from "./places.ts";
import type { Reading } from "./read-line.ts";
import { remembered } from "./remembered.ts";
import type { StreetIndex } from "./street-index.ts";

/** One way to split the words of a reading. */
export interface Split {
  /** Places where the address must lie; `undefined` when no words name one. */
  readonly places: PlaceHits | undefined;
  /** Words of the street as typed, all of one segment; empty when only a place was typed. */
  readonly street: readonly string[];
  /** Words that neither the street nor `places` explains. */
  readonly leftover: readonly string[];
  /** True when the last word of the line is in the street, so that it may be a prefix. */
  readonly endsInStreet: boolean;
  /** True when the street's last word is the last one before the number, so that it may be a prefix. */
  readonly isBeforeNumber: boolean;
}

/**
 * Leftover words allowed. `around`: all but a street and a place. `city`: a place, even an unknown one. `any`: all
 * but a street.
 */
export type Leftover = "around" | "city" | "any";

/** Leftover words allowed, and how the other words may differ from the names. */
export interface Leaving {
  readonly leftover: Leftover;
  readonly places?: PlaceReading;
  /** The street's name may differ from the words typed. */
  readonly isNearStreet?: boolean;
  readonly mayLeaveDigits?: boolean;
}

const MAX_SPLITS = 40;
/** Maximum areas around a place that are named beside it: its gemeente and its provincie. */
const MAX_BIGGER_PLACES = 2;
/** Maximum places tried when words are left over, and maximum areas tried beside a place. */
const MAX_PLACES_AROUND = 8;

/** Splits the readings of one line; caches the splits, as collectors share them. */
export class WordSplitter {
  readonly #names: NamedSpans;
  /** Splits by reading, then by the options of the split. */
  readonly #splits = new Map<Reading, Map<string, readonly Split[]>>();

  constructor(places: PlaceIndex, streets: StreetIndex) {
    this.#names = new NamedSpans(places, streets);
  }

  /** Returns the splits that explain every word, longest place names first; `exact` adds the one without a place. */
  split(reading: Reading, how: PlaceReading): readonly Split[] {
    return this.#remember(reading, how, () => this.#splitAll(reading, how));
  }

  #remember(reading: Reading, how: string, split: () => readonly Split[]): readonly Split[] {
    const known = this.#splits.get(reading) ?? new Map<string, readonly Split[]>();
    this.#splits.set(reading, known);
    return remembered(known, how, split);
  }

  #splitAll(reading: Reading, how: PlaceReading): Split[] {
    const splits: Split[] = [];
    if (how === "prefix" && reading.endsWith !== "word") return splits;
    const options = this.#names.placesAtBorders(reading.segments, how);
    for (const option of this.#withBigger(options)) {
      if (isStraySuffix(option, reading)) continue;
      addSplit(splits, option.hits, option.rest, reading);
      if (splits.length >= MAX_SPLITS) break;
    }
    if (how === "exact") addSplit(splits, undefined, reading.segments, reading);
    return splits.slice(0, MAX_SPLITS);
  }

  /** Yields each place with the areas around it, the most areas first: "Houtkerke, gemeente Houtkerke, Gelderland". */
  *#withBigger(options: readonly PlaceOption[], more = MAX_BIGGER_PLACES): Generator<PlaceOption> {
    for (const option of options) {
      if (more > 0 && !isAbbreviation(option)) {
        const names = this.#names.placesAtBorders(option.rest, "exact");
        const bigger = names.filter((other) => !isAbbreviation(other));
        const both = bigger
          .slice(0, MAX_PLACES_AROUND)
          .map((other) => ({ ...other, hits: intersectPlaces(option.hits, other.hits) }))
          .filter(({ hits }) => hits.size > 0);
        yield* this.#withBigger(both, more - 1);
      }
      yield option;
    }
  }

  /** Returns the splits that leave words over, the fewest words first. */
  splitLeaving(reading: Reading, wanted: Leaving): readonly Split[] {
    const { leftover, places, isNearStreet, mayLeaveDigits } = wanted;
    const how = `leaving ${leftover} ${places} ${isNearStreet} ${mayLeaveDigits}`;
    return this.#remember(reading, how, () => this.#splitAllLeaving(reading, wanted));
  }

  #splitAllLeaving(reading: Reading, wanted: Leaving): Split[] {
    const { leftover, mayLeaveDigits = false } = wanted;
    const splits = leftover === "city" ? this.#splitOffCity(reading) : this.#splitOffStreets(reading, wanted);
    return splits
      .filter((split) => split.leftover.length > 0 && (mayLeaveDigits || !split.leftover.some(hasDigit)))
      .sort((a, b) => a.leftover.length - b.leftover.length)
      .slice(0, MAX_SPLITS);
  }

  /** Splits off a street, by its exact name unless `isNearStreet`, and a place; `any` leaves the place over too. */
  #splitOffStreets(reading: Reading, { leftover, places = "exact", isNearStreet = false }: Leaving): Split[] {
    const { segments } = reading;
    if (leftover === "any") return this.#streetsOf(segments, undefined, isNearStreet);
    const options =
      places === "near"
        ? this.#names.placesAtBorders(segments, places)
        : this.#names.placesAnywhere(segments, places);
    return this.#withBigger(options.slice(0, MAX_PLACES_AROUND))
      .filter((option) => !isStraySuffix(option, reading))
      .take(MAX_SPLITS)
      .flatMap(({ hits, rest }) => this.#streetsOf(rest, hits, isNearStreet))
      .toArray();
  }

  #streetsOf(segments: Segments, places: PlaceHits | undefined, isNearStreet: boolean): Split[] {
    const spansOf = (segment: Words) =>
      isNearStreet ? spansAtBorders(segment) : this.#names.streetsAtBorders(segment);
    return segments.flatMap((segment, s) =>
      spansOf(segment).map(({ span, others }) => {
        const beside = segments.flatMap((other, i) => (i === s ? others : other));
        return leaving(beside, span, places);
      }),
    );
  }

  /** Leaves over a city that does not have the street or is unknown; the street is all other words. */
  #splitOffCity({ segments }: Reading): Split[] {
    const named = this.#names.placesAtBorders(segments, "exact").filter(({ rest }) => rest.length === 1);
    if (named.length > 0) return named.map(({ span, rest }) => leaving(span, rest[0]!));
    const [only, ...others] = segments;
    if (only !== undefined && others.length === 0) {
      return spansAtBorders(only).map((border) => leaving(border.others, border.span));
    }
    return segments.map((street, s) => leaving(segments.filter((_, i) => i !== s).flat(), street));
  }
}

/**
 * Returns true for the abbreviation of a provincie that cannot name it: without a place it does so only as the last
 * word of the line and with two letters or more, so not in "Dr S" and "12 L".
 */
function isStraySuffix({ hits, span }: PlaceOption, { segments }: Reading): boolean {
  const isLast = span.length > 0 && span.at(-1) === segments.at(-1)?.at(-1);
  if (isLast && span.join("").length > 1) return false;
  return isSuffix(hits);
}

/**
 * Returns true for the abbreviation of a provincie. Beside a place it counts only directly after it (named-spans.ts);
 * elsewhere its letters belong to the number.
 */
function isAbbreviation({ hits, span }: PlaceOption): boolean {
  return span.join("").length <= MAX_ABBREVIATION && isSuffix(hits);
}

const MAX_ABBREVIATION = 4;

/** Returns the spans at either border of a segment that may be a street, the longest first. */
function spansAtBorders(segment: Words): BorderSpan[] {
  const spans: BorderSpan[] = [{ span: segment, others: [] }];
  for (let size = Math.min(segment.length - 1, MAX_STREET_WORDS); size > 0; size--) {
    spans.push({ span: segment.slice(0, size), others: segment.slice(size) });
    spans.push({ span: segment.slice(-size), others: segment.slice(0, -size) });
  }
  return spans;
}

function hasDigit(word: string): boolean {
  return /\d/.test(word);
}

function leaving(leftover: readonly string[], street: readonly string[], places?: PlaceHits): Split {
  return { places, street, leftover, endsInStreet: false, isBeforeNumber: false };
}

function addSplit(splits: Split[], places: PlaceHits | undefined, rest: Segments, reading: Reading): void {
  if (rest.length > 1) return;
  const street = rest[0] ?? [];
  if (splits.some((known) => isSame(known, places, street))) return;
  const { segments, segmentsBefore, endsWith } = reading;
  const isLast = (segment: Words | undefined) => segment !== undefined && street.at(-1) === segment.at(-1);
  splits.push({
    places,
    street,
    leftover: [],
    endsInStreet: endsWith === "word" && isLast(segments.at(-1)),
    isBeforeNumber: segmentsBefore > 0 && isLast(segments[segmentsBefore - 1]),
  });
}

/** Returns true for equal street and places: phrases in another order give the same split. */
function isSame(known: Split, places: PlaceHits | undefined, street: readonly string[]): boolean {
  if (known.places?.size !== places?.size || known.street.join(" ") !== street.join(" ")) return false;
  return places === undefined || places.keys().every((place) => known.places!.has(place));
}
