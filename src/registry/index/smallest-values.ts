/** The smallest of the numbers added, at most `limit` of them. */
export class SmallestValues {
  readonly #limit: number;
  /** Ascending. */
  readonly #values: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The largest of the smallest `limit`; infinite while there are fewer. */
  get largest(): number {
    return this.#values.length < this.#limit ? Number.POSITIVE_INFINITY : this.#values[this.#limit - 1]!;
  }

  add(value: number): void {
    const values = this.#values;
    if (values.length === this.#limit) {
      if (value >= values[this.#limit - 1]!) {
        return;
      }
      values.pop();
    }
    let from = 0;
    let to = values.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (values[middle]! <= value) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    values.splice(from, 0, value);
  }
}
