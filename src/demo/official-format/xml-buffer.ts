/** Buffer of one XML file. Reused for file after file; it grows to the size of the largest and never shrinks. */
export class XmlBuffer {
  #bytes = Buffer.allocUnsafeSlow(1 << 20);
  #length = 0;

  get sizeBytes(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Appends `text`, which must be ASCII: everything but GEM-WPL-RELATIE is. */
  append(text: string): void {
    const needed = this.#length + text.length;
    if (needed > this.#bytes.length) {
      this.#grow(needed);
    }
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  /** Returns a view that is valid until the next `append` or `clear`. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
