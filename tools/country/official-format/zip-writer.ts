import { closeSync, openSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { dosTimestamp, ZipDirectory } from "../../../src/base/zip-headers.ts";

export interface ByteSink {
  write(bytes: Uint8Array): void;
}

/** Nested zip that is being written; `finish` closes it and its entry in the zip around it. */
export interface NestedZip {
  readonly zip: ZipWriter;
  finish(): void;
}

/**
 * Writes a zip sequentially, as the official producer does: flag 0x0808 (sizes in data descriptors, UTF-8 names), no
 * extra fields, one timestamp, ZIP64 only where a number needs it. It keeps one small record per entry, and nothing
 * of their contents. yazl is not used: it stamps another host and version, adds time fields, and computes its CRC in
 * JavaScript, which costs a quarter of the speed this generator must reach.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #timestamp: number;
  readonly #directory: ZipDirectory;

  /** `timestamp` is from `dosTimestamp`: wall time, so the same bytes in any time zone. */
  constructor(sink: ByteSink, timestamp: number) {
    this.#sink = sink;
    this.#timestamp = timestamp;
    this.#directory = new ZipDirectory(timestamp);
  }

  /**
   * Adds an entry, deflated at libdeflate's fastest level: 20:1 on this XML, and its output does not depend on the
   * processor.
   */
  addDeflated(name: string, contents: Uint8Array<ArrayBuffer>): void {
    const { header, close } = this.#directory.open(name, 8);
    const deflated = Bun.deflateSync(contents, { level: 1, library: "libdeflate" });
    this.#sink.write(header);
    this.#sink.write(deflated);
    this.#sink.write(
      close({ crc: crc32(contents), sizeBytes: contents.length, compressedBytes: deflated.length }),
    );
  }

  /** Opens a zip inside this one, streamed and stored. */
  openStoredZip(name: string): NestedZip {
    const { header, close } = this.#directory.open(name, 0);
    this.#sink.write(header);
    let crc = 0;
    let sizeBytes = 0;
    const write = (bytes: Uint8Array): void => {
      crc = crc32(bytes, crc);
      sizeBytes += bytes.length;
      this.#sink.write(bytes);
    };
    const zip = new ZipWriter({ write }, this.#timestamp);
    const finish = (): void => {
      zip.finish();
      this.#sink.write(close({ crc, sizeBytes, compressedBytes: sizeBytes }));
    };
    return { zip, finish };
  }

  /** Opens a small zip that is collected in memory and added deflated, as zips below the outermost level are. */
  openDeflatedZip(name: string): NestedZip {
    const parts: Uint8Array[] = [];
    const zip = new ZipWriter({ write: (bytes) => parts.push(bytes) }, this.#timestamp);
    const finish = (): void => {
      zip.finish();
      this.addDeflated(name, Buffer.concat(parts));
    };
    return { zip, finish };
  }

  /** Writes the central directory; nothing may be written after it. */
  finish(): void {
    for (const bytes of this.#directory.finish()) {
      this.#sink.write(bytes);
    }
  }
}

/** Time at which the official producer writes, at night; every entry of a delivery carries it. */
const PRODUCED_AT = "02:00:28";

/** Opens the outer zip at `path`, lets `fill` write it, and closes the file also when that throws. */
export async function writeDeliveryFile(
  path: string,
  date: string,
  fill: (zip: ZipWriter) => Promise<void>,
): Promise<void> {
  const file = openSync(path, "w");
  try {
    const zip = new ZipWriter(
      { write: (bytes) => writeAll(file, bytes) },
      dosTimestamp(`${date}T${PRODUCED_AT}`),
    );
    await fill(zip);
    zip.finish();
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}
