/** Opens a user's file for geocoding: its table, and the plan by which its rows are geocoded. */
import type { TableInput } from "../../tables/read/byte-source.ts";
import { openTable } from "../../tables/read/open-table.ts";
import type { TableOptions } from "../../tables/read/table-options.ts";
import type { Cell, Row, TableSource } from "../../tables/table.ts";
import { filledText, readPostcodeCell } from "../cells/address-cells.ts";
import { readAxis, readPositionCell } from "../cells/position-cells.ts";
import { isColumnName } from "../columns/roles.ts";
import { KnownAnswers } from "../geocode-row.ts";
import type { GeocodePlan, PlanOptions } from "../plan.ts";
import { type PlanContext, planGeocoding } from "../plan-geocoding.ts";
import { readIdCell } from "../recheck/id-cells.ts";

/**
 * Options for reading a file and adding columns: of the command, the endpoints and the page for files. Plain data,
 * which jobs and sessions store.
 */
export interface InputOptions extends PlanOptions, Omit<TableOptions, "isColumnName" | "rateRows"> {}

/** An opened table, and the plan by which its rows are geocoded. */
export interface PlannedTable {
  readonly source: TableSource;
  readonly plan: GeocodePlan;
}

export interface OpenedInput extends PlannedTable {
  /** Answers to the rows on which the columns were tried. */
  readonly known: KnownAnswers;
}

interface InputContext extends PlanContext {
  /** Plan of an earlier run with the same file and options, which is kept. */
  readonly plan?: GeocodePlan | undefined;
}

/**
 * Opens a file after reading it whole once. The same file, options and registry give the same plan. Throws AppError
 * `usage` for a file that cannot be read or has no addresses; the message has the input's name, not its path.
 */
export async function openInput(
  input: TableInput,
  options: InputOptions,
  context: InputContext,
): Promise<OpenedInput> {
  const source = await openAddressTable(input, options);
  try {
    const known = new KnownAnswers(context.snapshot);
    const plan = context.plan ?? (await planGeocoding(source, { ...context, known }, options));
    return { source, plan, known };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Opens a file of addresses or ids without planning its columns. Throws as {@link openInput}. */
export async function openAddressTable(input: TableInput, options: InputOptions): Promise<TableSource> {
  const { encoding, delimiter, header, sheet, recheck } = options;
  const isOfList = recheck === undefined ? isLikeAddress : hasId;
  // Of several sheets, the sheet with the most such rows is read.
  const rateRows = (rows: readonly Row[]) => rows.filter(isOfList).length;
  return await openTable(input, { encoding, delimiter, header, sheet, isColumnName, rateRows });
}

function hasId(row: Row): boolean {
  return row.some((cell) => readIdCell(cell) !== undefined);
}

/** Longer cells are explanations. */
const MAX_TEXT = 200;
const STREET =
  /\p{L}(?:straat|str|weg|laan|plein|kade|gracht|dijk|singel|hof|pad|steeg|dreef|plantsoen|kamp|markt)\b/iu;

/** Returns true for a row with a postcode, a street with a number, or a position. */
function isLikeAddress(row: Row): boolean {
  const cells = row.filter((cell) => filledText(cell) !== "" && filledText(cell).length <= MAX_TEXT);
  const hasNumber = (except: Cell) =>
    /\d/.test(filledText(except)) || cells.some((cell) => cell !== except && /\d/.test(filledText(cell)));
  return (
    cells.some((cell) => readPostcodeCell(filledText(cell)) !== undefined) ||
    cells.some((cell) => STREET.test(filledText(cell)) && hasNumber(cell)) ||
    cells.some((cell) => readPositionCell(cell).kind === "position") ||
    cells.filter((cell) => (readAxis(cell) ?? 0) % 1 !== 0).length >= 2
  );
}
