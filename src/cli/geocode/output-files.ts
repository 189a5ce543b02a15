/** Names of the files that a run writes, and what must hold before it writes them. */
import { statSync } from "node:fs";
import { dirname, extname } from "node:path";
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

/**
 * Throws `usage` unless `path` can be written: its folder exists, and it is no folder, none of `inputs`, and no file at
 * all unless `mayReplace`.
 */
export function assertWritable(
  path: string,
  { inputs, mayReplace }: { inputs: string[]; mayReplace: boolean },
) {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError("usage", `There is no folder ${folder} for ${path}: create it, or give another name.`);
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return;
  }
  if (!found.isFile()) {
    throw new AppError("usage", `${path} is no file; give another name.`);
  }
  if (inputs.some((input) => isSameFile(input, found))) {
    throw new AppError("usage", `${path} is the file to read; give another name.`);
  }
  if (!mayReplace) {
    throw new AppError("usage", `${path} exists; --replace replaces it.`);
  }
}

function isSameFile(path: string, { dev, ino }: { dev: number; ino: number }): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.dev === dev && found.ino === ino;
}
