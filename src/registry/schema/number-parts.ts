/** Compares the letter and addition asked for with an address's; runs in browsers too. */

/** Letter and addition of an address of one postcode and number (docs/records.md, "Finding one address"). */
export interface NumberParts {
  huisletter: string | null;
  huisnummertoevoeging: string | null;
}

/**
 * Returns the addresses, of those given in natural order, that match the letter and addition asked: exactly, else
 * case-insensitively, else both joined into one string without spaces and hyphens. Ties between joined strings are
 * ranked by same case first, then addresses with a letter before those with only an addition (`letter=A1` and
 * `addition=a-1` are read as a letter followed by the rest), then natural order. All addresses returned have the same
 * full key; several are duplicate registrations. An absent part (null or empty) matches only an absent part, and so
 * does a part of hyphens when no address has it.
 */
export function matchNumberParts<T extends NumberParts>(
  addresses: readonly T[],
  requested: NumberParts,
): T[] {
  const letter = requested.huisletter ?? "";
  const toevoeging = requested.huisnummertoevoeging ?? "";
  return (
    findWithSameParts(addresses, (a) => letterOf(a) === letter && toevoegingOf(a) === toevoeging) ??
    findWithSameParts(
      addresses,
      (a) => equalsIgnoringCase(letterOf(a), letter) && equalsIgnoringCase(toevoegingOf(a), toevoeging),
    ) ??
    matchJoined(addresses, letter + toevoeging) ??
    []
  );
}

function matchJoined<T extends NumberParts>(addresses: readonly T[], requested: string): T[] | undefined {
  const wanted = withoutSeparators(requested);
  const isSameJoined = (a: T) => withoutSeparators(letterOf(a) + toevoegingOf(a)) === wanted;
  const isSameIgnoringCase = (a: T) => joinParts(a) === wanted.toLowerCase();
  const hasLetter = (a: T) => letterOf(a) !== "";
  return (
    findWithSameParts(addresses, (a) => isSameJoined(a) && hasLetter(a)) ??
    findWithSameParts(addresses, isSameJoined) ??
    findWithSameParts(addresses, (a) => isSameIgnoringCase(a) && hasLetter(a)) ??
    findWithSameParts(addresses, isSameIgnoringCase)
  );
}

/** Returns the first accepted address and those with the same letter and addition; `undefined` for no match. */
function findWithSameParts<T extends NumberParts>(
  addresses: readonly T[],
  accepts: (address: T) => boolean,
): T[] | undefined {
  const first = addresses.find(accepts);
  if (first === undefined) {
    return undefined;
  }
  return addresses.filter(
    (a) => a.huisletter === first.huisletter && a.huisnummertoevoeging === first.huisnummertoevoeging,
  );
}

function letterOf(address: NumberParts): string {
  return address.huisletter ?? "";
}

function toevoegingOf(address: NumberParts): string {
  return address.huisnummertoevoeging ?? "";
}

/** Joins letter and addition into a form that is equal for all parts that {@link matchNumberParts} matches. */
export function joinParts(address: NumberParts): string {
  return withoutSeparators(letterOf(address) + toevoegingOf(address)).toLowerCase();
}

function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}]+/gu, "");
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
