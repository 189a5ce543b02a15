/**
 * Part of the country that a user gives, as a box or polygons. An address or another point is in it when its published
 * position is, a footprint or an area when its geometry shares a point with it; edges belong to it.
 */
import { geometryIntersectsBox } from "../../geo/box-intersection.ts";
import { type Box, boxesOverlap, type Geometry, type MultiPolygonGeometry } from "../../geo/geometry.ts";
import { PolygonIndex } from "../../geo/polygon-index.ts";
import type { TreeArea } from "./rtree.ts";
import {
  containsPosition,
  intersectsWgs84Box,
  planarBoxOf,
  polygonsInDegrees,
  ROOT_CELL,
  rdIntersectionBox,
  type Wgs84Box,
  wgs84BoxAround,
} from "./wgs84-box.ts";

/** Description of a region: plain data, stored with a job. Objects must meet every given part. */
export interface RegionSpec {
  readonly wgs84Box?: Wgs84Box;
  /** RD metres. */
  readonly rdBox?: Box;
  /** Rings of each polygon in degrees: longitude, latitude, …; the first ring is the exterior, and rings are closed. */
  readonly polygons?: readonly (readonly (readonly number[])[])[];
}

/** Position as published: degrees with 8 decimals, RD metres with 3. */
interface PublishedPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly rd_x: number;
  readonly rd_y: number;
}

export interface Region extends TreeArea {
  contains(position: PublishedPosition): boolean;
  /** Returns true when an RD geometry shares a point with the region. */
  intersects(geometry: Geometry): boolean;
}

/** Returns the description of an area in degrees. */
export function polygonSpec({ polygons }: MultiPolygonGeometry): RegionSpec {
  return { polygons: polygons.map((rings) => rings.map((ring) => Array.from(ring))) };
}

/** Prepares a region; `undefined` for an empty description. */
export function createRegion({ wgs84Box, rdBox, polygons }: RegionSpec): Region | undefined {
  const parts = [
    ...(wgs84Box === undefined ? [] : [wgs84BoxRegion(wgs84Box)]),
    ...(rdBox === undefined ? [] : [rdBoxRegion(rdBox)]),
    ...(polygons === undefined ? [] : [polygonRegion(polygons)]),
  ];
  return parts.length === 0 ? undefined : parts.reduce(intersectionOf);
}

function wgs84BoxRegion(box: Wgs84Box): Region {
  const bounds = rdIntersectionBox(ROOT_CELL, box);
  return {
    bounds,
    mayTouch: (each) => bounds !== undefined && boxesOverlap(bounds, each),
    contains: ({ latitude, longitude }) => containsPosition(box, latitude, longitude),
    intersects: (geometry) => intersectsWgs84Box(geometry, box),
  };
}

function rdBoxRegion(box: Box): Region {
  return {
    bounds: box,
    mayTouch: (each) => boxesOverlap(box, each),
    contains: ({ rd_x: x, rd_y: y }) => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY,
    intersects: (geometry) => geometryIntersectsBox(geometry, box),
  };
}

function polygonRegion(polygons: NonNullable<RegionSpec["polygons"]>): Region {
  const index = new PolygonIndex({
    type: "MultiPolygon",
    polygons: polygons.map((rings) => rings.map((ring) => Float64Array.from(ring))),
  });
  const { minX: west, minY: south, maxX: east, maxY: north } = index.box;
  const bounds = rdIntersectionBox(ROOT_CELL, { south, north, west, east });
  return {
    bounds,
    mayTouch: (each) =>
      bounds !== undefined &&
      boxesOverlap(bounds, each) &&
      index.intersectsBox(planarBoxOf(wgs84BoxAround(each))),
    contains: ({ latitude, longitude }) => index.containsPoint(longitude, latitude),
    intersects: (geometry) => index.intersects(polygonsInDegrees(geometry)),
  };
}

function intersectionOf(a: Region, b: Region): Region {
  return {
    // A large area may touch both regions where these do not touch each other: search by one, test both.
    bounds: a.bounds && b.bounds && (sizeOf(a.bounds) < sizeOf(b.bounds) ? a.bounds : b.bounds),
    mayTouch: (box) => a.mayTouch(box) && b.mayTouch(box),
    contains: (position) => a.contains(position) && b.contains(position),
    intersects: (geometry) => a.intersects(geometry) && b.intersects(geometry),
  };
}

function sizeOf({ minX, minY, maxX, maxY }: Box): number {
  return (maxX - minX) * (maxY - minY);
}
