/** Recognises the kind of a typed text by its form alone. */
import type { ExplorerView } from "../../view.ts";

/** Digits 5 and 6 of an identificatie tell the type of its object (docs/bag-format.md). */
const KIND_OF_CODE = { "01": "residence", "10": "building", "20": "address", "30": "street" } as const;

/** Returns the view of an identificatie of 16 digits; undefined for other text, and for objects without a card. */
export function recogniseIdentificatie(text: string): ExplorerView {
  const digits = text.replaceAll(" ", "");
  const code = /^\d{4}(\d\d)\d{10}$/.exec(digits)?.[1];
  const kind = KIND_OF_CODE[code as keyof typeof KIND_OF_CODE];
  return kind && { kind, id: digits };
}

/** Returns a whole postcode as the registry writes it. */
export function recognisePostcode(text: string): string | undefined {
  const match = /^([1-9]\d{3})\s?([a-z]{2})$/i.exec(text);
  return match ? `${match[1]}${match[2]!.toUpperCase()}` : undefined;
}

/** Returns four digits, which may be a postcode area, a woonplaats or a gemeente. */
export function recogniseCode(text: string): string | undefined {
  return /^\d{4}$/.test(text) ? text : undefined;
}

const PROVINCES = [
  ...["Drenthe", "Flevoland", "Friesland", "Gelderland", "Groningen", "Limburg"],
  ...["Noord-Brabant", "Noord-Holland", "Overijssel", "Utrecht", "Zeeland", "Zuid-Holland"],
];
const MIN_PROVINCE_LETTERS = 3;

/** Lists the provincies whose name begins with a text. */
export function recogniseProvinces(text: string): string[] {
  const key = plainName(text);
  return key.length < MIN_PROVINCE_LETTERS ? [] : PROVINCES.filter((name) => plainName(name).startsWith(key));
}

/** Returns a name in a form that can be compared: lower case, without diacritics. */
export function plainName(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Returns true for a line with a house number, which means addresses only; `1e` and `2de` are parts of names. */
export function hasNumber(line: string): boolean {
  return /\d(?!\d|e\b|de\b|ste\b)/i.test(line);
}
