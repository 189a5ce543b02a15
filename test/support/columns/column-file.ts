/** Files of header sets with the address that each row is about. */
import { foldText } from "../../relevance/addresses.ts";
import { pick, randomOf } from "../../relevance/random.ts";
import { createLiteralFinder, type WrittenAddress } from "../dialects/literal-address.ts";
import { makeXlsx } from "../tables/make-xlsx.ts";
import { cellOf, type FieldName, type Part, partsOf } from "./fields.ts";
import type { HeaderSet } from "./header-set.ts";
import { drawPlaces, type Place } from "./places.ts";

/** How the rows of files are drawn. */
export interface DrawOptions {
  readonly seed?: number;
  /** Rows of a file. */
  readonly rows?: number;
  /** One row in this many has a letter, an addition or siblings. */
  readonly splitEvery?: number;
}

/** Metres between addresses that a position does not tell apart. */
const SAME_POSITION_M = 1.5;

interface ExpectedAddress {
  /** Addresses that may be answered: the true one, and those whose text is the same, letter for letter. */
  readonly ids: readonly string[];
  /** True when the columns name only the true address; otherwise it is also right not to answer. */
  readonly isNamed: boolean;
  /** True when the row is about a place next to this address: `exact` is wrong. */
  readonly isBeside: boolean;
}

export interface ColumnFile {
  readonly set: HeaderSet;
  /** Cells of the rows with an address, in their order. */
  readonly rows: readonly (readonly string[])[];
  readonly expected: readonly ExpectedAddress[];
  readonly bytes: Buffer;
}

/** Returns a function that writes the file of a header set; a set gives the same file for the same seed. */
export function createFileWriter(
  all: readonly Place[],
  { seed = 1, rows: count = 300, splitEvery = 2 }: DrawOptions = {},
): (set: HeaderSet) => ColumnFile {
  const findLiteral = createLiteralFinder(all);
  const findNear = createNeighbourFinder(all);
  return (set) => {
    const random = randomOf(seed + Number(Bun.hash.crc32(set.name)));
    const columns = set.columns.map((column) => column.split(/: (?=\w+$)/) as [string, FieldName]);
    const fields = columns.map(([, field]) => field);
    const parts = partsOf(fields);
    const rows: string[][] = [];
    const expected = drawPlaces(all, { count, splitEvery }, random).map((a, row): ExpectedAddress => {
      const context = { a, o: pick(random, all), row, random };
      const cells = fields.map((field) => cellOf(field, context));
      rows.push(cells);
      const isBeside = (cells[fields.indexOf("aanduiding")] ?? "") !== "";
      const ids = isPosition(parts) ? findNear(a) : findLiteral(writtenOf(a, parts));
      const isNamed = isEnough(parts) && ids.length === 1 && ids[0] === a.id && !isBeside;
      const meant = set.hasTwoAddresses ? [a.id, ...findLiteral(writtenOf(context.o, WHOLE))] : [a.id];
      return { ids: [...new Set([...meant, ...ids])], isNamed, isBeside };
    });
    const header = set.hasHeader === false ? [] : [columns.map(([name]) => name)];
    const lines = [...(set.above ?? []), ...header, ...rows, ...(set.below ?? [])];
    return { set, rows, expected, bytes: toBytes(set, lines) };
  };
}

function isPosition(parts: ReadonlySet<Part>): boolean {
  return parts.has("position") && !parts.has("number");
}

/** Returns true when the parts can name an address. */
function isEnough(parts: ReadonlySet<Part>): boolean {
  return isPosition(parts) || (parts.has("number") && (hasPostcode(parts) || parts.has("street")));
}

function hasPostcode(parts: ReadonlySet<Part>): boolean {
  return parts.has("postcode") || (parts.has("pc4") && parts.has("pc2"));
}

const WHOLE: ReadonlySet<Part> = new Set(["postcode", "number", "letter", "addition", "street", "place"]);

function writtenOf(a: Place, parts: ReadonlySet<Part>): WrittenAddress {
  return {
    number: a.number,
    letter: parts.has("letter") ? a.letter : "",
    addition: parts.has("addition") ? a.addition : "",
    ...(hasPostcode(parts) && { postcode: a.postcode }),
    ...(parts.has("street") && { street: a.street }),
    ...(parts.has("place") && { place: a.city }),
  };
}

/** Returns a function that lists an address, those of its building, and those at its position. */
function createNeighbourFinder(all: readonly Place[]): (place: Place) => string[] {
  const cellKey = (x: number, y: number) => `${Math.floor(x / 5)} ${Math.floor(y / 5)}`;
  const byCell = Map.groupBy(all, ({ x, y }) => cellKey(x, y));
  const byPand = Map.groupBy(all, ({ pand }) => pand);
  return (place) => {
    const steps = [-5, 0, 5];
    const around = steps.flatMap((dx) =>
      steps.flatMap((dy) => byCell.get(cellKey(place.x + dx, place.y + dy)) ?? []),
    );
    const near = around.filter(({ x, y }) => Math.hypot(x - place.x, y - place.y) <= SAME_POSITION_M);
    const ofPand = place.pand === "" ? [] : byPand.get(place.pand)!;
    return [...new Set([place, ...near, ...ofPand].map(({ id }) => id))];
  };
}

function toBytes({ form, firstSheet }: HeaderSet, lines: readonly (readonly string[])[]): Buffer {
  if (form === "xlsx") {
    const before = firstSheet === undefined ? [] : [{ name: "Toelichting", rows: sheetRows(firstSheet) }];
    return makeXlsx({ sheets: [...before, { name: "Gegevens", rows: sheetRows(lines) }] });
  }
  const quoted = (cell: string) =>
    cell.includes(form) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return Buffer.from(lines.map((line) => `${line.map(quoted).join(form)}\r\n`).join(""));
}

/** Rows of a sheet: whole numbers are numbers, all else is text. */
function sheetRows(lines: readonly (readonly string[])[]): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const cell = (text: string) =>
    /^[1-9]\d{0,14}$/.test(text)
      ? `<c><v>${text}</v></c>`
      : `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  return lines.map((line) => `<row>${line.map(cell).join("")}</row>`).join("");
}

/** Number of rows of a set by the outcome of geocoding. */
export interface ColumnCounts {
  readonly rows: number;
  readonly right: number;
  readonly wronglyExact: number;
  /** Corrected to another address. */
  readonly wrong: number;
  /** `one_of_several` where the columns name one address. */
  readonly several: number;
  readonly none: number;
  /** Rows whose columns do not name one address. */
  readonly unnamed: number;
}

/** Answer to a row, with the cells of the row. */
export interface AnsweredRow {
  readonly cells: readonly string[];
  readonly match: string;
  readonly id: string;
}

/**
 * Counts the answers. Exact answers to rows without an address (titles, totals) count as wrongly exact. Throws when a
 * row has no answer.
 */
export function judgeColumns(file: ColumnFile, answers: readonly AnsweredRow[]): ColumnCounts {
  const counts = { right: 0, wronglyExact: 0, wrong: 0, several: 0, none: 0 };
  let row = 0;
  for (const answer of answers) {
    const isOwn = row < file.rows.length && isSame(answer.cells, file.rows[row]!);
    if (isOwn) {
      counts[verdictOf(file.expected[row]!, answer)]++;
      row++;
    } else if (answer.match === "exact") {
      counts.wronglyExact++;
    }
  }
  if (row < file.rows.length) {
    throw new Error(`${file.set.name}: no answer to row ${row + 1} of ${file.rows.length}`);
  }
  const unnamed = file.expected.filter(({ isNamed }) => !isNamed).length;
  return { rows: row, ...counts, unnamed };
}

function isSame(answered: readonly string[], cells: readonly string[]): boolean {
  return cells.every((cell, i) => foldText(answered[i] ?? "") === foldText(cell));
}

function verdictOf(
  { ids, isNamed, isBeside }: ExpectedAddress,
  { match, id }: AnsweredRow,
): Exclude<keyof ColumnCounts, "rows" | "unnamed"> {
  if (match === "none" || match === "one_of_several") {
    return isNamed ? (match === "none" ? "none" : "several") : "right";
  }
  if (match === "exact") {
    return ids.includes(id) && !isBeside ? "right" : "wronglyExact";
  }
  return ids.includes(id) ? "right" : "wrong";
}
