/**
 * Reads the content of zip entries. Sizes are never trusted: every byte is counted and checked.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { isDiskFault } from "../../base/disk-fault.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { readFullySync } from "../../base/read-fully.ts";
import { refuseImport } from "../refuse.ts";

/**
 * File inside nested zips: its byte range in a real file and the metadata in its zip. Plain data, so that it can be
 * sent to worker threads.
 */
export interface ArchiveEntry {
  /** Names of the nested zips and the entry, outermost first, joined by ` > `. */
  readonly path: string;
  /** Base name of the entry. */
  readonly name: string;
  readonly file: string;
  readonly offset: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly isDeflated: boolean;
}

/** Range of bytes of an open file. */
export interface FileRange {
  readonly fd: number;
  readonly start: number;
  readonly size: number;
  /** Name for messages. */
  readonly path: string;
}

/** Limits of entries and of the zips that hold them. */
export const LIMITS = {
  /** Maximum size of one XML file, which is read at once; official ones hold 10,000 records, 12 to 17 MB. */
  entryBytes: 128 * 1024 * 1024,
  /** Maximum compression ratio; official files reach 20 to 60, deflate itself at most 1,032. */
  ratio: 400,
  ratioFromBytes: 16 * 1024 * 1024,
  entriesPerZip: 200_000,
  nestedZips: 4,
} as const;

/** Returns the whole content of an entry; refuses one whose size or checksum differs from what its zip says. */
export function readEntry(entry: ArchiveEntry): Buffer {
  assertSizeLimits(entry);
  const fd = openFile(entry.file);
  let packed: Buffer;
  try {
    packed = readRange({ fd, start: entry.offset, size: entry.compressedBytes, path: entry.path });
  } finally {
    closeSync(fd);
  }
  const content = entry.isDeflated ? inflate(packed, entry) : packed;
  if (content.length !== entry.sizeBytes) {
    refuseImport(`${entry.path}: holds ${content.length} bytes; its zip says ${entry.sizeBytes}`);
  }
  if (crc32(content) !== entry.crc32) {
    refuseImport(`${entry.path}: checksum differs from what its zip says`);
  }
  return content;
}

let unpackedFileCount = 0;

/** Unpacks an entry of any size to a work file in chunks; stops once it exceeds the size its zip says. */
export async function unpackToFile(entry: ArchiveEntry, workDir: string): Promise<string> {
  assertRatio(entry);
  const file = join(workDir, `${++unpackedFileCount}-${entry.name}`);
  const source = openFile(entry.file);
  const target = openSync(file, "w");
  let written = 0;
  let sum = 0;
  try {
    // Unlike pipe, pipeline propagates a read error to the consumer of the chunks.
    const packed = Readable.from(readPieces(source, entry));
    const pieces = entry.isDeflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed;
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      written += piece.length;
      if (written > entry.sizeBytes) {
        refuseImport(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`);
      }
      sum = crc32(piece, sum);
      for (let done = 0; done < piece.length; ) {
        done += writeSync(target, piece, done);
      }
    }
  } catch (error) {
    // A full disk is no fault of the zip.
    if (error instanceof AppError || isDiskFault(error)) {
      throw error;
    }
    refuseImport(`${entry.path}: cannot be inflated: ${messageOf(error)}`, error);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  if (written !== entry.sizeBytes) {
    refuseImport(`${entry.path}: holds ${written} bytes; its zip says ${entry.sizeBytes}`);
  }
  if (sum !== entry.crc32) {
    refuseImport(`${entry.path}: checksum differs from what its zip says`);
  }
  return file;
}

function* readPieces(fd: number, { path, offset, compressedBytes }: ArchiveEntry): Generator<Buffer> {
  const pieceBytes = 1024 * 1024;
  for (let at = 0; at < compressedBytes; at += pieceBytes) {
    yield readRange({ fd, start: offset + at, size: Math.min(pieceBytes, compressedBytes - at), path });
  }
}

function inflate(packed: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.sizeBytes === 0 && packed.length <= 2) {
    return Buffer.alloc(0);
  }
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(entry.sizeBytes, 1),
      chunkSize: Math.max(entry.sizeBytes, 64),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (error instanceof RangeError) {
      return refuseImport(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`, error);
    }
    return refuseImport(`${entry.path}: damaged: ${messageOf(error)}`, error);
  }
}

/** Refuses sizes that no extract has, before a buffer of that size is allocated. */
function assertSizeLimits(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.entryBytes) {
    refuseImport(`${entry.path}: claims ${entry.sizeBytes} bytes; at most ${LIMITS.entryBytes} are accepted`);
  }
  assertRatio(entry);
}

function assertRatio(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.ratioFromBytes && entry.sizeBytes > entry.compressedBytes * LIMITS.ratio) {
    refuseImport(`${entry.path}: claims to inflate more than ${LIMITS.ratio} times, like a zip bomb`);
  }
}

export function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    return refuseImport(`${file}: cannot be opened: ${messageOf(error)}`, error);
  }
}

/** Returns the bytes of a range; refuses a file that ends before it does. */
export function readRange({ fd, start, size, path }: FileRange): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  const { length } = readFullySync(fd, buffer, start);
  if (length < size) {
    refuseImport(`${path}: the file ends ${size - length} bytes early; is it truncated?`);
  }
  return buffer;
}
