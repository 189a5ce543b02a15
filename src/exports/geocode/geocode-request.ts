/** Request of a geocoding job, and faults of its file in terms of parameters. */
import { AppError } from "../../base/errors.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import type { TableFormat } from "../../tables/formats.ts";

/**
 * Request of a geocoding job; its file is stored as `inputNameOf` says. Requests are kept for weeks, so the request of
 * a session does not name the user's file.
 */
export interface GeocodeRequest {
  readonly format: TableFormat;
  readonly options: InputOptions;
  /** Plan made when the file came in; absent in jobs of earlier versions. */
  readonly plan?: GeocodePlan;
  /** Session of the page for files that owns the file. It keeps file, options and plan, and gets the results. */
  readonly session?: string;
  /** Number of rows in the session's file when its run was paid. */
  readonly paidRows?: number;
  readonly inputBytes: number;
}

/**
 * Matches the flags of the command in messages, with the following space when a value comes next: `--columns
 * postcode=PC`.
 */
const FLAG = /--(columns|add|since)\b(?: (?='?[\w ]+=))?/g;

/** Returns the text of a fault in a user's file in terms of parameters; `undefined` for a fault of ours. */
export function faultOfInput(error: unknown): string | undefined {
  return error instanceof AppError && error.code === "usage"
    ? error.message.replaceAll(FLAG, (found, name) => (found.endsWith(" ") ? `${name}=` : name))
    : undefined;
}
