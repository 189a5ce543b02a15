/**
 * Zip in zip in zip, read in place: an inner zip that is stored is a window on the outer file, one that is
 * deflated is inflated to a work file first. Central directories are read by yauzl (zip64, data descriptors,
 * `../` names refused); overlapping entries are refused here; sizes are never trusted, every byte is counted and checked.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import yauzl from "yauzl";
import { refuse } from "./refuse.ts";

/** A file inside zips: where its bytes lie in a real file, and what the zip says of them. Plain data: it travels to threads. */
export interface ArchiveEntry {
  /** All names on the way, outermost first, joined by ` > `. */
  readonly path: string;
  /** The last part of the entry's own name. */
  readonly name: string;
  readonly file: string;
  readonly offset: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly isDeflated: boolean;
}

/** What to do with an entry: read it, look inside it, or leave it. */
export type EntryUse = "take" | "descend" | "leave";

export const LIMITS = {
  /** The largest single XML file accepted; official ones hold 10,000 records, 12 to 17 MB. */
  entryBytes: 1024 * 1024 * 1024,
  /** Official files deflate 20 to 60 times; deflate itself cannot do more than 1,032. */
  ratio: 400,
  ratioFromBytes: 16 * 1024 * 1024,
  entriesPerZip: 200_000,
  nestedZips: 4,
} as const;

const STORED = 0;
const DEFLATED = 8;

/** Lists the entries of `file` to take, descending into the zips that `use` names; inflated inner zips go to `workDir`. */
export async function listEntries(
  file: string,
  workDir: string,
  use: (name: string) => EntryUse,
): Promise<ArchiveEntry[]> {
  const fd = openFile(file);
  try {
    const window = { file, fd, start: 0, size: fstatSync(fd).size, path: basename(file), depth: 1 };
    return await listWindow(window, workDir, use);
  } finally {
    closeSync(fd);
  }
}

/** The whole content of an entry; refuses one that is not exactly as large and as intact as its zip says. */
export function readEntry(entry: ArchiveEntry): Buffer {
  assertPlausible(entry);
  const fd = openFile(entry.file);
  let packed: Buffer;
  try {
    packed = readWindow(fd, entry.offset, entry.compressedBytes, entry.path);
  } finally {
    closeSync(fd);
  }
  const content = entry.isDeflated ? inflate(packed, entry) : packed;
  if (content.length !== entry.sizeBytes)
    refuse(`${entry.path}: holds ${content.length} bytes; its zip says ${entry.sizeBytes}`);
  if (crc32(content) !== entry.crc32) refuse(`${entry.path}: checksum differs from what its zip says`);
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

async function listWindow(window: Window, workDir: string, use: (name: string) => EntryUse) {
  const zip = await openZip(window);
  const found: ArchiveEntry[] = [];
  const used: ArchiveEntry[] = [];
  if (zip.entryCount > LIMITS.entriesPerZip)
    refuse(`${window.path}: ${zip.entryCount} entries; at most ${LIMITS.entriesPerZip} are expected`);
  try {
    for await (const raw of zip.eachEntry()) {
      const name = basename(raw.fileName);
      const wanted = use(name);
      if (wanted === "leave" || raw.fileName.endsWith("/")) continue;
      const entry = await locate(zip, raw, window);
      used.push(entry);
      if (wanted === "take") found.push(entry);
      else found.push(...(await descend(entry, window, workDir, use)));
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") throw error;
    refuse(`${window.path}: ${error instanceof Error ? error.message : error}`, error);
  } finally {
    zip.close();
  }
  assertApart(used);
  return found;
}

/** Bytes that belong to several entries are how a small zip can hold any amount. */
function assertApart(entries: readonly ArchiveEntry[]): void {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  sorted.forEach((entry, i) => {
    const next = sorted[i + 1];
    if (next !== undefined && entry.offset + entry.compressedBytes > next.offset)
      refuse(`${entry.path}: shares its bytes with ${next.name}, like a zip bomb`);
  });
}

async function openZip(window: Window): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromRandomAccessReaderPromise(new WindowReader(window), window.size, {
      autoClose: false,
      // Of a name only its last part counts, whichever slash is before it; `../` is refused all the same.
      strictFileNames: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`${window.path}: not a readable zip: ${reason}`, error);
  }
}

async function locate(zip: yauzl.ZipFile, raw: yauzl.Entry, window: Window): Promise<ArchiveEntry> {
  const path = `${window.path} > ${raw.fileName}`;
  if (raw.isEncrypted()) refuse(`${path}: is encrypted`);
  if (raw.compressionMethod !== STORED && raw.compressionMethod !== DEFLATED)
    refuse(`${path}: compression method ${raw.compressionMethod}; expected stored (0) or deflated (8)`);
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
  use: (name: string) => EntryUse,
): Promise<ArchiveEntry[]> {
  const depth = window.depth + 1;
  if (depth > LIMITS.nestedZips) refuse(`${entry.path}: zips nested deeper than ${LIMITS.nestedZips}`);
  if (entry.sizeBytes === 0) return [];
  const at = { path: entry.path, depth };
  if (!entry.isDeflated)
    return await listWindow(
      { ...at, file: window.file, fd: window.fd, start: entry.offset, size: entry.sizeBytes },
      workDir,
      use,
    );
  const file = await inflateToFile(entry, workDir);
  const fd = openFile(file);
  try {
    return await listWindow({ ...at, file, fd, start: 0, size: entry.sizeBytes }, workDir, use);
  } finally {
    closeSync(fd);
  }
}

let inflatedFiles = 0;

/** Inflates an inner zip of any size piece by piece; a lying size stops it. */
async function inflateToFile(entry: ArchiveEntry, workDir: string): Promise<string> {
  assertRatio(entry);
  const file = join(workDir, `${++inflatedFiles}-${entry.name}`);
  const source = openFile(entry.file);
  const target = openSync(file, "w");
  let written = 0;
  let sum = 0;
  try {
    // Unlike pipe, pipeline hands an error of reading on to whoever waits for the pieces.
    const pieces = pipeline(Readable.from(readPieces(source, entry)), createInflateRaw(), () => undefined);
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      written += piece.length;
      if (written > entry.sizeBytes)
        refuse(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`);
      sum = crc32(piece, sum);
      for (let done = 0; done < piece.length; ) done += writeSync(target, piece, done);
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") throw error;
    refuse(`${entry.path}: cannot be inflated: ${error instanceof Error ? error.message : error}`, error);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  if (written !== entry.sizeBytes)
    refuse(`${entry.path}: holds ${written} bytes; its zip says ${entry.sizeBytes}`);
  if (sum !== entry.crc32) refuse(`${entry.path}: checksum differs from what its zip says`);
  return file;
}

function* readPieces(fd: number, entry: ArchiveEntry): Generator<Buffer> {
  const pieceBytes = 1024 * 1024;
  for (let at = 0; at < entry.compressedBytes; at += pieceBytes)
    yield readWindow(fd, entry.offset + at, Math.min(pieceBytes, entry.compressedBytes - at), entry.path);
}

function inflate(packed: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.sizeBytes === 0 && packed.length <= 2) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(entry.sizeBytes, 1),
      chunkSize: Math.max(entry.sizeBytes, 64),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (error instanceof RangeError)
      return refuse(`${entry.path}: holds more than the ${entry.sizeBytes} bytes its zip says`, error);
    return refuse(`${entry.path}: damaged: ${error instanceof Error ? error.message : error}`, error);
  }
}

/** Refuses sizes that no extract has, before anything of that size is made. */
function assertPlausible(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.entryBytes)
    refuse(`${entry.path}: claims ${entry.sizeBytes} bytes; at most ${LIMITS.entryBytes} are accepted`);
  assertRatio(entry);
}

function assertRatio(entry: ArchiveEntry): void {
  if (entry.sizeBytes > LIMITS.ratioFromBytes && entry.sizeBytes > entry.compressedBytes * LIMITS.ratio)
    refuse(`${entry.path}: claims to inflate more than ${LIMITS.ratio} times, like a zip bomb`);
}

function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    return refuse(`${file}: cannot be opened: ${error instanceof Error ? error.message : error}`, error);
  }
}

function readWindow(fd: number, start: number, length: number, path: string): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(fd, buffer, done, length - done, start + done);
    if (read === 0) refuse(`${path}: the file ends ${length - done} bytes early; is it truncated?`);
    done += read;
  }
  return buffer;
}

/** Gives yauzl a window on a file as if it were a file. */
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
