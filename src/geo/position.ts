/** Position of an object in both reference systems. */
import type { Geometry } from "./geometry.ts";
import { rdToWgs84Into, roundDegrees, roundMetres } from "./rd.ts";
import { representativePoint } from "./representative-point.ts";

/** WGS84 degrees of 8 decimals and RD metres of 3. */
export type Position = Readonly<Record<"latitude" | "longitude" | "rd_x" | "rd_y", number>>;

const degrees = new Float64Array(2);

/** Returns the position of a geometry: a point itself, or the representative point of a polygon. */
export function positionOf(geometry: Geometry): Position {
  const isPoint = geometry.type === "Point";
  const { x, y } = isPoint ? geometry : representativePoint(geometry);
  rdToWgs84Into(x, y, degrees);
  return {
    latitude: roundDegrees(degrees[0]!),
    longitude: roundDegrees(degrees[1]!),
    rd_x: isPoint ? x : roundMetres(x),
    rd_y: isPoint ? y : roundMetres(y),
  };
}
