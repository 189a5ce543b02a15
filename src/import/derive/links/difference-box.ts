import { type Box, envelopeOf, type Geometry, polygonsOf, type Ring } from "../../../geo/geometry.ts";

type Rings = readonly Ring[];

/** Margin in metres, far more than rounding can shift a border. */
const MARGIN_M = 1;

/**
 * Returns a box around all points that lie in exactly one of two areas, with a margin; undefined when there are none. A
 * border that moved in one place gives a box around that place, however large the areas are: edges that both have
 * cancel out.
 */
export function differenceBox(a: Geometry | undefined, b: Geometry | undefined): Box | undefined {
  const [onlyA, onlyB] = multisetDifferences(polygonsById(a), polygonsById(b));
  // An area of several parts is their union, so edges may only cancel within one part.
  const [edgesA, edgesB] =
    onlyA.length === 1 && onlyB.length === 1
      ? multisetDifferences(edgesById(onlyA[0]!), edgesById(onlyB[0]!))
      : [onlyA.flat(), onlyB.flat()];
  const lines = [...edgesA, ...edgesB];
  if (lines.length === 0) {
    return undefined;
  }
  const box = envelopeOf({ type: "Polygon", rings: lines });
  return {
    minX: box.minX - MARGIN_M,
    minY: box.minY - MARGIN_M,
    maxX: box.maxX + MARGIN_M,
    maxY: box.maxY + MARGIN_M,
  };
}

function polygonsById(geometry: Geometry | undefined): [string, Rings][] {
  if (geometry === undefined) {
    return [];
  }
  return polygonsOf(geometry).map((rings) => [rings.map((ring) => ring.join(" ")).join(";"), rings]);
}

function edgesById(rings: Rings): [string, Ring][] {
  return rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, i): [string, Ring] => {
      const edge = ring.subarray(i * 2, i * 2 + 4);
      return [edge.join(" "), edge];
    }),
  );
}

/** Returns the items that each list has more of than the other (multiset difference). */
function multisetDifferences<T>(a: readonly [string, T][], b: readonly [string, T][]): [T[], T[]] {
  return [subtractMultiset(a, b), subtractMultiset(b, a)];
}

function subtractMultiset<T>(from: readonly [string, T][], other: readonly [string, T][]): T[] {
  const counts = new Map<string, number>();
  for (const [id] of other) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return from.flatMap(([id, value]) => {
    const remaining = counts.get(id) ?? 0;
    counts.set(id, remaining - 1);
    return remaining > 0 ? [] : [value];
  });
}
