/** Layer of a new GeoPackage: its table, its spatial index and their rows in the metadata tables. */
import type { DatabaseSync } from "../../base/sqlite.ts";
import { createRtree, type RtreeBuilder, roundBoxOutward } from "../../geo/build-rtree.ts";
import { type Box, emptyBox } from "../../geo/geometry.ts";
import { quoteName, RTREE_EXTENSION, rtreeNameOf } from "../../geo/geopackage-tables.ts";
import { countTriggers, indexTriggers } from "../../geo/geopackage-triggers.ts";
import type { Column, ColumnKind, TableLayout } from "../table.ts";
import { uniqueNames } from "./column-names.ts";

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

export function layerNameOf(name: string): string {
  return name === "" || RESERVED_NAME.test(name) ? `layer_${name}` : name;
}

/** Creates the table; returns the statement that inserts a row without its key. */
export function createTable(db: DatabaseSync, layer: string, { columns, geometryType }: TableLayout): string {
  const names = uniqueNames(columns, ["fid", "geom"]).map(quoteName);
  const declared = [
    "fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
    ...(geometryType === undefined ? [] : [`geom ${geometryType.toUpperCase()}`]),
    ...columns.map(({ kind }: Column, i) => `${names[i]} ${TYPES[kind]}`),
  ];
  db.exec(`CREATE TABLE ${quoteName(layer)} (${declared.join(", ")})`);
  const values = declared.map((_, i) => (i === 0 ? "NULL" : "?"));
  return `INSERT INTO ${quoteName(layer)} VALUES (${values.join(", ")})`;
}

/** Spatial index of a layer while its rows are written, block by block. */
export class LayerIndex {
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

export interface LayerSummary {
  readonly rows: number;
  /** Moment of the last change, as ISO 8601 in UTC with milliseconds. */
  readonly lastChange: string;
  readonly extent: Box | undefined;
}

/** Records the finished layer in the metadata tables, and creates the triggers that keep it whole. */
export function registerLayer(
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
