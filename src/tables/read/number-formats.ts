/** Number formats of the cells of a workbook. */
import { BUILT_IN_FORMATS } from "../number-formats.ts";
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { readWholeXml } from "./xml-part.ts";
import type { ZipParts } from "./zip-parts.ts";

/** Number format of a cell. */
export interface NumberFormat {
  /** Undefined for the general one. */
  readonly code: string | undefined;
  readonly kind: "number" | "date" | "time";
  /** Shows hours, minutes or seconds. */
  readonly hasTime: boolean;
  /** Digits to which whole numbers are filled with zeros, such as 4 for `0000`; 0 when they are not. */
  readonly digits: number;
}

/** Formats without a code of their own that show dates in East Asian writing. */
const EAST_ASIAN_DATES = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Longest code that Excel takes; a longer one is ignored, because each cell with it may become as long. */
const MAX_CODE = 255;

export const GENERAL: NumberFormat = { code: undefined, kind: "number", hasTime: false, digits: 0 };

/** Returns the number formats of the cell styles, in the order to which cells refer. */
export async function readNumberFormats(parts: ZipParts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCellFormats = false;
  await readWholeXml(parts, part, {
    open: (name, attributes) => {
      if (name === "numFmt") {
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
        assertCount(codes.size, "number formats");
      } else if (name === "cellXfs") {
        isInCellFormats = true;
      } else if (name === "xf" && isInCellFormats) {
        ids.push(Number(attributes.numFmtId ?? 0));
        assertCount(ids.length, "styles of cells");
      }
    },
    close: (name) => {
      isInCellFormats &&= name !== "cellXfs";
    },
  });
  return ids.map((id) => formatOf(codes.get(id) ?? builtIn(id)));
}

function assertCount(count: number, of: string): void {
  if (count > TABLE_LIMITS.xlsxStyles) {
    refuseTable(
      `has more than ${TABLE_LIMITS.xlsxStyles.toLocaleString("en")} ${of}. Save the table as CSV.`,
    );
  }
}

function builtIn(id: number): string {
  return BUILT_IN_FORMATS[id] ?? (EAST_ASIAN_DATES.has(id) ? "yyyy-mm-dd" : "General");
}

/** Quoted and escaped text, room for a character, fill; colours, conditions and locales in brackets, but not `[h]`. */
const NOT_SHOWN = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Reads a format code: the kind of value that it shows. */
function formatOf(code: string): NumberFormat {
  if (/^general$/i.test(code) || code.length > MAX_CODE) {
    return GENERAL;
  }
  const [shown = ""] = code.replaceAll(NOT_SHOWN, "").split(";");
  const hasTime = /[hs]/i.test(shown);
  const hasDate = /[yd]/i.test(shown) || (/m/i.test(shown) && !hasTime);
  const kind = hasDate ? "date" : hasTime ? "time" : "number";
  return { code, kind, hasTime, digits: /^0+$/.test(code) ? code.length : 0 };
}
