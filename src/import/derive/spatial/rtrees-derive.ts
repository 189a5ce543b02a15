import { rmSync } from "node:fs";
import { type DatabaseSync, openFinished, openWithoutDefensiveMode } from "../../../base/sqlite.ts";
import { type BoxCollector, createRtree } from "../../../geo/build-rtree.ts";
import type { Box } from "../../../geo/geometry.ts";
import { layerOf } from "../../../registry/schema/analyst-layers.ts";
import { createIndexTriggers, rtreeName } from "../../../registry/schema/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema/schema.ts";
import { collectBoxes, type RtreeFile } from "./layer-boxes.ts";

/**
 * Adds the R*Tree and records the extent of every layer of a registry on which no handle is open: moves those that
 * are made from their files, and builds the others. From then on no row of a layer is written any more.
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
export const SET_EXTENT_SQL =
  "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name IN (?, ?)";
