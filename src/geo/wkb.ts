/** Well-known binary codec (OGC 06-103r4 §8): writes little-endian in two dimensions, reads ISO WKB and EWKB. */
import { type Geometry, type PointGeometry, polygonsOf, type Ring } from "./geometry.ts";

const POINT = 1;
const POLYGON = 3;
const MULTI_POLYGON = 6;
const UNSUPPORTED_TYPES: Record<number, string> = {
  2: "LineString",
  4: "MultiPoint",
  5: "MultiLineString",
  7: "GeometryCollection",
};

/** Size of the byte order and type at the start of every geometry. */
const GEOMETRY_HEADER_BYTES = 5;
const COUNT_BYTES = 4;
const ORDINATE_BYTES = 8;

/** EWKB (PostGIS) marks z, m and an SRID with flags in the type; ISO WKB adds thousands to the type for z and m. */
const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;
const EWKB_TYPE = 0x1fffffff;

/** Returns the number of bytes that {@link writeWkb} writes. */
export function wkbSizeBytes(geometry: Geometry): number {
  if (geometry.type === "Point") {
    return GEOMETRY_HEADER_BYTES + 2 * ORDINATE_BYTES;
  }
  let size = geometry.type === "MultiPolygon" ? GEOMETRY_HEADER_BYTES + COUNT_BYTES : 0;
  for (const rings of polygonsOf(geometry)) {
    size += GEOMETRY_HEADER_BYTES + COUNT_BYTES;
    for (const ring of rings) {
      size += COUNT_BYTES + ring.length * ORDINATE_BYTES;
    }
  }
  return size;
}

/** Writes a geometry at `offset`; the view must have {@link wkbSizeBytes} bytes from there on. */
export function writeWkb(view: DataView, offset: number, geometry: Geometry): void {
  if (geometry.type === "Point") {
    const at = writeGeometryHeader(view, offset, POINT);
    view.setFloat64(at, geometry.x, true);
    view.setFloat64(at + ORDINATE_BYTES, geometry.y, true);
  } else if (geometry.type === "Polygon") {
    writePolygon(view, offset, geometry.rings);
  } else {
    let at = writeGeometryHeader(view, offset, MULTI_POLYGON);
    view.setUint32(at, geometry.polygons.length, true);
    at += COUNT_BYTES;
    for (const rings of geometry.polygons) {
      at = writePolygon(view, at, rings);
    }
  }
}

/**
 * Reads the geometry that starts at `offset`; drops z and m. Throws an Error that names the fault for types other than
 * point, polygon and multipolygon, for an empty point, and for malformed WKB.
 */
export function readWkb(view: DataView, offset: number): Geometry {
  return new WkbReader(view, offset).readGeometry();
}

function writeGeometryHeader(view: DataView, offset: number, type: number): number {
  view.setUint8(offset, 1);
  view.setUint32(offset + 1, type, true);
  return offset + GEOMETRY_HEADER_BYTES;
}

function writePolygon(view: DataView, offset: number, rings: readonly Ring[]): number {
  let at = writeGeometryHeader(view, offset, POLYGON);
  view.setUint32(at, rings.length, true);
  at += COUNT_BYTES;
  for (const ring of rings) {
    view.setUint32(at, ring.length >> 1, true);
    at += COUNT_BYTES;
    for (let i = 0; i < ring.length; i++) {
      view.setFloat64(at, ring[i]!, true);
      at += ORDINATE_BYTES;
    }
  }
  return at;
}

/** Cursor in WKB, with the byte order and dimensions of the geometry header read last. */
class WkbReader {
  readonly #view: DataView;
  #offset: number;
  #isLittleEndian = true;
  #vertexBytes = 2 * ORDINATE_BYTES;

  constructor(view: DataView, offset: number) {
    this.#view = view;
    this.#offset = offset;
  }

  readGeometry(): Geometry {
    const type = this.#readGeometryHeader();
    if (type === POINT) {
      return this.#readPoint();
    }
    if (type === POLYGON) {
      return { type: "Polygon", rings: this.#readRings() };
    }
    if (type === MULTI_POLYGON) {
      return { type: "MultiPolygon", polygons: this.#readPolygons() };
    }
    throw new Error(`WKB: a ${UNSUPPORTED_TYPES[type] ?? `geometry of type ${type}`} is not supported`);
  }

  /** Reads a geometry header and returns the type without dimensions. */
  #readGeometryHeader(): number {
    this.#requireBytes(GEOMETRY_HEADER_BYTES);
    const byteOrder = this.#view.getUint8(this.#offset);
    if (byteOrder > 1) {
      throw new Error(`WKB: byte order ${byteOrder} does not exist`);
    }
    this.#isLittleEndian = byteOrder === 1;
    const code = this.#view.getUint32(this.#offset + 1, this.#isLittleEndian);
    this.#offset += GEOMETRY_HEADER_BYTES + (code & EWKB_SRID ? COUNT_BYTES : 0);
    const isoType = code & EWKB_TYPE;
    const isoDimensions = Math.floor(isoType / 1000);
    const hasZ = (code & EWKB_Z) !== 0 || isoDimensions === 1 || isoDimensions === 3;
    const hasM = (code & EWKB_M) !== 0 || isoDimensions === 2 || isoDimensions === 3;
    this.#vertexBytes = (2 + Number(hasZ) + Number(hasM)) * ORDINATE_BYTES;
    return isoDimensions > 3 ? isoType : isoType % 1000;
  }

  #readPoint(): PointGeometry {
    this.#requireBytes(this.#vertexBytes);
    const x = this.#view.getFloat64(this.#offset, this.#isLittleEndian);
    const y = this.#view.getFloat64(this.#offset + ORDINATE_BYTES, this.#isLittleEndian);
    if (Number.isNaN(x) || Number.isNaN(y)) {
      throw new Error("WKB: an empty point has no position");
    }
    return { type: "Point", x, y };
  }

  #readPolygons(): Ring[][] {
    const count = this.#readCount(GEOMETRY_HEADER_BYTES + COUNT_BYTES);
    const polygons: Ring[][] = [];
    for (let i = 0; i < count; i++) {
      const type = this.#readGeometryHeader();
      if (type !== POLYGON) {
        throw new Error("WKB: a multipolygon holds something other than polygons");
      }
      polygons.push(this.#readRings());
    }
    return polygons;
  }

  #readRings(): Ring[] {
    const count = this.#readCount(COUNT_BYTES);
    const rings: Ring[] = [];
    for (let i = 0; i < count; i++) {
      rings.push(this.#readRing());
    }
    return rings;
  }

  #readRing(): Ring {
    const vertexBytes = this.#vertexBytes;
    const count = this.#readCount(vertexBytes);
    const ring = new Float64Array(count * 2);
    const view = this.#view;
    const isLittleEndian = this.#isLittleEndian;
    let at = this.#offset;
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = view.getFloat64(at, isLittleEndian);
      ring[i + 1] = view.getFloat64(at + ORDINATE_BYTES, isLittleEndian);
      at += vertexBytes;
    }
    this.#offset = at;
    return ring;
  }

  /** Reads a count of parts; throws when the parts cannot fit, before anything is allocated for them. */
  #readCount(minBytesEach: number): number {
    this.#requireBytes(COUNT_BYTES);
    const count = this.#view.getUint32(this.#offset, this.#isLittleEndian);
    this.#offset += COUNT_BYTES;
    this.#requireBytes(count * minBytesEach);
    return count;
  }

  #requireBytes(bytes: number): void {
    if (this.#offset + bytes > this.#view.byteLength) {
      throw new Error("WKB: ends too early");
    }
  }
}
