/** Finds the tiles that may have contents. */
import type { Box } from "../../geo/geometry.ts";
import { type TileId, wgs84BoxOfTile } from "../../geo/web-mercator.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { ROOT_CELL, rdIntersectionBox } from "../../registry/index/wgs84-box.ts";
import { rtreeName } from "../../registry/schema/geopackage.ts";
import type { FeatureTable } from "../../registry/schema/schema.ts";

const OBJECTS = ["pand", "adres"] as const satisfies readonly FeatureTable[];
const AREAS = ["gemeente", "woonplaats", "postcodegebied"] as const satisfies readonly FeatureTable[];

/** Returns true when the box of a pand or address overlaps a tile with its buffer. Takes some microseconds. */
export function hasObjects(s: Snapshot, tile: TileId): boolean {
  return overlapsAny(s, OBJECTS, tile);
}

/**
 * Returns false when no box of an object or area overlaps a tile with its buffer, so that neither it nor any tile below
 * it has contents. Takes some microseconds, where making an empty tile takes a hundred times as long.
 */
export function mayHaveContents(s: Snapshot, tile: TileId): boolean {
  // Areas first: they cover most tiles.
  return overlapsAny(s, [...AREAS, ...OBJECTS], tile);
}

function overlapsAny(s: Snapshot, tables: readonly FeatureTable[], tile: TileId): boolean {
  const box = rdIntersectionBox(ROOT_CELL, wgs84BoxOfTile(tile));
  return box !== undefined && tables.some((table) => overlaps(s, table, box));
}

function overlaps(s: Snapshot, table: FeatureTable, { minX, minY, maxX, maxY }: Box): boolean {
  const sql = `SELECT 1 FROM ${rtreeName(table)} WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ? LIMIT 1`;
  return s.statement(sql).get(maxX, minX, maxY, minY) !== null;
}
