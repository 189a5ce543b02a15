import type { Interpretation } from "../line/parse-line.ts";
import type { PlaceHits } from "../places/place-index.ts";
import type { Segments, Words } from "./named-spans.ts";

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

/** Adds the split of an interpretation with the rest as the street, unless it is of several segments or known. */
export function addSplit(
  splits: Split[],
  { places, rest }: SplitParts,
  interpretation: Interpretation,
): void {
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

export function makeLeftoverSplit(
  leftover: readonly string[],
  street: readonly string[],
  places?: PlaceHits,
): Split {
  return { places, street, leftover, endsInStreet: false, isBeforeNumber: false };
}
