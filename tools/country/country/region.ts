/** Rectangle of a region, in metres of the flat plan (see `warp` of street-layout.ts). */
export interface Strip {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/**
 * Land as horizontal strips from south to north whose y intervals are disjoint. Every border lies on the lattice of the
 * country, so neighbours meet in exactly the same vertices and tile without gap or overlap.
 */
export type CountryRegion = readonly Strip[];

export function areaM2(region: CountryRegion): number {
  return region.reduce((sum, s) => sum + (s.x1 - s.x0) * (s.y1 - s.y0), 0);
}

/**
 * Divides the region into one part for each weight, with areas in about that proportion; neighbours in the list stay
 * close.
 */
export function divide(region: CountryRegion, weights: readonly number[], lattice: number): CountryRegion[] {
  if (weights.length <= 1) {
    return weights.length === 1 ? [region] : [];
  }
  const total = weights.reduce((a, b) => a + b, 0);
  let firstWeight = 0;
  let count = 0;
  while (count < weights.length - 1 && (count === 0 || firstWeight + weights[count]! / 2 < total / 2)) {
    firstWeight += weights[count++]!;
  }
  const [first, second] = cut(region, firstWeight / total, lattice);
  return [
    ...divide(first, weights.slice(0, count), lattice),
    ...divide(second, weights.slice(count), lattice),
  ];
}

/**
 * Cuts the region straight across its longer side at a lattice line, so that about `share` of the area is before it.
 */
function cut(region: CountryRegion, share: number, lattice: number): [CountryRegion, CountryRegion] {
  const box = bounds(region);
  const isWide = box.x1 - box.x0 >= box.y1 - box.y0;
  const [from, to] = isWide ? [box.x0, box.x1] : [box.y0, box.y1];
  if (to - from < 2 * lattice) {
    throw new Error("demo country: a region is too small to divide");
  }
  const before = (at: number): CountryRegion =>
    clip(region, isWide ? { ...box, x1: at } : { ...box, y1: at });
  const wanted = areaM2(region) * share;
  let low = 1;
  let high = Math.round((to - from) / lattice) - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (areaM2(before(from + middle * lattice)) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const at = from + low * lattice;
  return [before(at), clip(region, isWide ? { ...box, x0: at } : { ...box, y0: at })];
}

/** Returns the region without a band of water across its middle: two parts, where it is high enough. */
export function withWater(region: CountryRegion, lattice: number): CountryRegion {
  const box = bounds(region);
  const rows = Math.floor((box.y1 - box.y0) / lattice);
  if (rows < 3) {
    return region;
  }
  const shore = box.y0 + Math.floor(rows / 2) * lattice;
  return [...clip(region, { ...box, y1: shore }), ...clip(region, { ...box, y0: shore + lattice })];
}

function clip(region: CountryRegion, window: Strip): CountryRegion {
  return region
    .map((s) => ({
      x0: Math.max(s.x0, window.x0),
      x1: Math.min(s.x1, window.x1),
      y0: Math.max(s.y0, window.y0),
      y1: Math.min(s.y1, window.y1),
    }))
    .filter((s) => s.x0 < s.x1 && s.y0 < s.y1);
}

function bounds(region: CountryRegion): Strip {
  return {
    x0: Math.min(...region.map((s) => s.x0)),
    x1: Math.max(...region.map((s) => s.x1)),
    y0: Math.min(...region.map((s) => s.y0)),
    y1: Math.max(...region.map((s) => s.y1)),
  };
}

/** Returns the largest upright rectangle inside the region, where its streets are laid out. */
export function largestRectangle(region: CountryRegion): Strip {
  let best = region[0]!;
  let bestArea = 0;
  for (let from = 0; from < region.length; from += 1) {
    let { x0, x1, y0, y1 } = region[from]!;
    for (let to = from; to < region.length; to += 1) {
      const strip = region[to]!;
      if (to > from && strip.y0 !== y1) {
        break;
      }
      x0 = Math.max(x0, strip.x0);
      x1 = Math.min(x1, strip.x1);
      y1 = strip.y1;
      if (x1 <= x0) {
        break;
      }
      if ((x1 - x0) * (y1 - y0) > bestArea) {
        bestArea = (x1 - x0) * (y1 - y0);
        best = { x0, x1, y0, y1 };
      }
    }
  }
  return best;
}

/**
 * Returns the outlines of the connected parts, counter-clockwise and closed, flat x, y, with a vertex at every
 * lattice point they pass.
 */
export function outlines(region: CountryRegion, lattice: number): number[][] {
  const rings: number[][] = [];
  let stack: Strip[] = [];
  for (const strip of region) {
    const top = stack.at(-1);
    if (top && !(top.y1 === strip.y0 && top.x0 < strip.x1 && strip.x0 < top.x1)) {
      rings.push(outline(stack, lattice));
      stack = [];
    }
    stack.push(strip);
  }
  if (stack.length > 0) {
    rings.push(outline(stack, lattice));
  }
  return rings;
}

function outline(stack: readonly Strip[], lattice: number): number[] {
  const bottom = stack[0]!;
  const ring = [bottom.x0, bottom.y0];
  for (const s of stack) {
    lineTo(ring, s.x1, s.y0, lattice);
    lineTo(ring, s.x1, s.y1, lattice);
  }
  for (const s of [...stack].reverse()) {
    lineTo(ring, s.x0, s.y1, lattice);
    lineTo(ring, s.x0, s.y0, lattice);
  }
  return ring;
}

/** Appends the path to an axis-parallel neighbour, lattice point by lattice point; nothing when already there. */
function lineTo(ring: number[], x: number, y: number, lattice: number): void {
  let atX = ring.at(-2)!;
  let atY = ring.at(-1)!;
  while (atX !== x || atY !== y) {
    atX += Math.sign(x - atX) * lattice;
    atY += Math.sign(y - atY) * lattice;
    ring.push(atX, atY);
  }
}
