import type { Geometry, PlanarPoint } from "./geometry.ts";
import { roundMetres } from "./rd.ts";
import { representativePoint } from "./representative-point.ts";

/** Returns a point as delivered; for an area its representative point, rounded to millimetres. RD metres. */
export function rdPosition(geometry: Geometry): PlanarPoint {
  if (geometry.type === "Point") {
    return geometry;
  }
  const { x, y } = representativePoint(geometry);
  return { x: roundMetres(x), y: roundMetres(y) };
}
