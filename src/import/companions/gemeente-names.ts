import { readFileSync } from "node:fs";
import { programFile } from "../../base/program-files.ts";
import type { Database } from "../../base/sqlite.ts";
import { openRegistry } from "../../registry/file/open-registry.ts";
import { PROVINCIES } from "../../registry/schema/provincies.ts";
import { isSqlite } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";
import { firstLineOf, readContent, readCsvLines } from "./csv-lines.ts";
import { listTablesWith, readGeoPackage, readLayerRows } from "./polygon-layers.ts";

export interface GemeenteName {
  readonly naam: string;
  /** CBS number, 20 to 31. */
  readonly provincieNumber: number;
}

/** Row of a names file, valid from `begin` until the day before `end` (YYYYMMDD). */
export interface GemeenteNameRow extends GemeenteName {
  readonly code: number;
  readonly begin: number;
  readonly end: number;
}

/** Number and positions of the columns in a file; yearly CBS lists have no dates. */
interface Columns {
  readonly count: number;
  readonly code: number;
  readonly naam: number;
  readonly provincie: number;
  readonly begin: number | undefined;
  readonly end: number | undefined;
}

const OPEN_END = 9999_99_99;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Returns true when a text file begins with the header line of a names file. */
export function isGemeenteNames(head: string): boolean {
  const names = columnNames(firstLineOf(head).split(/[;,]/));
  return names.includes("gemeentecode") && names.includes("gemeentenaam");
}

/**
 * Reads a names file: CSV with `;`, begindatum and einddatum (NLExtract's gemeentelijke-indeling), CSV with `,` and
 * without dates (CBS's yearly list), columns found by their header; or Kadaster's GeoPackage of Bestuurlijke Gebieden.
 */
export function readGemeenteNames(path: string): GemeenteNameRow[] {
  const content = readContent(path);
  const isGeopackage = isSqlite(content);
  const rows = isGeopackage
    ? [...readGeoPackage(path, (db) => readNameFeatures(db, path))].map(rowOfFeature)
    : parseGemeenteNames(content, path);
  if (rows.length === 0) {
    const expected = isGeopackage
      ? "a layer with code, naam and ligt_in_provincie_code"
      : "a header and one line for each";
    refuseImport(`${path} names no gemeente: expected ${expected}.`);
  }
  return rows;
}

function rowOfFeature({ code, naam, provincie, where }: NameFeature): GemeenteNameRow {
  if (naam.trim() === "") {
    refuseImport(`${where}: the naam is empty.`);
  }
  const provincieNumber = readProvincieNumber(provincie, where);
  return { code: readCode(code, where), naam: naam.trim(), provincieNumber, begin: 0, end: OPEN_END };
}

/** Reads the content of a names file as CSV; `path` is for messages. */
function parseGemeenteNames(content: Uint8Array, path: string): GemeenteNameRow[] {
  const [header, ...lines] = readCsvLines(content, path);
  if (header === undefined) {
    return [];
  }
  const columns = findColumns(header.cells, header.where);
  return lines.map(({ cells, where }) => readRow(cells, columns, where));
}

function columnNames(cells: readonly string[]): string[] {
  return cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, "")
      .replaceAll('"', "")
      .trim()
      .toLowerCase(),
  );
}

function findColumns(cells: readonly string[], where: string): Columns {
  const names = columnNames(cells);
  const required = (name: string): number => {
    const index = names.indexOf(name);
    return index >= 0 ? index : refuseImport(`${where}: no column ${name} among ${names.join(", ")}.`);
  };
  const optional = (name: string) => (names.includes(name) ? names.indexOf(name) : undefined);
  return {
    count: names.length,
    code: required("gemeentecode"),
    naam: required("gemeentenaam"),
    provincie: required("provinciecode"),
    begin: optional("begindatum"),
    end: optional("einddatum"),
  };
}

function readRow(cells: readonly string[], columns: Columns, where: string): GemeenteNameRow {
  if (cells.length !== columns.count) {
    refuseImport(`${where}: ${cells.length} columns where the header has ${columns.count}.`);
  }
  const cell = (column: number | undefined) => (column === undefined ? "" : cells[column]!.trim());
  const naam = cell(columns.naam);
  if (naam === "") {
    refuseImport(`${where}: the gemeentenaam is empty.`);
  }
  return {
    code: readCode(cell(columns.code), where),
    naam,
    provincieNumber: readProvincieNumber(cell(columns.provincie), where),
    begin: readDate(cell(columns.begin), where) ?? 0,
    end: readDate(cell(columns.end), where) ?? OPEN_END,
  };
}

/** Parses a gemeentecode of one to four digits, as spreadsheets drop leading zeros. */
function readCode(text: string, where: string): number {
  const code = Number(/^(?:GM)?(\d{1,4})$/.exec(text)?.[1]);
  return code > 0 ? code : refuseImport(`${where}: gemeentecode "${text}" is not a number of four digits.`);
}

function readProvincieNumber(text: string, where: string): number {
  const number = Number(/^(?:PV)?(\d\d)$/.exec(text)?.[1]);
  if (PROVINCIES.some((provincie) => provincie.number === number)) {
    return number;
  }
  return refuseImport(`${where}: provinciecode "${text}" is not one of 20 to 31.`);
}

/** Returns a date as YYYYMMDD; `undefined` when empty. */
function readDate(text: string, where: string): number | undefined {
  if (text === "") {
    return undefined;
  }
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = new Date(`${text}T00:00:00Z`);
  if (day === undefined || Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) {
    return refuseImport(`${where}: "${text}" is not a date of the form YYYY-MM-DD.`);
  }
  return Number(`${year}${month}${day}`);
}

/** Gemeente with codes as in Kadaster's Bestuurlijke Gebieden: `0363` or `GM0363`, `27` or `PV27`. */
interface NameFeature {
  readonly code: string;
  readonly naam: string;
  readonly provincie: string;
  /** For messages: file, layer and row. */
  readonly where: string;
}

/** Columns of a layer that names gemeenten with their provincie (docs/bag-format.md §5.1). */
const NAME_COLUMNS = ["code", "naam", "ligt_in_provincie_code"];

/** Yields the gemeenten of a GeoPackage; none when it has no layer that names them. */
function* readNameFeatures(db: Database, path: string): Generator<NameFeature> {
  const columns = "code, naam, ligt_in_provincie_code AS provincie";
  for (const layer of listTablesWith(db, NAME_COLUMNS)) {
    for (const { row, where } of readLayerRows(db, layer, path, columns)) {
      const { code, naam, provincie } = row;
      yield { code: String(code ?? ""), naam: String(naam ?? ""), provincie: String(provincie ?? ""), where };
    }
  }
}

/**
 * Stores the rows. Of two rows of one file for the same gemeente and period, the first is kept. Gemeenten that are not
 * in use yet are stored too, because they may come into use later.
 */
export function storeGemeenteNames(db: Database, files: readonly (readonly GemeenteNameRow[])[]): void {
  const insert = db.query(
    `INSERT OR IGNORE INTO gemeentenaam (file_number, code, naam, provincie_id, begin_date, end_date)
      VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const [file, rows] of files.entries()) {
    for (const { code, naam, provincieNumber, begin, end } of rows) {
      insert.run(file, code, naam, provincieNumber, begin, end);
    }
  }
}

/**
 * Returns the gemeenten in the files by code, ended ones included, with their names on a date (YYYYMMDD), from the
 * first file that has the code. When none of its rows is valid on that date, the row that ended last is used, as
 * extracts lag behind mergers.
 */
export function listGemeenteNames(db: Database, referenceDate: number): ReadonlyMap<number, GemeenteName> {
  const rows = db.query<GemeenteName & { code: number }, [number]>(`
    SELECT code, naam, provincie_id AS provincieNumber FROM (
      SELECT *, row_number() OVER (
        PARTITION BY code ORDER BY file_number, (begin_date <= ?1 AND ?1 < end_date) DESC, end_date DESC, begin_date DESC) AS priority
      FROM gemeentenaam)
    WHERE priority = 1`);
  return new Map(rows.all(referenceDate).map(({ code, ...name }) => [code, name]));
}

const LIST = programFile("src/import/companions/gemeenten-since-2009.csv");

/**
 * Reads the gemeenten that are shipped with baken: every one that existed after 2009-01-01, when the BAG began, with
 * its provincie and the dates between which it existed, as of 2026. `gemeenten-since-2009.csv` holds the columns and
 * rows of CBS's Gemeentelijke indelingen (CC BY 4.0) that are needed here, in the layout of NLExtract's
 * gemeentelijke-indeling.csv: rows whose einddatum is empty or after 2009-01-01, by code and begindatum. The open rows
 * come from CBS's list of 2026.
 */
export function readShippedNames(): GemeenteNameRow[] {
  return parseGemeenteNames(readFileSync(LIST), LIST);
}

/** Returns the rows that the served registry was imported with; none when it is test data or cannot be opened. */
export function readNamesOfCurrentRegistry(dataDir: string): GemeenteNameRow[] {
  const registry = openRegistry(dataDir, () => undefined);
  try {
    const current = registry.current();
    if (current === undefined || current.meta.isDemo) {
      return [];
    }
    return current.db
      .query<GemeenteNameRow, []>(`
        SELECT code, naam, provincie_id AS provincieNumber, begin_date AS begin, end_date AS "end" FROM gemeentenaam n
        WHERE file_number = (SELECT min(file_number) FROM gemeentenaam WHERE code = n.code)`)
      .all();
  } finally {
    registry.close();
  }
}
