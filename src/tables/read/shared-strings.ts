/** Texts that cells of a workbook refer to by number, packed as UTF-8: a fourth of the memory of strings. */
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import { readXml, refuseLongCell, XmlText } from "./xml-part.ts";
import type { ZipParts } from "./zip-parts.ts";

const BLOCK_BYTES = 4 * 1024 * 1024;

/** Memory of a text in addition to its own bytes. */
const BYTES_PER_TEXT = 13;

export class SharedStrings {
  readonly #blocks = [Buffer.allocUnsafe(BLOCK_BYTES)];
  /** Bytes of the last block that hold texts. */
  #filled = 0;
  /** For each text: where it begins and ends, as number of its block × size of a block + position. */
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  /** For each text: its number of characters. */
  #lengths = new Uint32Array(1024);
  /** For each text: 1 when it is more than blanks. */
  #contents = new Uint8Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Appends a text. Throws AppError `usage` when it is too long for a cell, and when memory for texts runs out. */
  add(text: string): void {
    if (text.length > TABLE_LIMITS.cellCharacters) {
      refuseLongCell(`text ${this.#count}, counted from 0,`);
    }
    const size = Buffer.byteLength(text);
    if (this.#filled + size > BLOCK_BYTES) {
      this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
      this.#filled = 0;
    }
    const most = TABLE_LIMITS.xlsxSharedTextBytes;
    if (this.#blocks.length * BLOCK_BYTES + this.#count * BYTES_PER_TEXT > most) {
      refuseTable(
        `the workbook has more than ${most / 1024 / 1024} MB of different texts. Save the table as CSV.`,
      );
    }
    if (this.#count === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
      this.#lengths = grown(this.#lengths);
      this.#contents = grown(this.#contents);
    }
    const base = (this.#blocks.length - 1) * BLOCK_BYTES;
    this.#blocks.at(-1)!.write(text, this.#filled);
    this.#starts[this.#count] = base + this.#filled;
    this.#filled += size;
    this.#ends[this.#count] = base + this.#filled;
    this.#lengths[this.#count] = text.length;
    this.#contents[this.#count] = text.trim() === "" ? 0 : 1;
    this.#count += 1;
  }

  /** Returns the number of characters of the text with this number; undefined when there is none. */
  lengthOf(index: number): number | undefined {
    return index < this.#count ? this.#lengths[index] : undefined;
  }

  /** Returns true for a text that is more than blanks. */
  hasContent(index: number): boolean {
    return this.#contents[index] === 1;
  }

  /** Returns the text with this number, decoded on each call; undefined when there is none. */
  get(index: number): string | undefined {
    const start = this.#starts[index];
    if (start === undefined || index >= this.#count) {
      return undefined;
    }
    const block = this.#blocks[Math.floor(start / BLOCK_BYTES)]!;
    const at = start % BLOCK_BYTES;
    return block.toString("utf8", at, at + this.#ends[index]! - start);
  }
}

/** Returns a copy of twice the length. */
function grown<T extends Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** Reads the shared strings of a workbook. */
export async function readSharedStrings(parts: ZipParts, part: string | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (part === undefined || !parts.has(part)) {
    return strings;
  }
  const text = new XmlText();
  const handler = {
    open: (name: string) => {
      if (name === "si") {
        text.clear();
      }
      text.open(name);
    },
    text: (piece: string) => text.add(piece),
    close: (name: string) => {
      text.close(name);
      if (name === "si") {
        strings.add(text.value);
      }
    },
  };
  for await (const _ of readXml(parts, { name: part, mostBytes: TABLE_LIMITS.xlsxSharedBytes }, handler)) {
    // The handler adds the strings.
  }
  return strings;
}
