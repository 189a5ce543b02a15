/** GeoJSON text of geometries in degrees (x = longitude, y = latitude), RFC 7946. */
import { type Geometry, polygonsOf, type Ring, signedRingArea } from "../../geo/geometry.ts";

/** Decimals of a degree: 7 are about a centimetre (RFC 7946 §11.2 advises against more than needed). */
const SCALE = 1e7;

/** Returns a geometry as a GeoJSON object; exteriors run counterclockwise and holes clockwise. */
export function geoJsonText(geometry: Geometry): string {
  if (geometry.type === "Point") {
    return `{"type":"Point","coordinates":${positionText(geometry.x, geometry.y)}}`;
  }
  const polygons = polygonsOf(geometry).map((rings) => `[${rings.map(ringText)}]`);
  const coordinates = geometry.type === "Polygon" ? polygons[0] : `[${polygons}]`;
  return `{"type":"${geometry.type}","coordinates":${coordinates}}`;
}

function ringText(ring: Ring, index: number): string {
  const positions: string[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    positions.push(positionText(ring[at]!, ring[at + 1]!));
  }
  const isClockwise = signedRingArea(ring) < 0;
  return `[${isClockwise === (index === 0) ? positions.reverse() : positions}]`;
}

function positionText(x: number, y: number): string {
  return `[${Math.round(x * SCALE) / SCALE},${Math.round(y * SCALE) / SCALE}]`;
}
