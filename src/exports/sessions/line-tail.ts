/** Reads a file of lines while it grows: each look reads only what was added since the last one. */
import { type FileHandle, open } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";

const NEWLINE = 10;
/** Some thousand lines, read in some milliseconds; other work of the thread has its turn between two pieces. */
const PIECE_BYTES = 1024 * 1024;

export abstract class LineTail {
  #readBytes = 0;
  #inode: number | undefined;
  #lastLook: Promise<unknown> = Promise.resolve();

  /** Takes the next line, decoded as latin1, with its place in bytes. */
  protected abstract add(line: string, at: number): void;

  /** Forgets all lines: the file is another one, or is gone. */
  protected abstract clear(): void;

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
      return this.#begin(undefined);
    }
    try {
      const { ino, size } = await file.stat();
      if (ino !== this.#inode || size < this.#readBytes) {
        this.#begin(ino);
      }
      await this.#readPieces(file);
    } finally {
      await file.close();
    }
  }

  #begin(inode: number | undefined): void {
    this.clear();
    this.#readBytes = 0;
    this.#inode = inode;
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
      for (let at = 0; at < end; ) {
        const next = piece.indexOf(NEWLINE, at) + 1;
        this.add(piece.toString("latin1", at, next - 1), this.#readBytes + at);
        at = next;
      }
      // A piece without a line end is a part of a line that is longer than any of ours.
      this.#readBytes += end === 0 ? bytesRead : end;
    }
  }
}

/** The tails of the files that this thread read most recently, by path. */
export class LineTails<Tail extends LineTail> {
  readonly #create: () => Tail;
  readonly #maxTails: number;
  readonly #tails = new Map<string, Tail>();

  constructor(create: () => Tail, maxTails: number) {
    this.#create = create;
    this.#maxTails = maxTails;
  }

  /** Returns the tail of the file at `path`, which has read all of its lines. */
  async readOn(path: string): Promise<Tail> {
    const tail = this.#tails.get(path) ?? this.#create();
    this.#tails.delete(path);
    this.#tails.set(path, tail);
    for (const oldest of this.#tails.keys().take(Math.max(0, this.#tails.size - this.#maxTails))) {
      this.#tails.delete(oldest);
    }
    await tail.readOn(path);
    return tail;
  }
}
