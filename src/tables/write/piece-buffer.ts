import type { WriteBytes } from "../table.ts";

/** Characters of a piece: enough to make the cost of a write negligible. */
const PIECE_LENGTH = 256 * 1024;

/** Collects text and hands it on as UTF-8 in pieces. */
export class PieceBuffer {
  readonly #write: WriteBytes;
  #piece = "";

  constructor(write: WriteBytes) {
    this.#write = write;
  }

  get isFull(): boolean {
    return this.#piece.length >= PIECE_LENGTH;
  }

  add(text: string): void {
    this.#piece += text;
  }

  /** Writes the collected bytes; the next piece may be added when the promise resolves. */
  async flush(): Promise<void> {
    const piece = this.#piece;
    this.#piece = "";
    if (piece !== "") {
      await this.#write(Buffer.from(piece));
    }
  }
}
