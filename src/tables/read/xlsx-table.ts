/** Reads a sheet of an xlsx file as a table. */
import { posix } from "node:path";
import type { FileTrait } from "../file-trait.ts";
import type { Cell, Row, RowBatch, TableSource } from "../table.ts";
import type { ByteSource } from "./byte-source.ts";
import { findHead, SAMPLE_ROWS } from "./header.ts";
import { readNumberFormats } from "./number-formats.ts";
import { refuseTable } from "./refuse.ts";
import { FirstRows, RowSample } from "./row-sample.ts";
import { readSharedStrings, type SharedStrings } from "./shared-strings.ts";
import { type CellContext, type SheetRow, SheetRows } from "./sheet-rows.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { readWholeXml, readXml } from "./xml-part.ts";
import { openZipParts, type ZipParts } from "./zip-parts.ts";

/** A sheet, with the shared texts and styles to which its cells refer. */
interface OpenSheet {
  readonly source: ByteSource;
  readonly parts: ZipParts;
  readonly sheet: Sheet;
  readonly context: CellContext;
}

/** Opens a sheet: reads it whole once, to know its number of rows and columns, and that each cell can be read. */
export async function openXlsx(source: ByteSource, options: TableOptions): Promise<TableSource> {
  if (options.encoding !== undefined || options.delimiter !== undefined) {
    refuseTable(`${source.name} is a spreadsheet; only a text file has an encoding and a separator.`);
  }
  const parts = await openZipParts(source);
  const workbook = await readWorkbook(parts, source.name);
  const sheets = listSheets(workbook, source.name, options.sheet);
  const { stylesPart, sharedStringsPart, is1904 } = workbook;
  const hasStyles = stylesPart !== undefined && parts.has(stylesPart);
  const context: CellContext = {
    formats: hasStyles ? await readNumberFormats(parts, stylesPart) : [],
    strings: await readSharedStrings(parts, sharedStringsPart),
    is1904,
  };
  const open: OpenSheet = await findSheet({ source, parts, context }, sheets, options);
  const { sheet } = open;
  const survey = await surveySheet(open);
  if (survey.rowCount === 0) {
    const message = `${source.name}: sheet "${shorten(sheet.name)}" is empty; expected rows of addresses.`;
    refuseTable(message, undefined, "empty");
  }
  const { columns, header, hasHeader, headRows } = findHead(survey, source.name, options);
  return {
    columns,
    header,
    hasHeader,
    headRows,
    sample: survey.sample.rowsBetween(headRows, survey.rowCount, columns.length),
    traits: [{ code: "xlsx" }, traitOfSheet(workbook, sheet), ...survey.traits],
    sizeBytes: source.size,
    rowCount: survey.rowCount - headRows,
    batches: () => readBatches(open, { width: columns.length, headRows, last: survey.rowCount }),
    close: async () => await source.close(),
  };
}

/** Sheets that are looked at, at most. */
const MAX_SHEETS = 20;

/** Returns the sheet whose first rows are rated highest, the first of equals. */
async function findSheet(
  workbook: Omit<OpenSheet, "sheet">,
  sheets: readonly Sheet[],
  { rateRows = () => 0 }: TableOptions,
): Promise<OpenSheet> {
  let best = { open: { ...workbook, sheet: sheets[0]! }, rate: Number.NEGATIVE_INFINITY };
  for (const sheet of sheets.length === 1 ? [] : sheets.slice(0, MAX_SHEETS)) {
    const open = { ...workbook, sheet };
    const rate = rateRows(await readFirstRows(open));
    best = rate > best.rate ? { open, rate } : best;
  }
  return best.open;
}

async function readFirstRows(open: OpenSheet): Promise<readonly Row[]> {
  const sheet = new SheetRows(open.context);
  const first = new FirstRows(SAMPLE_ROWS);
  for await (const _ of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows) {
      if (!first.isFull) {
        first.add(cellsOf(row, (text) => open.context.strings.get(text)!));
      }
    }
    sheet.rows = [];
    if (first.isFull) {
      break;
    }
  }
  return first.rows;
}

/** Maximum other sheets that are named. */
const MAX_OTHERS = 5;

function traitOfSheet({ sheets }: Workbook, sheet: Sheet): FileTrait {
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const others = visible.filter((other) => other !== sheet).map(({ name }) => shorten(name));
  return { code: "sheet", name: shorten(sheet.name), others: others.slice(0, MAX_OTHERS) };
}

interface Survey {
  readonly firstRows: readonly Row[];
  readonly sample: RowSample;
  readonly rowCount: number;
  readonly width: number;
  readonly traits: readonly FileTrait[];
}

async function surveySheet(open: OpenSheet): Promise<Survey> {
  const sheet = new SheetRows(open.context);
  const first = new FirstRows(SAMPLE_ROWS);
  const sample = new RowSample();
  const textOf = (text: number) => open.context.strings.get(text)!;
  let rowCount = 0;
  let width = 0;
  for await (const _ of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows) {
      while (!first.isFull && first.rows.length < row.number - 1) {
        first.add([]);
      }
      if (!first.isFull) {
        first.add(cellsOf(row, textOf));
      }
      sample.add(() => cellsOf(row, textOf), row.number - 1);
      rowCount = row.filled === 0 ? rowCount : row.number;
      width = Math.max(width, row.filled);
    }
    sheet.rows = [];
  }
  const { formulasWithoutValue: count, firstWithoutValue } = sheet;
  const traits: FileTrait[] =
    count === 0 ? [] : [{ code: "formulas_without_value", count, first: firstWithoutValue }];
  return { firstRows: first.rows.slice(0, rowCount), sample, rowCount, width, traits };
}

function partOf({ sheet }: OpenSheet) {
  return {
    name: sheet.part,
    mostBytes: TABLE_LIMITS.xlsxSheetBytes,
    label: `sheet "${shorten(sheet.name)}"`,
  };
}

async function* readBatches(
  open: OpenSheet,
  { width, headRows, last }: { readonly width: number; readonly headRows: number; readonly last: number },
): AsyncGenerator<RowBatch> {
  await open.source.assertUnchanged();
  const sheet = new SheetRows(open.context);
  const batch = new SheetBatch(open.context.strings, width);
  let next = 1 + headRows;
  for await (const progress of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows.filter(({ number }) => number <= last)) {
      for (; next < row.number; next += 1) {
        if (!batch.hasRoomFor(0)) {
          yield batch.take(progress);
        }
        batch.addEmpty();
      }
      if (next === row.number) {
        if (!batch.hasRoomFor(row.characters)) {
          yield batch.take(progress);
        }
        batch.add(row);
        next += 1;
      }
    }
    sheet.rows = [];
    if (!batch.isEmpty) {
      yield batch.take(progress);
    }
  }
  await open.source.assertUnchanged();
}

/** Rows of a sheet that are handed on at once, with the texts that its cells share. */
class SheetBatch {
  readonly #strings: SharedStrings;
  readonly #empty: Row;
  #rows: Row[] = [];
  #characters = 0;
  /** Texts that rows of this batch share: each is in memory once. */
  readonly #texts = new Map<number, string>();

  constructor(strings: SharedStrings, width: number) {
    this.#strings = strings;
    this.#empty = new Array<string>(width).fill("");
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Tells whether a row of so many characters fits; into an empty batch any does. */
  hasRoomFor(characters: number): boolean {
    const { batchCells, batchCharacters } = TABLE_LIMITS;
    const cells = (this.#rows.length + 1) * this.#empty.length;
    return this.isEmpty || (cells <= batchCells && this.#characters + characters <= batchCharacters);
  }

  add(row: SheetRow): void {
    const cells = cellsOf(row, (text) => this.#textOf(text));
    while (cells.length < this.#empty.length) {
      cells.push("");
    }
    // Cells beyond the columns are blank.
    cells.length = this.#empty.length;
    this.#rows.push(cells);
    this.#characters += row.characters;
  }

  addEmpty(): void {
    this.#rows.push(this.#empty);
  }

  /** Returns the rows, and begins the next batch. */
  take(progress: number): RowBatch {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    this.#texts.clear();
    return { rows, progress };
  }

  #textOf(number: number): string {
    const text = this.#texts.get(number) ?? this.#strings.get(number)!;
    this.#texts.set(number, text);
    return text;
  }
}

/** Returns the cells of a row with their texts. */
function cellsOf({ cells }: SheetRow, textOf: (number: number) => string): Cell[] {
  return cells.map((cell) => (typeof cell === "number" ? textOf(cell) : cell));
}

interface Sheet {
  readonly name: string;
  readonly isVisible: boolean;
  /** Name of its part. */
  readonly part: string;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Dates count from 1904 instead of 1900. */
  readonly is1904: boolean;
  /** Names of the parts, when the workbook has them. */
  readonly stylesPart: string | undefined;
  readonly sharedStringsPart: string | undefined;
}

interface Relation {
  /** Last word of its type, such as `worksheet`. */
  readonly type: string;
  readonly part: string;
}

/** Reads the workbook. Throws AppError `usage` when the zip is not a workbook. */
async function readWorkbook(parts: ZipParts, fileName: string): Promise<Workbook> {
  const part = await findWorkbook(parts, fileName);
  const relations = await readRelations(parts, part);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(parts, part, {
    open: (name, attributes) => {
      if (name === "workbookPr") {
        is1904 = ["1", "true", "on"].includes(attributes.date1904 ?? "");
      }
      const relation = name === "sheet" ? relations.get(relationId(attributes)) : undefined;
      if (relation?.type === "worksheet") {
        const isVisible = (attributes.state ?? "visible") === "visible";
        sheets.push({ name: attributes.name ?? "", isVisible, part: relation.part });
        assertCount(sheets.length, "sheets");
      }
    },
  });
  const partOfType = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.part;
  return {
    sheets,
    is1904,
    stylesPart: partOfType("styles"),
    sharedStringsPart: partOfType("sharedStrings"),
  };
}

/** Sheets that a message names. */
const MOST_NAMES = 20;
/** Characters of the name of a sheet that programs take; a message shows no more. */
const NAME_LENGTH = 31;

/** Returns the name of a sheet as messages show it. */
function shorten(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name;
}

function assertCount(count: number, of: string): void {
  if (count > TABLE_LIMITS.xlsxEntries) {
    refuseTable(
      `has more than ${TABLE_LIMITS.xlsxEntries.toLocaleString("en")} ${of}; this is no spreadsheet.`,
    );
  }
}

/** Value of `r:id`, whatever its prefix is. */
function relationId(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

const ODS_TO_XLSX = "soffice --headless --convert-to xlsx addresses.ods";

async function findWorkbook(parts: ZipParts, fileName: string): Promise<string> {
  const relations = parts.has("_rels/.rels") ? await readRelations(parts, "") : new Map<string, Relation>();
  const main = [...relations.values()].find(({ type }) => type === "officeDocument")?.part;
  const part = main ?? "xl/workbook.xml";
  if (part.endsWith(".bin")) {
    refuseTable(`${fileName}: is a binary workbook (.xlsb). Save it as xlsx or CSV.`);
  }
  if (parts.has("content.xml") && !parts.has(part)) {
    refuseTable(`${fileName}: is an OpenDocument file (.ods). Convert it with LibreOffice: ${ODS_TO_XLSX}`);
  }
  if (!parts.has(part) || !posix.basename(part).startsWith("workbook")) {
    refuseTable(`${fileName}: is a zip without a workbook in it; expected CSV or xlsx. Unpack it first.`);
  }
  return part;
}

/** Relations of a part by their ids; of the whole file when the part is `""`. */
async function readRelations(parts: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  const name = part === "" ? "_rels/.rels" : posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  await readWholeXml(parts, name, {
    open: (element, { Id: id, Type: type, Target: target }) => {
      if (element === "Relationship" && id !== undefined && target !== undefined) {
        const path = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
        relations.set(id, { type: type?.split("/").at(-1) ?? "", part: path });
        assertCount(relations.size, "relations");
      }
    },
  });
  return relations;
}

/**
 * Returns the sheet with this name, or the visible ones. Throws AppError `usage` when there is none.
 * @param name sheet that the user chose
 */
function listSheets(workbook: Workbook, fileName: string, name: string | undefined): Sheet[] {
  const chosen =
    name === undefined
      ? workbook.sheets.filter((sheet) => sheet.isVisible)
      : [
          workbook.sheets.find((sheet) => sheet.name === name) ??
            workbook.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()) ??
            [],
        ].flat();
  if (chosen.length === 0) {
    const names = workbook.sheets
      .slice(0, MOST_NAMES)
      .map((sheet) => `"${shorten(sheet.name)}"${sheet.isVisible ? "" : " (hidden)"}`);
    const what = name === undefined ? "has no visible sheet" : `has no sheet "${name}"`;
    refuseTable(`${fileName}: ${what}; its sheets are: ${names.join(", ") || "none"}.`);
  }
  return chosen;
}
