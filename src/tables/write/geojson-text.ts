/** GeoJSON text of geometries: RFC 7946 in degrees (x = longitude, y = latitude), or in metres of RD. */
import { type Geometry, polygonsOf, type Ring, signedRingArea } from "../../geo/geometry.ts";
import type { Crs } from "../table.ts";

/** Decimals: 7 of a degree are about a centimetre (RFC 7946 §11.2 advises against more than needed). */
const SCALES: Readonly<Record<Crs, number>> = { wgs84: 1e7, rd: 1e3 };

/** Returns a geometry as a GeoJSON object; exteriors run counterclockwise and holes clockwise. */
export function geoJsonText(geometry: Geometry, crs: Crs): string {
  const scale = SCALES[crs];
  if (geometry.type === "Point") {
    return `{"type":"Point","coordinates":${positionText(geometry.x, geometry.y, scale)}}`;
  }
  const ringsText = (ring: Ring, index: number) => ringText(ring, index, scale);
  const polygons = polygonsOf(geometry).map((rings) => `[${rings.map(ringsText)}]`);
  const coordinates = geometry.type === "Polygon" ? polygons[0] : `[${polygons}]`;
  return `{"type":"${geometry.type}","coordinates":${coordinates}}`;
}

function ringText(ring: Ring, index: number, scale: number): string {
  const positions: string[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    positions.push(positionText(ring[at]!, ring[at + 1]!, scale));
  }
  const isClockwise = signedRingArea(ring) < 0;
  return `[${isClockwise === (index === 0) ? positions.reverse() : positions}]`;
}

function positionText(x: number, y: number, scale: number): string {
  return `[${Math.round(x * scale) / scale},${Math.round(y * scale) / scale}]`;
}
