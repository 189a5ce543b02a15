/** Overlaps of areas that should tile a larger one, such as the woonplaatsen of a gemeente. */
import { boxesOverlap, type Geometry, polygonsOf } from "./geometry.ts";
import { PolygonIndex } from "./polygon-index.ts";
import { pointOnSurface } from "./representative-point.ts";

/** Metres around a point that must be inside the other area as well: neighbours share a border up to rounding. */
const MARGIN_M = 1;
/** Directions around a point, not along the axes, as many borders are. */
const AROUND = Array.from({ length: 8 }, (_, i) => {
  const angle = 0.3 + (i * Math.PI) / 4;
  return [MARGIN_M * Math.cos(angle), MARGIN_M * Math.sin(angle)] as const;
});

interface IndexedArea {
  readonly area: Geometry;
  readonly index: PolygonIndex;
  /** Keys of its vertices and of the middles of its edges. */
  readonly border: ReadonlySet<number>;
}

/**
 * Returns the pairs of areas that overlap, by their positions in the list. Areas overlap when a vertex, the middle of
 * an edge, or an interior point of one is at least a metre inside the other. Points on both borders do not count.
 */
export function listOverlaps(areas: readonly Geometry[]): [first: number, second: number][] {
  const indexed = areas.length < 2 ? [] : areas.map(indexArea);
  return indexed.flatMap((one, first) =>
    indexed.flatMap((other, second): [number, number][] =>
      first < second &&
      boxesOverlap(one.index.box, other.index.box) &&
      (reachesInto(one, other) || reachesInto(other, one))
        ? [[first, second]]
        : [],
    ),
  );
}

function indexArea(area: Geometry): IndexedArea {
  const border = new Set<number>();
  for (const [x, y] of listBorderPoints(area)) {
    border.add(keyOf(x, y));
  }
  return { area, index: new PolygonIndex(area), border };
}

/** Yields the vertices and the middles of the edges. */
function* listBorderPoints(area: Geometry): Generator<[x: number, y: number]> {
  for (const ring of polygonsOf(area).flat()) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x, y, nextX, nextY] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
      yield [x, y];
      yield [(x + nextX) / 2, (y + nextY) / 2];
    }
  }
}

/** Few positions share this key, even on a grid. Two positions with one key count as a point on both borders. */
const keyOf = (x: number, y: number) => x + y * Math.SQRT2;

function reachesInto({ area }: IndexedArea, other: IndexedArea): boolean {
  for (const [x, y] of listBorderPoints(area)) {
    if (isDeepInside(other, x, y)) {
      return true;
    }
  }
  const { x, y } = pointOnSurface(area);
  return isDeepInside(other, x, y);
}

function isDeepInside({ index, border }: IndexedArea, x: number, y: number): boolean {
  const { minX, minY, maxX, maxY } = index.box;
  return (
    x >= minX &&
    x <= maxX &&
    y >= minY &&
    y <= maxY &&
    !border.has(keyOf(x, y)) &&
    index.containsPoint(x, y) &&
    AROUND.every(([dx, dy]) => index.containsPoint(x + dx, y + dy))
  );
}
