/** Counts of a journal while it is being written: each look reads only what was added since the last one. */
import { open } from "node:fs/promises";
import type { RowStatus } from "../outcome.ts";
import { countOutcome, emptySummary } from "./summary.ts";

/** Match and reason at the begin of a line (geocoded-row.ts); neither holds a quote. */
const LINE = /^\["(\w+)",(?:null|"([^"]*)"),/;
const NEWLINE = 10;
/** Some thousand rows, counted in some milliseconds; other work of the thread has its turn between two pieces. */
const PIECE_BYTES = 2 * 1024 * 1024;

export class JournalTail {
  readonly counts = emptySummary();
  #readBytes = 0;
  #lastLook: Promise<unknown> = Promise.resolve();

  /** Reads the rest of the journal at `path`, and returns the counts so far. */
  async readOn(path: string): Promise<JournalTail["counts"]> {
    const look = this.#lastLook.then(() => this.#readPieces(path));
    this.#lastLook = look.catch(() => {});
    await look;
    return this.counts;
  }

  async #readPieces(path: string): Promise<void> {
    const file = await open(path);
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, this.#readBytes);
        const end = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
        if (end === 0) {
          return;
        }
        this.#count(piece.toString("utf8", 0, end));
        this.#readBytes += end;
      }
    } finally {
      await file.close();
    }
  }

  #count(text: string): void {
    for (const line of text.split("\n")) {
      const [, match, reason = null] = LINE.exec(line) ?? [];
      // The first line names the owner of the journal.
      if (match !== undefined) {
        countOutcome(this.counts, { match: match as RowStatus, reason });
      }
    }
  }
}
