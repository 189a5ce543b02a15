/** Lines of CSV files that an import is given. */
import { closeSync, openSync, readSync } from "node:fs";
import { AppError } from "../../base/errors.ts";
import { CsvParser } from "../../tables/read/csv-parser.ts";
import { isSqlite } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";

/** Maximum size of a file, which is read at once; the list of all gemeenten since 2009 has 20 kB. */
const MAX_CSV_BYTES = 50e6;
const PIECE_BYTES = 1024 * 1024;

/** Reads a file or pipe once; of a GeoPackage only the first bytes. */
export function readContent(path: string): Buffer {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const file = openFile(path);
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const read = readSync(file, piece, 0, PIECE_BYTES, null);
      pieces.push(piece.subarray(0, read));
      bytes += read;
      if (read === 0 || isSqlite(pieces[0]!)) {
        return Buffer.concat(pieces);
      }
      if (bytes > MAX_CSV_BYTES) {
        refuseImport(`${path} has more than ${MAX_CSV_BYTES / 1e6} MB, too much for a file of names.`);
      }
    }
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    return refuseImport(`${path} cannot be read: ${(error as Error).message}`, error);
  }
}

/** Yields the lines that are not empty, with `,` or `;` between their cells; `where` names a line in messages. */
export function* readCsvLines(
  content: Uint8Array,
  path: string,
): Generator<{ cells: string[]; where: string }> {
  const text = decodeUtf8(content, path);
  let line = 1;
  for (const cells of parseCsv(text, firstLineOf(text).includes(";") ? ";" : ",", path)) {
    if (cells.some((cell) => cell.trim() !== "")) {
      yield { cells, where: `${path}, line ${line}` };
    }
    line += cells.join("").split("\n").length;
  }
}

/** Returns the first line of a text, without a byte order mark. */
export function firstLineOf(text: string): string {
  return /^\uFEFF?([^\r\n]*)/.exec(text)?.[1] ?? "";
}

function parseCsv(text: string, delimiter: string, path: string): string[][] {
  const parser = new CsvParser({ delimiter, lineEnd: text.includes("\n") ? "\n" : "\r" }, path);
  try {
    return [...parser.push(text), ...parser.finish()];
  } catch (error) {
    return error instanceof AppError
      ? refuseImport(error.message, error)
      : refuseImport(`${path} cannot be read`, error);
  }
}

function decodeUtf8(content: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    return refuseImport(`${path} is not UTF-8 text: save the names file as UTF-8.`, error);
  }
}
