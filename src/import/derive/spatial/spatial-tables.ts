/**
 * Computes the spatial tables of a draft in a file beside it, so that a thread of its own can do it while the draft is
 * written, and adds them to the draft.
 */
import { rmSync } from "node:fs";
import {
  type DatabaseSync,
  openFinishedTables,
  openScratch,
  openWithoutDefensiveMode,
} from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { COUNTING_TABLES } from "../../../registry/counting-schema.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema.ts";
import { derivePandTables } from "./pand-tables-derive.ts";
import { type BoxCollector, buildRtree, createRtree, RTREE_TABLES } from "./rtree.ts";
import { collectBoxes, recordExtent } from "./rtrees-derive.ts";

/** Layers whose R*Trees are built beside the draft; those of areas are small, and change until the last step. */
const LAYERS_BESIDE = ["pand", "adres"] as const satisfies FeatureTable[];
const TABLES_BESIDE = ["pand_cells", "pand_raster"] as const;
/** Bytes of page cache of the file beside the draft, which is written from left to right. */
const CACHE_BYTES = 16 * 1024 * 1024;

export interface SpatialTask {
  /** Path of a draft whose tables `pand` and `adres` are committed. */
  readonly draft: string;
  /** Path of the file to make. */
  readonly into: string;
}

/** Extent of each layer whose R*Tree is in the file. */
export type Extents = Readonly<Record<(typeof LAYERS_BESIDE)[number], Box>>;

/** Makes the file; takes up to 60 bytes of memory for each pand or address, whichever are more. */
export function deriveSpatialTables({ draft, into }: SpatialTask): Extents {
  using db = openFinishedTables(draft);
  const pand = buildLayer(into, "pand", derivePandTablesInto(into, db));
  // Frees half a gigabyte of columns after the panden of the country; nothing else would trigger the collection.
  Bun.gc(true);
  const adres = buildLayer(into, "adres", collectBoxes(db, "adres"));
  return { pand, adres };
}

function derivePandTablesInto(path: string, db: ReturnType<typeof openFinishedTables>): BoxCollector {
  using into = openScratch(path, CACHE_BYTES);
  into.run(COUNTING_TABLES);
  into.run("BEGIN");
  const boxes = derivePandTables(db, into);
  into.run("COMMIT");
  return boxes;
}

function buildLayer(path: string, table: FeatureTable, boxes: BoxCollector): Box {
  const db = openWithoutDefensiveMode(path);
  try {
    db.exec("BEGIN");
    buildRtree(db, table, boxes.finish());
    db.exec("COMMIT");
    return boxes.extent;
  } finally {
    db.close();
  }
}

/**
 * Adds the tables of the file to the draft, on which no handle is open, and builds the R*Trees of areas; removes the
 * file.
 */
export function addSpatialTables({ draft, into }: SpatialTask, extents: Extents): void {
  const areas = collectAreas(draft);
  const db = openWithoutDefensiveMode(draft);
  try {
    db.exec(`ATTACH '${into.replaceAll("'", "''")}' AS beside`);
    db.exec("BEGIN");
    for (const [table, boxes] of areas) {
      buildRtree(db, table, boxes.finish());
      recordExtent(db, table, boxes.extent);
    }
    for (const table of LAYERS_BESIDE) {
      createRtree(db, table);
      db.exec(`DELETE FROM ${rtreeName(table)}_node`);
      RTREE_TABLES.forEach((suffix) => void copyRows(db, `${rtreeName(table)}${suffix}`));
      recordExtent(db, table, extents[table]);
    }
    TABLES_BESIDE.forEach((table) => void copyRows(db, table));
    db.exec("COMMIT");
  } finally {
    db.close();
  }
  rmSync(into);
}

function collectAreas(draft: string): [FeatureTable, BoxCollector][] {
  using db = openFinishedTables(draft);
  return (Object.keys(FEATURE_TABLES) as FeatureTable[])
    .filter((table) => !LAYERS_BESIDE.some((one) => one === table))
    .map((table) => [table, collectBoxes(db, table)]);
}

/** Copies a table into an empty one of the same columns, which SQLite does without decoding the rows. */
function copyRows(db: DatabaseSync, table: string): void {
  db.exec(`INSERT INTO main.${table} SELECT * FROM beside.${table}`);
}
