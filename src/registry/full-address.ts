/** The parts of an address that people write on one line; the numbers' two parts may be absent or empty. */
export interface AddressLine {
  straatnaam: string;
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
  postcode: string | null;
  woonplaats_naam: string;
}

/** Street, number, postcode and city: `Bornsesteeg 1-5A3, 6708GA Wageningen`; without postcode `Aetsveld 1, Weesp`. */
export function formatFullAddress(line: AddressLine): string {
  const number = formatHouseNumber(line.huisnummer, line.huisletter, line.huisnummertoevoeging);
  const place = line.postcode ? `${line.postcode} ${line.woonplaats_naam}` : line.woonplaats_naam;
  return `${line.straatnaam} ${number}, ${place}`;
}

/** The letter is glued to the number; the addition follows a hyphen when it starts with a digit, else a space. */
export function formatHouseNumber(
  huisnummer: number,
  letter: string | null,
  toevoeging: string | null,
): string {
  const start = letter ? huisnummer + letter : huisnummer.toString();
  if (!toevoeging) return start;
  return start + (toevoeging.charCodeAt(0) <= CODE_OF_9 ? "-" : " ") + toevoeging;
}

const CODE_OF_9 = "9".charCodeAt(0);
