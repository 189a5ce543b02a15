/** Places and counts of the decisions about a file: each look reads only what was added since the last one. */
import { type FileHandle, open } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";

/** Place of the line of a decision, in bytes. */
export interface Place {
  readonly at: number;
  readonly length: number;
  /** True for a decision that the row has no address. */
  readonly isNone: boolean;
}

/** A whole entry as decisions.ts writes it: the row, and whether a decision was taken back, or is for no address. */
const LINE = /^\{"index":(\d+),"decision":(?:(null)\}|\{"address":(null|\{).*\}\}$)/s;
const NEWLINE = 10;
/** Some thousand decisions; other work of the thread has its turn between two pieces. */
const PIECE_BYTES = 1024 * 1024;

export class DecisionTail {
  /** Decisions in force by the index of their row. */
  readonly rows = new Map<number, Place>();
  /** Number of rows that were decided to have no address. */
  none = 0;
  /** Number of entries. */
  revision = 0;
  #readBytes = 0;
  #inode: number | undefined;
  #lastLook: Promise<unknown> = Promise.resolve();

  /** Reads what was added to the file at `path`, which need not exist. */
  async readOn(path: string): Promise<void> {
    const look = this.#lastLook.then(() => this.#read(path));
    this.#lastLook = look.catch(() => {});
    await look;
  }

  async #read(path: string): Promise<void> {
    const file = await open(path).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") {
        throw error;
      }
    });
    if (file === undefined) {
      this.#clear();
      return;
    }
    try {
      const { ino, size } = await file.stat();
      if (ino !== this.#inode || size < this.#readBytes) {
        this.#clear();
        this.#inode = ino;
      }
      await this.#readPieces(file);
    } finally {
      await file.close();
    }
  }

  async #readPieces(file: FileHandle): Promise<void> {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, this.#readBytes);
      // Text after the last line end is a line that is being written, or was torn.
      const end = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
      if (end === 0 && bytesRead < PIECE_BYTES) {
        return;
      }
      if (end === 0) {
        // No line is so long: this is not ours.
        this.#readBytes += bytesRead;
        continue;
      }
      for (let at = 0; at < end; ) {
        const next = piece.indexOf(NEWLINE, at) + 1;
        this.#add(piece.toString("latin1", at, next - 1), this.#readBytes + at);
        at = next;
      }
      this.#readBytes += end;
    }
  }

  /** Adds the decision of a line; ignores a torn line. */
  #add(line: string, at: number): void {
    const [, row, isTakenBack, address] = LINE.exec(line) ?? [];
    if (row === undefined) {
      return;
    }
    this.revision++;
    const index = Number(row);
    this.none -= this.rows.get(index)?.isNone ? 1 : 0;
    if (isTakenBack !== undefined) {
      this.rows.delete(index);
      return;
    }
    const isNone = address === "null";
    this.none += isNone ? 1 : 0;
    this.rows.set(index, { at, length: line.length, isNone });
  }

  #clear(): void {
    this.rows.clear();
    this.none = 0;
    this.revision = 0;
    this.#readBytes = 0;
    this.#inode = undefined;
  }
}
