/** Random choices that a seed reproduces. */
export class Dice {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((hash, seed) => Math.imul(hash ^ (seed + 0x9e3779b9), 0x85ebca6b) >>> 0, 1);
    this.next();
  }

  /** Returns a number in [0, 1): mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 up to and without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Returns the list in random order. */
  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }

  /** Returns a subset of the list in its order; each item is kept with the probability `share`. */
  some<T>(list: readonly T[], share: number): T[] {
    return list.filter(() => this.chance(share));
  }
}
