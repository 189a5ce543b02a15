/** Opens a user's file for geocoding: its table, and the plan by which its rows are geocoded. */
import type { TableInput } from "../../tables/read/byte-source.ts";
import { openTable } from "../../tables/read/open-table.ts";
import type { TableOptions } from "../../tables/read/table-options.ts";
import type { TableSource } from "../../tables/table.ts";
import { countAddressRows } from "../columns/count-address-rows.ts";
import { isColumnName } from "../columns/roles.ts";
import type { GeocodePlan } from "../plan.ts";
import { type PlanContext, type PlanOptions, planGeocoding } from "../plan-geocoding.ts";

export interface OpenedInput {
  readonly source: TableSource;
  readonly plan: GeocodePlan;
}

interface InputContext extends PlanContext {
  /** Plan of an earlier run with the same file and options, which is kept. */
  readonly plan?: GeocodePlan | undefined;
}

/**
 * Opens a file after reading it whole once. The same file, options and registry give the same plan. Throws AppError
 * `usage` for what cannot be read or has no addresses; the message names the input as it is named, not its path.
 */
export async function openInput(
  input: TableInput,
  {
    columns,
    add,
    dedupe,
    strict,
    refuseMostlyNone,
    ...options
  }: PlanOptions & Omit<TableOptions, "isColumnName" | "rateRows">,
  context: InputContext,
): Promise<OpenedInput> {
  const source = await openTable(input, { ...options, isColumnName, rateRows: countAddressRows });
  try {
    const planOptions = { columns, add, dedupe, strict, refuseMostlyNone };
    return { source, plan: context.plan ?? (await planGeocoding(source, context, planOptions)) };
  } catch (error) {
    await source.close();
    throw error;
  }
}
