/**
 * Reads zips nested in zips in place: a stored inner zip is a window on the outer file, a deflated one is inflated to
 * a work file first. yauzl reads the central directories (zip64, data descriptors, `../` names refused); overlapping
 * entries are refused here. Sizes are never trusted: every byte is counted and checked.
 */

import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import yauzl from "yauzl";
import { AppError, messageOf } from "../../base/errors.ts";
import { refuse } from "../refuse.ts";

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

/** Treatment of an entry: read it, descend into it as a zip, or skip it. */
export type EntryTreatment = "read" | "descend" | "skip";

export const LIMITS = {
  /** Maximum size of one XML file; official ones hold 10,000 records, 12 to 17 MB. */
  entryBytes: 1024 * 1024 * 1024,
  /** Maximum compression ratio; official files reach 20 to 60, deflate itself at most 1,032. */
  ratio: 400,
  ratioFromBytes: 16 * 1024 * 1024,
  entriesPerZip: 200_000,
  nestedZips: 4,
} as const;

const STORED = 0;
const DEFLATED = 8;

/**
 * Lists the entries of `file` that `treatmentOf` reads, descending into the zips it selects; writes inflated inner
 * zips to `workDir`.
 */
export async function listEntries(
  file: string,
  workDir: string,
  treatmentOf: (name: string) => EntryTreatment,
): Promise<ArchiveEntry[]> {
  const fd = openFile(file);
  try {
    const window = { file, fd, start: 0, size: fstatSync(fd).size, path: basename(file), depth: 1 };
    return await listWindow(window, workDir, treatmentOf);
  } finally {
    closeSync(fd);
  }
}

/** Returns the whole content of an entry; refuses one whose size or checksum differs from what its zip says. */
export function readEntry(entry: ArchiveEntry): Buffer {
  assertSizeLimits(entry);
  const fd = openFile(entry.file);
  let packed: Buffer;
  try {
    packed = readWindow(fd, entry.offset, entry.compressedBytes, entry.path);
  } finally {
    closeSync(fd);
  }
  const content = entry.isDeflated ? inflate(packed, entry) : packed;
  if (content.length !== entry.sizeBytes) {
    refuse(`${entry.path}: holds ${content.length} bytes; its zip says ${entry.sizeBytes}`);
  }
  if (crc32(content) !== entry.crc32) {
    refuse(`${entry.path}: checksum differs from what its zip says`);
  }
  return content;
}

interface Window {
  readonly file: string;
  readonly fd: number;
  readonly start: number;
  readonly size: number;
  readonly path: string;
  readonly depth: number;
}

async function listWindow(window: Window, workDir: string, treatmentOf: (name: string) => EntryTreatment) {
  const zip = await openZip(window);
  const entries: ArchiveEntry[] = [];
  const visited: ArchiveEntry[] = [];
  if (zip.entryCount > LIMITS.entriesPerZip) {
    refuse(`${window.path}: ${zip.entryCount} entries; at most ${LIMITS.entriesPerZip} are expected`);
  }
  try {
    for await (const raw of zip.eachEntry()) {
      const name = basename(raw.fileName);
      const treatment = treatmentOf(name);
      if (treatment === "skip" || raw.fileName.endsWith("/")) {
        continue;
      }
      const entry = await locate(zip, raw, window);
      visited.push(entry);
      if (treatment === "read") {
        entries.push(entry);
      } else {
        entries.push(...(await descend(entry, window, workDir, treatmentOf)));
      }
    }
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    refuse(`${window.path}: ${messageOf(error)}`, error);
  } finally {
    zip.close();
  }
  assertNoOverlap(visited);
  return entries;
}

/** Refuses entries that overlap: sharing bytes between entries lets a small zip hold any amount of data. */
function assertNoOverlap(entries: readonly ArchiveEntry[]): void {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  sorted.forEach((entry, i) => {
    const next = sorted[i + 1];
    if (next !== undefined && entry.offset + entry.compressedBytes > next.offset) {
      refuse(`${entry.path}: shares its bytes with ${next.name}, like a zip bomb`);
    }
  });
}

async function openZip(window: Window): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromRandomAccessReaderPromise(new WindowReader(window), window.size, {
      autoClose: false,
      // Allows backslashes: only the base name after either slash is used; `../` is still refused.
      strictFileNames: false,
    });
  } catch (error) {
    const reason = messageOf(error);
    return refuse(`${window.path}: not a readable zip: ${reason}`, error);
  }
}

async function locate(zip: yauzl.ZipFile, raw: yauzl.Entry, window: Window): Promise<ArchiveEntry> {
  const path = `${window.path} > ${raw.fileName}`;
  if (raw.isEncrypted()) {
    refuse(`${path}: is encrypted`);
  }
  if (raw.compressionMethod !== STORED && raw.compressionMethod !== DEFLATED) {
    refuse(`${path}: compression method ${raw.compressionMethod}; expected stored (0) or deflated (8)`);
  }
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(raw, { minimal: true });
  return {
    path,
    name: basename(raw.fileName),
    file: window.file,
    offset: window.start + fileDataStart,
    compressedBytes: raw.compressedSize,
    sizeBytes: raw.uncompressedSize,
    crc32: raw.crc32,
    isDeflated: raw.compressionMethod === DEFLATED,
  };
}

async function descend(
  entry: ArchiveEntry,
  window: Window,
  workDir: string,
  treatmentOf: (name: string) => EntryTreatment,
): Promise<ArchiveEntry[]> {
  const depth = window.depth + 1;
  if (depth > LIMITS.nestedZips) {
    refuse(`${entry.path}: zips nested deeper than ${LIMITS.nestedZips}`);
  }
  if (entry.sizeBytes === 0) {
    return [];
  }
  const at = { path: entry.path, depth };
  if (!entry.isDeflated) {
    return await listWindow(
      { ...at, file: window.file, fd: window.fd, start: entry.offset, size: entry.sizeBytes },
      workDir,
      treatmentOf,
    );
  }
  const file = await inflateToFile(entry, workDir);
  const fd = openFile(file);
  try {
    return await listWindow({ ...at, file, fd, start: 0, size: entry.sizeBytes }, workDir, treatmentOf);
  } finally {
    closeSync(fd);
  }
}

let inflatedFileCount = 0;

/** Inflates an inner zip of any size to a work file in chunks; stops once it exceeds the size its zip says. */
async function inflateToFile(entry: ArchiveEntry, workDir: string): Promise<string> {
  assertRatio(entry);
  const file = join(workDir, `${++inflatedFileCount}-${entry.name}`);
  const source = openFile(entry.file);
  const target = openSync(file, "w");
  let written = 0;
  let sum = 0;
  try {
    // Unlike pipe, pipeline propagates a read error to the consumer of the chunks.
    const pieces = pipeline(Readable.from(readPieces(source, entry)), createInflateRaw(), () => undefined);
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      written += piece.length;
      if (written > entry.sizeBytes) {
        refuse(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`);
      }
      sum = crc32(piece, sum);
      for (let done = 0; done < piece.length; ) {
        done += writeSync(target, piece, done);
      }
    }
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    refuse(`${entry.path}: cannot be inflated: ${messageOf(error)}`, error);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  if (written !== entry.sizeBytes) {
    refuse(`${entry.path}: holds ${written} bytes; its zip says ${entry.sizeBytes}`);
  }
  if (sum !== entry.crc32) {
    refuse(`${entry.path}: checksum differs from what its zip says`);
  }
  return file;
}

function* readPieces(fd: number, entry: ArchiveEntry): Generator<Buffer> {
  const pieceBytes = 1024 * 1024;
  for (let at = 0; at < entry.compressedBytes; at += pieceBytes) {
    yield readWindow(fd, entry.offset + at, Math.min(pieceBytes, entry.compressedBytes - at), entry.path);
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
      return refuse(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`, error);
    }
    return refuse(`${entry.path}: damaged: ${messageOf(error)}`, error);
  }
}

/** Refuses sizes that no extract has, before a buffer of that size is allocated. */
function assertSizeLimits(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.entryBytes) {
    refuse(`${entry.path}: claims ${entry.sizeBytes} bytes; at most ${LIMITS.entryBytes} are accepted`);
  }
  assertRatio(entry);
}

function assertRatio(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.ratioFromBytes && entry.sizeBytes > entry.compressedBytes * LIMITS.ratio) {
    refuse(`${entry.path}: claims to inflate more than ${LIMITS.ratio} times, like a zip bomb`);
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    return refuse(`${file}: cannot be opened: ${messageOf(error)}`, error);
  }
}

function readWindow(fd: number, start: number, length: number, path: string): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(fd, buffer, done, length - done, start + done);
    if (read === 0) {
      refuse(`${path}: the file ends ${length - done} bytes early; is it truncated?`);
    }
    done += read;
  }
  return buffer;
}

/** Presents a window on a file to yauzl as a file of its own. */
class WindowReader extends yauzl.RandomAccessReader {
  readonly #window: Window;

  constructor(window: Window) {
    super();
    this.#window = window;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { fd, path } = this.#window;
    return Readable.from([readWindow(fd, this.#window.start + start, end - start, path)]);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const available = Math.max(0, Math.min(length, this.#window.size - position));
    try {
      const read = readSync(this.#window.fd, buffer, offset, available, this.#window.start + position);
      queueMicrotask(() => callback(null, read));
    } catch (error) {
      callback(error as Error);
    }
  }
}
