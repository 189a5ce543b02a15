/** Share of the table that is filled at most, so that searches stay short. */
const MAX_LOAD = 0.6;
const FIRST_CAPACITY = 1 << 12;

/**
 * Numbers groups of rows from 1, in the order in which their keys come. It keeps 12 bytes for each group and not the
 * key, so that a million groups take some 30 MB: keys are equal when their hashes of 64 bits are, which for a million
 * different keys errs once in forty million files.
 */
export class GroupNumbers {
  #hashes = new BigUint64Array(FIRST_CAPACITY);
  #numbers = new Uint32Array(FIRST_CAPACITY);
  #count = 0;

  /** Number of groups so far. */
  get count(): number {
    return this.#count;
  }

  /** Returns the number of the group of a key: the next one for a new key. */
  numberOf(key: string): number {
    const hash = Bun.hash.xxHash64(key);
    const slot = this.#slotOf(hash);
    if (this.#numbers[slot] !== 0) {
      return this.#numbers[slot]!;
    }
    this.#hashes[slot] = hash;
    this.#numbers[slot] = ++this.#count;
    if (this.#count > MAX_LOAD * this.#numbers.length) {
      this.#grow();
    }
    return this.#count;
  }

  /** Returns the slot of a hash: the one that holds it, or the free one where it belongs. */
  #slotOf(hash: bigint): number {
    const mask = this.#numbers.length - 1;
    let slot = Number(hash & 0xffff_ffffn) & mask;
    while (this.#numbers[slot] !== 0 && this.#hashes[slot] !== hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const numbers = this.#numbers;
    this.#hashes = new BigUint64Array(2 * hashes.length);
    this.#numbers = new Uint32Array(2 * numbers.length);
    for (const [i, number] of numbers.entries()) {
      if (number !== 0) {
        const slot = this.#slotOf(hashes[i]!);
        this.#hashes[slot] = hashes[i]!;
        this.#numbers[slot] = number;
      }
    }
  }
}
