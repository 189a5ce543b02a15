/** Request of a geocoding job, and faults of its file in terms of parameters. */
import { AppError } from "../../base/errors.ts";
import type { Language } from "../../base/language.ts";
import type { ColumnUse } from "../../batch/columns/roles.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import type { RecheckOptions } from "../../batch/recheck/plan-recheck.ts";
import type { TableFormat } from "../../tables/formats.ts";
import type { HeaderChoice } from "../../tables/read/open-table.ts";

/** Options for reading a user's file and adding columns, as of `baken geocode`. Plain data. */
export interface GeocodeFileOptions {
  /** Roles of columns: `postcode=PC,number=Nr`. Recognised when absent. */
  readonly columns?: string;
  /** The same as data, as the page of files sends it. */
  readonly uses?: readonly ColumnUse[];
  /** Columns to add, by name or group. The usual ones when absent. */
  readonly add?: string;
  /** Refuses columns whose roles are not certain. */
  readonly strict?: boolean;
  /** Adds the column with groups of equal addresses. */
  readonly dedupe?: boolean;
  /** Also matches addresses that no longer exist. */
  readonly former?: boolean;
  /** Language of sentences in the added columns; English when absent. */
  readonly lang?: Language;
  /** Rechecks a list of ids. */
  readonly recheck?: RecheckOptions;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly header?: HeaderChoice;
  readonly sheet?: string;
}

/**
 * Request of a geocoding job; its file is stored as `inputNameOf` says. Requests are kept for weeks, so the request of
 * a session does not name the user's file.
 */
export interface GeocodeRequest {
  readonly format: TableFormat;
  readonly options: GeocodeFileOptions;
  /** Plan made when the file came in; absent in jobs of earlier versions. */
  readonly plan?: GeocodePlan;
  /** Session of the page for files whose file it is; the session keeps file, options and plan, and gets the results. */
  readonly session?: string;
  /** Rows of the file of a session when its run was paid. */
  readonly paidRows?: number;
  readonly inputBytes: number;
}

/** Flags of the command that messages name, with what follows where that is a value: `--columns postcode=PC`. */
const FLAG = /--(columns|add|since)\b(?: (?='?[\w ]+=))?/g;

/** Returns the text of a fault in a user's file in terms of parameters; `undefined` for a fault of ours. */
export function faultOfInput(error: unknown): string | undefined {
  return error instanceof AppError && error.code === "usage"
    ? error.message.replaceAll(FLAG, (found, name) => (found.endsWith(" ") ? `${name}=` : name))
    : undefined;
}
