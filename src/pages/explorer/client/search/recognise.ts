/** Recognises the kind of a typed text by its form alone. */

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
