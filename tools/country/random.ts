/**
 * Returns a hash of a seed and a salt. Everything is drawn from such hashes, never from a stateful generator: any
 * street or object can be generated again by itself, in any order, with the same result. Seeds are unsigned 32-bit
 * integers.
 */
export function hashSeed(seed: number, salt: number): number {
  let h = seed ^ Math.imul(salt, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a number that is uniform in [0, 1). */
export function randomUnit(seed: number, salt: number): number {
  return hashSeed(seed, salt) / 0x1_0000_0000;
}

/** Returns an integer that is uniform in [0, count). */
export function randomBelow(seed: number, salt: number, count: number): number {
  return Math.floor(randomUnit(seed, salt) * count);
}

export function pick<T>(seed: number, salt: number, values: readonly T[]): T {
  return values[randomBelow(seed, salt, values.length)]!;
}

/** Returns the index that `share`, from [0, 1), selects in `cumulative`, weights that ascend to 1. */
export function pickWeighted(share: number, cumulative: readonly number[]): number {
  let i = 0;
  while (i < cumulative.length - 1 && share >= cumulative[i]!) {
    i += 1;
  }
  return i;
}
