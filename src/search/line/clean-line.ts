/** Removes parts of a line that belong to no address: telephone numbers, dates, links, labels of forms, markup. */
import { plainText } from "./plain-text.ts";

/** Ends a field of the line, as a comma does; see isFieldSeparator. */
const FIELD_SEPARATOR = " | ";

const MONTHS =
  "jan(?:uari)?|feb(?:ruari)?|mrt|maart|apr(?:il)?|mei|juni?|juli?|aug(?:ustus)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const LABELS =
  "adres|(?:bezoek|post|aflever|bezorg|factuur|vestigings|woon|huis|verzend|correspondentie)adres|address|straat(?:naam)?|street|" +
  "huis(?:nummer|nr|letter)|toevoeging|nummer|postcode|zip(?:code)?|(?:woon)?plaats|stad|city|gemeente|provincie|land|country|locatie|location";

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = "(?:0?[1-9]|1[0-2])";
const PHONE_LABEL = String.raw`(?:\b(?:tel(?:efoon)?(?:nummer|nr)?|mob(?:iel)?|fax|phone|gsm|whatsapp|[tmf])\b[\s.:]*)?`;

/** Replacements, applied in this order. pandas writes `<NA>` for an empty cell; it is not markup. */
const RULES: readonly (readonly [pattern: RegExp, by: string | ((found: string) => string)])[] = [
  [/(?:%[0-9a-f]{2})+/gi, decodePercent],
  [/<\/?(?!NA>)[a-z][^<>]{0,60}>/gi, FIELD_SEPARATOR],
  // References that are unknown, or escaped more often than they are decoded.
  [/&(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, " "],
  [/\s*[\r\n\t]\s*/g, FIELD_SEPARATOR],
  [/(?:\be(?:-?mail)?\b[\s.:]*)?[^\s@,;|<>()]{1,64}@[^\s@,;|<>()]{1,64}/gi, FIELD_SEPARATOR],
  [/\b(?:https?:\/\/|www\.)[^\s,;|<>()]+/gi, FIELD_SEPARATOR],
  // VAT numbers and IBANs: before telephone numbers, which would match their digits.
  [/\bNL[\s.]?\d{3}[\s.]?\d{3}[\s.]?\d{3}[\s.]?B[\s.]?\d{2}\b/gi, FIELD_SEPARATOR],
  [/\bNL\d{2}\s?[A-Z]{4}(?:\s?\d){10}\b/gi, FIELD_SEPARATOR],
  [
    new RegExp(`\\b(?:19|20)\\d\\d-${MONTH}-${DAY}\\b|\\b${DAY}([-/.])${MONTH}\\1(?:19|20)\\d\\d\\b`, "g"),
    FIELD_SEPARATOR,
  ],
  [new RegExp(`\\b${DAY}\\s+(?:${MONTHS})\\.?\\s+20\\d\\d\\b`, "gi"), FIELD_SEPARATOR],
  [/\b\d\d?:\d\d(?:\s?uur)?\b/gi, FIELD_SEPARATOR],
  // Telephone numbers: nine digits and more after a +, ten from a 0, with any spacing.
  [
    new RegExp(`${PHONE_LABEL}(?:\\+|\\b00(?=31))[\\s(]*\\d(?:[\\s().-]{0,3}\\d){8,12}(?![a-z\\d])`, "gi"),
    FIELD_SEPARATOR,
  ],
  [
    new RegExp(`${PHONE_LABEL}(?:\\(\\s?)?(?<![a-z\\d])0(?:[\\s().-]{0,3}\\d){9}(?![a-z\\d])`, "gi"),
    FIELD_SEPARATOR,
  ],
  [
    new RegExp(`${PHONE_LABEL}(?<![a-z\\d])0[89]00[\\s-]?\\d{4}(?:\\d{3})?(?![a-z\\d])`, "gi"),
    FIELD_SEPARATOR,
  ],
  [/\b(?:kvk|btw|bsn|rsin|vat|iban)(?:[-\s]?(?:nummer|nr|id))?\b[\s.:]*(?=[|\d])/gi, FIELD_SEPARATOR],
  [/(?<![a-z\d])\d{6,}(?![a-z\d])/gi, FIELD_SEPARATOR],
  [new RegExp(`\\b(?:${LABELS})\\s*:`, "gi"), FIELD_SEPARATOR],
  // "n° 5"; 1², which Unicode normalization would make 12; '44 for 1944 outside a range of years.
  [/\bn\s?[°º]\s?(?=\d)/gi, " "],
  [/(?<=\d)\p{No}/gu, "-$&"],
  [/(?<=^|[\sa-z(])['’](?=\d\d(?:$|[\s,)]))(?!\d\d\s*[-–/])/gi, "19"],
];

/** Fast check: most lines have nothing to replace. */
const MAY_NEED_CLEANING =
  /[%<&@:°º\r\n\t+]|\p{No}|['’]\d|www\.|(?:\d[\s().-]*){6}|\d[-/.]\d\d?[-/.]\d|[a-z]\.?\s+20\d\d/iu;

/** Returns the line without parts that belong to no address; unchanged when nothing would be left. */
export function cleanLine(line: string): string {
  const plain = plainText(line);
  if (!MAY_NEED_CLEANING.test(plain)) {
    return plain;
  }
  let cleaned = plain;
  for (const [pattern, replacement] of RULES) {
    cleaned = cleaned.replace(pattern, replacement as string);
  }
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : plain;
}

/** Decodes percent-encoding (`%20`); returns a space when it is no valid text. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return " ";
  }
}

/** Returns true when the text between two words separates fields of the line: street, city, other text. */
export function isFieldSeparator(gap: string): boolean {
  return /[,;|:()[\]{}•·]/.test(gap);
}
