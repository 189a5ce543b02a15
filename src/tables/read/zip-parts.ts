/** Parts of an xlsx file, which is a zip of XML. */
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { AppError, messageOf } from "../../base/errors.ts";
import type { ByteSource } from "./byte-source.ts";
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { encodingOfMark } from "./text-encoding.ts";

const PIECE_BYTES = 256 * 1024;

/** Text of a part, piece by piece, and the part of it read so far, 0–1. */
interface PartPiece {
  readonly text: string;
  readonly progress: number;
}

export class ZipParts {
  readonly #source: ByteSource;
  readonly #zip: yauzl.ZipFile;
  /** By name in lower case: some programs differ in case between a part and the relation to it. */
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  constructor(source: ByteSource, zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#source = source;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** For messages. */
  get fileName(): string {
    return this.#source.name;
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Reads a part in constant memory. Throws AppError `usage` when missing, damaged or larger than `mostBytes`. */
  async *read(name: string, mostBytes: number): AsyncGenerator<PartPiece> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) {
      return refuseTable(`${this.#source.name}: lacks its part ${name}; save the file again.`);
    }
    assertSize(`${this.#source.name} > ${name}`, entry, mostBytes);
    let decoder: TextDecoder | undefined;
    let checksum = 0;
    let size = 0;
    for await (const bytes of this.#bytesOf(entry)) {
      decoder ??= new TextDecoder(encodingOfMark(bytes) ?? "utf-8");
      checksum = crc32(bytes, checksum);
      size += bytes.length;
      yield { text: decoder.decode(bytes, { stream: true }), progress: size / entry.uncompressedSize };
    }
    if (checksum !== entry.crc32) {
      this.#refuseDamaged(name, "its checksum is wrong");
    }
    yield { text: decoder?.decode() ?? "", progress: 1 };
  }

  async *#bytesOf(entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
    try {
      yield* await this.#zip.openReadStreamPromise(entry);
    } catch (error) {
      if (error instanceof AppError) {
        throw error;
      }
      this.#refuseDamaged(entry.fileName, messageOf(error), error);
    }
  }

  #refuseDamaged(name: string, reason: string, cause?: unknown): never {
    return refuseTable(
      `${this.#source.name} > ${name}: the file is damaged or cut short (${reason}). Copy or save it again.`,
      cause,
    );
  }
}

/** Opens the zip. Throws AppError `usage` when it is cut short, damaged or encrypted. */
export async function openZipParts(source: ByteSource): Promise<ZipParts> {
  const entries = new Map<string, yauzl.Entry>();
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
      strictFileNames: false,
    });
    if (zip.entryCount > TABLE_LIMITS.xlsxEntries) {
      refuseTable(
        `${source.name}: is a zip of ${zip.entryCount} files; at most ${TABLE_LIMITS.xlsxEntries}.`,
      );
    }
    let directoryBytes = 0;
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directoryBytes > TABLE_LIMITS.xlsxDirectoryBytes) {
        refuseTable(
          `${source.name}: its list of files has more than ${inMegabytes(TABLE_LIMITS.xlsxDirectoryBytes)}.`,
        );
      }
      entries.set(entry.fileName.replaceAll("\\", "/").toLowerCase(), entry);
    }
    return new ZipParts(source, zip, entries);
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    return refuseTable(
      `${source.name}: is a zip, as xlsx is, but cut short or damaged (${messageOf(error)}). Copy or save it again.`,
      error,
    );
  }
}

/** Refuses a part that is encrypted, too large, or far larger than its bytes in the zip: a zip bomb. */
function assertSize(name: string, entry: yauzl.Entry, mostBytes: number): void {
  if (entry.isEncrypted()) {
    refuseTable(`${name}: is encrypted. Save the file without a password.`, undefined, "encrypted_or_xls");
  }
  const { uncompressedSize: size, compressedSize } = entry;
  if (size > mostBytes) {
    refuseTable(
      `${name}: has ${inMegabytes(size)}; at most ${inMegabytes(mostBytes)}. Save the table as CSV.`,
    );
  }
  if (size > TABLE_LIMITS.xlsxPartBytes && size > compressedSize * TABLE_LIMITS.xlsxInflation) {
    const times = Math.round(size / Math.max(1, compressedSize));
    refuseTable(
      `${name}: is ${times} times larger than in the file, like a zip bomb. Save the table as CSV.`,
    );
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}

/** Presents the bytes to yauzl. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#source, start, end), { objectMode: false });
  }
}

async function* piecesOf(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    yield await source.read(at, Math.min(at + PIECE_BYTES, end, source.size));
  }
}
