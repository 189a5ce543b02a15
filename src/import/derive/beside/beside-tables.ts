/**
 * Derives tables of a draft in a file beside it, so that a thread of its own can do it while the draft is written, and
 * adds them to the draft.
 */
import { rmSync } from "node:fs";
import {
  type Database,
  type DatabaseSync,
  openBeside,
  openFinishedTables,
  openWithoutDefensiveMode,
} from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema.ts";
import { collectGarbageAfter } from "../collect-garbage.ts";
import { derivePostcodes } from "../postcodes-derive.ts";
import { derivePandTables } from "../spatial/pand-tables-derive.ts";
import { type BoxCollector, buildRtree, createRtree, RTREE_TABLES } from "../spatial/rtree.ts";
import { collectBoxes, recordExtent } from "../spatial/rtrees-derive.ts";
import { deriveStatistics } from "../statistics-derive.ts";

/** Tables that are derived beside the draft: about half of the work that follows from `pand` and `adres` alone. */
const TABLES = [
  ...["pand_cells", "pand_raster", "postcode"],
  ...["woonplaats_tally", "woonplaats_bouwjaar", "postcodegebied_tally"],
];
/** Layers whose R*Trees are built there too; those of areas are small, and change until the last step. */
const LAYERS = ["pand", "adres"] as const satisfies FeatureTable[];

export interface BesideTask {
  /** Path of a draft whose tables `pand` and `adres` are committed. */
  readonly draft: string;
  /** Path of the file to make. */
  readonly into: string;
}

/** Extent of each layer whose R*Tree is in the file. */
export type Extents = Readonly<Record<(typeof LAYERS)[number], Box>>;

/** Makes the file; takes up to 60 bytes of memory for each pand or address, whichever are more. */
export function deriveBeside({ draft, into }: BesideTask): Extents {
  const pand = buildLayer(into, "pand", deriveTables({ draft, into }));
  using db = openFinishedTables(draft);
  const adres = buildLayer(into, "adres", collectBoxes(db, "adres"));
  return { pand, adres };
}

/** Derives all but the R*Trees; returns the boxes of panden. */
function deriveTables({ draft, into }: BesideTask): BoxCollector {
  using db = openBeside(into, draft);
  db.run("ATTACH '' AS work");
  db.run("BEGIN");
  const names = TABLES.map((name) => `'${name}'`).join(", ");
  const ddl = db.query<{ sql: string }, []>(
    `SELECT sql FROM draft.sqlite_schema WHERE type = 'table' AND name IN (${names})`,
  );
  for (const { sql } of ddl.all()) {
    db.run(sql);
  }
  deriveStatistics(db);
  derivePostcodes(db);
  const boxes = derivePandTables(db, db);
  db.run("COMMIT");
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

/** Adds the tables of the file to the draft, outside of a transaction; {@link addRtrees} adds the R*Trees. */
export function addTables(db: Database, { into }: BesideTask): void {
  db.run(attachSql(into));
  db.run("BEGIN");
  TABLES.forEach((table) => void db.run(copySql(table)));
  db.run("COMMIT");
  db.run("DETACH beside");
}

/**
 * Adds the R*Trees of the file to the draft, on which no handle is open, and builds those of areas; removes the file.
 */
export function addRtrees({ draft, into }: BesideTask, extents: Extents): void {
  const areas = collectAreas(draft);
  const db = openWithoutDefensiveMode(draft);
  try {
    db.exec(attachSql(into));
    db.exec("BEGIN");
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
  using db = openFinishedTables(draft);
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

function attachSql(path: string): string {
  return `ATTACH '${path.replaceAll("'", "''")}' AS beside`;
}

/** Returns SQL that copies a table into an empty one of the same columns; SQLite does not decode the rows. */
function copySql(table: string): string {
  return `INSERT INTO main.${table} SELECT * FROM beside.${table}`;
}
