/**
 * Derives what follows from the geometries of panden and adressen in a file beside the draft, so that a thread of its
 * own can do it while the draft is written, and adds it to the draft.
 */
import { rmSync } from "node:fs";
import {
  type Database,
  type DatabaseSync,
  openFinished,
  openScratch,
  openWithoutDefensiveMode,
} from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema.ts";
import { collectGarbageAfter } from "../collect-garbage.ts";
import { derivePandTables } from "./pand-tables-derive.ts";
import { type BoxCollector, buildRtree, createRtree, RTREE_TABLES } from "./rtree.ts";
import { collectBoxes, recordExtent } from "./rtrees-derive.ts";

const TABLES = ["pand_cells", "pand_raster"] as const;
/** Layers whose R*Trees are built beside the draft; those of areas are small, and change until the last step. */
const LAYERS = ["pand", "adres"] as const satisfies FeatureTable[];

/** Page cache of the file that is made; it is written from start to end. */
const CACHE_BYTES = 8 * 1024 * 1024;

export interface SpatialTask {
  readonly draft: string;
  /** Path of the file to make. */
  readonly into: string;
}

/** Extent of each layer whose R*Tree is in the file. */
export type Extents = Readonly<Record<(typeof LAYERS)[number], Box>>;

/**
 * Opens a draft whose tables `pand` and `adres` are committed, to read them while its writer goes on. Reads the schema
 * now: opened later, it would see as much of a changed schema as happens to be written.
 */
export function openDraftTables(draft: string): Database {
  const db = openFinished(draft);
  db.run("BEGIN");
  db.query("SELECT count(*) FROM sqlite_schema").get();
  return db;
}

/** Makes the file `into`; takes up to 60 bytes of memory for each pand or address, whichever are more. */
export function deriveSpatialTables(db: Database, into: string): Extents {
  const pand = buildLayer(into, "pand", deriveTables(db, into));
  const adres = buildLayer(into, "adres", collectBoxes(db, "adres"));
  return { pand, adres };
}

/** Derives all but the R*Trees; returns the boxes of panden. */
function deriveTables(db: Database, into: string): BoxCollector {
  using made = openScratch(into, CACHE_BYTES);
  made.run("BEGIN");
  for (const table of TABLES) {
    const ddl = db
      .query<{ sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?")
      .get(table)!;
    made.run(ddl.sql);
  }
  const boxes = derivePandTables(db, made);
  made.run("COMMIT");
  return boxes;
}

/** Builds the R*Tree of a layer; frees what the steps before and itself leave behind. */
function buildLayer(path: string, table: FeatureTable, boxes: BoxCollector): Box {
  const columns = boxes.finish();
  collectGarbageAfter(columns.ids.length);
  const db = openWithoutDefensiveMode(path);
  try {
    db.exec("BEGIN");
    buildRtree(db, table, columns);
    db.exec("COMMIT");
    return boxes.extent;
  } finally {
    db.close();
    collectGarbageAfter(columns.ids.length);
  }
}

/**
 * Adds the contents of the file to the draft, on which no handle is open, and builds the R*Trees of areas;
 * removes the file.
 */
export function addSpatialTables({ draft, into }: SpatialTask, extents: Extents): void {
  const areas = collectAreas(draft);
  const db = openWithoutDefensiveMode(draft);
  try {
    db.exec(`ATTACH '${into.replaceAll("'", "''")}' AS made`);
    db.exec("BEGIN");
    TABLES.forEach((table) => void db.exec(copySql(table)));
    for (const [table, boxes] of areas) {
      buildRtree(db, table, boxes.finish());
      recordExtent(db, table, boxes.extent);
    }
    for (const table of LAYERS) {
      copyRtree(db, table);
      recordExtent(db, table, extents[table]);
    }
    db.exec("COMMIT");
  } finally {
    db.close();
  }
  rmSync(into);
}

function collectAreas(draft: string): [FeatureTable, BoxCollector][] {
  using db = openFinished(draft);
  return (Object.keys(FEATURE_TABLES) as FeatureTable[])
    .filter((table) => !LAYERS.some((one) => one === table))
    .map((table) => [table, collectBoxes(db, table)]);
}

function copyRtree(db: DatabaseSync, table: FeatureTable): void {
  const name = rtreeName(table);
  createRtree(db, table);
  db.exec(`DELETE FROM ${name}_node`);
  RTREE_TABLES.forEach((suffix) => void db.exec(copySql(name + suffix)));
}

/** SQL that SQLite runs without decoding rows, because both tables are declared alike and the target is empty. */
function copySql(table: string): string {
  return `INSERT INTO main.${table} SELECT * FROM made.${table}`;
}
