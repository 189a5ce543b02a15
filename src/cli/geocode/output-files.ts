/** Names and formats of the files that a run writes. */
import { extname } from "node:path";
import { AppError } from "../../base/errors.ts";
import { TABLE_FORMATS, type TableFormat } from "../../tables/formats.ts";

/** Name of standard output, for `--out`. */
export const STANDARD_OUTPUT = "-";

/** Returns the default output: `addresses-geocoded.csv` beside `addresses.csv`; CSV for other kinds of files. */
export function defaultOutput(input: string): string {
  const extension = extname(input);
  const format = findFormat(extension) ?? "csv";
  return `${input.slice(0, input.length - extension.length)}-geocoded.${format}`;
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
