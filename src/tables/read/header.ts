/** Finds by content where the rows of a table begin, and the names of its columns. */
import type { Cell, Row } from "../table.ts";
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";

/** Rows at the start of a table that are looked at for a header. */
export const SAMPLE_ROWS = 200;
/** Rows above the names of the columns that may be titles and blank lines. */
const MAX_TITLE_ROWS = 30;
/** Rows from which the usual number of filled cells is known, so that titles can be distinguished from sparse rows. */
const MIN_ROWS_BELOW = 3;

/** Numbers, dates, postcodes, coordinates: values that name no column. */
const VALUE =
  /^(?:[-+]?\d[\d\s.,:/-]*[a-z]?|\d{4}\s?[a-z]{2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[t\s]+\d.*)?)$/i;

/** A name with a number: `adres2`, `Address line 1`, `3. Toevoeging`, `Toev 2021`, `Huisletter (11.30)`. */
const NUMBERED_NAME =
  /^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+)?\p{L}+\.?(?:[ _/-]+\p{L}+\.?)*(?:[ _-]?\d|[ _-]*(?:[([]\d{1,4}(?:\.\d{1,2})*[)\]]|(?:19|20)\d\d))?\s*$/u;
/** Characters of a name, at most. */
const MAX_NAME = 200;

/** Part of the cells of a column that must have digits for the column to be one of values. */
const MOST = 0.7;

const textOf = (cell: Cell | undefined) => (typeof cell === "object" ? cell.text : (cell ?? ""));

/** Returns true for a cell with content other than blanks. */
export const isFilled = (cell: Cell | undefined) => textOf(cell).trim() !== "";
const hasDigit = (text: string) => /\d/.test(text);
const filledCount = (row: Row) => row.filter(isFilled).length;

/** The first rows of a table, and the most cells that any of its rows has up to its last one with content. */
interface TableStart {
  readonly firstRows: readonly Row[];
  readonly width: number;
}

interface TableHead {
  /** Names of the columns; their numbers where there is no name. */
  readonly columns: string[];
  /** Names to write, as TableSource has them. */
  readonly header: string[];
  readonly hasHeader: boolean;
  /** Number of rows above the first one of values: titles, blank rows and one or two rows of names. */
  readonly headRows: number;
}

/**
 * Returns the names of the columns, and how many rows the header takes. The names come from the header when there is
 * one or the option says so. A column at the end without a name and content is dropped. Throws AppError `usage` for a
 * name that is too long.
 */
export function findHead(
  { firstRows, width }: TableStart,
  fileName: string,
  { header = "auto", isColumnName = () => false }: TableOptions,
): TableHead {
  const from = header === "no" ? undefined : findHeader(firstRows, header, isColumnName);
  if (from === undefined) {
    const columns = named([], width);
    return { columns, header: columns, hasHeader: false, headRows: 0 };
  }
  const isSecond = header === "auto" && isSecondRow(firstRows.slice(from + 1), isColumnName);
  const above = from > 0 ? groupNames(firstRows[from - 1]!, firstRows[from]!.length) : undefined;
  const own = firstRows.slice(from, from + (isSecond ? 2 : 1));
  const names = joinNames(above === undefined ? own : [above, ...own]);
  assertLengths(names, fileName);
  const columns = named(names, width);
  // A row with fewer cells than the next one has merged cells over groups of columns.
  const hasGroups = isSecond && filledCount(own[0]!) < filledCount(own[1]!);
  const written = joinNames(hasGroups ? own.slice(1) : own);
  return {
    columns,
    header: writtenNames(written, names, columns.length),
    hasHeader: true,
    headRows: from + own.length,
  };
}

/** Returns the columns' own names. Equal names get the name of their group too, which distinguishes them. */
function writtenNames(own: readonly string[], names: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const name = own[i] ?? "";
    const isOnce = own.indexOf(name) === own.lastIndexOf(name);
    return name === "" || isOnce ? name : names[i]!;
  });
}

function named(names: readonly string[], width: number): string[] {
  const count = Math.max(width, names.findLastIndex(isFilled) + 1);
  return Array.from({ length: count }, (_, i) => names[i] || `column ${i + 1}`);
}

/**
 * Returns the position of the row of names: the first row that is about as filled as the rows below, if it is a header;
 * else the first row with content, if that is a header.
 */
function findHeader(
  rows: readonly Row[],
  header: TableOptions["header"],
  isColumnName: (text: string) => boolean,
): number | undefined {
  const counts = rows.map(filledCount).filter((count) => count > 0);
  const usual = counts.length > MIN_ROWS_BELOW ? counts.toSorted((a, b) => a - b)[counts.length >> 1]! : 1;
  const above = rows.slice(0, MAX_TITLE_ROWS).map(filledCount);
  const first = above.findIndex((count) => count > 0);
  if (header === "yes") {
    return first < 0 ? undefined : first;
  }
  const dense = above.findIndex((count) => count >= usual / 2);
  return [dense, first].find((from) => from >= 0 && isHeaderRow(rows.slice(from), isColumnName));
}

/** Returns the names of groups of columns, each over the columns up to the next; `undefined` for a title or nothing. */
function groupNames(row: Row, width: number): Row | undefined {
  if (filledCount(row) < 2 || row.some((cell) => isFilled(cell) && hasDigit(textOf(cell)))) {
    return undefined;
  }
  const names: Cell[] = [];
  for (let i = 0; i < width; i++) {
    names.push(isFilled(row[i]) ? row[i]! : (names[i - 1] ?? ""));
  }
  return names;
}

/** Returns true when the first of these rows has names too, such as codes of fields: no digits over digits. */
function isSecondRow(rows: readonly Row[], isColumnName: (text: string) => boolean): boolean {
  const [first, ...others] = rows;
  if (
    first === undefined ||
    others.length < MIN_ROWS_BELOW ||
    first.some((cell) => isPlainValue(textOf(cell)))
  ) {
    return false;
  }
  const filled = first.map((cell, i) => [textOf(cell), i] as const).filter(([name]) => name.trim() !== "");
  const overDigits = filled.filter(([name, i]) => !hasDigit(name) && isOfDigits(others, i)).length;
  return overDigits >= 2 || filled.filter(([name]) => isColumnName(name)).length >= 2;
}

function isOfDigits(rows: readonly Row[], column: number): boolean {
  const filled = rows.map((row) => textOf(row[column])).filter((value) => value.trim() !== "");
  return filled.length > 0 && filled.filter(hasDigit).length >= MOST * filled.length;
}

/** Joins the names of rows, from top to bottom; equal ones are written once. */
function joinNames(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, i) => {
    const names = rows.map((row) => textOf(row[i])).filter((name) => name.trim() !== "");
    return names.length === 1 ? names[0]! : [...new Set(names.map((name) => name.trim()))].join(" ");
  });
}

function assertLengths(names: readonly string[], fileName: string): void {
  const most = TABLE_LIMITS.nameCharacters;
  const long = names.findIndex((name) => name.length > most);
  if (long !== -1) {
    refuseTable(
      `${fileName}: the name of column ${long + 1} has ${names[long]!.length.toLocaleString("en")} characters; ` +
        `at most ${most.toLocaleString("en")}. Shorten it in the header.`,
    );
  }
}

/**
 * Tells whether the first of these rows is a header. Each column votes: for, when its values have digits and its first
 * cell has none; against, when its first cell is a value like those below.
 * @param rows the first rows of the table, the possible header first
 * @param isColumnName recognises usual names of columns; one of them among cells that are no values decides
 */
function isHeaderRow(rows: readonly Row[], isColumnName: (text: string) => boolean): boolean {
  const [first, ...others] = rows;
  if (first === undefined) {
    return false;
  }
  const names = first.map(textOf);
  if (names.some((name) => name.trim() !== "" && isColumnName(name)) && !names.some(isPlainValue)) {
    return true;
  }
  const votes = names.map((name, i) => voteOf(name, isOfDigits(others, i)));
  const sum = votes.reduce((a, b) => a + b, 0);
  return sum === 0 ? names.every((name, i) => couldBeName(name, i, { names, others })) : sum > 0;
}

function voteOf(name: string, areDigitsBelow: boolean): number {
  if (name.trim() === "") {
    return 0;
  }
  if (!hasDigit(name)) {
    return areDigitsBelow ? 1 : 0;
  }
  if (isPlainValue(name)) {
    return -1;
  }
  return areDigitsBelow && !isNumberedName(name) ? -1 : 0;
}

function isNumberedName(name: string): boolean {
  return name.length <= MAX_NAME && NUMBERED_NAME.test(name);
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
    (!hasDigit(name) || isNumberedName(name)) &&
    !others.some((row) => textOf(row[column]) === name)
  );
}
