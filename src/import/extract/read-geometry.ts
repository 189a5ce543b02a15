import type { Geometry, Ring } from "../../geo/geometry.ts";
import { SLOT } from "./extract-grammar.ts";
import { parsePositions } from "./gml.ts";
import { type RecordValues, UnusableObjectError } from "./record-values.ts";

/**
 * Returns the geometry of a voorkomen in RD metres, rings as delivered: an exterior opens a polygon, interiors belong
 * to the one before. Throws UnusableObjectError when there is none, its coordinates cannot be read or a ring is not
 * closed.
 */
export function readGeometry(values: RecordValues): Geometry {
  const polygons: Ring[][] = [];
  /** Interiors of the first polygon that come before its exterior. */
  const waiting: Ring[] = [];
  let point: Ring | undefined;
  values.forEach((slot, start, end) => {
    if (slot !== SLOT.exterior && slot !== SLOT.interior && slot !== SLOT.point) {
      return;
    }
    const positions = parsePositions(values.content, start, end, values.dimension);
    if (positions === undefined) {
      throw new UnusableObjectError("geometry with unreadable coordinates");
    }
    if (slot === SLOT.point) {
      point = positions;
    } else if (slot === SLOT.exterior) {
      polygons.push([closedRing(positions), ...waiting]);
      waiting.length = 0;
    } else {
      (polygons.at(-1) ?? waiting).push(closedRing(positions));
    }
  });
  if (point !== undefined) {
    return { type: "Point", x: point[0]!, y: point[1]! };
  }
  if (polygons.length === 0) {
    throw new UnusableObjectError("no geometry of a known form");
  }
  return polygons.length === 1
    ? { type: "Polygon", rings: polygons[0]! }
    : { type: "MultiPolygon", polygons };
}

function closedRing(ring: Ring): Ring {
  const last = ring.length - 2;
  if (ring.length < 8 || ring[0] !== ring[last] || ring[1] !== ring[last + 1]) {
    throw new UnusableObjectError("geometry with a ring that is not closed");
  }
  return ring;
}
