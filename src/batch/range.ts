/** Reads a range of house numbers in a row: `12-14`, `12 t/m 18`, `12/14`. */
import type { AdresRecord } from "../registry/read/records.ts";
import { fitOf } from "../search/line/designation.ts";
import { readNumberCell } from "./cells/number-cell.ts";
import { keyOf } from "./house.ts";
import type { RowParts } from "./row-parts.ts";

export interface Range {
  /** As typed. */
  readonly text: string;
  readonly from: number;
  /** Last number, perhaps with a letter, in lower case. */
  readonly to: string;
  /** True for words, which no address is written with: `t/m`, `en`. */
  readonly isInWords: boolean;
  /** Rows with either end in place of the range. */
  readonly ends: readonly RangeEnd[];
}

interface RangeEnd {
  readonly number: number;
  readonly parts: RowParts;
}

/** The last number is none of a postcode. */
const RANGE =
  /(?<![\p{L}\d.,/-])(\d{1,5})\s*([-–/]|[&+]|t\s*\/?\s*m\.?|tot(?:\s+en\s+met)?|en)\s*(?!\d{4}\s*[a-z]{2}(?!\p{L}))(\d{1,5}[a-z]?)(?![\p{L}\d]|[-/]\d)/iu;

/** Returns the range that a row has for its house number, or in its street or text; `undefined` for none. */
export function findRange(parts: RowParts): Range | undefined {
  const { numberText, letter, addition, street, text } = parts;
  if (/^\d+$/.test(numberText) && !/\d/.test(letter + addition)) {
    return undefined;
  }
  if (numberText !== "") {
    const whole = [numberText, letter, addition].filter((part) => part !== "").join(" ");
    const cells = [numberText, whole].find((cell) => readRange(cell)?.text === cell);
    const withNumber = (number: string): RowParts => ({
      ...parts,
      number: readNumberCell(number),
      numberText: number,
      letter: "",
      addition: "",
    });
    return cells === undefined ? undefined : readRange(cells, withNumber);
  }
  const [name, line] = street === "" ? (["text", text] as const) : (["street", street] as const);
  return readRange(line, (number, range) => ({ ...parts, [name]: line.replace(range, number) }));
}

function readRange(
  line: string,
  withNumber: (number: string, range: string) => RowParts | undefined = () => undefined,
): Range | undefined {
  const found = RANGE.exec(line);
  const [text, first, between, last] = found ?? [];
  if (text === undefined || Number(first) === 0 || Number.parseInt(last!, 10) <= Number(first)) {
    return undefined;
  }
  const from = Number(first);
  const ends = [first!, last!].flatMap((number) => {
    const parts = withNumber(number, text);
    return parts === undefined ? [] : { number: Number.parseInt(number, 10), parts };
  });
  return { text, from, to: last!.toLowerCase(), isInWords: !/^[-–/]$/.test(between!), ends };
}

/** Returns true when an address is not at the first number of a range, or has the last one as its addition. */
export function isOutsideRange(adres: AdresRecord, { from, to, isInWords }: Range): boolean {
  const fit = fitOf(to, keyOf(adres));
  return adres.huisnummer !== from || (!isInWords && (fit === "equal" || fit === "equivalent"));
}
