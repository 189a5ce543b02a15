/**
 * Selects the voorkomens of an object that count on the reference date D (docs/records.md, "Which records exist"):
 * those with beginGeldigheid ≤ D < eindGeldigheid (no end = open), not inactive, not niet-BAG; of several the highest
 * voorkomenidentificatie. Dates are compared as integers YYYYMMDD; `eindRegistratie` is not a criterion.
 *
 * A registry keeps those and the ones that are still to begin, because time alone brings them into force.
 */
/** Period in which a voorkomen is valid: YYYYMMDD, the end exclusive or NO_END. */
export interface Validity {
  readonly begin: number;
  readonly end: number;
}

export function isInForce({ begin, end }: Validity, referenceDate: number): boolean {
  return begin <= referenceDate && referenceDate < end;
}

export function isKept(
  { end, isInactive }: { end: number; isInactive: boolean },
  referenceDate: number,
): boolean {
  return end > referenceDate && !isInactive;
}

/** Returns the voorkomen in force with the highest number; undefined before the first and after the last. */
export function findInForce<T extends Validity & { readonly voorkomen: number }>(
  kept: readonly T[],
  referenceDate: number,
): T | undefined {
  let highest: T | undefined;
  for (const one of kept) {
    if (isInForce(one, referenceDate) && one.voorkomen > (highest?.voorkomen ?? -1)) {
      highest = one;
    }
  }
  return highest;
}
