/** Decides by content whether the first row of a table has the names of its columns. */
import type { Cell, Row } from "../table.ts";
import type { TableOptions } from "./table-options.ts";

/** Rows at the start of a table that are looked at for a header. */
export const SAMPLE_ROWS = 200;

/** Numbers, dates, postcodes, coordinates: values that name no column. */
const VALUE = /^(?:[-+]?\d[\d\s.,:/-]*[a-z]?|\d{4}\s?[a-z]{2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*)$/i;

/** A name with a number: `adres2`, `Address line 1`. */
const NUMBERED_NAME = /^\s*\p{L}+(?:[ _-]\p{L}+)*[ _-]?\d\s*$/u;

/** Part of the cells of a column that must have digits for the column to be one of values. */
const MOST = 0.7;

const textOf = (cell: Cell | undefined) => (typeof cell === "object" ? cell.text : (cell ?? ""));
const hasDigit = (text: string) => /\d/.test(text);

/** The first rows of a table, and the most cells that any of its rows has. */
interface TableStart {
  readonly firstRows: readonly Row[];
  readonly width: number;
}

/** Returns the names of the columns: of the header when there is one or the option says so, else their numbers. */
export function nameColumns(
  { firstRows, width }: TableStart,
  { header = "auto", isColumnName = () => false }: TableOptions,
): { readonly columns: string[]; readonly hasHeader: boolean } {
  const hasHeader = header === "auto" ? hasHeaderRow(firstRows, isColumnName) : header === "yes";
  const names = hasHeader ? firstRows[0]!.map(textOf) : [];
  const columns = Array.from({ length: Math.max(width, names.length) }, (_, i) => {
    const name = names[i] ?? "";
    return name.trim() === "" ? `column ${i + 1}` : name;
  });
  return { columns, hasHeader };
}

/**
 * Tells whether the first of these rows is a header. Each column votes: for, when its values have digits and its first
 * cell has none; against, when its first cell is a value like those below.
 * @param rows the first rows of the table, the possible header first
 * @param isColumnName recognises usual names of columns; one of them among cells that are no values decides
 */
function hasHeaderRow(rows: readonly Row[], isColumnName: (text: string) => boolean): boolean {
  const [first, ...others] = rows;
  if (first === undefined) {
    return false;
  }
  const names = first.map(textOf);
  if (names.some((name) => name.trim() !== "" && isColumnName(name)) && !names.some(isPlainValue)) {
    return true;
  }
  const votes = names.map((name, i) =>
    voteOf(
      name,
      others.map((row) => textOf(row[i])),
    ),
  );
  const sum = votes.reduce((a, b) => a + b, 0);
  return sum === 0 ? names.every((name, i) => couldBeName(name, i, { names, others })) : sum > 0;
}

function voteOf(name: string, values: readonly string[]): number {
  const filled = values.filter((value) => value.trim() !== "");
  if (name.trim() === "") {
    return 0;
  }
  const isOfDigits = filled.length > 0 && filled.filter(hasDigit).length >= MOST * filled.length;
  if (!hasDigit(name)) {
    return isOfDigits ? 1 : 0;
  }
  if (isPlainValue(name)) {
    return -1;
  }
  return isOfDigits && !NUMBERED_NAME.test(name) ? -1 : 0;
}

function isPlainValue(text: string): boolean {
  return VALUE.test(text.trim());
}

/** Without any column of digits: names are not empty, differ from each other, have no digits and do not recur below. */
function couldBeName(
  name: string,
  column: number,
  { names, others }: { readonly names: readonly string[]; readonly others: readonly Row[] },
): boolean {
  return (
    name.trim() !== "" &&
    names.indexOf(name) === column &&
    (!hasDigit(name) || NUMBERED_NAME.test(name)) &&
    !others.some((row) => textOf(row[column]) === name)
  );
}
