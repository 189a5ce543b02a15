/**
 * Which numbers a street has and what stands behind them, as bytes: a run of variable-length integers, one for each
 * number in ascending order. The lowest bit says whether there is more at the number than one plain address; the rest is
 * the difference with the number before. If there is more, three integers follow, how many addresses are plain, how many
 * have a letter or addition, and how many bytes those take; then for each designation (designation-key.ts) how long it is
 * and, in the lowest bit, whether a count follows its letters. Most numbers take one byte, so all 10 million addresses
 * take about as much as their streets' names.
 */

import { ByteWriter, type Cursor, takeInteger, takeText } from "./byte-writer.ts";

/** How many addresses have one letter and addition, by its designationKey. */
export interface Designation {
  readonly key: string;
  /** At least 1; more when the registry holds doubles. */
  readonly count: number;
}

export interface NumberEntry {
  readonly number: number;
  /** Addresses without letter and addition: 1, or more when the registry holds doubles. */
  readonly plain: number;
  /** Each once, in ascending order. */
  readonly designations: readonly Designation[];
}

/** How many addresses a street has at a number. */
export interface NumberCounts {
  readonly plain: number;
  /** With a letter or addition. */
  readonly others: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a street has at a number: the counts, and where the designations of the others are. */
export interface NumberBlock extends NumberCounts, Span {}

/** Writes streams, each behind the one before. */
export class HouseNumberWriter {
  readonly #writer = new ByteWriter();
  readonly #block = new ByteWriter();

  get size(): number {
    return this.#writer.size;
  }

  /** `entries` in ascending order of number. Returns how many addresses they are. */
  add(entries: readonly NumberEntry[]): number {
    let before = 0;
    let total = 0;
    for (const { number, plain, designations } of entries) {
      const others = designations.reduce((sum, { count }) => sum + count, 0);
      const isSingle = plain === 1 && others === 0;
      this.#writer.putInteger((number - before) * 2 + (isSingle ? 0 : 1));
      if (!isSingle) this.#addBlock(plain, others, designations);
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
      if (count > 1) block.putInteger(count);
    }
    for (const integer of [plain, others, block.size]) this.#writer.putInteger(integer);
    this.#writer.putAll(block.bytes());
  }
}

const SINGLE: NumberBlock = { plain: 1, others: 0, from: 0, to: 0 };

/** Moves the cursor behind the block. */
function takeBlock(cursor: Cursor): NumberBlock {
  const [plain, others, size] = [takeInteger(cursor), takeInteger(cursor), takeInteger(cursor)];
  const from = cursor.at;
  cursor.at += size;
  return { plain, others, from, to: cursor.at };
}

/** What is at one number in `bytes[from, to)`; `undefined` when the street does not have it. */
export function findNumber(bytes: Uint8Array, { from, to }: Span, sought: number): NumberBlock | undefined {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = takeInteger(cursor);
    number += head >>> 1;
    if (number > sought) return undefined;
    const isSingle = (head & 1) === 0;
    if (number === sought) return isSingle ? SINGLE : takeBlock(cursor);
    if (!isSingle) takeBlock(cursor);
  }
  return undefined;
}

/** All numbers of `bytes[from, to)`, ascending. */
export function* numbersOf(
  bytes: Uint8Array,
  { from, to }: Span,
): Generator<NumberCounts & { number: number }> {
  const cursor: Cursor = { bytes, at: from };
  let number = 0;
  while (cursor.at < to) {
    const head = takeInteger(cursor);
    number += head >>> 1;
    const { plain, others } = (head & 1) === 0 ? SINGLE : takeBlock(cursor);
    yield { number, plain, others };
  }
}

/** The designations of a block, ascending. */
export function designationsIn(bytes: Uint8Array, { from, to }: Span): Designation[] {
  const cursor: Cursor = { bytes, at: from };
  const designations: Designation[] = [];
  while (cursor.at < to) {
    const head = takeInteger(cursor);
    const key = takeText(cursor, head >>> 1);
    designations.push({ key, count: (head & 1) === 0 ? 1 : takeInteger(cursor) });
  }
  return designations;
}

/** Whether typing `number` may become `other`: 120 or 1234 for 12. */
export function isLonger(other: number, number: number): boolean {
  let rest = other;
  while (rest > number) rest = Math.floor(rest / 10);
  return rest === number && other !== number;
}
