/**
 * Codec for geometry in whole millimetres of RD: the first position, then differences, as zigzag varints, ring by ring
 * without the closing position. It takes 22 % of the bytes of a GeoPackage blob and is exact, because the BAG has three
 * decimals. A geometry with more of them is stored as its GeoPackage blob.
 *
 * Bytes: the kind (KIND); for a multipolygon the number of polygons; for each polygon the number of rings; for each
 * ring the number of its positions; then the positions. Differences continue from ring to ring.
 */
import { type Geometry, polygonsOf, type Ring } from "./geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "./gpkg-geometry.ts";

const KIND = { point: 0, polygon: 1, multiPolygon: 2, gpkg: 3 } as const;

const MILLIMETRES = 1_000;
/** Bytes of the longest varint: a number below 2^53. */
const MAX_VARINT_BYTES = 8;

/** Returns the bytes of a geometry in RD metres. */
export function encodeMillimetres(geometry: Geometry): Uint8Array {
  return hasWholeMillimetres(geometry)
    ? new MillimetreWriter(geometry).bytes()
    : Buffer.concat([Uint8Array.of(KIND.gpkg), encodeGpkgGeometry(geometry)]);
}

/** Returns the geometry in RD metres, each coordinate the same double that was encoded. Throws on malformed bytes. */
export function decodeMillimetres(bytes: Uint8Array): Geometry {
  const kind = bytes[0];
  if (kind === KIND.gpkg) {
    return decodeGpkgGeometry(bytes.subarray(1));
  }
  const reader = new MillimetreReader(bytes);
  if (kind === KIND.point) {
    return { type: "Point", ...reader.position() };
  }
  if (kind === KIND.polygon) {
    return { type: "Polygon", rings: reader.rings() };
  }
  if (kind === KIND.multiPolygon) {
    return { type: "MultiPolygon", polygons: Array.from({ length: reader.count() }, () => reader.rings()) };
  }
  throw new Error(`geometry in millimetres: unknown kind ${kind}`);
}

function hasWholeMillimetres(geometry: Geometry): boolean {
  if (geometry.type === "Point") {
    return isWhole(geometry.x) && isWhole(geometry.y);
  }
  for (const rings of polygonsOf(geometry)) {
    for (const ring of rings) {
      if (!isWholeRing(ring)) {
        return false;
      }
    }
  }
  return true;
}

function isWholeRing(ring: Ring): boolean {
  for (let i = 0; i < ring.length; i++) {
    if (!isWhole(ring[i]!)) {
      return false;
    }
  }
  return true;
}

function isWhole(metres: number): boolean {
  return Math.round(metres * MILLIMETRES) / MILLIMETRES === metres;
}

/** Bytes of the geometry that is written; grows. */
let written = new Uint8Array(4096);

class MillimetreWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #x = 0;
  #y = 0;

  constructor(geometry: Geometry) {
    const needed = maxBytes(geometry);
    if (needed > written.length) {
      written = new Uint8Array(2 * needed);
    }
    this.#bytes = written;
    if (geometry.type === "Point") {
      this.#count(KIND.point);
      this.#position(geometry.x, geometry.y);
      return;
    }
    const polygons = polygonsOf(geometry);
    this.#count(geometry.type === "Polygon" ? KIND.polygon : KIND.multiPolygon);
    if (geometry.type === "MultiPolygon") {
      this.#count(polygons.length);
    }
    for (const rings of polygons) {
      this.#count(rings.length);
      for (const ring of rings) {
        this.#ring(ring);
      }
    }
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  #ring(ring: Ring): void {
    const open = ring.length - 2;
    this.#count(open / 2);
    for (let i = 0; i < open; i += 2) {
      this.#position(ring[i]!, ring[i + 1]!);
    }
  }

  #position(metresX: number, metresY: number): void {
    const x = Math.round(metresX * MILLIMETRES);
    const y = Math.round(metresY * MILLIMETRES);
    this.#difference(x - this.#x);
    this.#difference(y - this.#y);
    this.#x = x;
    this.#y = y;
  }

  #difference(value: number): void {
    this.#count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  #count(value: number): void {
    this.#at = writeVarint(this.#bytes, this.#at, value);
  }
}

/** Returns a size that no encoding of the geometry exceeds. */
function maxBytes(geometry: Geometry): number {
  let numbers = 4;
  for (const rings of polygonsOf(geometry)) {
    numbers++;
    for (const ring of rings) {
      numbers += 1 + ring.length;
    }
  }
  return MAX_VARINT_BYTES * numbers;
}

class MillimetreReader {
  readonly #varints: VarintReader;
  #x = 0;
  #y = 0;

  /** Begins after the kind. */
  constructor(bytes: Uint8Array) {
    this.#varints = new VarintReader(bytes, 1);
  }

  count(): number {
    return this.#varints.next();
  }

  rings(): Ring[] {
    return Array.from({ length: this.count() }, () => this.#ring());
  }

  position(): { x: number; y: number } {
    this.#x += this.#difference();
    this.#y += this.#difference();
    return { x: this.#x / MILLIMETRES, y: this.#y / MILLIMETRES };
  }

  #ring(): Ring {
    const positions = this.count();
    const ring = new Float64Array(2 * positions + 2);
    for (let i = 0; i < positions; i++) {
      const { x, y } = this.position();
      ring[2 * i] = x;
      ring[2 * i + 1] = y;
    }
    ring.copyWithin(2 * positions, 0, 2);
    return ring;
  }

  #difference(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** Writes a whole number from 0 to below 2^53 at `at`, seven bits to a byte, lowest first; returns the next place. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let large = value;
  let next = at;
  while (large >= 2 ** 31) {
    bytes[next++] = (large % 0x80) | 0x80;
    large = Math.floor(large / 0x80);
  }
  // Whole numbers of 31 bits are faster.
  let rest = large | 0;
  while (rest >= 0x80) {
    bytes[next++] = (rest & 0x7f) | 0x80;
    rest >>= 7;
  }
  bytes[next++] = rest;
  return next;
}

/** Reads varints one after another. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Throws at the end of the bytes. */
  next(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) {
        throw new Error("varint: ends too early");
      }
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        return value;
      }
      scale *= 0x80;
    }
  }
}
