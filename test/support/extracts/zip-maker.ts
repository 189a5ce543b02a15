/** Makes zips in memory for tests, intact or false: a header may claim something other than what follows it. */
import { crc32, deflateRawSync } from "node:zlib";
import {
  centralHeader,
  dataDescriptor,
  endOfCentralDirectory,
  localHeader,
  type ZipEntry,
} from "../../../src/base/zip-headers.ts";

export interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
  /** True to store the content without deflating it. */
  readonly isStored?: boolean;
  /** Values that the headers claim instead of the true ones. */
  readonly claims?: Partial<Pick<ZipEntry, "crc" | "sizeBytes" | "compressedBytes">>;
  /** Changes the bytes that are written, after deflation. */
  readonly damage?: (packed: Buffer) => Buffer;
}

/** Date and time of every entry: 2021-10-15, 02:00. */
const TIMESTAMP = 0x534f_1000;

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Uint8Array[] = [];
  const entries: ZipEntry[] = [];
  let offset = 0;
  const write = (bytes: Uint8Array): void => {
    pieces.push(bytes);
    offset += bytes.length;
  };
  for (const part of parts) {
    const plain = part.isStored ? part.content : deflateRawSync(part.content);
    const packed = part.damage === undefined ? plain : part.damage(plain);
    const entry: ZipEntry = {
      name: part.name,
      method: part.isStored ? 0 : 8,
      timestamp: TIMESTAMP,
      offset,
      crc: crc32(part.content),
      sizeBytes: part.content.length,
      compressedBytes: packed.length,
      ...part.claims,
    };
    for (const bytes of [localHeader(entry), packed, dataDescriptor(entry)]) {
      write(bytes);
    }
    entries.push(entry);
  }
  const start = offset;
  for (const entry of entries) {
    write(centralHeader(entry));
  }
  write(endOfCentralDirectory(entries.length, start, offset - start));
  return Buffer.concat(pieces);
}
