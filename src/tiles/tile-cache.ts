/** Finished tiles, the most recently used ones, by key; undefined marks an empty tile. */
export class TileCache<T extends { readonly byteLength: number }> {
  readonly #tiles = new Map<string, T>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the tile of a key; makes it when it is not kept. */
  take(key: string, make: () => T): T {
    const kept = this.#tiles.get(key);
    if (kept !== undefined) {
      // A map iterates in order of insertion, so this makes the tile the last to be dropped.
      this.#tiles.delete(key);
      this.#tiles.set(key, kept);
      return kept;
    }
    const made = make();
    this.#tiles.set(key, made);
    this.#bytes += made.byteLength;
    this.#dropOldest();
    return made;
  }

  #dropOldest(): void {
    for (const [key, { byteLength }] of this.#tiles) {
      if (this.#bytes <= this.#maxBytes) {
        return;
      }
      this.#tiles.delete(key);
      this.#bytes -= byteLength;
    }
  }
}
