/** Which of the addresses of one postcode and number is meant (decisions.md, "Finding one address"). */

export interface NumberParts {
  huisletter: string | null;
  huisnummertoevoeging: string | null;
}

/**
 * The addresses, of those given in natural order, that have the letter and addition asked: as they are, else without
 * regard to case, else both as one string without spaces and hyphens. Of several that are one string, the same case goes
 * before other case, then a letter with an addition before an addition alone (`letter=A1`, `addition=a-1` are a letter
 * that begins what follows), then natural order. All in the answer have one full key; several are double registrations.
 * An absent part (null or empty) is asked as absent, and so is one of hyphens when no address has it.
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

/** The first that is accepted and those with the same letter and addition; `undefined` when none is. */
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
