/** Recognises what a column holds by its cells. */
import { memoize } from "../../base/memoize.ts";
import type { Cell, Row } from "../../tables/table.ts";
import { cellText } from "../cells/cell-text.ts";
import { isNetherlands } from "../cells/country-cell.ts";
import { readNumberCell } from "../cells/number-cell.ts";
import { readAxis } from "../cells/position-cells.ts";
import { readPostcodeCell } from "../cells/postcode-cell.ts";
import type { Role } from "./roles.ts";

/** Minimum share of the cells that are not empty. */
const MIN_SHARE = 0.6;
const STREET_WORD =
  /(straat|str|weg|laan|plein|kade|gracht|dijk|singel|hof|pad|steeg|dreef|park|plantsoen|kamp|veld|ring|baan|markt|plaats|oord|akker|burg|wal|haven|meent|hoek|erf|brink|berg|bos|donk)\.?$/i;
/** Longer texts are remarks: a line of a request has no more characters either. */
const MAX_TEXT = 200;
const FULL_ADDRESS = /[a-z.]{3}.*\s\d{1,5}(?!\d)|\d{1,5}[a-z]?\s+[a-z.]{4}/i;
const WORDS = /^\p{L}[\p{L}\s.'’`()/-]*$/u;

/** Cells of one column. */
export class ColumnContent {
  readonly #cells: readonly Cell[];
  readonly #shares = new Map<Role, number>();

  constructor(rows: readonly Row[], index: number) {
    this.#cells = rows.map((row) => row[index] ?? "").filter((cell) => cellText(cell) !== "");
  }

  get isEmpty(): boolean {
    return this.#cells.length === 0;
  }

  /** Returns the share of the cells, 0–1, that look like the role; 0 for an empty column. */
  shareOf(role: Role): number {
    const looksLike = LOOKS_LIKE[role];
    return memoize(this.#shares, role, () =>
      this.isEmpty ? 0 : this.#cells.filter(looksLike).length / this.#cells.length,
    );
  }

  looksLike(role: Role): boolean {
    return this.shareOf(role) >= MIN_SHARE;
  }

  /** Returns the first cells for messages: `1382KT, 1381AB`. */
  sample(): string {
    const texts = [...new Set(this.#cells.slice(0, 20).map(cellText))].slice(0, 2);
    return texts.map((text) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)).join(", ");
  }
}

const LOOKS_LIKE: Readonly<Record<Role, (cell: Cell) => boolean>> = {
  postcode: (cell) => restOfPostcode(cell)?.match(NUMBER_FIRST) === null,
  number: isHouseNumber,
  letter: (cell) => /^[a-z]$/i.test(cellText(cell)),
  addition: (cell) => cellText(cell).length <= 10,
  street: (cell) => WORDS.test(cellText(cell)) && STREET_WORD.test(cellText(cell)),
  place: (cell) => WORDS.test(cellText(cell)),
  text: (cell) => cellText(cell).length <= MAX_TEXT && isFullAddress(cell),
  country: (cell) => isNetherlands(cellText(cell)) !== undefined,
  latitude: (cell) => isAxis(cell, [50, 54], [289_000, 629_000]),
  longitude: (cell) => isAxis(cell, [3, 7.5], [-7_000, 300_000]),
};

/** `1382KT 5` is a whole address, not a postcode with the place behind it. */
const NUMBER_FIRST = /^\d/;

function restOfPostcode(cell: Cell): string | undefined {
  return readPostcodeCell(cellText(cell))?.rest;
}

function isFullAddress(cell: Cell): boolean {
  return FULL_ADDRESS.test(cellText(cell)) || NUMBER_FIRST.test(restOfPostcode(cell) ?? "");
}

function isHouseNumber(cell: Cell): boolean {
  const read = readNumberCell(cell);
  return read.kind === "damaged" || (read.kind === "number" && read.rest.length <= 6);
}

type Range = readonly [min: number, max: number];

function isAxis(cell: Cell, degrees: Range, metres: Range): boolean {
  const value = readAxis(cell);
  const isWithin = ([min, max]: Range) => value !== undefined && value >= min && value <= max;
  return isWithin(degrees) || (isWithin(metres) && Math.abs(value!) > 1_000);
}
