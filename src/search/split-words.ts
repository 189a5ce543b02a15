/** Which of a reading's words name the place and which the street. */
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
  /** Whether the last word of the street stands before the number, so that it may be only begun. */
  readonly isBeforeNumber: boolean;
}

/** Which words may be left over. `around`: all but a street and a place. `city`: a place, be it unknown. `any`: all but a street. */
export type Leftover = "around" | "city" | "any";

/** What may be left over, and how the rest may differ from the names. */
export interface Leaving {
  readonly leftover: Leftover;
  readonly places?: PlaceReading;
  /** The street need not be called as typed. */
  readonly isNearStreet?: boolean;
  readonly mayLeaveDigits?: boolean;
}

const MAX_SPLITS = 40;
/** Around a place: its gemeente and its provincie. */
const MAX_BIGGER_PLACES = 2;
/** Places looked at when words are left over. */
const MAX_PLACES_AROUND = 8;

/** The splits of one line's readings; collectors share them. */
export class WordSplitter {
  readonly #names: NamedSpans;
  /** By reading and how it was split. */
  readonly #splits = new Map<Reading, Map<string, readonly Split[]>>();

  constructor(places: PlaceIndex, streets: StreetIndex) {
    this.#names = new NamedSpans(places, streets);
  }

  /** Splits that explain every word, the longest names of places first, then the one without a place. */
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

  /** Each place with the bigger ones it lies in, the most of them first: "Houtkerke, gemeente Houtkerke, Gelderland". */
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

  /** Splits that leave words over, the fewest first. */
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

  /** Beside a street that is called so exactly; with the place that is named, or with it left over too. */
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

  /** A city where the street is not, or one we do not know; the street is all other words. */
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

/** Letters that stand for a provincie behind a place mean it alone only as the last word: "Dr S", "12 L" do not. */
function isStraySuffix({ hits, span }: PlaceOption, { segments }: Reading): boolean {
  const isLast = span.length > 0 && span.at(-1) === segments.at(-1)?.at(-1);
  if (isLast && span.join("").length > 1) return false;
  return isSuffix(hits);
}

/** Beside a place such letters count only right behind it (named-spans.ts); elsewhere they are the number's. */
function isAbbreviation({ hits, span }: PlaceOption): boolean {
  return span.join("").length <= MAX_ABBREVIATION && isSuffix(hits);
}

const MAX_ABBREVIATION = 4;

/** What may be a street at either border of a segment, the longest first. */
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

/** Phrases come in any order, and lead to the same. */
function isSame(known: Split, places: PlaceHits | undefined, street: readonly string[]): boolean {
  if (known.places?.size !== places?.size || known.street.join(" ") !== street.join(" ")) return false;
  return places === undefined || places.keys().every((place) => known.places!.has(place));
}
