import { rmSync } from "node:fs";
import {
  type Database,
  type DatabaseSync,
  openFinished,
  openWithoutDefensiveMode,
} from "../../../base/sqlite.ts";
import { type BoxCollector, createRtree, roundBoxOutward } from "../../../geo/build-rtree.ts";
import type { Box } from "../../../geo/geometry.ts";
import { layerOf } from "../../../registry/schema/analyst-layers.ts";
import { createIndexTriggers, rtreeName } from "../../../registry/schema/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema/schema.ts";
import { differencesSql } from "../touched.ts";
import { collectBoxes, geometryBox, type RtreeFile } from "./layer-boxes.ts";

/**
 * Adds the R*Tree and records the extent of every layer of a registry on which no handle is open: moves the
 * trees in `made` from their files, and builds the others. From then on no row of a layer is written any more.
 */
export function deriveRtrees(path: string, made: readonly RtreeFile[]): void {
  const layers = collectOthers(path, made);
  const db = openWithoutDefensiveMode(path);
  try {
    for (const file of made) {
      moveRtree(db, file);
      recordExtent(db, file.layer, file.extent);
    }
    db.exec("BEGIN");
    for (const [layer, boxes] of layers) {
      createRtree(db, rtreeName(layer)).finish(boxes.finish());
      recordExtent(db, layer, boxes.extent);
    }
    createIndexTriggers(db);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

function collectOthers(path: string, made: readonly RtreeFile[]): [FeatureTable, BoxCollector][] {
  using db = openFinished(path);
  return (Object.keys(FEATURE_TABLES) as FeatureTable[])
    .filter((layer) => !made.some((file) => file.layer === layer))
    .map((layer) => [layer, collectBoxes(db, layer)]);
}

/** Moves an R*Tree from its file to the registry; SQLite copies rows of equal tables without decoding them. */
function moveRtree(db: DatabaseSync, { layer, path }: RtreeFile): void {
  const name = rtreeName(layer);
  db.prepare("ATTACH ? AS made").run(path);
  db.exec("BEGIN");
  createRtree(db, name);
  db.exec(`DELETE FROM main.${name}_node`);
  for (const part of ["node", "parent", "rowid"]) {
    db.exec(`INSERT INTO main.${name}_${part} SELECT * FROM made.${name}_${part}`);
  }
  db.exec("COMMIT");
  db.exec("DETACH made");
  rmSync(path);
}

/** Records a layer's extent in RD metres in `gpkg_contents`; an empty layer has none. */
function recordExtent(db: DatabaseSync, table: FeatureTable, { minX, minY, maxX, maxY }: Box): void {
  if (minX <= maxX) {
    db.prepare(SET_EXTENT_SQL).run(minX, minY, maxX, maxY, table, layerOf(table));
  }
}

/** Parameters: min_x, min_y, max_x, max_y in RD metres; a table, and the layer that shows it. */
const SET_EXTENT_SQL =
  "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name IN (?, ?)";

interface GeometryChange {
  readonly fid: number;
  readonly geom: Uint8Array;
  /** 1 for an added geometry, -1 for a removed one. */
  readonly weight: number;
}

/**
 * Updates the R*Trees of the layers, and their recorded extents, after geometries have changed. Creates their triggers
 * again, which the update has dropped.
 */
export function updateRtrees(db: Database): void {
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    const changes = db
      .query<GeometryChange, []>(
        `SELECT fid, geom, sum(weight) AS weight FROM ${differencesSql(table)}
         GROUP BY fid, geom HAVING sum(weight) <> 0 ORDER BY sum(weight), fid`,
      )
      .all();
    if (changes.length === 0) {
      continue;
    }
    const remove = db.query(`DELETE FROM ${rtreeName(table)} WHERE id = ?`);
    const insert = db.query(`INSERT INTO ${rtreeName(table)} VALUES (?, ?, ?, ?, ?)`);
    for (const { fid, geom, weight } of changes) {
      const { minX, maxX, minY, maxY } = roundBoxOutward(geometryBox(geom));
      if (weight < 0) {
        remove.run(fid);
      } else {
        insert.run(fid, minX, maxX, minY, maxY);
      }
    }
    const { minX, minY, maxX, maxY } = extentOf(db, table);
    db.query(SET_EXTENT_SQL).run(minX, minY, maxX, maxY, table, layerOf(table));
  }
  createIndexTriggers(db);
}

type Extent = { [Side in keyof Box]: number | null };

/** Returns the extent of a layer, with nulls for one without rows. */
function extentOf(db: Database, table: FeatureTable): Extent {
  return {
    minX: outermost(db, table, "minX"),
    minY: outermost(db, table, "minY"),
    maxX: outermost(db, table, "maxX"),
    maxY: outermost(db, table, "maxY"),
  };
}

/** Start and precision of the binary search, RD metres; SEARCH_START_M lies beyond everything. */
const SEARCH_START_M = 2 ** 24;
const SEARCH_PRECISION_M = 2 ** -4;

/**
 * Returns the outermost side of all boxes, as exact as the geometries are. A binary search checks in the R*Tree if
 * anything lies beyond a line; then the few geometries beyond the closest line are read.
 */
function outermost(db: Database, table: FeatureTable, side: keyof Box): number | null {
  const sign = side.startsWith("min") ? 1 : -1;
  const beyond = `${side.toLowerCase()} ${sign > 0 ? "<=" : ">="} ?`;
  const exists = db.query(`SELECT 1 FROM ${rtreeName(table)} WHERE ${beyond} LIMIT 1`);
  if (exists.get(sign * SEARCH_START_M) === null) {
    return null;
  }
  let outside = -SEARCH_START_M;
  let inside = SEARCH_START_M;
  while (inside - outside > SEARCH_PRECISION_M) {
    const middle = (outside + inside) / 2;
    if (exists.get(sign * middle) === null) {
      outside = middle;
    } else {
      inside = middle;
    }
  }
  const select = db.query<{ geom: Uint8Array }, [number]>(
    `SELECT geom FROM ${rtreeName(table)} CROSS JOIN ${table} ON fid = id WHERE ${beyond}`,
  );
  const findExact = (line: number) =>
    Math.min(...select.all(sign * line).map(({ geom }) => sign * geometryBox(geom)[side]));
  // The R*Tree's boxes are slightly larger than the geometries: another geometry may lie between.
  const found = findExact(inside);
  return sign * (found > inside ? findExact(found) : found);
}
