/** File in a zip, in the terms of PKWARE's APPNOTE §4.3. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 0 | 8;
  /** Date and time from `dosTimestamp`. */
  readonly timestamp: number;
  /** Offset of the local header from the start of its zip. */
  readonly offset: number;
  readonly crc: number;
  readonly sizeBytes: number;
  readonly compressedBytes: number;
}

/** Bit 3: sizes follow the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const ZIP64_VERSION = 45;
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;

/**
 * Returns the DOS date in the high and the time in the low 16 bits, from `YYYY-MM-DDThh:mm:ss`; independent of time
 * zones.
 */
export function dosTimestamp(moment: string): number {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = moment
    .split(/[-T:]/)
    .map(Number);
  const date = ((year - 1980) << 9) | (month << 5) | day;
  const time = (hour << 11) | (minute << 5) | (second >> 1);
  return ((date << 16) | time) >>> 0;
}

/** Sums over the content of an entry, which are known when it has been written. */
type ZipSums = Pick<ZipEntry, "crc" | "sizeBytes" | "compressedBytes">;

/**
 * Makes what surrounds the contents of a zip that is written from beginning to end, one entry after the other. The
 * caller writes each result at once. Keeps one small record per entry.
 */
export class ZipDirectory {
  readonly #timestamp: number;
  readonly #entries: ZipEntry[] = [];
  #offset = 0;

  /** `timestamp` of all entries is from {@link dosTimestamp}. */
  constructor(timestamp: number) {
    this.#timestamp = timestamp;
  }

  /** Returns the header before the content of an entry, and a function that returns the descriptor after it. */
  open(name: string, method: ZipEntry["method"]): { header: Uint8Array; close(sums: ZipSums): Uint8Array } {
    const entry = { name, method, timestamp: this.#timestamp, offset: this.#offset };
    const header = localHeader(entry);
    const close = (sums: ZipSums): Uint8Array => {
      const closed = { ...entry, ...sums };
      const descriptor = dataDescriptor(closed);
      this.#entries.push(closed);
      this.#offset += header.length + sums.compressedBytes + descriptor.length;
      return descriptor;
    };
    return { header, close };
  }

  /** Yields the central directory, the end of the zip. */
  *finish(): Generator<Uint8Array> {
    let sizeBytes = 0;
    for (const entry of this.#entries) {
      const header = centralHeader(entry);
      sizeBytes += header.length;
      yield header;
    }
    yield endOfCentralDirectory(this.#entries.length, this.#offset, sizeBytes);
  }
}

export function localHeader(entry: Pick<ZipEntry, "name" | "method" | "timestamp">): Uint8Array {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(entry.timestamp, 10);
  header.writeUInt16LE(name.length, 26);
  name.copy(header, 30);
  return header;
}

/** Returns the data descriptor. Sizes take 8 bytes when 4 are too few, as java.util.zip writes it. */
export function dataDescriptor(entry: ZipEntry): Uint8Array {
  const isZip64 = entry.sizeBytes >= MAX_UINT32 || entry.compressedBytes >= MAX_UINT32;
  const descriptor = Buffer.alloc(isZip64 ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(entry.crc, 4);
  if (isZip64) {
    descriptor.writeBigUInt64LE(BigInt(entry.compressedBytes), 8);
    descriptor.writeBigUInt64LE(BigInt(entry.sizeBytes), 16);
  } else {
    descriptor.writeUInt32LE(entry.compressedBytes, 8);
    descriptor.writeUInt32LE(entry.sizeBytes, 12);
  }
  return descriptor;
}

export function centralHeader(entry: ZipEntry): Uint8Array {
  const name = Buffer.from(entry.name);
  const extra = zip64Extra([entry.sizeBytes, entry.compressedBytes, entry.offset]);
  const version = extra.length > 0 ? ZIP64_VERSION : VERSION;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(entry.method, 10);
  header.writeUInt32LE(entry.timestamp, 12);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(Math.min(entry.compressedBytes, MAX_UINT32), 20);
  header.writeUInt32LE(Math.min(entry.sizeBytes, MAX_UINT32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(entry.offset, MAX_UINT32), 42);
  return Buffer.concat([header, name, extra]);
}

/**
 * Returns the ZIP64 extra field (APPNOTE §4.5.3): only the values whose own field is full, in the order size,
 * compressed size, offset.
 */
function zip64Extra(values: readonly number[]): Buffer {
  const overflowing = values.filter((value) => value >= MAX_UINT32);
  if (overflowing.length === 0) {
    return Buffer.alloc(0);
  }
  const extra = Buffer.alloc(4 + 8 * overflowing.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * overflowing.length, 2);
  overflowing.forEach((value, i) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  });
  return extra;
}

export function endOfCentralDirectory(entries: number, offset: number, sizeBytes: number): Uint8Array {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MAX_UINT32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16);
  if (entries < MAX_UINT16 && offset < MAX_UINT32 && sizeBytes < MAX_UINT32) {
    return end;
  }
  return Buffer.concat([zip64End(entries, offset, sizeBytes), end]);
}

/** Returns the ZIP64 end record and its locator (APPNOTE §4.3.14 and §4.3.15). */
function zip64End(entries: number, offset: number, sizeBytes: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(ZIP64_VERSION, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(sizeBytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + sizeBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
