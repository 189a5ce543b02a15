/**
 * Lists the entries of zips nested in zips, in place: a stored inner zip is a window on the outer file, a deflated one
 * is inflated to a work file first. yauzl reads the central directories (zip64, data descriptors, `../` names
 * refused); overlapping entries are refused here.
 */
import { closeSync, fstatSync, readSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import yauzl from "yauzl";
import { isDiskFault } from "../../base/disk-fault.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { refuseImport } from "../refuse.ts";
import {
  type ArchiveEntry,
  type FileRange,
  LIMITS,
  openFile,
  readRange,
  unpackToFile,
} from "./archive-entry.ts";

/** Treatment of an entry: read it, descend into it as a zip, or skip it. */
export type EntryTreatment = "read" | "descend" | "skip";

const STORED = 0;
const DEFLATED = 8;

/**
 * Lists the entries of `file` that `treatmentOf` reads. Descends into the zips that it selects, and into the only zip
 * of a file with nothing else to read: a zip around the delivery. Writes inflated inner zips to `workDir`.
 */
export async function listEntries(
  file: string,
  workDir: string,
  treatmentOf: (name: string) => EntryTreatment,
): Promise<ArchiveEntry[]> {
  const fd = openFile(file);
  try {
    const window = { file, fd, start: 0, size: fstatSync(fd).size, path: basename(file), depth: 1 };
    return await listWindow(window, { workDir, treatmentOf });
  } finally {
    closeSync(fd);
  }
}

interface ListOptions {
  /** Folder for inflated inner zips. */
  readonly workDir: string;
  readonly treatmentOf: (name: string) => EntryTreatment;
}

/** Part of a file that is a zip; `path` has the names of the zips that contain it. */
interface Window extends FileRange {
  readonly file: string;
  /** Number of zips that contain its entries. */
  readonly depth: number;
}

async function listWindow(window: Window, options: ListOptions): Promise<ArchiveEntry[]> {
  const zip = await openZip(window);
  const entries: ArchiveEntry[] = [];
  const visited: ArchiveEntry[] = [];
  const otherZips: yauzl.Entry[] = [];
  if (zip.entryCount > LIMITS.entriesPerZip) {
    refuseImport(`${window.path}: ${zip.entryCount} entries; at most ${LIMITS.entriesPerZip} are expected`);
  }
  try {
    for await (const raw of zip.eachEntry()) {
      const name = basename(raw.fileName);
      const treatment = options.treatmentOf(name);
      if (treatment === "skip" || raw.fileName.endsWith("/")) {
        if (isOtherZip(name)) {
          otherZips.push(raw);
        }
        continue;
      }
      const entry = await locate(zip, raw, window);
      visited.push(entry);
      if (treatment === "read") {
        entries.push(entry);
      } else {
        entries.push(...(await descend(entry, window, options)));
      }
    }
    if (visited.length === 0 && otherZips.length === 1) {
      entries.push(...(await descend(await locate(zip, otherZips[0]!, window), window, options)));
    }
  } catch (error) {
    if (error instanceof AppError || isDiskFault(error)) {
      throw error;
    }
    refuseImport(`${window.path}: ${messageOf(error)}`, error);
  } finally {
    zip.close();
  }
  assertNoOverlap(visited);
  return entries;
}

/** Returns true for the name of a zip; macOS adds `._x.zip` with the attributes of x.zip. */
function isOtherZip(name: string): boolean {
  return /^(?!\._).*\.zip$/i.test(name);
}

/** Refuses entries that overlap: sharing bytes between entries lets a small zip hold any amount of data. */
function assertNoOverlap(entries: readonly ArchiveEntry[]): void {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  sorted.forEach((entry, i) => {
    const next = sorted[i + 1];
    if (next !== undefined && entry.offset + entry.compressedBytes > next.offset) {
      refuseImport(`${entry.path}: shares its bytes with ${next.name}, like a zip bomb`);
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
    return refuseImport(`${window.path}: not a readable zip: ${reason}`, error);
  }
}

async function locate(zip: yauzl.ZipFile, raw: yauzl.Entry, window: Window): Promise<ArchiveEntry> {
  const path = `${window.path} > ${raw.fileName}`;
  if (raw.isEncrypted()) {
    refuseImport(`${path}: is encrypted`);
  }
  if (raw.compressionMethod !== STORED && raw.compressionMethod !== DEFLATED) {
    refuseImport(`${path}: compression method ${raw.compressionMethod}; expected stored (0) or deflated (8)`);
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

/** Lists the entries of an inner zip. */
async function descend(entry: ArchiveEntry, window: Window, options: ListOptions): Promise<ArchiveEntry[]> {
  const depth = window.depth + 1;
  if (depth > LIMITS.nestedZips) {
    refuseImport(
      `${entry.path}: zips nested deeper than ${LIMITS.nestedZips}: unpack the outermost, and give the zip in it`,
    );
  }
  if (entry.sizeBytes === 0) {
    return [];
  }
  const at = { path: entry.path, depth };
  if (!entry.isDeflated) {
    const { file, fd } = window;
    return await listWindow({ ...at, file, fd, start: entry.offset, size: entry.sizeBytes }, options);
  }
  const file = await unpackToFile(entry, options.workDir);
  const fd = openFile(file);
  try {
    return await listWindow({ ...at, file, fd, start: 0, size: entry.sizeBytes }, options);
  } finally {
    closeSync(fd);
  }
}

/** Presents a window on a file to yauzl as a file of its own. */
class WindowReader extends yauzl.RandomAccessReader {
  readonly #window: Window;

  constructor(window: Window) {
    super();
    this.#window = window;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { fd, path, start: windowStart } = this.#window;
    return Readable.from([readRange({ fd, start: windowStart + start, size: end - start, path })]);
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
