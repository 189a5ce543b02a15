import type { Geometry } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { polygonsInDegrees } from "../registry/index/wgs84-box.ts";
import type { OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../tables/table.ts";
import { PieceBuffer } from "../tables/write/piece-buffer.ts";
import { createTableWriter } from "../tables/write/table-writer.ts";
import { type ExportRequest, exportColumnsOf, exportKindOf, selectionOf } from "./export-request.ts";
import { type ExportFormat, FORMATS } from "./formats.ts";
import type { ExportKind, ExportRow } from "./kinds/export-kind.ts";

export interface ExportOutput {
  /** Writes a piece of the file; the next piece follows when the promise resolves. */
  write(bytes: Uint8Array): Promise<unknown>;
  /** Called with the number of rows read so far. */
  onProgress?(records: number): void;
  /** Aborts the writing with an exception, within some 20 ms. */
  readonly signal?: AbortSignal;
  /** Makes a folder for temporary files, on the disk of the file; the writer removes it. */
  makeScratchFolder(): string;
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
  /** True for CSV that Excel opens by a double click (tables/write/csv-writer.ts). */
  readonly isForExcel?: boolean;
  readonly crs?: ExportRequest["crs"] | undefined;
  /** Names of `columns`, when the records have more fields. */
  readonly chosen?: readonly string[] | undefined;
}

/** Writes the requested rows as one file in constant memory; returns their number. */
export async function writeExport(
  snapshot: Snapshot,
  request: ExportRequest,
  output: ExportOutput,
): Promise<number> {
  const { what: name = "addresses", format, formulas, crs, columns: chosen } = request;
  const { geometryType, read } = exportKindOf(request);
  const { order } = FORMATS[format];
  const rows = read(snapshot, selectionOf(request), { order, chosen });
  const columns = exportColumnsOf(request);
  return await writeTable({ name, columns, geometryType, rows, format, formulas, crs, chosen }, output);
}

/** Writes a table as one file in constant memory; returns the number of its rows. */
export async function writeTable(table: ExportTable, output: ExportOutput): Promise<number> {
  const { onProgress, signal } = output;
  const writer = openWriter(table, output);
  let records = 0;
  try {
    let yieldAtMs = performance.now() + MAX_BLOCKING_MS;
    for (const rows of table.rows) {
      if (rows.length > 0) {
        await writer.write(rows);
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

/** Returns the layout of a table, as its writer needs it. */
function layoutOf({ name, columns, geometryType, format, crs }: Omit<ExportTable, "rows">): TableLayout {
  const declared = Object.entries(columns).map(([name, { description: _, ...column }]) => ({
    name,
    ...column,
  }));
  const hasGeometry = geometryType !== undefined && FORMATS[format].hasGeometry;
  return { name, columns: declared, ...(hasGeometry && { geometryType }), ...(crs && { crs }) };
}

function openWriter(table: ExportTable, { write, signal, makeScratchFolder }: ExportOutput): RowWriter {
  const writePiece = async (bytes: Uint8Array) => {
    signal?.throwIfAborted();
    await write(bytes);
  };
  if (table.format === "json") {
    return new JsonWriter(table.chosen, writePiece);
  }
  const writer = createTableWriter(table.format, layoutOf(table), writePiece, {
    escapeFormulas: table.formulas !== "keep",
    isForExcel: table.isForExcel ?? false,
    makeScratchFolder,
  });
  const toOutput = outputOf(table, writer.crs);
  return {
    write: (rows) => writer.write(rows.map(toOutput)),
    finish: () => writer.finish(),
    close: () => writer.close(),
  };
}

/** Returns the function that makes the row of a table. */
function outputOf(
  { columns, geometryType, format }: ExportTable,
  crs: TableWriter["crs"],
): (row: ExportRow) => OutputRow {
  const names = Object.keys(columns);
  const valuesOf = ({ record }: ExportRow) => names.map((name) => record[name]!);
  if (geometryType === undefined || !FORMATS[format].hasGeometry) {
    return (row) => ({ values: valuesOf(row) });
  }
  const [x, y] = crs === "rd" ? (["rd_x", "rd_y"] as const) : (["longitude", "latitude"] as const);
  const geometryOf = ({ record, geometry }: ExportRow): Geometry | null => {
    if (geometry === undefined) {
      return { type: "Point", x: record[x] as number, y: record[y] as number };
    }
    return geometry && crs === "wgs84" ? polygonsInDegrees(geometry) : geometry;
  };
  return (row) => ({ values: valuesOf(row), geometry: geometryOf(row) });
}

/** Writes one JSON array with the record of each row, a line each. Geometries are not written. */
class JsonWriter implements RowWriter {
  readonly #pieces: PieceBuffer;
  readonly #names: readonly string[] | undefined;
  #separator = "\n";

  /** Writes the values of these names in this order; undefined: whole records. */
  constructor(names: readonly string[] | undefined, write: WriteBytes) {
    this.#names = names;
    this.#pieces = new PieceBuffer(write);
    this.#pieces.add("[");
  }

  async write(rows: readonly ExportRow[]): Promise<void> {
    for (const { record } of rows) {
      this.#pieces.add(this.#separator + JSON.stringify(this.#chosen(record)));
      this.#separator = ",\n";
      if (this.#pieces.isFull) {
        await this.#pieces.flush();
      }
    }
  }

  /** Returns an object to write: names as the second argument of `JSON.stringify` take four times the time. */
  #chosen(record: ExportRow["record"]): ExportRow["record"] {
    if (this.#names === undefined) {
      return record;
    }
    const chosen: Record<string, Value> = {};
    for (const name of this.#names) {
      chosen[name] = record[name]!;
    }
    return chosen;
  }

  async finish(): Promise<void> {
    this.#pieces.add("\n]\n");
    await this.#pieces.flush();
  }

  async close(): Promise<void> {}
}

/** Writes the rows of a kind in one format. */
interface RowWriter {
  write(rows: readonly ExportRow[]): Promise<void>;
  /** Writes the rest of the file. */
  finish(): Promise<void>;
  /** Releases temporary files; after `finish` or instead of it. */
  close(): Promise<void>;
}
