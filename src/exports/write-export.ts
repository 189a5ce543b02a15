import type { Geometry } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { polygonsInDegrees } from "../registry/wgs84-box.ts";
import type { OutputRow, TableLayout, TableWriter } from "../tables/table.ts";
import { createTableWriter } from "../tables/write/table-writer.ts";
import { type ExportRequest, kindOf, selectionOf } from "./export-request.ts";
import { FORMATS } from "./formats.ts";
import { JsonWriter } from "./json-writer.ts";
import type { ExportKind, ExportRow } from "./kinds/export-kind.ts";
import type { RowWriter } from "./row-writer.ts";

export interface ExportOutput {
  /** Writes a piece of the file; the next piece follows when the promise resolves. */
  write(bytes: Uint8Array): Promise<unknown>;
  /** Called with the number of rows read so far. */
  onProgress?(records: number): void;
  /** Aborts the writing with an exception, within some 20 ms. */
  readonly signal?: AbortSignal;
  /** Folder for temporary files, on the disk of the file. */
  readonly scratchFolder: string;
  /** True encodes Parquet in a thread of its own, which takes a second core. */
  readonly encodingThread?: boolean;
}

/** Maximum milliseconds of reading before yielding to the event loop. */
const MAX_BLOCKING_MS = 20;

/** Writes the requested rows as one file in constant memory; returns their number. */
export async function writeExport(
  snapshot: Snapshot,
  request: ExportRequest,
  output: ExportOutput,
): Promise<number> {
  const { onProgress, signal } = output;
  const kind = kindOf(request);
  const writer = openWriter(kind, request, output);
  let records = 0;
  try {
    let yieldAtMs = performance.now() + MAX_BLOCKING_MS;
    for (const rows of kind.read(snapshot, selectionOf(request), FORMATS[request.format].order)) {
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

/** Returns the table of a request, as its writer needs it. */
export function layoutOf(kind: ExportKind, { what = "addresses", format }: ExportRequest): TableLayout {
  const columns = Object.entries(kind.columns).map(([name, { description: _, ...column }]) => ({
    name,
    ...column,
  }));
  const hasGeometry = kind.geometryType !== undefined && FORMATS[format].hasGeometry;
  return { name: what, columns, ...(hasGeometry && { geometryType: kind.geometryType }) };
}

function openWriter(
  kind: ExportKind,
  request: ExportRequest,
  { write, signal, scratchFolder, encodingThread = false }: ExportOutput,
): RowWriter {
  const writePiece = async (bytes: Uint8Array) => {
    signal?.throwIfAborted();
    await write(bytes);
  };
  if (request.format === "json") {
    return new JsonWriter(writePiece);
  }
  const writer = createTableWriter(request.format, layoutOf(kind, request), writePiece, {
    escapeFormulas: request.formulas !== "keep",
    scratchFolder,
    encodingThread,
  });
  const toOutput = outputOf(kind, request, writer.crs);
  return {
    write: (rows) => writer.write(rows.map(toOutput)),
    finish: () => writer.finish(),
    close: () => writer.close(),
  };
}

/** Returns the function that makes the row of a table. */
function outputOf(
  kind: ExportKind,
  { format }: ExportRequest,
  crs: TableWriter["crs"],
): (row: ExportRow) => OutputRow {
  const names = Object.keys(kind.columns);
  const valuesOf = ({ record }: ExportRow) => names.map((name) => record[name]!);
  if (kind.geometryType === undefined || !FORMATS[format].hasGeometry) {
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
