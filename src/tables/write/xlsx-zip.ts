/** Zip whose entries are written as a stream, for spreadsheets: sizes follow the data, one date, so the same bytes. */
import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";
import {
  centralHeader,
  dataDescriptor,
  dosTimestamp,
  endOfCentralDirectory,
  localHeader,
  type ZipEntry,
} from "../../base/zip-headers.ts";
import type { WriteBytes } from "../table.ts";

/** First date of the format: a file says nothing about when it was written, so that equal tables are equal files. */
const TIMESTAMP = dosTimestamp("1980-01-01T00:00:00");
const DEFLATED = 8;
/** Measured on a sheet of addresses: level 3 takes half the time of level 6 for a file that is 9 % larger. */
const LEVEL = 3;

/** Entry that is being written. */
export interface OpenEntry {
  write(bytes: Uint8Array): Promise<void>;
  /** Releases what compresses it, when the zip is not finished. */
  abort(): void;
  finish(): Promise<void>;
}

export class StreamedZip {
  readonly #write: WriteBytes;
  readonly #entries: ZipEntry[] = [];
  #offset = 0;

  constructor(write: WriteBytes) {
    this.#write = write;
  }

  async add(name: string, text: string): Promise<void> {
    const entry = await this.open(name);
    await entry.write(Buffer.from(text));
    await entry.finish();
  }

  /** Opens an entry; the one before must be finished. */
  async open(name: string): Promise<OpenEntry> {
    const offset = this.#offset;
    const entry = { name, method: DEFLATED, timestamp: TIMESTAMP, offset } as const;
    await this.#append(localHeader({ ...entry, crc: 0, sizeBytes: 0, compressedBytes: 0 }));
    const start = this.#offset;
    const deflate = createDeflateRaw({ level: LEVEL });
    const compressed: Uint8Array[] = [];
    deflate.on("data", (bytes: Uint8Array) => compressed.push(bytes));
    const drain = async () => {
      for (const bytes of compressed.splice(0)) {
        await this.#append(bytes);
      }
    };
    let crc = 0;
    let sizeBytes = 0;
    return {
      write: async (bytes) => {
        crc = crc32(bytes, crc);
        sizeBytes += bytes.length;
        await new Promise<void>((resolve, reject) => {
          deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
        await drain();
      },
      abort: () => deflate.destroy(),
      finish: async () => {
        deflate.end();
        await once(deflate, "end");
        await drain();
        const closed = { ...entry, crc, sizeBytes, compressedBytes: this.#offset - start };
        this.#entries.push(closed);
        await this.#append(dataDescriptor(closed));
      },
    };
  }

  /** Writes the central directory; nothing may be written after it. */
  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) {
      await this.#append(centralHeader(entry));
    }
    await this.#append(endOfCentralDirectory(this.#entries.length, start, this.#offset - start));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#write(bytes);
  }
}
