/** Opens a file of a user as a table: CSV of any dialect, or a spreadsheet. */
import type { TableSource } from "../table.ts";
import { type ByteSource, openBytes, type TableInput } from "./byte-source.ts";
import { openCsv } from "./csv-table.ts";
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { encodingOfMark } from "./text-encoding.ts";
import { openXlsx } from "./xlsx-table.ts";

export { HEADER_CHOICES, type TableOptions } from "./table-options.ts";

/**
 * Opens a table, after reading it whole once: its rows can be read without a fault as long as the file is unchanged.
 * Constant memory. Throws AppError `usage` for a file that is no table; it says what was expected, and the line or
 * cell.
 */
export async function openTable(input: TableInput, options: TableOptions = {}): Promise<TableSource> {
  const source = await openBytes(input);
  try {
    const isZip = (await kindOf(source)) === "zip";
    const table = await (isZip ? openXlsx(source, options) : openCsv(source, options));
    assertCells(table, source.name);
    return table;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Refuses millions of empty cells made by few bytes: each of them takes time and space in the result. */
function assertCells({ rowCount, columns, sizeBytes }: TableSource, name: string): void {
  const most = Math.max(TABLE_LIMITS.cells, sizeBytes);
  if (rowCount * columns.length > most) {
    const [rows, cells] = [rowCount, most].map((count) => count.toLocaleString("en"));
    refuseTable(
      `${name}: has ${rows} rows of ${columns.length} columns, more than ${cells} cells, empty ones included. ` +
        "Remove empty rows and columns.",
    );
  }
}

/** First bytes of a zip, and of one without files. */
const ZIP_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/** Command that writes a layer as CSV, with a column for each coordinate of its points. */
function toCsv(file: string): string {
  return `ogr2ogr -f CSV addresses.csv ${file} -lco GEOMETRY=AS_XY`;
}

/** First bytes of files that people take for tables; each with advice. */
const OTHER_KINDS: readonly { readonly start: string; readonly message: string }[] = [
  {
    start: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    message: "is an old Excel file (.xls) or has a password. Save it as xlsx or CSV, without a password.",
  },
  { start: "\x1f\x8b", message: "is compressed with gzip. Decompress it first." },
  { start: "7z\xbc\xaf", message: "is an archive (7z). Unpack it first." },
  { start: "Rar!", message: "is an archive (rar). Unpack it first." },
  { start: "%PDF", message: "is a PDF document. Export its table as xlsx or CSV." },
  {
    start: "SQLite format 3\0",
    message: `is an SQLite database or GeoPackage. Convert it with GDAL: ${toCsv("addresses.gpkg")}`,
  },
  {
    start: "PAR1",
    message: `is a Parquet or GeoParquet file. Convert it with GDAL: ${toCsv("addresses.parquet")}`,
  },
  { start: "{\\rtf", message: "is a text document (rtf). Save its table as CSV." },
];

/** Web pages and XML that programs write under the name `.xls`, and JSON. */
const MARKUP = /^\s*(?:<\?xml|<!doctype|<html|<table|<meta)/i;
const JSON_START = /^\s*(?:\{|\[\s*\{)\s*"[^"\r\n]*"\s*:/;

/** Control characters that text does not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const CONTROL = /[\x01-\x08\x0e-\x19\x1c-\x1f]/g;

const HEAD_BYTES = 8192;

/** Returns true for a file that begins as a zip does: a spreadsheet. */
export function isZip(head: Uint8Array): boolean {
  return ZIP_STARTS.some((start) => start.every((byte, i) => head[i] === byte));
}

/** Returns the kind of a file. Throws AppError `usage` with advice for kinds that are no table. */
async function kindOf(source: ByteSource): Promise<"zip" | "text"> {
  const bytes = await source.read(0, Math.min(source.size, HEAD_BYTES));
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (isZip(bytes)) {
    return "zip";
  }
  const other = OTHER_KINDS.find(({ start }) => head.startsWith(start));
  if (other !== undefined) {
    const reason = other === OTHER_KINDS[0] ? "encrypted_or_xls" : "other_kind";
    refuseTable(`${source.name} ${other.message}`, undefined, reason);
  }
  if (encodingOfMark(bytes)?.startsWith("utf-16")) {
    return "text";
  }
  const text = head.replace(/^\xef\xbb\xbf/, "");
  if (MARKUP.test(text)) {
    refuseTable(
      `${source.name} is a web page or XML, whatever its name says. Open it in a spreadsheet; save as xlsx.`,
      undefined,
      "other_kind",
    );
  }
  if (JSON_START.test(text)) {
    refuseTable(
      `${source.name} is JSON; expected CSV or xlsx. Convert GeoJSON with GDAL: ${toCsv("addresses.geojson")}`,
      undefined,
      "other_kind",
    );
  }
  if ((head.match(CONTROL)?.length ?? 0) > head.length / 100) {
    refuseTable(`${source.name} is a binary file; expected CSV or xlsx.`, undefined, "other_kind");
  }
  return "text";
}
