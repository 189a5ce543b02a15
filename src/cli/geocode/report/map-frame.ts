/** Frame of the map of a report: the part of the country that it shows, and the projection into its drawing. */

import type { Square } from "../../../batch/run/point-grid.ts";
import type { Box, PlanarPoint } from "../../../geo/geometry.ts";

/** Width of the drawing in its own units, which are pixels where the page is wide enough. */
const WIDTH = 880;
const MIN_HEIGHT = 420;
const MAX_HEIGHT = 960;
/** Space between the outermost points and the border of the map. */
const MARGIN = 36;
/** Shortest side of what is shown, so that a single street is seen in its surroundings. */
const MIN_SIDE_M = 2_000;

export interface MapFrame {
  readonly width: number;
  readonly height: number;
  readonly metresPerUnit: number;
  /** Part of the country that is shown, in RD metres. */
  readonly box: Box;
  /** Returns the place of a point in the drawing, north up, with a tenth of a unit. */
  project(point: PlanarPoint): PlanarPoint;
}

/** Frames points with a margin; undefined without points. */
export function frameOf(squares: readonly Square[]): MapFrame | undefined {
  if (squares.length === 0) {
    return undefined;
  }
  const extent = (values: readonly number[]) => {
    const { min, max } = values.reduce(
      (range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }),
      { min: Infinity, max: -Infinity },
    );
    return { middle: (min + max) / 2, length: Math.max(max - min, MIN_SIDE_M) };
  };
  const x = extent(squares.map((square) => square.x));
  const y = extent(squares.map((square) => square.y));
  const metresPerUnit = Math.max(x.length / (WIDTH - 2 * MARGIN), y.length / (MAX_HEIGHT - 2 * MARGIN));
  const height = Math.max(MIN_HEIGHT, Math.ceil(y.length / metresPerUnit + 2 * MARGIN));
  const halfX = (WIDTH / 2) * metresPerUnit;
  const halfY = (height / 2) * metresPerUnit;
  const box = {
    minX: x.middle - halfX,
    maxX: x.middle + halfX,
    minY: y.middle - halfY,
    maxY: y.middle + halfY,
  };
  const toUnits = (metres: number) => Math.round((10 * metres) / metresPerUnit) / 10;
  return {
    width: WIDTH,
    height,
    metresPerUnit,
    box,
    project: (point) => ({ x: toUnits(point.x - box.minX), y: toUnits(box.maxY - point.y) }),
  };
}
