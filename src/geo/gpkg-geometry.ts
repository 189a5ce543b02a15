/**
 * Codec for GeoPackage geometry blobs (GeoPackage Encoding Standard §2.1.3): an eight-byte header, an optional
 * envelope, and WKB. Writes little-endian in two dimensions, polygons with an envelope and points without.
 */
import { viewOf } from "./blob-view.ts";
import { type Box, envelopeOf, type Geometry } from "./geometry.ts";
import { readWkb, wkbSizeBytes, writeWkb } from "./wkb.ts";

/** EPSG code of RD, also its srs_id in our files. */
const RD_SRS_ID = 28992;

const HEADER_BYTES = 8;
const FLAGS_OFFSET = 3;
const LITTLE_ENDIAN = 0b00_0001;
const ENVELOPE_XY = 0b00_0010;
const EMPTY = 0b01_0000;
const EXTENDED = 0b10_0000;
/** Envelope sizes by envelope code: none, xy, xyz, xym, xyzm. */
const ENVELOPE_SIZES_BYTES = [0, 32, 48, 48, 64];
/** Bytes of a blob that this file writes, up to its envelope and with it: enough for {@link readGpkgEnvelope}. */
export const GPKG_ENVELOPE_END = HEADER_BYTES + 32;

/** Returns the blob of a geometry; a geometry without vertices is flagged empty and has no envelope. */
export function encodeGpkgGeometry(geometry: Geometry, srsId = RD_SRS_ID): Uint8Array {
  if (geometry.type === "Point") {
    return encodeGpkgPoint(geometry.x, geometry.y, srsId);
  }
  const { minX, minY, maxX, maxY } = envelopeOf(geometry);
  if (minX > maxX) {
    return copyBlob(writeBlob(geometry, srsId, EMPTY));
  }
  const size = writeBlob(geometry, srsId, ENVELOPE_XY);
  written.setFloat64(HEADER_BYTES, minX, true);
  written.setFloat64(HEADER_BYTES + 8, maxX, true);
  written.setFloat64(HEADER_BYTES + 16, minY, true);
  written.setFloat64(HEADER_BYTES + 24, maxY, true);
  return copyBlob(size);
}

/** Bytes of a point's blob; every other blob of this file is longer. */
export const GPKG_POINT_BYTES = 29;

/** Returns the blob of a point. */
export function encodeGpkgPoint(x: number, y: number, srsId = RD_SRS_ID): Uint8Array {
  return copyBlob(writeBlob({ type: "Point", x, y }, srsId, 0));
}

/**
 * Decodes the geometry of any valid blob in the blob's own coordinate system; drops z and m. Throws an Error that names
 * the fault for a malformed blob, an extended type, an empty point, or a type that {@link Geometry} does not have.
 */
export function decodeGpkgGeometry(blob: Uint8Array): Geometry {
  const { view, envelopeBytes } = readHeader(blob);
  return readWkb(view, HEADER_BYTES + envelopeBytes);
}

/** Returns the envelope from a blob's header without reading the geometry; `undefined` when absent or empty. */
export function readGpkgEnvelope(blob: Uint8Array): Box | undefined {
  const { view, envelopeBytes, isLittleEndian } = readHeader(blob);
  if (envelopeBytes === 0) {
    return undefined;
  }
  const minX = view.getFloat64(HEADER_BYTES, isLittleEndian);
  const maxX = view.getFloat64(HEADER_BYTES + 8, isLittleEndian);
  const minY = view.getFloat64(HEADER_BYTES + 16, isLittleEndian);
  const maxY = view.getFloat64(HEADER_BYTES + 24, isLittleEndian);
  // An empty geometry may have an envelope of NaN.
  return minX <= maxX && minY <= maxY ? { minX, minY, maxX, maxY } : undefined;
}

/** Buffer for the blob that is being written: a new buffer and view for each would take longer than the geometry. */
let written = new DataView(new ArrayBuffer(4096));

/** Writes header and WKB to `written`, and leaves room for the envelope that `flags` declare; returns the size. */
function writeBlob(geometry: Geometry, srsId: number, flags: number): number {
  const wkbOffset = HEADER_BYTES + ENVELOPE_SIZES_BYTES[(flags >> 1) & 0b111]!;
  const size = wkbOffset + wkbSizeBytes(geometry);
  if (size > written.byteLength) {
    written = new DataView(new ArrayBuffer(size));
  }
  written.setUint16(0, 0x4750);
  written.setUint8(2, 0);
  written.setUint8(FLAGS_OFFSET, flags | LITTLE_ENDIAN);
  written.setInt32(4, srsId, true);
  writeWkb(written, wkbOffset, geometry);
  return size;
}

function copyBlob(size: number): Uint8Array {
  return new Uint8Array(written.buffer, 0, size).slice();
}

function readHeader(blob: Uint8Array): { view: DataView; envelopeBytes: number; isLittleEndian: boolean } {
  if (blob[0] !== 0x47 || blob[1] !== 0x50) {
    throw new Error("GeoPackage geometry: does not start with GP");
  }
  const flags = blob[FLAGS_OFFSET] ?? 0;
  if (flags & EXTENDED) {
    throw new Error("GeoPackage geometry: extended types are not supported");
  }
  const envelopeBytes = ENVELOPE_SIZES_BYTES[(flags >> 1) & 0b111];
  if (envelopeBytes === undefined) {
    throw new Error("GeoPackage geometry: unknown kind of envelope");
  }
  if (blob.length < HEADER_BYTES + envelopeBytes) {
    throw new Error("GeoPackage geometry: ends too early");
  }
  return { view: viewOf(blob), envelopeBytes, isLittleEndian: (flags & LITTLE_ENDIAN) !== 0 };
}
