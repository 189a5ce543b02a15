/** Random choices that a seed reproduces. */

export interface Random {
  /** Returns a number from 0 up to and without 1. */
  next(): number;
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
  /** Returns true with a probability of 1 in `times`. */
  oneIn(times: number): boolean;
  list<T>(length: number, make: () => T): T[];
}

/**
 * Creates a mulberry32 generator of both numbers: every request has its own, so that it can be repeated without those
 * before it.
 */
export function createRandom(seed: number, position = 0): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(position + 1, 0xc2b2ae35);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (values) => values[integer(0, values.length - 1)]!,
    oneIn: (times) => integer(1, times) === 1,
    list: (length, make) => Array.from({ length }, make),
  };
}
