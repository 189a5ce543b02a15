import { extname } from "node:path";
import { AppError } from "../../base/errors.ts";
import type { InputOptions, PlannedTable } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { TABLE_FORMATS, type TableFormat } from "../../tables/formats.ts";

/** Request of the user: files and options of the command. */
export interface GivenRequest extends InputOptions {
  readonly input: string;
  readonly out?: string | undefined;
  /** Goes on though most rows of a sample have no address. */
  readonly force?: boolean;
  readonly limit: number | undefined;
  readonly report: string | undefined;
  readonly resume: boolean;
  readonly replace: boolean;
  readonly threads?: number | undefined;
}

/** The request with its defaults. */
export interface CommandRequest extends GivenRequest {
  readonly out: string;
  readonly threads: number;
}

/** Opened input and its plan, from which both kinds of output start. */
export interface OpenedFile extends PlannedTable {
  readonly snapshot: Snapshot;
}

/** Name of standard output, for `--out`. */
export const STANDARD_OUTPUT = "-";

/** Returns the default output: `addresses-geocoded.csv` next to `addresses.csv`; CSV for other kinds of files. */
export function defaultOutput({ input, recheck }: GivenRequest): string {
  const extension = extname(input);
  const format = findFormat(extension) ?? "csv";
  const done = recheck === undefined ? "geocoded" : "rechecked";
  return `${input.slice(0, input.length - extension.length)}-${done}.${format}`;
}

/** Returns the format of an output by its extension; standard output is CSV. Throws `usage` for any other. */
export function formatOfOutput(out: string): TableFormat {
  const format = out === STANDARD_OUTPUT ? "csv" : findFormat(extname(out));
  if (format === undefined) {
    const known = TABLE_FORMATS.map((name) => `.${name}`).join(", ");
    throw new AppError("usage", `${out}: the name must end in one of ${known}, which decides the format.`);
  }
  return format;
}

function findFormat(extension: string): TableFormat | undefined {
  return TABLE_FORMATS.find((format) => `.${format}` === extension.toLowerCase());
}
