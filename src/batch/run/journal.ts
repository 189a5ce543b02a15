/**
 * Journal of a run: a first line that says what it belongs to, then a line for each geocoded row, in the order of the
 * rows. An ended run continues after the last whole line.
 */
import { constants, existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { watchGrowth } from "../../base/disk-space.ts";
import { syncPath } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";

/** Inputs and options of the lines, as texts by name. Two runs with equal texts write equal lines. */
export type JournalOwner = Readonly<Record<string, string>>;

/** Milliseconds of work that a power failure may cost; the end of the process costs none. */
const SYNC_MS = 1_000;

export class Journal {
  readonly path: string;
  readonly #file: FileHandle;
  #rows: number;
  #sizeBytes: number;
  #syncedAtMs = performance.now();
  readonly #onGrowth: (bytes: number) => boolean;
  #isSyncDue = false;

  private constructor(path: string, file: FileHandle, { rows, sizeBytes }: WholeLines) {
    this.path = path;
    this.#file = file;
    this.#rows = rows;
    this.#sizeBytes = sizeBytes;
    this.#onGrowth = watchGrowth(path);
  }

  /**
   * Opens the journal at `path`, which is created if it does not exist. Cuts what follows the last whole line of an
   * ended run. Throws AppError `usage` that names what has changed since that run.
   */
  static async open(path: string, owner: JournalOwner): Promise<Journal> {
    const { owner: found, ...lines } = existsSync(path) ? await readWholeLines(path) : NO_LINES;
    if (found !== undefined) {
      assertSameOwner(found, owner);
    }
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    await file.truncate(lines.sizeBytes);
    const journal = new Journal(path, file, lines);
    if (found === undefined) {
      await journal.#begin(owner);
    }
    return journal;
  }

  /** Returns the owner of a journal; `undefined` when its first line was not written to its end. */
  static async readOwner(path: string): Promise<JournalOwner | undefined> {
    const reader = await LineReader.open(path);
    try {
      const [first = ""] = await reader.take(1);
      return parseOwner(first);
    } finally {
      await reader.close();
    }
  }

  /** Number of rows that it holds. */
  get rows(): number {
    return this.#rows;
  }

  /** Appends the lines of rows. */
  async append(lines: readonly string[]): Promise<void> {
    await this.#write(`${lines.join("\n")}\n`);
    this.#rows += lines.length;
    if (this.#isSyncDue || performance.now() - this.#syncedAtMs > SYNC_MS) {
      await this.sync();
    }
  }

  async sync(): Promise<void> {
    await this.#file.datasync();
    this.#isSyncDue = false;
    this.#syncedAtMs = performance.now();
  }

  /** Returns a reader of the lines of rows, to be closed by the caller. */
  read(): Promise<LineReader> {
    return readJournal(this.path);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #begin(owner: JournalOwner): Promise<void> {
    await this.#write(`${JSON.stringify(owner)}\n`);
    await this.sync();
    syncPath(dirname(this.path));
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#isSyncDue = this.#onGrowth(bytes.length) || this.#isSyncDue;
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(
        bytes,
        written,
        bytes.length - written,
        this.#sizeBytes,
      );
      written += bytesWritten;
      this.#sizeBytes += bytesWritten;
    }
  }
}

/** A journal that is whole, for reading alone. */
export type WholeJournal = Pick<Journal, "path" | "rows" | "read">;

/** Returns the journal at `path`, which holds so many rows. */
export function wholeJournal(path: string, rows: number): WholeJournal {
  return { path, rows, read: () => readJournal(path) };
}

async function readJournal(path: string): Promise<LineReader> {
  const reader = await LineReader.open(path);
  await reader.take(1);
  return reader;
}

interface WholeLines {
  readonly rows: number;
  /** Size of the first line and of the lines of these rows. */
  readonly sizeBytes: number;
}

const NO_LINES = { owner: undefined, rows: 0, sizeBytes: 0 };
/** Number of lines that are read at a time. */
const LINES = 1_000;

/** Reads as far as lines are whole: a power failure may leave a last line in part, or bytes that were never written. */
async function readWholeLines(path: string): Promise<WholeLines & { owner: JournalOwner | undefined }> {
  const reader = await LineReader.open(path);
  try {
    const [first = ""] = await reader.take(1);
    const owner = parseOwner(first);
    if (owner === undefined) {
      return NO_LINES;
    }
    let rows = 0;
    let sizeBytes = Buffer.byteLength(first) + 1;
    for (let lines = await reader.take(LINES); lines.length > 0; lines = await reader.take(LINES)) {
      for (const line of lines) {
        if (!(line.startsWith("[") && line.endsWith("]"))) {
          return { owner, rows, sizeBytes };
        }
        rows++;
        sizeBytes += Buffer.byteLength(line) + 1;
      }
    }
    return { owner, rows, sizeBytes };
  } finally {
    await reader.close();
  }
}

/** Returns undefined for a first line that was not written to its end. */
function parseOwner(line: string): JournalOwner | undefined {
  try {
    const owner: unknown = JSON.parse(line);
    return typeof owner === "object" && owner !== null ? (owner as JournalOwner) : undefined;
  } catch {
    return undefined;
  }
}

function assertSameOwner(found: JournalOwner, expected: JournalOwner): void {
  const changed = Object.keys(expected).filter((name) => found[name] !== expected[name]);
  if (changed.length > 0) {
    const names = new Intl.ListFormat("en").format(changed);
    throw new AppError(
      "usage",
      `The unfinished run cannot be resumed: ${names} changed since. Use the same again, or start again with ` +
        "--replace.",
    );
  }
}

const NEWLINE = 10;
const PIECE_BYTES = 1024 * 1024;

/** Reads the whole lines of a file in order, a number of lines at a time, in constant memory. */
class LineReader {
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
