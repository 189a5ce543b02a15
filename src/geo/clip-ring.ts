/** Clipping of rings to a box: Sutherland and Hodgman's algorithm, in any planar frame. */
import { type Box, envelopeOfRing, type Ring } from "./geometry.ts";

const EMPTY: Ring = new Float64Array(0);

/**
 * Returns the part of a closed ring inside a box, closed; empty when they share no point. The part of a concave ring
 * may run back and forth along the edges of the box: correct to fill, so callers that draw outlines hide the edges.
 */
export function clipRing(ring: Ring, box: Box): Ring {
  const { minX, minY, maxX, maxY } = envelopeOfRing(ring);
  if (maxX < box.minX || minX > box.maxX || maxY < box.minY || minY > box.maxY) {
    return EMPTY;
  }
  if (minX >= box.minX && maxX <= box.maxX && minY >= box.minY && maxY <= box.maxY) {
    return ring;
  }
  let clipped: OpenRing = ring.subarray(0, -2);
  if (minX < box.minX) {
    clipped = keepSide(clipped, 0, box.minX, 1);
  }
  if (maxX > box.maxX) {
    clipped = keepSide(clipped, 0, box.maxX, -1);
  }
  if (minY < box.minY) {
    clipped = keepSide(clipped, 1, box.minY, 1);
  }
  if (maxY > box.maxY) {
    clipped = keepSide(clipped, 1, box.maxY, -1);
  }
  return clipped.length === 0 ? EMPTY : closed(clipped);
}

type OpenRing = Ring | readonly number[];

function closed(ring: OpenRing): Ring {
  const whole = new Float64Array(ring.length + 2);
  whole.set(ring);
  whole[ring.length] = ring[0]!;
  whole[ring.length + 1] = ring[1]!;
  return whole;
}

/** Cuts an open ring at a line: keeps where `sign` × (coordinate `axis` − `edge`) is not negative. */
function keepSide(ring: OpenRing, axis: 0 | 1, edge: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  let beforeX = ring[ring.length - 2]!;
  let beforeY = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    const depthBefore = sign * ((axis === 0 ? beforeX : beforeY) - edge);
    const depth = sign * ((axis === 0 ? x : y) - edge);
    if (depth >= 0 !== depthBefore >= 0) {
      const share = depthBefore / (depthBefore - depth);
      const crossingX = axis === 0 ? edge : beforeX + share * (x - beforeX);
      const crossingY = axis === 1 ? edge : beforeY + share * (y - beforeY);
      kept.push(crossingX, crossingY);
    }
    if (depth >= 0) {
      kept.push(x, y);
    }
    beforeX = x;
    beforeY = y;
  }
  return kept;
}
