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
  #types = new Float64Array(64);

  add(row: readonly RecordValue[]): void {
    let bodyBytes = 0;
    let headerBytes = 1;
    if (row.length > this.#types.length) {
      this.#types = new Float64Array(row.length);
    }
    for (let i = 0; i < row.length; i++) {
      const value = row[i]!;
      const type = typeOf(value);
      this.#types[i] = type;
      headerBytes += varintBytes(type);
      bodyBytes += bytesOfType(type);
    }
    // The size counts itself.
    headerBytes += varintBytes(headerBytes) - 1;
    this.#reserve(headerBytes + bodyBytes + MAX_NUMBER_BYTES);
    const bytes = this.#bytes;
    let at = writeSqliteVarint(bytes, this.#at, headerBytes);
    for (let i = 0; i < row.length; i++) {
      at = writeSqliteVarint(bytes, at, this.#types[i]!);
    }
    for (let i = 0; i < row.length; i++) {
      at = this.#write(row[i]!, this.#types[i]!, at);
    }
    this.#at = at;
    this.#ends.push(at);
  }

  build(): Records {
    return { bytes: this.#bytes.slice(0, this.#at), ends: Uint32Array.from(this.#ends) };
  }

  #write(value: RecordValue, type: number, at: number): number {
    if (typeof value === "number") {
      this.#writeNumber(value, type, at);
    } else if (typeof value === "string") {
      writeText(this.#bytes, at, value);
    } else if (value !== null) {
      this.#bytes.set(value, at);
    }
    return at + bytesOfType(type);
  }

  #writeNumber(value: number, type: number, at: number): void {
    if (type === TYPE.real) {
      this.#view.setFloat64(at, value);
    } else if (type === TYPE.int64 || type === TYPE.int48) {
      const high = Math.floor(value / 2 ** 32);
      if (type === TYPE.int64) {
        this.#view.setInt32(at, high);
      } else {
        this.#view.setInt16(at, high);
      }
      this.#view.setUint32(at + NUMBER_BYTES[type]! - 4, value - high * 2 ** 32);
    } else {
      let rest = value | 0;
      for (let i = at + NUMBER_BYTES[type]! - 1; i >= at; i--) {
        this.#bytes[i] = rest;
        rest >>= 8;
      }
    }
  }

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

function typeOf(value: RecordValue): number {
  if (value === null) {
    return TYPE.null;
  }
  if (typeof value === "number") {
    return typeOfNumber(value);
  }
  return typeof value === "string"
    ? FIRST_TEXT_TYPE + 2 * textBytes(value)
    : FIRST_BLOB_TYPE + 2 * value.length;
}

function typeOfNumber(value: number): number {
  const int = value | 0;
  if (int !== value) {
    return typeOfLarge(value);
  }
  const size = int < 0 ? ~int : int;
  if (size < 0x80) {
    return int === 0 || int === 1 ? TYPE.zero + int : TYPE.int8;
  }
  if (size < 0x80_00) {
    return TYPE.int16;
  }
  return size < 0x80_00_00 ? TYPE.int24 : TYPE.int32;
}

/** Returns the type of a number that 32 bits do not hold. */
function typeOfLarge(value: number): number {
  if (!Number.isInteger(value) || value >= 2 ** 63 || value < -(2 ** 63)) {
    return TYPE.real;
  }
  return value < 2 ** 47 && value >= -(2 ** 47) ? TYPE.int48 : TYPE.int64;
}

function bytesOfType(type: number): number {
  return type < FIRST_BLOB_TYPE ? NUMBER_BYTES[type]! : Math.floor((type - FIRST_BLOB_TYPE) / 2);
}

/** Returns the bytes of a text in UTF-8. */
function textBytes(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0x80) {
      return encoder.encode(text).length;
    }
  }
  return text.length;
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      encoder.encodeInto(text, bytes.subarray(at));
      return;
    }
    bytes[at + i] = code;
  }
}

export function varintBytes(value: number): number {
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
