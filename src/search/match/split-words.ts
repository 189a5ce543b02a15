/** Splits the words of an interpretation into those that name the place and those that name the street. */
import { memoize } from "../../base/memoize.ts";
import type { Budget } from "../index/edit-distance.ts";
import type { StreetIndex } from "../index/street-index.ts";
import type { Interpretation } from "../line/parse-line.ts";
import {
  intersectPlaces,
  isProvincieSuffix,
  type PlaceHits,
  type PlaceIndex,
} from "../places/place-index.ts";
import {
  type BorderSpan,
  MAX_STREET_WORDS,
  NamedSpans,
  type PlaceMatchMode,
  type PlaceOption,
  type Segments,
  type Words,
} from "./named-spans.ts";

/**
 * Leftover words allowed. `around`: all but a street and a place. `city`: a place, even an unknown one. `any`: all
 * but a street.
 */
export type Leftover = "around" | "city" | "any";

/** Leftover words allowed, and how the other words may differ from the names. */
interface LeftoverOptions {
  readonly leftover: Leftover;
  readonly places?: PlaceMatchMode;
  /** The street's name may differ from the words typed. */
  readonly allowsStreetEdits?: boolean;
  readonly allowsLeftoverDigits?: boolean;
}

const MAX_SPLITS = 40;
/** Maximum areas named with a place in them: its gemeente and its provincie. */
const MAX_SURROUNDING_AREAS = 2;
/** Maximum places tried when words are left over, and maximum areas tried around a place. */
const MAX_PLACES_AROUND = 8;

const newSplits = () => new Map<string, readonly Split[]>();

/** Splits the interpretations of one line; caches the splits, as collectors share them. */
export class WordSplitter {
  readonly #names: NamedSpans;
  /** Splits by interpretation, then by the options of the split. */
  readonly #splits = new Map<Interpretation, Map<string, readonly Split[]>>();

  /** `budget` pays for place names with edits. */
  constructor(places: PlaceIndex, streets: StreetIndex, budget: Budget) {
    this.#names = new NamedSpans(places, streets, budget);
  }

  /** Returns the splits that explain every word, longest place names first; `exact` adds the split without a place. */
  split(interpretation: Interpretation, mode: PlaceMatchMode): readonly Split[] {
    return this.#memoize(interpretation, mode, () => this.#splitAll(interpretation, mode));
  }

  #memoize(interpretation: Interpretation, key: string, split: () => readonly Split[]): readonly Split[] {
    return memoize(memoize(this.#splits, interpretation, newSplits), key, split);
  }

  #splitAll(interpretation: Interpretation, mode: PlaceMatchMode): Split[] {
    const splits: Split[] = [];
    if (mode === "prefix" && interpretation.endsWith !== "word") {
      return splits;
    }
    const options = this.#names.placesAtBorders(interpretation.segments, mode);
    for (const option of this.#withSurroundingAreas(options)) {
      if (isStraySuffix(option, interpretation)) {
        continue;
      }
      addSplit(splits, { places: option.hits, rest: option.rest }, interpretation);
      if (splits.length >= MAX_SPLITS) {
        break;
      }
    }
    if (mode === "exact") {
      addSplit(splits, { places: undefined, rest: interpretation.segments }, interpretation);
    }
    return splits.slice(0, MAX_SPLITS);
  }

  /** Yields each place with the areas around it, the most areas first: "Houtkerke, gemeente Houtkerke, Gelderland". */
  *#withSurroundingAreas(
    options: readonly PlaceOption[],
    more = MAX_SURROUNDING_AREAS,
  ): Generator<PlaceOption> {
    for (const option of options) {
      if (more > 0 && !isAbbreviation(option)) {
        const names = this.#names.placesAtBorders(option.rest, "exact");
        const areas = names.filter((other) => !isAbbreviation(other));
        const both = areas
          .slice(0, MAX_PLACES_AROUND)
          .map((other) => ({ ...other, hits: intersectPlaces(option.hits, other.hits) }))
          .filter(({ hits }) => hits.size > 0);
        yield* this.#withSurroundingAreas(both, more - 1);
      }
      yield option;
    }
  }

  /** Returns the splits that leave words over, the fewest words first. */
  splitWithLeftover(interpretation: Interpretation, options: LeftoverOptions): readonly Split[] {
    const { leftover, places, allowsStreetEdits, allowsLeftoverDigits } = options;
    const key = `leaving ${leftover} ${places} ${allowsStreetEdits} ${allowsLeftoverDigits}`;
    return this.#memoize(interpretation, key, () => this.#splitAllWithLeftover(interpretation, options));
  }

  #splitAllWithLeftover(interpretation: Interpretation, options: LeftoverOptions): Split[] {
    const { leftover, allowsLeftoverDigits = false } = options;
    const splits =
      leftover === "city"
        ? this.#splitOffCity(interpretation)
        : this.#splitOffStreets(interpretation, options);
    return splits
      .filter(
        (split) => split.leftover.length > 0 && (allowsLeftoverDigits || !split.leftover.some(hasDigit)),
      )
      .sort((a, b) => a.leftover.length - b.leftover.length)
      .slice(0, MAX_SPLITS);
  }

  /**
   * Splits off a street, by its exact name unless `allowsStreetEdits`, and a place. With `any`, the place is left over
   * too.
   */
  #splitOffStreets(
    interpretation: Interpretation,
    { leftover, places = "exact", allowsStreetEdits = false }: LeftoverOptions,
  ): Split[] {
    const { segments } = interpretation;
    if (leftover === "any") {
      return this.#streetsOf(segments, undefined, allowsStreetEdits);
    }
    const options =
      places === "near"
        ? this.#names.placesAtBorders(segments, places)
        : this.#names.placesAnywhere(segments, places);
    return this.#withSurroundingAreas(options.slice(0, MAX_PLACES_AROUND))
      .filter((option) => !isStraySuffix(option, interpretation))
      .take(MAX_SPLITS)
      .flatMap(({ hits, rest }) => this.#streetsOf(rest, hits, allowsStreetEdits))
      .toArray();
  }

  #streetsOf(segments: Segments, places: PlaceHits | undefined, allowsStreetEdits: boolean): Split[] {
    const spansOf = (segment: Words) =>
      allowsStreetEdits ? spansAtBorders(segment) : this.#names.streetsAtBorders(segment);
    return segments.flatMap((segment, s) =>
      spansOf(segment).map(({ span, others }) => {
        const leftover = segments.flatMap((other, i) => (i === s ? others : other));
        return makeLeftoverSplit(leftover, span, places);
      }),
    );
  }

  /** Returns splits that leave over a city that is unknown or lacks the street. All other words are the street. */
  #splitOffCity({ segments }: Interpretation): Split[] {
    const named = this.#names.placesAtBorders(segments, "exact").filter(({ rest }) => rest.length === 1);
    if (named.length > 0) {
      return named.map(({ span, rest }) => makeLeftoverSplit(span, rest[0]!));
    }
    const [only, ...others] = segments;
    if (only !== undefined && others.length === 0) {
      return spansAtBorders(only).map((border) => makeLeftoverSplit(border.others, border.span));
    }
    return segments.map((street, s) => makeLeftoverSplit(segments.filter((_, i) => i !== s).flat(), street));
  }
}

/**
 * Returns true for an abbreviation that cannot name a provincie. Without a place, an abbreviation names one only as the
 * last word of the line and with two letters or more, so not in "Dr S" and "12 L".
 */
function isStraySuffix({ hits, span }: PlaceOption, { segments }: Interpretation): boolean {
  const isLast = span.length > 0 && span.at(-1) === segments.at(-1)?.at(-1);
  if (isLast && span.join("").length > 1) {
    return false;
  }
  return isProvincieSuffix(hits);
}

/**
 * Returns true for the abbreviation of a provincie. With a place, the abbreviation counts only directly after the place
 * (named-spans.ts); elsewhere its letters belong to the number.
 */
function isAbbreviation({ hits, span }: PlaceOption): boolean {
  return span.join("").length <= MAX_ABBREVIATION && isProvincieSuffix(hits);
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

/** One way to split the words of an interpretation. */
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

interface SplitParts {
  readonly places: PlaceHits | undefined;
  /** Words that name no place. */
  readonly rest: Segments;
}

/** Adds a split with the remaining words as the street, unless they are in several segments or the split is known. */
function addSplit(splits: Split[], { places, rest }: SplitParts, interpretation: Interpretation): void {
  if (rest.length > 1) {
    return;
  }
  const street = rest[0] ?? [];
  if (splits.some((known) => isSame(known, places, street))) {
    return;
  }
  const { segments, segmentsBeforeNumber, endsWith } = interpretation;
  const isLast = (segment: Words | undefined) => segment !== undefined && street.at(-1) === segment.at(-1);
  splits.push({
    places,
    street,
    leftover: [],
    endsInStreet: endsWith === "word" && isLast(segments.at(-1)),
    isBeforeNumber: segmentsBeforeNumber > 0 && isLast(segments[segmentsBeforeNumber - 1]),
  });
}

/** Returns true for equal street and places: phrases in another order give the same split. */
function isSame(known: Split, places: PlaceHits | undefined, street: readonly string[]): boolean {
  if (known.places?.size !== places?.size || known.street.join(" ") !== street.join(" ")) {
    return false;
  }
  return places === undefined || places.keys().every((place) => known.places!.has(place));
}

function makeLeftoverSplit(
  leftover: readonly string[],
  street: readonly string[],
  places?: PlaceHits,
): Split {
  return { places, street, leftover, endsInStreet: false, isBeforeNumber: false };
}
