/**
 * Which numbers a street has, as bytes: a run of variable-length integers, one for each number in ascending order. The
 * lowest bit says whether there is more at the number than one address without letter and addition; then two integers
 * follow, how many are without and how many are with. The rest is the difference with the number before. Most
 * numbers take one byte, so all 10 million addresses take about as much as their streets' names.
 */

/** How many addresses a street has at a number. */
export interface NumberCounts {
  /** Without letter and addition: 1, or more when the registry holds doubles. */
  readonly plain: number;
  /** With either. */
  readonly others: number;
}

export interface NumberEntry extends NumberCounts {
  readonly number: number;
}

const SINGLE: NumberCounts = { plain: 1, others: 0 };

/** Writes streams, each behind the one before. */
export class HouseNumberWriter {
  #bytes = new Uint8Array(1 << 16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `entries` in ascending order of number. */
  add(entries: readonly NumberEntry[]): void {
    let before = 0;
    for (const { number, plain, others } of entries) {
      const isSingle = plain === 1 && others === 0;
      this.#put((number - before) * 2 + (isSingle ? 0 : 1));
      if (!isSingle) {
        this.#put(plain);
        this.#put(others);
      }
      before = number;
    }
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#size);
  }

  /** Starts again, in the same memory. */
  clear(): void {
    this.#size = 0;
  }

  #put(value: number): void {
    if (this.#size + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#size++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#size++] = rest;
  }
}

/** Where a number is read next; `at` moves. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function take(cursor: Cursor): number {
  const { bytes } = cursor;
  let byte = bytes[cursor.at++]!;
  let value = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = bytes[cursor.at++]!;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** The counts of one number in `bytes[from, to)`; `undefined` when the street does not have it. */
export function countsOfNumber(
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  sought: number,
): NumberCounts | undefined {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = take(cursor);
    number += head >>> 1;
    if (number > sought) return undefined;
    const isSingle = (head & 1) === 0;
    if (number === sought) return isSingle ? SINGLE : { plain: take(cursor), others: take(cursor) };
    if (!isSingle) {
      take(cursor);
      take(cursor);
    }
  }
  return undefined;
}

/** All numbers of `bytes[from, to)`, ascending. */
export function* numbersOf(bytes: Uint8Array, { from, to }: { from: number; to: number }) {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = take(cursor);
    number += head >>> 1;
    if ((head & 1) === 0) yield { number, plain: 1, others: 0 };
    else yield { number, plain: take(cursor), others: take(cursor) };
  }
}
