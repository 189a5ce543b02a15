import type { Geometry, Ring } from "../../geo/geometry.ts";
import { SLOT } from "./extract-grammar.ts";
import { KnownTexts, type RecordValues, UnusableObjectError } from "./record-values.ts";

/** Texts of the geometry that was read last: most voorkomens have the geometry of the previous voorkomen. */
const knownTexts = new KnownTexts(SLOT.exterior, SLOT.point);
let known: { readonly geometry: Geometry; readonly dimension: number } | undefined;

/**
 * Returns the geometry of a voorkomen in RD metres, rings as delivered: an exterior opens a polygon, interiors belong
 * to the one before. Returns the same object again when the next voorkomen read has the same geometry. Throws
 * UnusableObjectError when there is none, its coordinates cannot be read or a ring is not closed.
 */
export function readGeometry(values: RecordValues): Geometry {
  if (known === undefined || known.dimension !== values.dimension || !knownTexts.areOf(values)) {
    known = { geometry: parseGeometry(values), dimension: values.dimension };
    knownTexts.keep(values);
  }
  return known.geometry;
}

function parseGeometry(values: RecordValues): Geometry {
  const polygons: Ring[][] = [];
  /** Interiors of the first polygon that come before its exterior. */
  const waiting: Ring[] = [];
  let point: Ring | undefined;
  const [lowest, highest] = [SLOT.exterior, SLOT.point];
  for (let i = values.firstOf(lowest, highest); i >= 0; i = values.nextOf(i, lowest, highest)) {
    const slot = values.slotAt(i);
    const positions = parsePositions(values.content, values.startAt(i), values.endAt(i), values.dimension);
    if (positions === undefined) {
      throw new UnusableObjectError("geometry with unreadable coordinates");
    }
    if (slot === SLOT.point) {
      point = positions;
    } else if (slot === SLOT.exterior) {
      polygons.push([closedRing(positions), ...waiting]);
      waiting.length = 0;
    } else {
      (polygons.at(-1) ?? waiting).push(closedRing(positions));
    }
  }
  if (point !== undefined) {
    return { type: "Point", x: point[0]!, y: point[1]! };
  }
  if (polygons.length === 0) {
    throw new UnusableObjectError("no geometry of a known form");
  }
  return polygons.length === 1
    ? { type: "Polygon", rings: polygons[0]! }
    : { type: "MultiPolygon", polygons };
}

function closedRing(ring: Ring): Ring {
  const last = ring.length - 2;
  if (ring.length < 8 || ring[0] !== ring[last] || ring[1] !== ring[last + 1]) {
    throw new UnusableObjectError("geometry with a ring that is not closed");
  }
  return ring;
}

const SCALE = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
let buffer = new Float64Array(4096);

/**
 * Parses GML coordinates as the BAG delivers them: RD metres, at most three decimals, z always 0.0 and dropped. Returns
 * the points in `[start, end)` as x0,y0,x1,y1,…; undefined when the text is not a list of plain decimal numbers,
 * `dimension` to a point. Gathers the digits as one integer and divides once, which gives the double nearest to the
 * decimal that was written; a number with ten or more decimals is rounded to millimetres. One long loop on purpose: a
 * call per number makes it a third slower.
 */
export function parsePositions(
  bytes: Uint8Array,
  start: number,
  end: number,
  dimension: number,
): Ring | undefined {
  let count = 0;
  let axis = 0;
  let i = start;
  for (;;) {
    while (i < end && bytes[i]! <= 0x20) {
      i++;
    }
    if (i >= end) {
      break;
    }
    const isNegative = bytes[i] === 0x2d;
    if (isNegative) {
      i++;
    }
    const first = i;
    let digits = 0;
    let value = 0;
    let decimals = -1;
    for (; i < end; i++) {
      const c = bytes[i]!;
      if (c >= 0x30 && c <= 0x39) {
        value = value * 10 + (c - 0x30);
        digits++;
        if (decimals >= 0) {
          decimals++;
        }
      } else if (c === 0x2e && decimals < 0) {
        decimals = 0;
      } else if (c <= 0x20) {
        break;
      } else {
        return undefined;
      }
    }
    if (digits === 0 || digits - Math.max(decimals, 0) > 15) {
      return undefined;
    }
    if (axis < 2) {
      if (count === buffer.length) {
        buffer = grow(buffer);
      }
      const isExact = digits <= 15 && decimals <= 9;
      const metres = isExact ? value / SCALE[Math.max(decimals, 0)]! : toMillimetres(bytes, first, i);
      buffer[count++] = isNegative ? -metres : metres;
    }
    if (++axis === dimension) {
      axis = 0;
    }
  }
  return axis === 0 && count > 0 ? copyOf(buffer, count) : undefined;
}

/** Returns the number of more digits than a double holds exactly, rounded to millimetres. */
function toMillimetres(bytes: Uint8Array, start: number, end: number): number {
  const metres = Number(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1"));
  return Math.round(metres * 1000) / 1000;
}

/** Returns the first `count` numbers; for the few of most geometries faster than `slice`. */
function copyOf(numbers: Float64Array, count: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    copy[i] = numbers[i]!;
  }
  return copy;
}

function grow(full: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(full.length * 2);
  larger.set(full);
  return larger;
}
