/** Resolves letter and addition to an address of one postcode and number (decisions.md, "Finding one address"). */

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
export function matchNumberParts<T extends NumberParts>(addresses: readonly T[], asked: NumberParts): T[] {
  const letter = asked.huisletter ?? "";
  const toevoeging = asked.huisnummertoevoeging ?? "";
  return (
    withKeyOfFirst(addresses, (a) => letterOf(a) === letter && toevoegingOf(a) === toevoeging) ??
    withKeyOfFirst(
      addresses,
      (a) => sameButCase(letterOf(a), letter) && sameButCase(toevoegingOf(a), toevoeging),
    ) ??
    matchJoined(addresses, letter + toevoeging) ??
    []
  );
}

function matchJoined<T extends NumberParts>(addresses: readonly T[], asked: string): T[] | undefined {
  const wanted = withoutSeparators(asked);
  const isSame = (a: T) => joined(a) === wanted;
  const isAlike = (a: T) => sameButCase(joined(a), wanted);
  const hasLetter = (a: T) => letterOf(a) !== "";
  return (
    withKeyOfFirst(addresses, (a) => isSame(a) && hasLetter(a)) ??
    withKeyOfFirst(addresses, isSame) ??
    withKeyOfFirst(addresses, (a) => isAlike(a) && hasLetter(a)) ??
    withKeyOfFirst(addresses, isAlike)
  );
}

/** Returns the first accepted address and those with the same letter and addition; `undefined` for no match. */
function withKeyOfFirst<T extends NumberParts>(
  addresses: readonly T[],
  accepts: (address: T) => boolean,
): T[] | undefined {
  const first = addresses.find(accepts);
  if (first === undefined) return undefined;
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

function joined(address: NumberParts): string {
  return withoutSeparators(letterOf(address) + toevoegingOf(address));
}

function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}]+/gu, "");
}

function sameButCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
