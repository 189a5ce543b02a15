/**
 * Encodes the house numbers of a street and their designations as bytes: a variable-length integer for each number,
 * in ascending order. Its lowest bit is 0 when the number has exactly one plain address and nothing else; the other
 * bits are the difference with the number before. Otherwise three integers follow: the count of plain addresses, the
 * count of those with a letter or addition, and the byte length of their designations. Then comes each designation
 * (designation-key.ts): an integer with its length and, in the lowest bit, 1 when a count follows its characters.
 * Most numbers take one byte, so all 10 million addresses take about as much as the names of their streets.
 */
/** Appends integers, text and bytes to a buffer that grows. */
class ByteWriter {
  #bytes = new Uint8Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Appends an integer as bytes of seven bits each, the lowest first; the highest bit is set while more follow. */
  putInteger(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) {
      this.#putByte((rest & 127) | 128);
    }
    this.#putByte(rest);
  }

  /** Appends ASCII text. */
  putText(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.#putByte(text.charCodeAt(i));
    }
  }

  putAll(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Returns a view of the bytes written; valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Empties the writer and keeps its memory. */
  clear(): void {
    this.#size = 0;
  }

  #putByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#bytes.length) {
      return;
    }
    const larger = new Uint8Array((this.#size + bytes) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Read position in bytes; reading advances `at`. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** Reads an integer that putInteger wrote. Hot. */
function readInteger(cursor: Cursor): number {
  const { bytes } = cursor;
  let byte = bytes[cursor.at++]!;
  let value = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = bytes[cursor.at++]!;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Reads `length` characters that putText wrote. */
function readString(cursor: Cursor, length: number): string {
  let text = "";
  for (const end = cursor.at + length; cursor.at < end; cursor.at++) {
    text += String.fromCharCode(cursor.bytes[cursor.at]!);
  }
  return text;
}

/** Count of the addresses with one letter and addition, by its designationKey. */
export interface Designation {
  readonly key: string;
  /** At least 1; more when the registry has duplicates. */
  readonly count: number;
}

export interface NumberEntry {
  readonly number: number;
  /** Count of addresses without letter and addition: 0 or 1, more when the registry has duplicates. */
  readonly plain: number;
  /** Each once, in ascending order. */
  readonly designations: readonly Designation[];
}

/** Address counts of a street at one number. */
export interface NumberCounts {
  readonly plain: number;
  /** Addresses with a letter or addition. */
  readonly others: number;
}

export interface ByteSpan {
  readonly from: number;
  readonly to: number;
}

/** Address counts of a street at one number, and the byte range of the designations. */
export interface HouseNumberBlock extends NumberCounts, ByteSpan {}

/** Writes the house numbers of streets one after another. */
export class HouseNumberWriter {
  readonly #writer = new ByteWriter();
  readonly #block = new ByteWriter();

  get size(): number {
    return this.#writer.size;
  }

  /** Appends `entries`, in ascending order of number, and returns their number of addresses. */
  add(entries: readonly NumberEntry[]): number {
    let before = 0;
    let total = 0;
    for (const { number, plain, designations } of entries) {
      const others = designations.reduce((sum, { count }) => sum + count, 0);
      const isSingle = plain === 1 && others === 0;
      this.#writer.putInteger((number - before) * 2 + (isSingle ? 0 : 1));
      if (!isSingle) {
        this.#addBlock(plain, others, designations);
      }
      before = number;
      total += plain + others;
    }
    return total;
  }

  bytes(): Uint8Array {
    return this.#writer.bytes().slice();
  }

  #addBlock(plain: number, others: number, designations: readonly Designation[]): void {
    const block = this.#block;
    block.clear();
    for (const { key, count } of designations) {
      block.putInteger(key.length * 2 + (count === 1 ? 0 : 1));
      block.putText(key);
      if (count > 1) {
        block.putInteger(count);
      }
    }
    for (const integer of [plain, others, block.size]) {
      this.#writer.putInteger(integer);
    }
    this.#writer.putAll(block.bytes());
  }
}

const SINGLE: HouseNumberBlock = { plain: 1, others: 0, from: 0, to: 0 };

/** Reads the counts of a block and moves the cursor past its designations. */
function readBlock(cursor: Cursor): HouseNumberBlock {
  const [plain, others, size] = [readInteger(cursor), readInteger(cursor), readInteger(cursor)];
  const from = cursor.at;
  cursor.at += size;
  return { plain, others, from, to: cursor.at };
}

/** Returns the block of one number in `bytes[from, to)`; `undefined` when the street does not have it. */
export function findNumber(
  bytes: Uint8Array,
  { from, to }: ByteSpan,
  sought: number,
): HouseNumberBlock | undefined {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = readInteger(cursor);
    number += head >>> 1;
    if (number > sought) {
      return undefined;
    }
    const isSingle = (head & 1) === 0;
    if (number === sought) {
      return isSingle ? SINGLE : readBlock(cursor);
    }
    if (!isSingle) {
      readBlock(cursor);
    }
  }
  return undefined;
}

/** Yields all numbers of `bytes[from, to)` with their counts, ascending. */
export function* numbersOf(
  bytes: Uint8Array,
  { from, to }: ByteSpan,
): Generator<NumberCounts & { number: number }> {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = readInteger(cursor);
    number += head >>> 1;
    const { plain, others } = (head & 1) === 0 ? SINGLE : readBlock(cursor);
    yield { number, plain, others };
  }
}

/** Sets `isUsed` of each number of `bytes[from, to)`. */
export function markNumbers(bytes: Uint8Array, { from, to }: ByteSpan, isUsed: Uint8Array): void {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = readInteger(cursor);
    number += head >>> 1;
    isUsed[number] = 1;
    if ((head & 1) === 1) {
      readBlock(cursor);
    }
  }
}

/** Returns the designations of a block, ascending. */
export function designationsIn(bytes: Uint8Array, { from, to }: ByteSpan): Designation[] {
  const cursor: Cursor = { bytes, at: from };
  const designations: Designation[] = [];
  while (cursor.at < to) {
    const head = readInteger(cursor);
    const key = readString(cursor, head >>> 1);
    designations.push({ key, count: (head & 1) === 0 ? 1 : readInteger(cursor) });
  }
  return designations;
}

/** Returns true when `other` begins with the digits of `number` and has more: 120 or 1234 for 12. */
export function isLonger(other: number, number: number): boolean {
  let rest = other;
  while (rest > number) {
    rest = Math.floor(rest / 10);
  }
  return rest === number && other !== number;
}
