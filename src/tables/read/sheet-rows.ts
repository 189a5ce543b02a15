/** Rows of a sheet from the events of its XML. */
import type { Cell, TypedCell } from "../table.ts";
import { isFilled } from "./header.ts";
import { GENERAL, type NumberFormat } from "./number-formats.ts";
import { refuseTable } from "./refuse.ts";
import { charactersOf } from "./row-sample.ts";
import type { SharedStrings } from "./shared-strings.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { refuseLongCell, type XmlHandler, XmlText } from "./xml-part.ts";

/** Parts of the workbook that cells refer to. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** Cell as read, or the number of its text among the shared texts: a few bytes may name many long texts. */
type SheetCell = Cell | number;

/** Row with the cells up to the last one that is not empty. */
export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly SheetCell[];
  /** Number of cells up to the last one with content other than blanks. */
  readonly filled: number;
  /** Characters of all its cells. */
  readonly characters: number;
}

export class SheetRows implements XmlHandler {
  /** Rows read since they were last taken, without rows that have no content. */
  rows: SheetRow[] = [];
  /** Formulas whose value the file lacks; and the first of these cells. */
  formulasWithoutValue = 0;
  firstWithoutValue = "";
  readonly #context: CellContext;
  readonly #text = new XmlText();
  #isInData = false;
  #row = 0;
  #hasRowNumber = false;
  #cells: SheetCell[] = [];
  #filled = 0;
  #characters = 0;
  #column = -1;
  #type = "";
  #style: string | undefined;
  #hasFormula = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.#isInData) {
      this.#isInData = name === "sheetData";
    } else if (name === "c") {
      this.#openCell(attributes);
    } else if (name === "row") {
      this.#openRow(attributes.r);
    } else if (name === "f") {
      this.#hasFormula = true;
    } else {
      this.#text.open(name);
    }
  }

  text(text: string): void {
    if (this.#isInData) {
      this.#text.add(text);
    }
  }

  close(name: string): void {
    if (!this.#isInData) {
      return;
    }
    if (name === "c") {
      this.#closeCell();
    } else if (name === "row") {
      this.#closeRow();
    } else if (name === "sheetData") {
      this.#isInData = false;
    } else {
      this.#text.close(name);
    }
  }

  #openRow(number: string | undefined): void {
    this.#hasRowNumber = number !== undefined;
    this.#moveTo(number === undefined ? this.#row + 1 : Number(number));
    this.#cells = [];
    this.#filled = 0;
    this.#characters = 0;
    this.#column = -1;
  }

  #moveTo(row: number): void {
    if (!Number.isInteger(row) || row <= this.#row || row > TABLE_LIMITS.xlsxRows) {
      refuseTable(
        `row ${row} follows row ${this.#row}; expected rows in order, up to ${TABLE_LIMITS.xlsxRows}. ` +
          "Save the spreadsheet again.",
      );
    }
    this.#row = row;
  }

  #openCell({ r: reference, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (!this.#hasRowNumber && reference !== undefined) {
      const row = Number(reference.replace(/^\D+/, ""));
      if (row !== this.#row) {
        this.#moveTo(row);
      }
      this.#hasRowNumber = true;
    }
    this.#type = type ?? "n";
    this.#style = style;
    this.#hasFormula = false;
    this.#text.clear();
  }

  #closeCell(): void {
    const cell = this.#cell();
    if (cell === "") {
      if (this.#hasFormula && this.#type === "n") {
        this.formulasWithoutValue += 1;
        this.firstWithoutValue ||= this.#reference();
      }
      return;
    }
    if (this.#column >= TABLE_LIMITS.columns) {
      refuseTable(`cell ${this.#reference()}: is beyond column ${TABLE_LIMITS.columns}, which is the last.`);
    }
    this.#count(cell);
    while (this.#cells.length < this.#column) {
      this.#cells.push("");
    }
    this.#cells[this.#column] = cell;
  }

  /** Adds a cell to the counts of its row. */
  #count(cell: SheetCell): void {
    const { strings } = this.#context;
    const isShared = typeof cell === "number";
    if (isShared ? strings.hasContent(cell) : isFilled(cell)) {
      this.#filled = Math.max(this.#filled, this.#column + 1);
    }
    const characters = isShared ? strings.lengthOf(cell)! : charactersOf(cell);
    if (characters > TABLE_LIMITS.cellCharacters) {
      refuseLongCell(`cell ${this.#reference()}`);
    }
    this.#characters += characters;
    if (this.#characters > TABLE_LIMITS.rowCharacters) {
      const most = TABLE_LIMITS.rowCharacters.toLocaleString("en");
      refuseTable(`row ${this.#row}: its cells have more than ${most} characters, which is the most.`);
    }
  }

  #cell(): SheetCell {
    const raw = this.#text.raw;
    switch (this.#type) {
      case "s":
        return this.#sharedString(raw);
      case "inlineStr":
      case "str":
      case "e":
        return this.#text.value;
      case "b":
        return raw === "" ? "" : booleanCell(raw);
      case "d":
        return isoDateCell(raw, this.#format());
      default:
        return raw === "" ? "" : numberCell(raw, this.#format(), this.#context.is1904);
    }
  }

  #format(): NumberFormat {
    return (this.#style === undefined ? undefined : this.#context.formats[Number(this.#style)]) ?? GENERAL;
  }

  #sharedString(raw: string): SheetCell {
    const { strings } = this.#context;
    const number = Number(raw);
    const length = raw === "" ? 0 : strings.lengthOf(number);
    if (length === undefined) {
      const asked = raw.slice(0, 20);
      refuseTable(
        `cell ${this.#reference()}: refers to text ${asked}, but the file has ${strings.count} texts.`,
      );
    }
    return length === 0 ? "" : number;
  }

  #closeRow(): void {
    if (this.#cells.length > 0) {
      this.rows.push({
        number: this.#row,
        cells: this.#cells,
        filled: this.#filled,
        characters: this.#characters,
      });
    }
  }

  /** Such as `AB12`. */
  #reference(): string {
    let letters = "";
    for (let rest = this.#column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    }
    return `${letters}${this.#row}`;
  }
}

/** Column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) & 0xdf;
    if (letter < 65 || letter > 90) {
      break;
    }
    column = column * 26 + letter - 64;
  }
  if (column === 0 || column > 16_384) {
    refuseTable(
      `a cell has the reference ${JSON.stringify(reference.slice(0, 20))}; expected one such as "B3".`,
    );
  }
  return column - 1;
}

const SECONDS_PER_DAY = 86_400;

/** Day 0 of the 1904 system, counted in the 1900 system. */
const DAYS_TO_1904 = 1462;

/** Day 60 of the 1900 system is 29 February 1900, which never was; Lotus had it, and Excel kept it. */
const LEAP_DAY_1900 = 60;

/** First day after 31 December 9999. */
const DAYS_END = 2_958_466;

/** Unix day of day 0 of the 1900 system, as counted from day 61 on. */
const UNIX_DAY_0 = Date.UTC(1899, 11, 30) / 86_400_000;

/**
 * Returns a number, or the date or time that its format shows.
 * @param stored digits as the file has them
 */
function numberCell(stored: string, format: NumberFormat, is1904: boolean): Cell {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) {
    return stored;
  }
  if (format.kind === "date") {
    const serial = is1904 ? value + DAYS_TO_1904 : value;
    if (serial >= 0 && serial < DAYS_END) {
      const text = dateText(serial, format.hasTime);
      return typed("date", text, is1904 ? `${serial}` : stored, format);
    }
  }
  if (format.kind === "time" && value >= 0 && value < DAYS_END) {
    const isTotal = /\[[hms]+\]/i.test(format.code ?? "");
    return typed("date", timeText(isTotal ? value : value % 1), stored, format);
  }
  const text = numberText(stored, value);
  return typed("number", /^\d+$/.test(text) ? text.padStart(format.digits, "0") : text, stored, format);
}

function booleanCell(stored: string): TypedCell {
  const isTrue = stored === "1" || stored === "true";
  return { kind: "boolean", text: isTrue ? "TRUE" : "FALSE", stored: isTrue ? "1" : "0" };
}

/** Returns the date cell of an ISO 8601 text, the form of strict files; the text itself when it is no date. */
function isoDateCell(text: string, { code }: NumberFormat): Cell {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z?)?$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${date}T${time ?? "00:00:00"}Z`);
  if (date === undefined || Number.isNaN(milliseconds)) {
    return text;
  }
  const serial = (milliseconds - UNIX_DAY_0 * 86_400_000) / 86_400_000;
  const shown = time === undefined ? date : `${date}T${time.slice(0, 8)}`;
  return {
    kind: "date",
    text: shown,
    stored: `${serial}`,
    format: code ?? (time ? "yyyy-mm-dd hh:mm" : "yyyy-mm-dd"),
  };
}

function typed(kind: TypedCell["kind"], text: string, stored: string, { code }: NumberFormat): TypedCell {
  return code === undefined ? { kind, text, stored } : { kind, text, stored, format: code };
}

function dateText(serial: number, hasTime: boolean): string {
  const seconds = Math.round(serial * SECONDS_PER_DAY);
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const date =
    day === LEAP_DAY_1900
      ? "1900-02-29"
      : new Date((UNIX_DAY_0 + day + (day < LEAP_DAY_1900 ? 1 : 0)) * 86_400_000).toISOString().slice(0, 10);
  const rest = seconds - day * SECONDS_PER_DAY;
  return rest === 0 && !hasTime ? date : `${date}T${clock(rest)}`;
}

function timeText(days: number): string {
  return clock(Math.round(days * SECONDS_PER_DAY));
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, "0")).join(":");
}

/** Digits of a number that spreadsheets keep. */
const DIGITS = 15;

/** Number without exponent, and without the digits in which its binary form differs from the typed number. */
function numberText(stored: string, value: number): string {
  if (/^-?\d{1,15}$/.test(stored)) {
    return stored;
  }
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  const text = `${rounded}`;
  if (!text.includes("e")) {
    return text;
  }
  return Math.abs(value) >= 1 ? `${BigInt(value)}` : rounded.toFixed(20).replace(/\.?0+$/, "");
}
