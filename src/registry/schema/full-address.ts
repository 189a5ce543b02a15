/** Parts of an address written on one line; huisletter and huisnummertoevoeging may be null or empty. */
export interface AddressLine {
  straatnaam: string;
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
  postcode: string | null;
  woonplaats_naam: string;
}

/**
 * Formats street, number, postcode and city: `Bornsesteeg 1-5A3, 6708GA Wageningen`; without postcode
 * `Aetsveld 1, Weesp`.
 */
export function formatFullAddress(line: AddressLine): string {
  const number = formatHouseNumber(line.huisnummer, line.huisletter, line.huisnummertoevoeging);
  const place = line.postcode ? `${line.postcode} ${line.woonplaats_naam}` : line.woonplaats_naam;
  return `${line.straatnaam} ${number}, ${place}`;
}

/** Formats a house number: number, letter, then the addition after a hyphen if it starts with a digit, else a space. */
export function formatHouseNumber(
  huisnummer: number,
  letter: string | null,
  toevoeging: string | null,
): string {
  const start = letter ? huisnummer + letter : huisnummer.toString();
  if (!toevoeging) {
    return start;
  }
  return start + (toevoeging.charCodeAt(0) <= CODE_OF_9 ? "-" : " ") + toevoeging;
}

const CODE_OF_9 = "9".charCodeAt(0);
