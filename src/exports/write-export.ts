import type { Geometry } from "../geo/geometry.ts";
import { polygonsOf } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { polygonsInDegrees } from "../registry/wgs84-box.ts";
import type { OutputRow, TableLayout, TableWriter } from "../tables/table.ts";
import { createTableWriter } from "../tables/write/table-writer.ts";
import { type ExportRequest, kindOf, selectionOf } from "./export-request.ts";
import { type ExportFormat, FORMATS } from "./formats.ts";
import { JsonWriter } from "./json-writer.ts";
import type { ExportKind, ExportRow } from "./kinds/export-kind.ts";

export interface ExportOutput {
  /** Writes a piece of the file; the next piece follows when the promise resolves. */
  write(bytes: Uint8Array): Promise<unknown>;
  /** Called with the number of rows read so far. */
  onProgress?(records: number): void;
  /** Aborts the writing with an exception, within some 20 ms. */
  readonly signal?: AbortSignal;
  /** Folder for temporary files, on the disk of the file. */
  readonly scratchFolder: string;
}

/** Maximum milliseconds of reading before yielding to the event loop. */
const MAX_BLOCKING_MS = 20;

/** Rows to write as one file, with their columns. */
export interface ExportTable extends Pick<ExportKind, "columns" | "geometryType"> {
  /** Name of the layer or sheet. */
  readonly name: string;
  /** Rows some hundreds at a time; empty arrays are places to pause. */
  readonly rows: Iterable<readonly ExportRow[]>;
  readonly format: ExportFormat;
  readonly formulas?: ExportRequest["formulas"] | undefined;
}

/** Writes the requested rows as one file in constant memory; returns their number. */
export async function writeExport(
  snapshot: Snapshot,
  request: ExportRequest,
  output: ExportOutput,
): Promise<number> {
  const { what: name = "addresses", format, formulas } = request;
  const kind = kindOf(request);
  const rows = kind.read(snapshot, selectionOf(request), FORMATS[format].order);
  const { columns, geometryType } = kind;
  return await writeTable({ name, columns, geometryType, rows, format, formulas }, output);
}

/** Writes a table as one file in constant memory; returns the number of its rows. */
export async function writeTable(table: ExportTable, output: ExportOutput): Promise<number> {
  const { onProgress, signal } = output;
  const writer = openWriter(table, output);
  const toOutput = outputOf(table, writer.crs);
  let records = 0;
  try {
    let yieldAtMs = performance.now() + MAX_BLOCKING_MS;
    for (const rows of table.rows) {
      if (rows.length > 0) {
        await writer.write(rows.map(toOutput));
        records += rows.length;
        onProgress?.(records);
      }
      if (performance.now() < yieldAtMs) {
        continue;
      }
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      yieldAtMs = performance.now() + MAX_BLOCKING_MS;
    }
    await writer.finish();
  } finally {
    await writer.close();
  }
  signal?.throwIfAborted();
  return records;
}

/** Returns the table as its writer needs it. */
function layoutOf({ name, geometryType, format, ...table }: ExportTable): TableLayout {
  const columns = Object.entries(table.columns).map(([name, { description: _, ...column }]) => ({
    name,
    ...column,
  }));
  const hasGeometry = geometryType !== undefined && FORMATS[format].hasGeometry;
  return { name, columns, ...(hasGeometry && { geometryType }) };
}

function openWriter(table: ExportTable, { write, signal, scratchFolder }: ExportOutput): TableWriter {
  const layout = layoutOf(table);
  const writePiece = async (bytes: Uint8Array) => {
    signal?.throwIfAborted();
    await write(bytes);
  };
  return table.format === "json"
    ? new JsonWriter(layout, writePiece)
    : createTableWriter(table.format, layout, writePiece, {
        escapeFormulas: table.formulas !== "keep",
        scratchFolder,
      });
}

/** Returns the function that makes the row to write. */
function outputOf(
  { columns, geometryType, format }: ExportTable,
  crs: TableWriter["crs"],
): (row: ExportRow) => OutputRow {
  const names = Object.keys(columns);
  const valuesOf = ({ record }: ExportRow) => names.map((name) => record[name]!);
  if (geometryType === undefined || !FORMATS[format].hasGeometry) {
    return (row) => ({ values: valuesOf(row) });
  }
  const [x, y] = crs === "rd" ? ["rd_x", "rd_y"] : ["longitude", "latitude"];
  const geometryOf = ({ record, geometry }: ExportRow): Geometry | null =>
    geometry === undefined
      ? { type: "Point", x: record[x!] as number, y: record[y!] as number }
      : geometry && toMultiPolygon(geometry, crs);
  return (row) => ({ values: valuesOf(row), geometry: geometryOf(row) });
}

function toMultiPolygon(geometry: Geometry, crs: TableWriter["crs"]): Geometry {
  return crs === "wgs84"
    ? polygonsInDegrees(geometry)
    : { type: "MultiPolygon", polygons: polygonsOf(geometry) };
}
