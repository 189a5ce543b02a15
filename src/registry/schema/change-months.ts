/** Months of the tables `change_month` and `timeline`, and the ids of a month as stored (history-schema.ts). */
import { fromDayNumber } from "../../base/day-number.ts";
import { VarintReader, writeVarint } from "../../geo/millimetre-geometry.ts";

/** Cache of days, at the place of their last bits, and their months: an import asks for each many times. */
const knownDays = new Int32Array(2 ** 14).fill(2 ** 31 - 1);
const knownMonths = new Int32Array(knownDays.length);

/** Returns the month of a day: year × 12 + month from 0. */
export function monthOf(day: number): number {
  const place = day & (knownDays.length - 1);
  if (knownDays[place] !== day) {
    knownMonths[place] = computeMonth(day);
    knownDays[place] = day;
  }
  return knownMonths[place]!;
}

function computeMonth(day: number): number {
  const date = fromDayNumber(day);
  return Math.floor(date / 10_000) * 12 + (Math.floor(date / 100) % 100) - 1;
}

const MAX_VARINT_BYTES = 8;

/** Bytes of the list that is written; grows. */
let written = new Uint8Array(4096);

/** Returns ids, each once and in ascending order, as varints of their differences. */
export function encodeIds(ids: ArrayLike<number>): Uint8Array {
  const sorted = isAscending(ids) ? ids : Float64Array.from(ids).sort();
  if (sorted.length * MAX_VARINT_BYTES > written.length) {
    written = new Uint8Array(2 * sorted.length * MAX_VARINT_BYTES);
  }
  let at = 0;
  let before = 0;
  for (let i = 0; i < sorted.length; i++) {
    const id = sorted[i]!;
    if (id !== before) {
      at = writeVarint(written, at, id - before);
      before = id;
    }
  }
  return written.slice(0, at);
}

function isAscending(ids: ArrayLike<number>): boolean {
  for (let i = 1; i < ids.length; i++) {
    if (ids[i - 1]! > ids[i]!) {
      return false;
    }
  }
  return true;
}

/** Returns the ids that `encodeIds` wrote, ascending. */
export function decodeIds(bytes: Uint8Array): number[] {
  const reader = new VarintReader(bytes);
  const ids: number[] = [];
  for (let id = 0; !reader.isAtEnd; ) {
    id += reader.next();
    ids.push(id);
  }
  return ids;
}
