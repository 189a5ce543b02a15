/**
 * Divides `total` over `weights` by largest remainder; every part gets at least `minimum` as far as the total reaches.
 * Ties go to the lower index, so the outcome depends on the arguments alone.
 */
export function apportion(total: number, weights: readonly number[], minimum = 0): number[] {
  const floor = Math.min(minimum, Math.floor(total / weights.length));
  const rest = total - floor * weights.length;
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (rest * weight) / sum);
  const parts = exact.map((value) => floor + Math.floor(value));
  const left = total - parts.reduce((a, b) => a + b, 0);
  const byRemainder = exact.map((value, i) => ({ i, remainder: value - Math.floor(value) }));
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (let k = 0; k < left; k += 1) {
    parts[byRemainder[k % parts.length]!.i]! += 1;
  }
  return parts;
}

/** Returns the weights 1, 1/2^s, 1/3^s …: sizes of cities by rank. */
export function zipf(count: number, exponent: number): number[] {
  return Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent);
}
