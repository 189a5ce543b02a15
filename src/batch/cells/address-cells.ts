/** Reads the cells of addresses as people and spreadsheets write them: text, postcode, house number, country. */
import { nameKey } from "../../registry/schema/name-key.ts";
import { withoutFloatTails } from "../../registry/schema/number-parts.ts";
import { compact } from "../../search/line/designation-key.ts";
import { plainText } from "../../search/line/plain-text.ts";
import type { Cell } from "../../tables/table.ts";

/** Returns the text of a cell as its writer meant it, without marks that keep it as text or spaces around it. */
export function cellText(cell: Cell | undefined): string {
  const text = cell === undefined ? "" : typeof cell === "string" ? cell : cell.text;
  return withoutTextMark(plainText(text).trim());
}

/** Fast check for marks that keep a cell as text. */
const MAY_BE_MARKED = /^["'`´‘’“”„=<]/;
/** `="22"`, `=T("22")`, `"22"`, `“22”`; pandas writes `<NA>`. */
const QUOTED = /^(?:=\s*(?:T\()?\s*"(.*)"\s*\)?|["“”„](.*)["“”]|<(NA)>)$/s;
/** Marks of cells that are marked more than once: `'="22"`. */
const MAX_MARKS = 3;

/** Removes what people and programs write so that a spreadsheet keeps a cell as text; `'s-Gravenhage` stays. */
function withoutTextMark(text: string): string {
  let rest = text;
  for (let i = 0; i < MAX_MARKS && MAY_BE_MARKED.test(rest); i++) {
    const quoted = QUOTED.exec(rest);
    const inner = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3];
    if (inner !== undefined) {
      rest = inner.replaceAll('""', '"').trim();
    } else if (/^['`´‘’](?![stnkr][\s-])/i.test(rest)) {
      rest = rest.replace(/^['`´‘’]\s*(.*?)['`´‘’]?$/s, "$1").trim();
    }
  }
  return rest;
}

/** Characters of a cell with a part of an address, far more than any has. */
const MAX_CELL = 2_000;

/** Tells whether a cell is too long for a part of an address; such a cell is not matched, which would take long. */
export function isTooLong(cell: Cell): boolean {
  return (typeof cell === "string" ? cell : cell.text).length > MAX_CELL;
}

/** Texts that programs write for a missing value. */
const MISSING = /^(null|undefined|nvt|nan|na|none|geen|onbekend|unknown|0+)?$/;
/** NULL in exports of MySQL and PostgreSQL, and Excel's error in Dutch and German. */
const MISSING_AS_WRITTEN = /^(?:\\N|#N\/B|#NV)$/;

/**
 * Returns the text of a cell without decimals of whole numbers; empty for a text that means a missing value: `-`,
 * `n.v.t.`, `NULL`.
 */
export function filledText(cell: Cell | undefined): string {
  const text = cellText(cell);
  // A long text is not such a word. Neither is a text that begins with 1 to 9, as most cells of an address do.
  const isMissing =
    text.length <= 12 &&
    !/^[1-9]/.test(text) &&
    (MISSING.test(compact(text)) || MISSING_AS_WRITTEN.test(text)) &&
    !/[^\p{ASCII}]/u.test(text);
  return isMissing ? "" : withoutFloatTails(text);
}

/** Words of a cell that says that an address is not the one meant, as "aanduiding bij huisnummer" of the BRP does. */
const WORDS: ReadonlyMap<string, "by" | "to"> = new Map([
  ["by", "by"],
  ["bij", "by"],
  ["to", "to"],
  ["t/o", "to"],
  ["tegenover", "to"],
]);

/** Returns `by` (beside) or `to` (opposite); `undefined` for anything else. */
export function besideWord(text: string): "by" | "to" | undefined {
  return text.length > 10 ? undefined : WORDS.get(text.toLowerCase().replace(/\.$/, ""));
}

/** Cell of a postcode as people write it. */
interface PostcodeCell {
  /** In the registry's spelling. */
  readonly postcode: string;
  /** Text after it, usually the place. */
  readonly rest: string;
}

/** No two parts match the same characters: a long text of them would take time quadratic in its length. */
const POSTCODE =
  /^(?:NL\s*(?:[-–]\s*)?)?([1-9]\d{3})[\s._–-]*([A-Za-z]{2})(?![A-Za-z0-9])[\s,;.-]*(?![\s,;.-])(.*)$/i;

/** Parses `1381AB`, `1381 ab`, `1381-AB`, `NL-1381AB` or `1381 AB  Weesp`; `undefined` for anything else. */
export function readPostcodeCell(text: string): PostcodeCell | undefined {
  const found = POSTCODE.exec(text);
  return found === null
    ? undefined
    : { postcode: found[1]! + found[2]!.toUpperCase(), rest: found[3]!.trim() };
}

const LANGUAGES = ["nl", "en", "de", "fr"];
const NETHERLANDS = new Set([
  "nl",
  "nld",
  "ned",
  "holland",
  "the netherlands",
  "koninkrijk der nederlanden",
  "kingdom of the netherlands",
  "netherland",
  "528",
]);
/** Names and codes that ISO 3166 and its translations lack. */
const OTHERS =
  "belgie belgium bel deu ger brd duitsland fra frankrijk gbr uk engeland england groot brittannie lux aut che esp ita usa vs deutschland osterreich espana italia polska pol";
const MAX_LENGTH = 60;

const known = new Map<string, boolean>();

/** Names of all countries in four languages, true for the Netherlands; made at first use in some milliseconds. */
function namesOfCountries(): ReadonlyMap<string, boolean> {
  if (known.size > 0) {
    return known;
  }
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of codes.filter((each) => names.of(each) !== undefined && each !== "ZZ")) {
      known.set(nameKey(names.of(code)!), code === "NL");
      known.set(code.toLowerCase(), code === "NL");
    }
  }
  for (const name of OTHERS.split(" ")) {
    known.set(name, false);
  }
  for (const name of NETHERLANDS) {
    known.set(name, true);
  }
  return known;
}

/** Returns true for a name or code of the Netherlands, false for one of another country, else `undefined`. */
export function isNetherlands(text: string): boolean | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  return namesOfCountries().get(nameKey(text).replace(/[.()]/g, "").trim());
}

/** House number as people and spreadsheets write it in a cell. */
export type NumberCell =
  | { readonly kind: "empty" }
  /** `rest`: the text after the number; empty for a range, whose first number it is. */
  | { readonly kind: "number"; readonly number: number; readonly rest: string }
  /** Not a house number: a spreadsheet has changed it to a date or another number. */
  | { readonly kind: "damaged"; readonly by: "date" | "rounding" }
  | { readonly kind: "other" };

const MONTH = "(?:jan|feb|mrt|maa|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]*\\.?";
const DATES: readonly RegExp[] = [
  new RegExp(`^\\d{1,2}[-/ ]${MONTH}(?:[-/ ]\\d{2,4})?$`, "i"),
  new RegExp(`^${MONTH}[-/ ]\\d{1,4}$`, "i"),
  /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/,
  /^\d{1,2}([-/.])\d{1,2}\1\d{4}(?: .*)?$/,
];
// In RANGE and NUMBER no two parts match the same characters: a long text of them would take time quadratic in its
// length.
/** Numbers as spreadsheets print large ones, and more digits than they keep. */
const ROUNDED = /^\d+(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e-\d+$|^\d{15,}$/i;
/** Number format that a spreadsheet gives by itself to what it takes for a power of ten: `2E3`. */
const POWER_OF_TEN = /0E[+-]0/i;
const RANGE = /^(\d{1,5})\s*(?:t\s*(?:\/\s*)?m|tot(?:\s+en\s+met)?|tm|en|&|\+)\.?\s*(\d{1,5})$/i;
/** Number, perhaps announced. */
const NUMBER = /^(?:(?:huis)?(?:nr|nummer|no)\b\.?\s*|#\s*)?0*([1-9]\d{0,4})(?!\d)\s*(?!\s)(.*)$/i;
const MAX_REST = 40;

/** Returns the house number of a cell. */
export function readNumberCell(cell: Cell | undefined): NumberCell {
  const text = cellText(cell);
  if (text === "") {
    return { kind: "empty" };
  }
  if ((typeof cell === "object" && cell.kind === "date") || DATES.some((date) => date.test(text))) {
    return { kind: "damaged", by: "date" };
  }
  if (ROUNDED.test(text) || (typeof cell === "object" && POWER_OF_TEN.test(cell.format ?? ""))) {
    return { kind: "damaged", by: "rounding" };
  }
  const range = RANGE.exec(text);
  if (range !== null && Number(range[2]) > Number(range[1])) {
    return { kind: "number", number: Number(range[1]), rest: "" };
  }
  const found = NUMBER.exec(withoutFloatTails(text));
  if (found === null || found[2]!.length > MAX_REST || /^[.,]\d/.test(found[2]!)) {
    return { kind: "other" };
  }
  return { kind: "number", number: Number(found[1]), rest: found[2]! };
}

/** Returns true for a cell that a spreadsheet has taken for a date: `1-2` typed as an addition. */
export function isDateCell(cell: Cell | undefined): boolean {
  const read = readNumberCell(cell);
  return read.kind === "damaged" && read.by === "date";
}
