/** Values that objects had before their present ones; the shares equal the transitions in Weesp. */

import { LETTER_PAIRS } from "../country/street-postcodes.ts";
import type { PlannedStreet } from "../country/streets.ts";
import type { Nummeraanduiding, Verblijfsobject } from "../official-format/objects.ts";
import { randomBelow, randomUnit } from "../random.ts";
import { UNKNOWN_OPPERVLAKTE } from "../street/purposes.ts";
import type { PlannedNummeraanduiding, PlannedPand, PlannedVerblijfsobject } from "../street/street-plan.ts";
import { drawChange, type Life, REDRAWN_BELOW, REMEASURED_BELOW } from "./life.ts";

/** Cumulative shares of numbers with several voorkomens: what changes with the second. */
const NUMBER_CHANGES = {
  postcodeIssued: 0.8,
  otherPostcode: 0.807,
  /** It was on the street with the preceding ordinal. */
  otherStreet: 0.86,
  otherNumber: 0.878,
  otherLetter: 0.89,
} as const;
const UNKNOWN_AREA_SHARE = 0.015;
const OTHER_PURPOSE_SHARE = 0.01;
/** Draws of a change: below REDRAWN a pand has another geometry, from OTHER_YEAR_FROM on another bouwjaar. */
const REDRAWN = 0.42;
const OTHER_YEAR_FROM = 0.35;
/** Bouwjaar of a pand before it is known. */
const UNKNOWN_BOUWJAAR = 9999;

type At = { readonly life: Life; readonly index: number };

/** Returns the days from a number to its postcode. */
export function daysToPostcode(seed: number): number {
  return 5 + randomBelow(seed, 110, 90);
}

/** Returns what differs in the first voorkomen of a number from its later ones. */
export function pastNumber(
  { seed, huisnummer, postcode }: PlannedNummeraanduiding,
  { life, index }: At,
  { pc4, streetOrdinal }: PlannedStreet,
): Partial<Nummeraanduiding> & { readonly otherStreetOrdinal?: number } {
  const draw = randomUnit(seed, 101);
  if (index > 0 || life.settledIndex < 1) {
    return {};
  }
  if (draw < NUMBER_CHANGES.postcodeIssued) {
    return { postcode: undefined };
  }
  if (draw < NUMBER_CHANGES.otherPostcode || postcode === undefined) {
    return { postcode: String(pc4).padStart(4, "0") + LETTER_PAIRS.at(-1 - randomBelow(seed, 106, 4))! };
  }
  if (draw < NUMBER_CHANGES.otherStreet) {
    return streetOrdinal > 0 ? { otherStreetOrdinal: streetOrdinal - 1 } : {};
  }
  if (draw < NUMBER_CHANGES.otherNumber) {
    return { huisnummer: huisnummer + 2 + 2 * randomBelow(seed, 107, 30) };
  }
  return draw < NUMBER_CHANGES.otherLetter ? { huisletter: "u" } : {};
}

/** Returns what differs in a voorkomen of a residence from the settled one. */
export function pastResidence(
  { seed, oppervlakte, gebruiksdoelen, panden }: PlannedVerblijfsobject,
  { life, index }: At,
  pandRefs: readonly string[],
): Partial<Verblijfsobject> {
  const remeasurements = countFrom(index, life, (i) => drawChange(seed, i) < REMEASURED_BELOW);
  const isOtherPurpose = randomUnit(seed, 108) < OTHER_PURPOSE_SHARE;
  return {
    oppervlakte:
      index === 0 && randomUnit(seed, 109) < UNKNOWN_AREA_SHARE
        ? UNKNOWN_OPPERVLAKTE
        : areaBefore(oppervlakte, remeasurements),
    gebruiksdoelen: isOtherPurpose ? ["overige gebruiksfunctie"] : gebruiksdoelen,
    // A shed is added to a residence later.
    panden: panden.length > 1 ? pandRefs.slice(0, 1) : pandRefs,
  };
}

/** Returns the area before it was measured again `times` times; each measurement made it a little larger. */
function areaBefore(oppervlakte: number, times: number): number {
  return oppervlakte === UNKNOWN_OPPERVLAKTE ? oppervlakte : Math.max(1, oppervlakte - 3 * times);
}

/** Returns what differs in a voorkomen of a pand from the settled one. */
export function pastPand({ seed, bouwjaar, depthM, shape }: PlannedPand, { life, index }: At) {
  const drawings = countFrom(index, life, (i) => drawChange(seed, i) < REDRAWN);
  const years = countFrom(index, life, (i) => {
    const draw = drawChange(seed, i);
    return draw >= OTHER_YEAR_FROM && draw < REDRAWN_BELOW;
  });
  const isUnknown = years > 0 && randomUnit(seed, 112) < 0.5;
  return {
    shape: drawings > 0 ? ("box" as const) : shape,
    depthM: depthM * 0.9 ** drawings,
    bouwjaar: years === 0 ? bouwjaar : isUnknown ? UNKNOWN_BOUWJAAR : Math.min(9998, bouwjaar + years),
  };
}

/** Counts the changes from a voorkomen to the settled one. */
function countFrom(index: number, { settledIndex }: Life, isChange: (index: number) => boolean): number {
  let count = 0;
  for (let i = index; i < settledIndex; i += 1) {
    count += isChange(i) ? 1 : 0;
  }
  return count;
}
