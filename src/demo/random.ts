/**
 * Everything is drawn by hashing a seed with a salt, never from a running generator: any street or object can be made
 * again by itself, in any order, with the same outcome. Seeds are unsigned 32-bit integers.
 */
export function derive(seed: number, salt: number): number {
  let h = seed ^ Math.imul(salt, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1). */
export function unit(seed: number, salt: number): number {
  return derive(seed, salt) / 0x1_0000_0000;
}

/** Uniform integer in [0, count). */
export function below(seed: number, salt: number, count: number): number {
  return Math.floor(unit(seed, salt) * count);
}

export function pick<T>(seed: number, salt: number, values: readonly T[]): T {
  return values[below(seed, salt, values.length)]!;
}

/** Index into `weights`, which are cumulative and end at 1. */
export function pickWeighted(share: number, cumulative: readonly number[]): number {
  let i = 0;
  while (i < cumulative.length - 1 && share >= cumulative[i]!) i += 1;
  return i;
}
