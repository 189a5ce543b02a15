/** Reads the parts of an address from a row, as its plan says. */
import { compact } from "../search/line/designation-key.ts";
import { isEmptyFieldText } from "../search/line/designation-words.ts";
import type { Cell, Row } from "../tables/table.ts";
import { cellText } from "./cells/cell-text.ts";
import { isDateCell, type NumberCell, readNumberCell } from "./cells/number-cell.ts";
import { readPostcodeCell } from "./cells/postcode-cell.ts";
import type { Role } from "./columns/roles.ts";
import type { GeocodePlan } from "./plan.ts";

/** Parts as typed, without spaces around them; empty where the row has none. */
export interface RowParts {
  /** In the registry's spelling; `undefined` when the cell has no postcode. */
  readonly postcode: string | undefined;
  readonly postcodeText: string;
  readonly number: NumberCell;
  readonly numberText: string;
  readonly letter: string;
  readonly addition: string;
  readonly street: string;
  readonly place: string;
  /** Cells of the columns of text, joined by commas. */
  readonly text: string;
  readonly country: string;
  /** Text of a letter or addition that is a date. */
  readonly damaged: string | undefined;
}

/** Returns a function that reads the cells of one role; those of text are joined. */
export function createCellReader(plan: GeocodePlan): (row: Row, role: Role) => Cell {
  const indexes = new Map<Role, number>();
  for (const { role, index } of plan.uses) {
    indexes.set(role, indexes.get(role) ?? index);
  }
  return (row, role) => {
    const index = indexes.get(role);
    return index === undefined ? "" : (row[index] ?? "");
  };
}

/** Returns a function that reads the parts of a row. */
export function createPartsReader(plan: GeocodePlan): (row: Row) => RowParts {
  const cellOf = createCellReader(plan);
  const textIndexes = plan.uses.filter(({ role }) => role === "text").map(({ index }) => index);
  return (row) => {
    const cell = cellOf(row, "number");
    const numberCell = typed(cell) === "" ? "" : cell;
    const [letterCell, additionCell] = [cellOf(row, "letter"), cellOf(row, "addition")];
    const postcodeText = typed(cellOf(row, "postcode"));
    const postcode = readPostcodeCell(postcodeText);
    return {
      postcode: postcode?.postcode,
      postcodeText,
      number: readNumberCell(numberCell),
      numberText: cellText(numberCell),
      letter: designationText(letterCell),
      addition: designationText(additionCell),
      street: typed(cellOf(row, "street")),
      place: typed(cellOf(row, "place")) || (postcode?.rest ?? ""),
      text: textIndexes
        .map((index) => typed(row[index]))
        .filter((text) => text !== "")
        .join(", "),
      country: typed(cellOf(row, "country")),
      damaged: [letterCell, additionCell].filter(isDateCell).map(cellText)[0],
    };
  };
}

/** Texts that programs write for a missing value. */
const MISSING = /^(null|undefined|nvt|nan|na|none|geen|onbekend|unknown|0+)?$/;

/** Returns the text of a cell, empty for one that says that there is none: `-`, `n.v.t.`, `NULL`. */
function typed(cell: Cell | undefined): string {
  const text = cellText(cell);
  // A long text is no such word.
  return text.length <= 12 && MISSING.test(compact(text)) && !/[^\p{ASCII}]/u.test(text) ? "" : text;
}

function designationText(cell: Cell): string {
  const text = cellText(cell);
  return text === "" || isEmptyFieldText(compact(text)) ? "" : text;
}
