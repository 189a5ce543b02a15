/** Writes a GeoPackage 1.3 with one layer in RD: made whole in a temporary file, then handed on piece by piece. */
import { createReadStream, rmSync } from "node:fs";
import { join } from "node:path";
import { assertSpace, watchSpace } from "../../base/disk-space.ts";
import { AppError } from "../../base/errors.ts";
import { type DatabaseSync, openWithoutDefensiveMode } from "../../base/sqlite.ts";
import { envelopeOf } from "../../geo/geometry.ts";
import { createMetadataTables } from "../../geo/geopackage-tables.ts";
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { geometryFor } from "./geometry-for.ts";
import { createTable, LayerIndex, layerNameOf, registerLayer } from "./gpkg-layer.ts";
import { textOrNull } from "./value-text.ts";

/** Columns that SQLite's tables have at most, without fid and geom. */
const MAX_COLUMNS = 1_998;
const PIECE_BYTES = 1024 * 1024;
/** Bytes of the index for a row. */
const INDEX_BYTES = 80;
/** Bytes of pages that SQLite keeps in memory until the end, at most. */
const CACHE_BYTES = 32 * 1024 * 1024;

export interface GpkgOptions {
  /**
   * Makes a folder for temporary files, on a disk with room for the whole file. The writer removes it; a process that
   * is killed leaves it behind.
   */
  makeScratchFolder(): string;
  /** GeoPackage: moment that the file gives as its last change, ISO 8601 in UTC with milliseconds. */
  readonly lastChange?: string;
}

export class GpkgWriter implements TableWriter {
  readonly crs = "rd";
  readonly #layout: TableLayout;
  readonly #layer: string;
  readonly #write: WriteBytes;
  readonly #lastChange: string;
  readonly #folder: string;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #index: LayerIndex | undefined;
  readonly #insert: ReturnType<DatabaseSync["prepare"]>;
  readonly #onGrowth: (bytes: number) => void;
  #rows = 0;
  #rowBytes = 0;

  constructor(
    layout: TableLayout,
    write: WriteBytes,
    { makeScratchFolder, lastChange = "1980-01-01T00:00:00.000Z" }: GpkgOptions,
  ) {
    if (layout.columns.length > MAX_COLUMNS) {
      throw new AppError(
        "usage",
        `the table has ${layout.columns.length} columns, a GeoPackage holds ${MAX_COLUMNS}; write CSV or Parquet`,
      );
    }
    this.#layout = layout;
    this.#layer = layerNameOf(layout.name);
    this.#write = write;
    this.#lastChange = lastChange;
    this.#folder = makeScratchFolder();
    this.#path = join(this.#folder, "layer.gpkg");
    this.#onGrowth = watchSpace(this.#path);
    this.#db = openWithoutDefensiveMode(this.#path);
    this.#db.exec("BEGIN");
    createMetadataTables(this.#db);
    this.#insert = this.#db.prepare(createTable(this.#db, this.#layer, layout));
    this.#index = layout.geometryType && new LayerIndex(this.#db, this.#layer);
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const row of rows) {
      const values = this.#valuesOf(row);
      const bytes = sizeOf(values);
      this.#onGrowth(bytes);
      this.#rowBytes += bytes;
      this.#insert.run(...values);
    }
  }

  async finish(): Promise<void> {
    const indexBytes = this.#index === undefined ? 0 : this.#rows * INDEX_BYTES;
    assertSpace(this.#path, Math.min(this.#rowBytes, CACHE_BYTES) + indexBytes);
    this.#index?.finish();
    registerLayer(this.#db, this.#layer, this.#layout.geometryType, {
      rows: this.#rows,
      lastChange: this.#lastChange,
      extent: this.#index?.extent,
    });
    this.#db.exec("COMMIT");
    this.#db.close();
    for await (const piece of createReadStream(this.#path, { highWaterMark: PIECE_BYTES })) {
      await this.#write(piece);
    }
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) {
      this.#db.close();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #valuesOf({ values, geometry }: OutputRow): SqlValue[] {
    const fid = ++this.#rows;
    const cells: SqlValue[] = [];
    if (this.#index !== undefined) {
      const shape = geometryFor(this.#layout, geometry);
      cells.push(shape === null ? null : encodeGpkgGeometry(shape));
      if (shape !== null) {
        this.#index.add(fid, envelopeOf(shape));
      }
    }
    for (const value of values) {
      cells.push(toSql(value));
    }
    return cells;
  }
}

type SqlValue = string | number | Uint8Array | null;

/** Estimates the bytes that a row takes in the file: each value has a byte or more of its own. */
function sizeOf(values: readonly SqlValue[]): number {
  let bytes = values.length;
  for (const value of values) {
    bytes += typeof value === "object" ? (value?.length ?? 0) : typeof value === "string" ? value.length : 4;
  }
  return bytes;
}

function toSql(value: Value): string | number | null {
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : null;
  }
  return typeof value === "boolean" ? Number(value) : textOrNull(value);
}
