import { AppError } from "../../base/errors.ts";
import { roleOfName } from "../../batch/columns/roles.ts";
import { type GeocodePlan, planGeocoding } from "../../batch/plan.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import { openTable } from "../../tables/read/open-table.ts";
import type { Row, TableSource } from "../../tables/table.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";

export interface OpenedInput {
  readonly source: TableSource;
  readonly plan: GeocodePlan;
}

/** Rows at the start from which columns are recognised. */
const SAMPLE_ROWS = 1_000;

/**
 * Opens a user's file for geocoding, after reading it whole once. The same file and options give the same plan. Throws
 * AppError `usage` for what cannot be read or has no addresses; the message names `name`, not the path.
 */
export async function openInput(
  input: TableInput,
  { columns, add, dedupe, ...options }: GeocodeFileOptions,
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
  const sample: Row[] = [];
  for await (const { rows } of source.batches()) {
    sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length));
    if (sample.length === SAMPLE_ROWS) {
      break;
    }
  }
  return sample;
}

/** Returns the text of a fault in a user's file in terms of parameters; `undefined` for a fault of ours. */
export function faultOfInput(error: unknown): string | undefined {
  return error instanceof AppError && error.code === "usage"
    ? error.message.replaceAll(/--(\w+) /g, "$1=")
    : undefined;
}
