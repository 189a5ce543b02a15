/** Bytes one behind the other, in memory that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A whole number in as many bytes as it needs: seven bits each, the lowest first, with the highest bit while more follow. */
  putInteger(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) this.#putByte((rest & 127) | 128);
    this.#putByte(rest);
  }

  /** ASCII. */
  putText(text: string): void {
    for (let i = 0; i < text.length; i++) this.#putByte(text.charCodeAt(i));
  }

  putAll(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** What was written, until more is. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Starts again, in the same memory. */
  clear(): void {
    this.#size = 0;
  }

  #putByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#size + bytes) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Where bytes are read next; `at` moves. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** What putInteger wrote. Hot. */
export function takeInteger(cursor: Cursor): number {
  const { bytes } = cursor;
  let byte = bytes[cursor.at++]!;
  let value = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = bytes[cursor.at++]!;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** What putText wrote, `length` letters. */
export function takeText(cursor: Cursor, length: number): string {
  let text = "";
  for (const end = cursor.at + length; cursor.at < end; cursor.at++) {
    text += String.fromCharCode(cursor.bytes[cursor.at]!);
  }
  return text;
}
