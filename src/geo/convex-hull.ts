/** Convex hull of planar points by Andrew's monotone chain: O(n log n). */
import { orientation, type Ring } from "./geometry.ts";

/**
 * Returns the hull of x0, y0, x1, y1, … as a closed counterclockwise ring without collinear vertices. Collinear points
 * give a ring of zero area (there and back), equal points that point twice, no points an empty ring.
 */
export function convexHull(points: Float64Array): Ring {
  const order = Uint32Array.from({ length: points.length >> 1 }, (_, i) => i);
  order.sort((a, b) => points[a * 2]! - points[b * 2]! || points[a * 2 + 1]! - points[b * 2 + 1]!);
  const corners = [...rightmostChain(points, order), ...rightmostChain(points, order.toReversed())];
  if (corners.length === 0 && order.length > 0) {
    corners.push(order[0]!);
  }
  const ring = new Float64Array(corners.length === 0 ? 0 : (corners.length + 1) * 2);
  for (let i = 0; i * 2 < ring.length; i++) {
    const corner = corners[i % corners.length]!;
    ring[i * 2] = points[corner * 2]!;
    ring[i * 2 + 1] = points[corner * 2 + 1]!;
  }
  return ring;
}

/** Returns the half of the hull from the first to the last point with no point to its right; omits the last point. */
function rightmostChain(points: Float64Array, order: Uint32Array): number[] {
  const chain: number[] = [];
  for (const next of order) {
    while (chain.length > 0 && isSuperfluous(points, chain.at(-2), chain.at(-1)!, next)) {
      chain.pop();
    }
    chain.push(next);
  }
  return chain.slice(0, -1);
}

/** Returns true when `middle` is no hull vertex between `from` and `next`: no left turn, or equal to `next`. Hot. */
function isSuperfluous(
  points: Float64Array,
  from: number | undefined,
  middle: number,
  next: number,
): boolean {
  const x = points[next * 2]!;
  const y = points[next * 2 + 1]!;
  const middleX = points[middle * 2]!;
  const middleY = points[middle * 2 + 1]!;
  if (from === undefined) {
    return middleX === x && middleY === y;
  }
  return orientation(points[from * 2]!, points[from * 2 + 1]!, middleX, middleY, x, y) <= 0;
}
