/** Tells what the cells of a column look like: by their form, and by the names that the registry has. */
import { memoize } from "../../base/memoize.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { compact } from "../../search/line/designation-key.ts";
import type { Cell } from "../../tables/table.ts";
import {
  besideWord,
  filledText,
  isNetherlands,
  readNumberCell,
  readPostcodeCell,
} from "../cells/address-cells.ts";
import { readAxis, readPositionCell } from "../cells/position-cells.ts";
import { isPlaceName, isStreetName } from "../compare-names.ts";
import type { AddressRole } from "./roles.ts";
import { type Sample, spread } from "./trial.ts";

/** Forms of cells: roles, parts of a postcode in two columns, letters or additions, one country. */
export type Look = AddressRole | "pc4" | "pc2" | "designation" | "netherlands";

const STREET_WORD =
  /(straat|str|weg|laan|plein|kade|gracht|dijk|singel|hof|pad|steeg|dreef|park|plantsoen|kamp|veld|ring|baan|markt|plaats|oord|akker|burg|wal|haven|meent|hoek|erf|brink|berg|bos|donk)\.?$/i;
/** Longer texts are remarks; a line of a request has this limit too. */
const MAX_TEXT = 200;
/** Longer cells are no names, numbers or additions. */
const MAX_PART = 80;
const FULL_ADDRESS = /[a-z.]{3}.*\s\d{1,5}(?!\d)|\d{1,5}[a-z]?\s+[a-z.]{4}/i;
const WORDS = /^\p{L}[\p{L}\s.'’`()/-]*$/u;
const MAX_DESIGNATION = 12;
/** Minimum rows for values that only rise to be record numbers, and not houses of a street. */
const MIN_COUNTED = 8;

/** Column of a table with the shares of its sample that look like each kind of cell. */
export interface SampledColumn {
  readonly index: number;
  /** Empty where the table has no header. */
  readonly name: string;
  readonly profile: ColumnProfile;
}

/**
 * Cells that are looked at in all columns, which takes some tenths of a second; and in one column, at most and at
 * least.
 */
const PROFILED_CELLS = 50_000;
const PROFILED_OF_COLUMN = { most: 300, least: 40 };

/** Returns what the cells of each column look like; the more columns, the fewer cells of each are looked at. */
export async function profileColumns(
  { columns, hasHeader }: { readonly columns: readonly string[]; readonly hasHeader: boolean },
  { snapshot, rows, pause }: Sample,
): Promise<SampledColumn[]> {
  const { most, least } = PROFILED_OF_COLUMN;
  const mostCells = Math.min(most, Math.max(least, Math.floor(PROFILED_CELLS / Math.max(1, columns.length))));
  const profiled: SampledColumn[] = [];
  for (const [index, name] of columns.entries()) {
    await pause();
    const cells = rows.map((row) => row[index] ?? "").filter((cell) => filledText(cell) !== "");
    const profile = new ColumnProfile(snapshot, spread(cells, mostCells));
    profiled.push({ index, name: hasHeader ? name : "", profile });
  }
  return profiled;
}

/** Cells looked at so far, from the first, and how many of them look like what is sought. */
interface Seen {
  cells: number;
  like: number;
}

/** Filled cells of one column. */
class ColumnProfile {
  readonly #snapshot: Snapshot;
  readonly #cells: readonly Cell[];
  readonly #seen = new Map<LooksLike, Seen>();

  constructor(snapshot: Snapshot, cells: readonly Cell[]) {
    this.#snapshot = snapshot;
    this.#cells = cells;
  }

  /** Number of cells with content. */
  get filled(): number {
    return this.#cells.length;
  }

  /** Returns the share of the filled cells, 0–1, that look like a role; 0 for an empty column. */
  shareOf(look: Look): number {
    return this.#lookUntil(look, () => false).like / Math.max(1, this.#cells.length);
  }

  /** Returns true when the share is at least `least`, which is more than 0. Looks at no more cells than needed. */
  reaches(look: Look, least: number): boolean {
    const { length } = this.#cells;
    const isReached = ({ like }: Seen) => like / Math.max(1, length) >= least;
    const isOut = ({ cells, like }: Seen) => (like + length - cells) / length < least;
    return isReached(this.#lookUntil(look, (seen) => isReached(seen) || isOut(seen)));
  }

  #lookUntil(look: Look, isEnough: (seen: Seen) => boolean): Seen {
    const looksLike = LOOKS_LIKE[look];
    const seen = memoize(this.#seen, looksLike, () => ({ cells: 0, like: 0 }));
    while (seen.cells < this.#cells.length && !isEnough(seen)) {
      seen.like += looksLike(this.#cells[seen.cells]!, this.#snapshot) ? 1 : 0;
      seen.cells++;
    }
    return seen;
  }

  /** True for numbers that only rise, as record numbers do. */
  get isCounting(): boolean {
    const numbers = this.#cells.map((cell) => Number(filledText(cell)));
    return (
      numbers.length >= MIN_COUNTED &&
      numbers.every((number, i) => Number.isInteger(number) && (i === 0 || number > numbers[i - 1]!))
    );
  }

  /** Returns the first cells for messages: `1382KT, 1381AB`. */
  sample(): string {
    const texts = [...new Set(this.#cells.slice(0, 20).map(filledText))].slice(0, 2);
    return texts.map((text) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)).join(", ");
  }
}

const within = (cell: Cell, most: number) => filledText(cell).length <= most;

type LooksLike = (cell: Cell, s: Snapshot) => boolean;

const LOOKS_LIKE: Readonly<Record<Look, LooksLike>> = {
  postcode: (cell) => restOfPostcode(cell)?.match(NUMBER_FIRST) === null,
  number: isHouseNumber,
  letter: (cell) => /^[a-z]$/i.test(filledText(cell)),
  addition: isDesignation,
  designation: isDesignation,
  street: (cell, s) => within(cell, MAX_PART) && (isStreetLike(cell) || mayBeStreet(cell, s)),
  place: isPlaceLike,
  gemeente: isPlaceLike,
  text: (cell) => within(cell, MAX_TEXT) && isFullAddress(cell),
  country: (cell) => isNetherlands(filledText(cell)) !== undefined,
  netherlands: (cell) => isNetherlands(filledText(cell)) === true,
  beside: (cell) => besideWord(filledText(cell)) !== undefined,
  latitude: (cell) => isAxis(cell, [50, 54], [289_000, 629_000]),
  longitude: (cell) => isAxis(cell, [3, 7.5], [-7_000, 300_000]),
  position: (cell) => readPositionCell(cell).kind === "position",
  pc4: (cell) => /^[1-9]\d{3}$/.test(filledText(cell)),
  pc2: (cell) => /^[a-z]{2}$/i.test(filledText(cell)),
};

function isDesignation(cell: Cell): boolean {
  const text = filledText(cell);
  return text.length <= 2 * MAX_DESIGNATION && compact(text).length <= MAX_DESIGNATION;
}

/** Two letters together, as names have; the letters of a postcode do not count. */
const LETTERS = /\p{L}{2}/u;

function mayBeStreet(cell: Cell, s: Snapshot): boolean {
  const text = filledText(cell);
  return LETTERS.test(text) && restOfPostcode(cell) !== "" && isStreetName(s, text);
}

function isPlaceLike(cell: Cell, s: Snapshot): boolean {
  return within(cell, MAX_PART) && WORDS.test(filledText(cell)) && isPlaceName(s, filledText(cell));
}

function isStreetLike(cell: Cell): boolean {
  return WORDS.test(filledText(cell)) && STREET_WORD.test(filledText(cell));
}

/** `1382KT 5` is a whole address, not a postcode followed by the place. */
const NUMBER_FIRST = /^\d/;

function restOfPostcode(cell: Cell): string | undefined {
  return readPostcodeCell(filledText(cell))?.rest;
}

function isFullAddress(cell: Cell): boolean {
  return FULL_ADDRESS.test(filledText(cell)) || NUMBER_FIRST.test(restOfPostcode(cell) ?? "");
}

function isHouseNumber(cell: Cell): boolean {
  const read = readNumberCell(cell);
  return read.kind === "damaged" || (read.kind === "number" && read.rest.length <= MAX_DESIGNATION);
}

type Range = readonly [min: number, max: number];

function isAxis(cell: Cell, degrees: Range, metres: Range): boolean {
  const value = readAxis(cell);
  const isWithin = ([min, max]: Range) => value !== undefined && value >= min && value <= max;
  return isWithin(degrees) || (isWithin(metres) && Math.abs(value!) > 1_000);
}
