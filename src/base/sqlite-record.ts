/** Rows as SQLite stores them in its files (SQLite file format, §2.1), made and read without SQLite. */

export type RecordValue = number | string | Uint8Array | null;

/** Records one after another: record i has the bytes [ends[i - 1] or 0, ends[i]). */
export interface Records {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** Types of values in the header of a record; a blob of n bytes has 12 + 2n, a text 13 + 2n. */
const TYPE = {
  null: 0,
  int8: 1,
  int16: 2,
  int24: 3,
  int32: 4,
  int48: 5,
  int64: 6,
  real: 7,
  zero: 8,
  one: 9,
} as const;
const FIRST_BLOB_TYPE = 12;
const FIRST_TEXT_TYPE = 13;
/** Bytes of the values of the first types. */
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const;
const MAX_NUMBER_BYTES = 8;
// Compared before a number is cut to 32 bits, which is slow for a larger one.
const MIN_INT32 = -0x8000_0000;
const MAX_INT32 = 0x7fff_ffff;
// Written out: a power is computed again on each call until the function is optimised.
const TWO_32 = 0x1_0000_0000;
const TWO_47 = 0x8000_0000_0000;
const TWO_63 = 0x8000_0000_0000_0000;
/** Bytes of one unit of a text, at most. */
const MAX_UTF8_BYTES = 3;
/** Bytes of the longest varint that is written here: a number below 2^35. */
const MAX_VARINT_BYTES = 5;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes records of rows, in columns that have no affinity to change a value, as texts in a column of numbers may. */
export class RecordsBuilder {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  readonly #ends: number[] = [];
  #at = 0;
  /** Types of the values of the row that is added. */
  #types = new Int32Array(64);

  /** Writes the values in one pass, after a header of one byte a value, and moves them when it takes more. */
  add(row: readonly RecordValue[]): void {
    const count = row.length;
    if (count > this.#types.length) {
      this.#types = new Int32Array(count);
    }
    const start = this.#at;
    const body = start + 1 + count;
    this.#at = body;
    let headerBytes = 1;
    for (let i = 0; i < count; i++) {
      this.#reserve(MAX_NUMBER_BYTES);
      const type = this.#write(row[i]!);
      this.#types[i] = type;
      headerBytes += varintBytes(type);
    }
    // The size counts itself.
    headerBytes += varintBytes(headerBytes) - 1;
    const further = start + headerBytes - body;
    if (further > 0) {
      this.#reserve(further);
      this.#bytes.copyWithin(body + further, body, this.#at);
      this.#at += further;
    }
    let at = writeSqliteVarint(this.#bytes, start, headerBytes);
    for (let i = 0; i < count; i++) {
      at = writeSqliteVarint(this.#bytes, at, this.#types[i]!);
    }
    this.#ends.push(this.#at);
  }

  build(): Records {
    return { bytes: this.#bytes.slice(0, this.#at), ends: Uint32Array.from(this.#ends) };
  }

  /** Writes a value, for which there is room when it is a number; returns its type. */
  #write(value: RecordValue): number {
    if (value === null) {
      return TYPE.null;
    }
    if (typeof value === "number") {
      return value >= MIN_INT32 && value <= MAX_INT32 && (value | 0) === value
        ? this.#writeInt(value | 0)
        : this.#writeLarge(value);
    }
    return typeof value === "string" ? this.#writeText(value) : this.#writeBlob(value);
  }

  #writeInt(int: number): number {
    const type = typeOfInt(int);
    const bytes = NUMBER_BYTES[type]!;
    this.#at += bytes;
    let at = this.#at;
    for (let i = 0, rest = int; i < bytes; i++, rest >>= 8) {
      this.#bytes[--at] = rest;
    }
    return type;
  }

  /** Writes a number that needs more than 32 bits. */
  #writeLarge(value: number): number {
    const at = this.#at;
    if (value >= TWO_63 || value < -TWO_63 || Math.floor(value) !== value) {
      this.#view.setFloat64(at, value);
      this.#at += 8;
      return TYPE.real;
    }
    const isShort = value < TWO_47 && value >= -TWO_47;
    const high = Math.floor(value / TWO_32);
    const lowAt = isShort ? at + 2 : at + 4;
    if (isShort) {
      this.#view.setInt16(at, high);
    } else {
      this.#view.setInt32(at, high);
    }
    this.#view.setUint32(lowAt, value - high * TWO_32);
    this.#at = lowAt + 4;
    return isShort ? TYPE.int48 : TYPE.int64;
  }

  #writeText(text: string): number {
    const { length } = text;
    this.#reserve(MAX_UTF8_BYTES * length);
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) {
        bytes[at++] = code;
      } else if (code < 0x8_00) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else {
        at = start + encoder.encodeInto(text, bytes.subarray(start)).written;
        break;
      }
    }
    this.#at = at;
    return FIRST_TEXT_TYPE + 2 * (at - start);
  }

  /** Copies byte by byte: for the few bytes of most values faster than `set`. */
  #writeBlob(blob: Uint8Array): number {
    const { length } = blob;
    this.#reserve(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < length; i++) {
      bytes[at + i] = blob[i]!;
    }
    this.#at = at + length;
    return FIRST_BLOB_TYPE + 2 * length;
  }

  /** Makes room for more bytes. */
  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) {
      return;
    }
    const grown = new Uint8Array(2 * (this.#at + bytes));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Returns the values of the record in `bytes`, the first `count` of them. */
export function readRecord(bytes: Uint8Array, count = Number.POSITIVE_INFINITY): RecordValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = readSqliteVarint(bytes, 0);
  const values: RecordValue[] = [];
  let body = header.value;
  for (let at = header.next; at < header.value && values.length < count; ) {
    const { value: type, next } = readSqliteVarint(bytes, at);
    values.push(readValue(view, type, body));
    body += bytesOfType(type);
    at = next;
  }
  return values;
}

function readValue(view: DataView, type: number, at: number): RecordValue {
  if (type >= FIRST_BLOB_TYPE) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, bytesOfType(type));
    return type % 2 === 0 ? bytes.slice() : decoder.decode(bytes);
  }
  if (type === TYPE.null) {
    return null;
  }
  if (type === TYPE.real) {
    return view.getFloat64(at);
  }
  if (type === TYPE.int64) {
    return Number(view.getBigInt64(at));
  }
  if (type >= TYPE.zero) {
    return type - TYPE.zero;
  }
  let value = view.getInt8(at);
  for (let i = 1; i < NUMBER_BYTES[type]!; i++) {
    value = value * 256 + view.getUint8(at + i);
  }
  return value;
}

function typeOfInt(int: number): number {
  const size = int < 0 ? ~int : int;
  if (size < 0x80) {
    return int === 0 || int === 1 ? TYPE.zero + int : TYPE.int8;
  }
  if (size < 0x80_00) {
    return TYPE.int16;
  }
  return size < 0x80_00_00 ? TYPE.int24 : TYPE.int32;
}

function bytesOfType(type: number): number {
  return type < FIRST_BLOB_TYPE ? NUMBER_BYTES[type]! : (type - FIRST_BLOB_TYPE) >> 1;
}

function varintBytes(value: number): number {
  if (value < 0x80) {
    return 1;
  }
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    bytes++;
  }
  return bytes;
}

/** Writes a whole number from 0 to below 2^35, seven bits to a byte, highest first; returns the next place. */
export function writeSqliteVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    bytes[at] = value;
    return at + 1;
  }
  const count = varintBytes(value);
  let rest = value;
  for (let i = count - 1; i >= 0; i--) {
    bytes[at + i] = (rest % 0x80) | (i === count - 1 ? 0 : 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return at + count;
}

function readSqliteVarint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < MAX_VARINT_BYTES; i++) {
    const byte = bytes[at + i]!;
    value = value * 0x80 + (byte & 0x7f);
    if (byte < 0x80) {
      return { value, next: at + i + 1 };
    }
  }
  throw new Error("a record of SQLite with a number of 2^35 or more");
}
