import { type FileHandle, open } from "node:fs/promises";

const NEWLINE = 10;
const PIECE_BYTES = 1024 * 1024;

/** Reads the whole lines of a file in order, a number of lines at a time, in constant memory. */
export class LineReader {
  readonly #file: FileHandle;
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  /** Bytes read of a line whose end has not been read. */
  #torn: Buffer = Buffer.alloc(0);
  #lines: string[] = [];
  #next = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<LineReader> {
    return new LineReader(await open(path, "r"));
  }

  /** Returns the next `count` lines, fewer at the end of the file. A last line without a line end is left out. */
  async take(count: number): Promise<string[]> {
    const taken: string[] = [];
    while (taken.length < count) {
      if (this.#next === this.#lines.length && !(await this.#readPiece())) {
        break;
      }
      const end = Math.min(this.#lines.length, this.#next + count - taken.length);
      for (; this.#next < end; this.#next++) {
        taken.push(this.#lines[this.#next]!);
      }
    }
    return taken;
  }

  /** Reads a piece of the file; returns false at its end. */
  async #readPiece(): Promise<boolean> {
    const { bytesRead } = await this.#file.read(this.#piece, 0, PIECE_BYTES);
    if (bytesRead === 0) {
      return false;
    }
    const bytes = Buffer.concat([this.#torn, this.#piece.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.#torn = bytes.subarray(end);
    this.#lines = end === 0 ? [] : bytes.toString("utf8", 0, end - 1).split("\n");
    this.#next = 0;
    return true;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
