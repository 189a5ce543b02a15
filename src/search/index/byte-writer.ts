/** Appends integers, text and bytes to a buffer that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Appends an integer as bytes of seven bits each, the lowest first; the highest bit is set while more follow. */
  putInteger(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) {
      this.#putByte((rest & 127) | 128);
    }
    this.#putByte(rest);
  }

  /** Appends ASCII text. */
  putText(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.#putByte(text.charCodeAt(i));
    }
  }

  putAll(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Returns a view of the bytes written; valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Empties the writer and keeps its memory. */
  clear(): void {
    this.#size = 0;
  }

  #putByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#bytes.length) {
      return;
    }
    const larger = new Uint8Array((this.#size + bytes) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Read position in bytes; reading advances `at`. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** Reads an integer that putInteger wrote. Hot. */
export function readInteger(cursor: Cursor): number {
  const { bytes } = cursor;
  let byte = bytes[cursor.at++]!;
  let value = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = bytes[cursor.at++]!;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Reads `length` characters that putText wrote. */
export function readString(cursor: Cursor, length: number): string {
  let text = "";
  for (const end = cursor.at + length; cursor.at < end; cursor.at++) {
    text += String.fromCharCode(cursor.bytes[cursor.at]!);
  }
  return text;
}
