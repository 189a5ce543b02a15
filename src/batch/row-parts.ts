/** Reads the parts of an address from a row, as its plan says. */
import { withoutFloatTails } from "../registry/schema/number-parts.ts";
import { endsWith, joinDesignation } from "../search/line/designation.ts";
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

/** Returns a function that reads the cell of a role. */
export function createCellReader({ uses }: Uses, role: Role): (row: Row) => Cell {
  const index = uses.find((use) => use.role === role)?.index;
  return index === undefined ? () => "" : (row) => row[index] ?? "";
}

/** Returns a function that reads the cells of a role that several columns can have. */
function createCellsReader({ uses }: Uses, role: Role): (row: Row) => readonly Cell[] {
  const indexes = uses.filter((use) => use.role === role).map(({ index }) => index);
  return (row) => (indexes.length === 0 ? NONE : indexes.map((index) => row[index] ?? ""));
}

const NONE: readonly never[] = [];

/** Returns a function that reads the parts of a row. */
export function createPartsReader(plan: Uses): (row: Row) => RowParts {
  const numberOf = createCellReader(plan, "number");
  const letterOf = createCellReader(plan, "letter");
  const additionsOf = createCellsReader(plan, "addition");
  const textOf = (role: Role) => {
    const cellOf = createCellReader(plan, role);
    return (row: Row) => withoutFloatTails(filledText(cellOf(row)));
  };
  const textsOf = (role: Role) => {
    const cellsOf = createCellsReader(plan, role);
    return (row: Row) =>
      cellsOf(row)
        .map((each) => withoutFloatTails(filledText(each)))
        .filter((each) => each !== "");
  };
  const [postcodesOf, linesOf] = [textsOf("postcode"), textsOf("text")];
  const [streetOf, placeOf, gemeenteOf] = [textOf("street"), textOf("place"), textOf("gemeente")];
  const [countryOf, besideOf] = [textOf("country"), textOf("beside")];
  return (row) => {
    const cell = numberOf(row);
    const numberCell = filledText(cell) === "" ? "" : cell;
    const [letterCell, additions] = [letterOf(row), additionsOf(row)];
    const letter = designationText(letterCell);
    const addition = additions.map(designationText).filter(Boolean).join(" ");
    const behind = numberCell === "" ? `${letter} ${addition}`.trim() : "";
    const postcodeText = postcodesOf(row).join(" ");
    const postcode = readPostcodeCell(postcodeText);
    const street = streetOf(row);
    const [text = "", ...texts] = linesOf(row);
    return {
      postcode: postcode?.postcode,
      postcodeText,
      number: readNumberCell(numberCell),
      numberText: withoutFloatTails(cellText(numberCell)),
      letter,
      addition,
      street: withDesignation(street, behind),
      place: placeOf(row) || postcode?.rest || gemeenteOf(row),
      text: [street === "" ? withDesignation(text, behind) : text, ...texts].filter(Boolean).join(", "),
      country: countryOf(row),
      beside: besideWord(besideOf(row)),
      damaged: [letterCell, ...additions].filter(isDateCell).map(cellText)[0],
    };
  };
}

function designationText(cell: Cell): string {
  const text = withoutFloatTails(cellText(cell));
  return text === "" || isEmptyFieldText(compact(text)) ? "" : text;
}

/** Text up to the first number behind letters, and the text glued to that. */
const UP_TO_NUMBER = /^(.{0,100}?\p{L}[^\d,]{0,100}\s\d{1,5})(?!\d)([^\s,]*)/u;

/** Writes letter and addition, which have columns of their own, behind the number in a text: `Keurstraat 5` and `a`. */
function withDesignation(text: string, designation: string): string {
  const found = designation === "" ? null : UP_TO_NUMBER.exec(text);
  if (found === null || endsWith(joinDesignation([found[2]!]), joinDesignation([designation]))) {
    return text;
  }
  const [upTo] = found;
  return `${upTo} ${designation}${text.slice(upTo.length)}`;
}
