/** Writes a GeoPackage 1.3 with one layer in RD: made whole in a temporary file, then handed on piece by piece. */
import { createReadStream, rmSync } from "node:fs";
import { join } from "node:path";
import { assertSpace, watchGrowth } from "../../base/disk-space.ts";
import { syncPath } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import { type DatabaseSync, openWithoutDefensiveMode } from "../../base/sqlite.ts";
import { createRtree, type RtreeBuilder, roundBoxOutward } from "../../geo/build-rtree.ts";
import { type Box, emptyBox, envelopeOf } from "../../geo/geometry.ts";
import {
  countTriggers,
  createMetadataTables,
  indexTriggers,
  quoteName,
  RTREE_EXTENSION,
  rtreeNameOf,
} from "../../geo/geopackage-tables.ts";
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Column, ColumnKind, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { uniqueNames } from "./column-names.ts";
import { geometryFor, textOrNull } from "./row-values.ts";

/** Columns that SQLite's tables have at most, without fid and geom. */
const MAX_COLUMNS = 1_998;
const PIECE_BYTES = 1024 * 1024;
/** Bytes of the index for a row. */
const INDEX_BYTES = 80;
/** Bytes of pages that SQLite keeps in memory until the end, at most. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Rows of one statement: single ones take a fifth more time. */
const ROWS_PER_INSERT = 8;

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
  readonly #insertSome: ReturnType<DatabaseSync["prepare"]>;
  readonly #insertOne: ReturnType<DatabaseSync["prepare"]>;
  readonly #onGrowth: (bytes: number) => boolean;
  #rows = 0;
  #rowBytes = 0;
  /** Values of the rows that are not inserted yet, of at most {@link ROWS_PER_INSERT}. */
  readonly #cells: SqlValue[] = [];
  #cellBytes = 0;

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
    this.#onGrowth = watchGrowth(this.#path);
    this.#db = openWithoutDefensiveMode(this.#path);
    this.#db.exec("BEGIN");
    createMetadataTables(this.#db);
    const cells = createTable(this.#db, this.#layer, layout);
    const insertOf = (rows: number) =>
      this.#db.prepare(`INSERT INTO ${quoteName(this.#layer)} VALUES ${new Array(rows).fill(cells)}`);
    this.#insertSome = insertOf(ROWS_PER_INSERT);
    this.#insertOne = insertOf(1);
    this.#index = layout.geometryType && new LayerIndex(this.#db, this.#layer);
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const row of rows) {
      this.#add(row);
      if (this.#rows % ROWS_PER_INSERT === 0) {
        this.#insert(this.#insertSome, this.#cells.splice(0));
      }
    }
  }

  async finish(): Promise<void> {
    for (let rows = this.#rows % ROWS_PER_INSERT; rows > 0; rows--) {
      this.#insert(this.#insertOne, this.#cells.splice(0, this.#cells.length / rows));
    }
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

  #add({ values, geometry }: OutputRow): void {
    const fid = ++this.#rows;
    if (this.#index !== undefined) {
      const shape = geometryFor(this.#layout, geometry);
      this.#push(shape === null ? null : encodeGpkgGeometry(shape));
      if (shape !== null) {
        this.#index.add(fid, envelopeOf(shape));
      }
    }
    for (const value of values) {
      this.#push(toSql(value));
    }
  }

  #push(cell: SqlValue): void {
    this.#cells.push(cell);
    // Estimates the bytes in the file: each value has a byte or more of its own.
    this.#cellBytes += 1 + (typeof cell === "number" ? 4 : (cell?.length ?? 0));
  }

  #insert(statement: ReturnType<DatabaseSync["prepare"]>, cells: readonly SqlValue[]): void {
    const isSyncDue = this.#onGrowth(this.#cellBytes);
    this.#rowBytes += this.#cellBytes;
    this.#cellBytes = 0;
    statement.run(...cells);
    if (isSyncDue) {
      syncPath(this.#path);
    }
  }
}

type SqlValue = string | number | Uint8Array | null;

function toSql(value: Value): string | number | null {
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : null;
  }
  return typeof value === "boolean" ? Number(value) : textOrNull(value);
}

const TYPES: Record<ColumnKind, string> = {
  text: "TEXT",
  integer: "INTEGER",
  real: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  list: "TEXT",
  cell: "TEXT",
};
const RD_SRS_ID = 28992;
/** Boxes that are sorted and indexed together: the index of a country takes some 4 MB of memory. */
const BLOCK_BOXES = 2 ** 17;
/** Names that the format keeps for itself. */
const RESERVED_NAME = /^(gpkg|rtree|sqlite)_/i;

function layerNameOf(name: string): string {
  return name === "" || RESERVED_NAME.test(name) ? `layer_${name}` : name;
}

/** Creates the table; returns the parameters of a row, whose key SQLite gives. */
function createTable(db: DatabaseSync, layer: string, { columns, geometryType }: TableLayout): string {
  const names = uniqueNames(columns, ["fid", "geom"]).map(quoteName);
  const declared = [
    "fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
    ...(geometryType === undefined ? [] : [`geom ${geometryType.toUpperCase()}`]),
    ...columns.map(({ kind }: Column, i) => `${names[i]} ${TYPES[kind]}`),
  ];
  db.exec(`CREATE TABLE ${quoteName(layer)} (${declared.join(", ")})`);
  const values = declared.map((_, i) => (i === 0 ? "NULL" : "?"));
  return `(${values.join(", ")})`;
}

/** Spatial index of a layer while its rows are written, block by block. */
class LayerIndex {
  readonly extent: Box = emptyBox();
  readonly #tree: RtreeBuilder;
  readonly #ids = new Float64Array(BLOCK_BOXES);
  readonly #bounds = new Float32Array(BLOCK_BOXES * 4);
  #count = 0;

  constructor(db: DatabaseSync, layer: string) {
    this.#tree = createRtree(db, rtreeNameOf(layer));
  }

  /** Adds the box of the row `fid`; rows come in order of fid. */
  add(fid: number, box: Box): void {
    this.extent.minX = Math.min(this.extent.minX, box.minX);
    this.extent.minY = Math.min(this.extent.minY, box.minY);
    this.extent.maxX = Math.max(this.extent.maxX, box.maxX);
    this.extent.maxY = Math.max(this.extent.maxY, box.maxY);
    if (this.#count === BLOCK_BOXES) {
      this.#tree.add(this.#takeBlock());
    }
    const { minX, minY, maxX, maxY } = roundBoxOutward(box);
    this.#ids[this.#count] = fid;
    this.#bounds.set([minX, maxX, minY, maxY], this.#count * 4);
    this.#count++;
  }

  finish(): void {
    this.#tree.finish(this.#takeBlock());
  }

  #takeBlock() {
    const count = this.#count;
    this.#count = 0;
    return { ids: this.#ids.subarray(0, count), bounds: this.#bounds.subarray(0, count * 4) };
  }
}

interface LayerSummary {
  readonly rows: number;
  /** Moment of the last change, as ISO 8601 in UTC with milliseconds. */
  readonly lastChange: string;
  readonly extent: Box | undefined;
}

/** Records the finished layer in the metadata tables, and creates the triggers that keep it whole. */
function registerLayer(
  db: DatabaseSync,
  layer: string,
  geometryType: TableLayout["geometryType"],
  { rows, lastChange, extent = emptyBox() }: LayerSummary,
): void {
  const box = extent.minX <= extent.maxX ? [extent.minX, extent.minY, extent.maxX, extent.maxY] : [];
  const [minX = null, minY = null, maxX = null, maxY = null] = box;
  const [dataType, srs] = geometryType === undefined ? ["attributes", null] : ["features", RD_SRS_ID];
  db.prepare(
    `INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change, min_x, min_y, max_x, max_y, srs_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(layer, dataType, layer, lastChange, minX, minY, maxX, maxY, srs);
  db.prepare("INSERT INTO gpkg_ogr_contents VALUES (?, ?)").run(layer, rows);
  const triggers = countTriggers(layer);
  if (geometryType !== undefined) {
    db.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)").run(
      layer,
      geometryType.toUpperCase(),
      RD_SRS_ID,
    );
    db.prepare("INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')").run(
      layer,
      RTREE_EXTENSION,
    );
    triggers.push(...indexTriggers(layer).map(({ ddl }) => ddl));
  }
  for (const trigger of triggers) {
    db.exec(trigger);
  }
}
