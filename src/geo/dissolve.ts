/**
 * Union of polygons that tile an area and share their border vertices exactly, such as the woonplaatsen of a gemeente:
 * an edge between two neighbours occurs once in each direction and cancels; the remaining edges are the outline.
 */
import {
  type Box,
  boxesOverlap,
  envelopeOf,
  type Geometry,
  type PolygonGeometry,
  polygonsOf,
  type Ring,
  signedRingArea,
} from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

/** Edges that are not cancelled, by vertex number: `targets` maps start to ends; the area is to their left. */
interface Outline {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly targets: Map<number, number[]>;
}

interface Exterior {
  readonly polygon: PolygonGeometry;
  readonly box: Box;
  readonly area: number;
  readonly holes: Ring[];
}

/**
 * Returns the union of polygons and multipolygons, in time proportional to the number of vertices. Keeps vertices on a
 * straight border. Gaps between neighbours become holes; neighbours whose vertices on a common border differ stay
 * separate. Returns all polygons unchanged when inputs overlap along an edge or the outline does not close.
 */
export function dissolve(geometries: readonly Geometry[]): Geometry {
  if (geometries.length === 1) {
    return geometries[0]!;
  }
  const polygons = geometries.flatMap(polygonsOf);
  const outline = outlineOf(polygons);
  const rings = outline && chainRings(outline);
  return (rings && assemble(rings)) ?? { type: "MultiPolygon", polygons };
}

/** Returns the edges left after cancellation; `undefined` when an edge is used twice in one direction. */
function outlineOf(polygons: readonly (readonly Ring[])[]): Outline | undefined {
  const vertices = new VertexNumbers();
  const targets = new Map<number, number[]>();
  for (const rings of polygons) {
    for (let i = 0; i < rings.length; i++) {
      // Exteriors counterclockwise, holes clockwise.
      const ring = signedRingArea(rings[i]!) > 0 === (i === 0) ? rings[i]! : reversed(rings[i]!);
      let from = vertices.numberOf(ring[0]!, ring[1]!);
      for (let at = 2; at < ring.length; at += 2) {
        const to = vertices.numberOf(ring[at]!, ring[at + 1]!);
        if (to !== from && !addEdge(targets, from, to)) {
          return undefined;
        }
        from = to;
      }
    }
  }
  return { x: vertices.x, y: vertices.y, targets };
}

/** Adds an edge or removes the opposite one; returns false when the edge already exists. */
function addEdge(targets: Map<number, number[]>, from: number, to: number): boolean {
  const opposite = targets.get(to);
  const index = opposite?.indexOf(from) ?? -1;
  if (index >= 0) {
    opposite!.splice(index, 1);
    return true;
  }
  const own = targets.get(from);
  if (own === undefined) {
    targets.set(from, [to]);
  } else if (own.includes(to)) {
    return false;
  } else {
    own.push(to);
  }
  return true;
}

/** Chains all edges into rings that visit no vertex twice; returns `undefined` when a ring does not close. */
function chainRings({ x, y, targets }: Outline): Ring[] | undefined {
  const rings: Ring[] = [];
  const positionInPath = new Map<number, number>();
  for (const [start, open] of targets) {
    while (open.length > 0) {
      const path = [start];
      positionInPath.set(start, 0);
      while (path.length > 1 || open.length > 0) {
        const next = takeNext(path, { x, y, targets });
        if (next === undefined) {
          return undefined;
        }
        const position = positionInPath.get(next);
        if (position === undefined) {
          positionInPath.set(next, path.push(next) - 1);
          continue;
        }
        const loop = path.splice(position + 1);
        for (const vertex of loop) {
          positionInPath.delete(vertex);
        }
        rings.push(Float64Array.from([next, ...loop, next].flatMap((vertex) => [x[vertex]!, y[vertex]!])));
      }
      positionInPath.clear();
    }
  }
  return rings;
}

/**
 * Removes the edge to continue with and returns its end. Where parts of the area meet in a point, takes the leftmost
 * edge, the first clockwise from the incoming edge: it bounds the same part.
 */
function takeNext(path: readonly number[], { x, y, targets }: Outline): number | undefined {
  const at = path.at(-1)!;
  const open = targets.get(at);
  if (open === undefined || open.length <= 1) {
    return open?.pop();
  }
  const angleTo = (vertex: number) => Math.atan2(y[vertex]! - y[at]!, x[vertex]! - x[at]!);
  const back = path.at(-2);
  const backAngle = back === undefined ? 0 : angleTo(back);
  const clockwise = open.map((vertex) => {
    const turn = (backAngle - angleTo(vertex) + 2 * Math.PI) % (2 * Math.PI);
    return turn === 0 ? 2 * Math.PI : turn;
  });
  return open.splice(clockwise.indexOf(Math.min(...clockwise)), 1)[0];
}

/** Assigns each hole to the smallest exterior around it; returns `undefined` when a hole lies in no exterior. */
function assemble(rings: readonly Ring[]): Geometry | undefined {
  const exteriors: Exterior[] = [];
  const holes: Ring[] = [];
  for (const ring of rings) {
    const area = signedRingArea(ring);
    const polygon: PolygonGeometry = { type: "Polygon", rings: [ring] };
    if (area > 0) {
      exteriors.push({ polygon, area, box: envelopeOf(polygon), holes: [] });
    } else {
      holes.push(ring);
    }
  }
  exteriors.sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    // Holes may touch the exterior in vertices, but not in the middle of an edge.
    const x = (hole[0]! + hole[2]!) / 2;
    const y = (hole[1]! + hole[3]!) / 2;
    const point = { minX: x, minY: y, maxX: x, maxY: y };
    const enclosing = exteriors.find(
      ({ polygon, box }) => boxesOverlap(box, point) && containsPoint(polygon, x, y),
    );
    if (enclosing === undefined) {
      return undefined;
    }
    enclosing.holes.push(hole);
  }
  const polygons = exteriors.reverse().map(({ polygon, holes }) => [...polygon.rings, ...holes]);
  return polygons.length === 1
    ? { type: "Polygon", rings: polygons[0]! }
    : { type: "MultiPolygon", polygons };
}

function reversed(ring: Ring): Ring {
  const copy = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    copy[i] = ring[ring.length - 2 - i]!;
    copy[i + 1] = ring[ring.length - 1 - i]!;
  }
  return copy;
}

/** Numbers positions from 0 in order of first occurrence; equal coordinates get the same number. */
class VertexNumbers {
  readonly x: number[] = [];
  readonly y: number[] = [];
  readonly #firstByKey = new Map<number, number>();
  /** The next vertex with the same key, or -1. */
  readonly #next: number[] = [];

  numberOf(x: number, y: number): number {
    // Few positions share this hash key, even when the coordinates lie on a grid.
    const key = x + y * Math.SQRT2;
    let vertex = this.#firstByKey.get(key) ?? -1;
    const first = vertex;
    while (vertex >= 0) {
      if (this.x[vertex] === x && this.y[vertex] === y) {
        return vertex;
      }
      vertex = this.#next[vertex]!;
    }
    this.#firstByKey.set(key, this.x.length);
    this.#next.push(first);
    this.y.push(y);
    return this.x.push(x) - 1;
  }
}
