/**
 * A multipolygon prepared for many tests: its edges are kept by horizontal strips, so that a test reads the few edges
 * at its height. Results equal the results of point-in-polygon.ts and box-intersection.ts on the same geometry.
 */
import { edgeIntersectsBox } from "./box-intersection.ts";
import { type Box, envelopeOf, type Geometry, orientation, polygonsOf, type Ring } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

/** More strips than this save no time. */
const MAX_STRIPS = 4_096;
/** Bounds the memory: edges are in this many strips on average at most, whatever their length. */
const MAX_STRIPS_OF_EDGE = 4;
/** Numbers of an edge: x1, y1, x2, y2, number of its polygon. */
const EDGE = 5;

export class PolygonIndex {
  readonly box: Box;
  readonly #polygons: readonly (readonly Ring[])[];
  readonly #strips: Float64Array[];
  readonly #stripsPerUnit: number;

  constructor(geometry: Geometry) {
    this.box = envelopeOf(geometry);
    this.#polygons = polygonsOf(geometry);
    const height = this.box.maxY - this.box.minY;
    const count = height > 0 ? stripCount(this.#polygons.flat(), height) : 1;
    this.#stripsPerUnit = height > 0 ? count / height : 0;
    this.#strips = Array.from({ length: count }, () => new Float64Array());
    this.#fillStrips();
  }

  /** Returns true when the point lies in a polygon or on its boundary. */
  containsPoint(x: number, y: number): boolean {
    const { minX, minY, maxX, maxY } = this.box;
    if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) {
      return false;
    }
    const edges = this.#strips[this.#stripAt(y)]!;
    let inside = false;
    for (let at = 0; at < edges.length; ) {
      const polygon = edges[at + 4]!;
      inside = false;
      for (; at < edges.length && edges[at + 4] === polygon; at += EDGE) {
        const x1 = edges[at]!;
        const y1 = edges[at + 1]!;
        const x2 = edges[at + 2]!;
        const y2 = edges[at + 3]!;
        if (y2 === y && (x2 === x || (y1 === y && x1 < x !== x2 < x))) {
          return true;
        }
        if (y1 > y === y2 > y) {
          continue;
        }
        const side = orientation(x1, y1, x2, y2, x, y);
        if (side === 0) {
          return true;
        }
        if (y2 > y1 ? side > 0 : side < 0) {
          inside = !inside;
        }
      }
      if (inside) {
        return true;
      }
    }
    return false;
  }

  /** Returns true when the box and a polygon share a point. */
  intersectsBox(box: Box): boolean {
    return (
      this.#someEdgeIn(box, (x1, y1, x2, y2) => edgeIntersectsBox(x1, y1, x2, y2, box)) ||
      this.containsPoint(box.minX, box.minY)
    );
  }

  /** Returns true when the geometry, in the same frame, and a polygon share a point. */
  intersects(geometry: Geometry): boolean {
    if (geometry.type === "Point") {
      return this.containsPoint(geometry.x, geometry.y);
    }
    const polygons = polygonsOf(geometry);
    for (const [exterior] of polygons) {
      if (this.containsPoint(exterior![0]!, exterior![1]!)) {
        return true;
      }
    }
    if (polygons.some((rings) => rings.some((ring) => this.#crosses(ring)))) {
      return true;
    }
    // No sides meet: the geometry contains a whole polygon or shares nothing.
    return this.#polygons.some(([exterior]) => containsPoint(geometry, exterior![0]!, exterior![1]!));
  }

  #crosses(ring: Ring): boolean {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const ax = ring[i]!;
      const ay = ring[i + 1]!;
      const bx = ring[i + 2]!;
      const by = ring[i + 3]!;
      const box = {
        minX: Math.min(ax, bx),
        minY: Math.min(ay, by),
        maxX: Math.max(ax, bx),
        maxY: Math.max(ay, by),
      };
      if (this.#someEdgeIn(box, (...edge) => touch(edge, [ax, ay, bx, by]))) {
        return true;
      }
    }
    return false;
  }

  /** Returns true when an edge whose own box overlaps `box` passes the test. */
  #someEdgeIn(
    { minX, minY, maxX, maxY }: Box,
    test: (x1: number, y1: number, x2: number, y2: number) => boolean,
  ): boolean {
    if (minY > this.box.maxY || maxY < this.box.minY || minX > this.box.maxX || maxX < this.box.minX) {
      return false;
    }
    const last = this.#stripAt(Math.min(maxY, this.box.maxY));
    for (let strip = this.#stripAt(Math.max(minY, this.box.minY)); strip <= last; strip++) {
      const edges = this.#strips[strip]!;
      for (let at = 0; at < edges.length; at += EDGE) {
        const x1 = edges[at]!;
        const y1 = edges[at + 1]!;
        const x2 = edges[at + 2]!;
        const y2 = edges[at + 3]!;
        const isApart =
          (x1 < minX && x2 < minX) ||
          (x1 > maxX && x2 > maxX) ||
          (y1 < minY && y2 < minY) ||
          (y1 > maxY && y2 > maxY);
        if (!isApart && test(x1, y1, x2, y2)) {
          return true;
        }
      }
    }
    return false;
  }

  #stripAt(y: number): number {
    return Math.min(Math.floor((y - this.box.minY) * this.#stripsPerUnit), this.#strips.length - 1);
  }

  #fillStrips(): void {
    const strips: number[][] = this.#strips.map(() => []);
    this.#polygons.forEach((rings, polygon) => {
      for (const ring of rings) {
        for (let i = 0; i + 3 < ring.length; i += 2) {
          const y1 = ring[i + 1]!;
          const y2 = ring[i + 3]!;
          const last = this.#stripAt(Math.max(y1, y2));
          for (let strip = this.#stripAt(Math.min(y1, y2)); strip <= last; strip++) {
            strips[strip]!.push(ring[i]!, y1, ring[i + 2]!, y2, polygon);
          }
        }
      }
    });
    strips.forEach((edges, strip) => {
      this.#strips[strip] = Float64Array.from(edges);
    });
  }
}

function stripCount(rings: readonly Ring[], height: number): number {
  let edges = 0;
  let extents = 0;
  for (const ring of rings) {
    edges += ring.length / 2 - 1;
    for (let i = 1; i + 2 < ring.length; i += 2) {
      extents += Math.abs(ring[i + 2]! - ring[i]!);
    }
  }
  const affordable = (MAX_STRIPS_OF_EDGE * edges * height) / Math.max(extents, height);
  return Math.max(1, Math.floor(Math.min(MAX_STRIPS, edges, affordable)));
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** Returns true when two segments whose boxes overlap share a point. */
function touch([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  // With overlapping boxes, segments on one line overlap as well.
  return Math.sign(c) * Math.sign(d) <= 0 && Math.sign(a) * Math.sign(b) <= 0;
}
