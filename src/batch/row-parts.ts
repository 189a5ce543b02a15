/** Reads the parts of an address from a row, as its plan says. */
import { compact } from "../search/line/designation-key.ts";
import { isEmptyFieldText } from "../search/line/designation-words.ts";
import type { Cell, Row } from "../tables/table.ts";
import {
  besideWord,
  cellText,
  filledText,
  isDateCell,
  type NumberCell,
  readNumberCell,
  readPostcodeCell,
} from "./cells/address-cells.ts";
import type { ColumnUse, Role } from "./columns/roles.ts";

/** Parts as typed, without spaces around them; empty where the row has none. */
export interface RowParts {
  /** In the registry's spelling; `undefined` when the cell has no postcode. */
  readonly postcode: string | undefined;
  readonly postcodeText: string;
  readonly number: NumberCell;
  readonly numberText: string;
  readonly letter: string;
  /** Cells of the columns of additions, joined by spaces. */
  readonly addition: string;
  readonly street: string;
  /** The gemeente where the row has no place. */
  readonly place: string;
  /** Cells of the columns of text, joined by commas. */
  readonly text: string;
  readonly country: string;
  /** Mark of an address beside the one meant: `by` or `to`. */
  readonly beside: "by" | "to" | undefined;
  /** Text of a letter or addition that is a date. */
  readonly damaged: string | undefined;
}

interface Uses {
  readonly uses: readonly ColumnUse[];
}

/** Returns a function that reads the cell of one role. */
export function createCellReader(plan: Uses): (row: Row, role: Role) => Cell {
  const cellsOf = createCellsReader(plan);
  return (row, role) => cellsOf(row, role)[0] ?? "";
}

function createCellsReader({ uses }: Uses): (row: Row, role: Role) => Cell[] {
  const indexes = Map.groupBy(uses, ({ role }) => role);
  return (row, role) => indexes.get(role)?.map(({ index }) => row[index] ?? "") ?? [];
}

/** Returns a function that reads the parts of a row. */
export function createPartsReader(plan: Uses): (row: Row) => RowParts {
  const cellsOf = createCellsReader(plan);
  return (row) => {
    const textsOf = (role: Role) =>
      cellsOf(row, role)
        .map(filledText)
        .filter((text) => text !== "");
    const [cell = ""] = cellsOf(row, "number");
    const numberCell = filledText(cell) === "" ? "" : cell;
    const designations = [...cellsOf(row, "letter"), ...cellsOf(row, "addition")];
    const letter = cellsOf(row, "letter").map(designationText).join("");
    const addition = cellsOf(row, "addition").map(designationText).filter(Boolean).join(" ");
    const behind = numberCell === "" ? `${letter} ${addition}`.trim() : "";
    const postcodeText = textsOf("postcode").join(" ");
    const postcode = readPostcodeCell(postcodeText);
    const [street = ""] = textsOf("street");
    const [text = "", ...texts] = textsOf("text");
    return {
      postcode: postcode?.postcode,
      postcodeText,
      number: readNumberCell(numberCell),
      numberText: cellText(numberCell),
      letter,
      addition,
      street: withDesignation(street, behind),
      place: textsOf("place")[0] ?? (postcode?.rest || textsOf("gemeente")[0] || ""),
      text: [street === "" ? withDesignation(text, behind) : text, ...texts].filter(Boolean).join(", "),
      country: textsOf("country")[0] ?? "",
      beside: besideWord(textsOf("beside")[0] ?? ""),
      damaged: designations.filter(isDateCell).map(cellText)[0],
    };
  };
}

function designationText(cell: Cell): string {
  const text = cellText(cell);
  return text === "" || isEmptyFieldText(compact(text)) ? "" : text;
}

/** Text up to the first number behind letters, and the text glued to that. */
const UP_TO_NUMBER = /^(.{0,100}?\p{L}[^\d,]{0,100}\s\d{1,5})(?!\d)([^\s,]*)/u;

/** Writes letter and addition, which have columns of their own, behind the number in a text: `Keurstraat 5` and `a`. */
function withDesignation(text: string, designation: string): string {
  const found = designation === "" ? null : UP_TO_NUMBER.exec(text);
  if (found === null || compact(found[2]!).endsWith(compact(designation))) {
    return text;
  }
  const [upTo] = found;
  return `${upTo} ${designation}${text.slice(upTo.length)}`;
}
