/**
 * UUIDs that contain an identificatie, for programs that accept no other ids (docs/clients.md). They are of version 8
 * (RFC 9562) and contain the 16 digits of the identificatie, then two of the kind. All else is fixed, so an object has
 * exactly one: `04572000-0052-8175-8000-6261672d6964` is nummeraanduiding 0457200000521750.
 */

/** Kinds by their number in a UUID: a new kind goes to the end. */
const KINDS = [
  ...["adres", "verblijfsobject", "ligplaats", "standplaats", "pand"],
  ...["woonplaats", "gemeente", "postcodegebied", "provincie"],
];
/** `bag-id` in ASCII. */
const END = "6261672d6964";
const UUID = /^(\d{8})-(\d{4})-8(\d{3})-8(\d)\d\d-6261672d6964$/;

/** Returns the UUID of an object; `identificatie` has at most 16 digits. */
export function toUuid(kind: string, identificatie: string): string {
  const digits = identificatie.padStart(16, "0");
  const kindDigits = String(KINDS.indexOf(kind)).padStart(2, "0");
  const [a, b, c, d] = [[0, 8], [8, 12], [12, 15], [15]].map(([from, to]) => digits.slice(from, to));
  return `${a}-${b}-8${c}-8${d}${kindDigits}-${END}`;
}

/** Returns the identificatie, of so many digits, in the UUID of an object of a kind; `undefined` for any other text. */
export function identificatieOfUuid(kind: string, text: string, digits: number): string | undefined {
  const identificatie = UUID.exec(text)?.slice(1).join("").slice(-digits);
  return identificatie !== undefined && toUuid(kind, identificatie) === text ? identificatie : undefined;
}
