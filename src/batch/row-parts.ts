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
  /** Mark that the address is only near the one meant: `by` or `to`. */
  readonly beside: "by" | "to" | undefined;
  /** Text of a letter or addition that is a date. */
  readonly damaged: string | undefined;
  /**
   * The same parts with words for "empty" read as letter or addition, because an address may have one: `NA`. Absent
   * without such a word.
   */
  readonly literal?: readonly RowParts[];
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

/** Parts of a row without letter and addition, which may be after the number in street or text. */
interface BareParts extends Omit<RowParts, "letter" | "addition" | "text" | "literal"> {
  readonly texts: readonly string[];
}

/** Returns a function that reads the parts of a row. */
export function createPartsReader(plan: Uses): (row: Row) => RowParts {
  const [letterOf, additionsOf] = [createCellReader(plan, "letter"), createCellsReader(plan, "addition")];
  const bareOf = createBareReader(plan);
  return (row) => {
    const cells = [letterOf(row), ...additionsOf(row)];
    const bare = { ...bareOf(row), damaged: cells.filter(isDateCell).map(cellText)[0] };
    const typed = cells.map((cell) => withoutFloatTails(cellText(cell)));
    const filled = typed.map(withoutEmptyWord);
    const literal = listLiteral(typed, filled).map((texts) => withTexts(bare, texts));
    const parts = withTexts(bare, filled);
    return literal.length === 0 ? parts : { ...parts, literal };
  };
}

function createBareReader(plan: Uses): (row: Row) => Omit<BareParts, "damaged"> {
  const numberOf = createCellReader(plan, "number");
  const textOf = (role: Role) => {
    const cellOf = createCellReader(plan, role);
    return (row: Row) => filledText(cellOf(row));
  };
  const textsOf = (role: Role) => {
    const cellsOf = createCellsReader(plan, role);
    return (row: Row) =>
      cellsOf(row)
        .map((each) => filledText(each))
        .filter((each) => each !== "");
  };
  const [postcodeOf, linesOf] = [createPostcodeReader(plan), textsOf("text")];
  const [streetOf, placeOf, gemeenteOf] = [textOf("street"), textOf("place"), textOf("gemeente")];
  const [countryOf, besideOf] = [textOf("country"), textOf("beside")];
  return (row) => {
    const cell = numberOf(row);
    const numberCell = filledText(cell) === "" ? "" : cell;
    const postcodeText = postcodeOf(row);
    const postcode = readPostcodeCell(postcodeText);
    return {
      postcode: postcode?.postcode,
      postcodeText,
      number: readNumberCell(numberCell),
      numberText: filledText(numberCell),
      street: streetOf(row),
      place: placeOf(row) || postcode?.rest || gemeenteOf(row),
      texts: linesOf(row),
      country: countryOf(row),
      beside: besideWord(besideOf(row)),
    };
  };
}

/** Returns a function that reads the postcode. In a column of postcode letters, NA means 1381NA and not "empty". */
function createPostcodeReader(plan: Uses): (row: Row) => string {
  const cellsOf = createCellsReader(plan, "postcode");
  return (row) => {
    const cells = cellsOf(row);
    const typed = cells.map((cell) => withoutFloatTails(cellText(cell))).join(" ");
    return readPostcodeCell(typed) === undefined ? cells.map(filledText).filter(Boolean).join(" ") : typed;
  };
}

/** Completes parts by the texts of letter and additions. */
function withTexts({ texts, ...bare }: BareParts, [letter = "", ...additions]: readonly string[]): RowParts {
  const addition = additions.filter(Boolean).join(" ");
  const behind = bare.numberText === "" ? `${letter} ${addition}`.trim() : "";
  const [text = "", ...others] = texts;
  return {
    ...bare,
    letter,
    addition,
    street: withDesignation(bare.street, behind),
    text: [bare.street === "" ? withDesignation(text, behind) : text, ...others].filter(Boolean).join(", "),
  };
}

function withoutEmptyWord(text: string): string {
  return filledText(text) === "" || isEmptyFieldText(compact(text)) ? "" : text;
}

/** Maximum words for "empty" in a row that are read as letters or additions. */
const MAX_WORDS = 3;

/** Lists the ways to read at least one word for "empty" as a letter or addition: those with most of them first. */
function listLiteral(typed: readonly string[], filled: readonly string[]): readonly string[][] {
  const words = [...typed.keys()].filter((i) => filled[i] === "" && compact(typed[i]!) !== "");
  return words.length === 0
    ? NONE
    : words
        .slice(0, MAX_WORDS)
        .reduce<string[][]>(
          (lists, i) => lists.flatMap((list) => [list.with(i, typed[i]!), list]),
          [[...filled]],
        )
        .slice(0, -1);
}

/** Matches a text up to the first number after letters, and the text glued to that number. */
const UP_TO_NUMBER = /^(.{0,100}?\p{L}[^\d,]{0,100}\s\d{1,5})(?!\d)([^\s,]*)/u;

/** Writes letter and addition, which have columns of their own, after the number in a text: `Keurstraat 5` and `a`. */
function withDesignation(text: string, designation: string): string {
  const found = designation === "" ? null : UP_TO_NUMBER.exec(text);
  if (found === null || endsWith(joinDesignation([found[2]!]), joinDesignation([designation]))) {
    return text;
  }
  const [upTo] = found;
  return `${upTo} ${designation}${text.slice(upTo.length)}`;
}
