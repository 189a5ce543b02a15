/** Opens a user's file for geocoding: its table, and the plan by which its rows are geocoded. */
import type { TableInput } from "../../tables/read/byte-source.ts";
import { openTable } from "../../tables/read/open-table.ts";
import type { TableOptions } from "../../tables/read/table-options.ts";
import type { Row, TableSource } from "../../tables/table.ts";
import { roleOfName } from "../columns/roles.ts";
import { type GeocodePlan, type PlanOptions, planGeocoding } from "../plan.ts";

export interface OpenedInput {
  readonly source: TableSource;
  readonly plan: GeocodePlan;
}

/** Rows at the start from which columns are recognised; fewer, down to the least, in a table of many columns. */
const SAMPLE_ROWS = { most: 1_000, least: 50 };
/** Cells that recognition looks at: some tenths of a second, for which a server answers nothing else. */
const SAMPLE_CELLS = 50_000;

/**
 * Opens a file after reading it whole once. The same file and options give the same plan. Throws AppError `usage` for
 * what cannot be read or has no addresses; the message names the input as it is named, not its path.
 */
export async function openInput(
  input: TableInput,
  { columns, add, dedupe, ...options }: PlanOptions & Omit<TableOptions, "isColumnName">,
): Promise<OpenedInput> {
  const source = await openTable(input, {
    ...options,
    isColumnName: (name) => roleOfName(name) !== undefined,
  });
  try {
    const sample = await readSample(source);
    return { source, plan: planGeocoding(source, sample, { columns, add, dedupe }) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function readSample(source: TableSource): Promise<Row[]> {
  const { most, least } = SAMPLE_ROWS;
  const size = Math.min(most, Math.max(least, Math.floor(SAMPLE_CELLS / source.columns.length)));
  const sample: Row[] = [];
  for await (const { rows } of source.batches()) {
    sample.push(...rows.slice(0, size - sample.length));
    if (sample.length === size) {
      break;
    }
  }
  return sample;
}
