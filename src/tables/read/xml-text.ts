/** Text of a cell: all its runs, without the phonetic ones. */
import { refuse } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

/** Character that XML cannot hold, or that programs mangle: `_x000D_`. NUL stays escaped: it is no text. */
const ESCAPED = /_x(?!0000)([0-9A-Fa-f]{4})_/g;

/** Characters of the longest cell when each is escaped. */
const MOST_RAW = "_x000D_".length * TABLE_LIMITS.cellCharacters;

export class XmlText {
  #value = "";
  /** Elements `t` and `v` that are open; text elsewhere is layout of the XML. */
  #open = 0;
  #phonetic = 0;

  clear(): void {
    this.#value = "";
  }

  open(name: string): void {
    if (name === "t" || name === "v") {
      this.#open += 1;
    } else if (name === "rPh") {
      this.#phonetic += 1;
    }
  }

  close(name: string): void {
    if (name === "t" || name === "v") {
      this.#open -= 1;
    } else if (name === "rPh") {
      this.#phonetic -= 1;
    }
  }

  add(text: string): void {
    if (this.#open === 0 || this.#phonetic > 0) {
      return;
    }
    // One character more shows that the cell is too long, which its reader refuses with its place.
    this.#value += text.slice(0, MOST_RAW + 1 - this.#value.length);
  }

  /** The text as it stands in the file. */
  get raw(): string {
    return this.#value;
  }

  /** The text with its escaped characters; halves of a character alone, which no encoding has, are replaced. */
  get value(): string {
    return this.#value.includes("_x")
      ? this.#value
          .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
          .toWellFormed()
      : this.#value;
  }
}

/** Refuses a cell of too many characters; `cell` is its place, such as `cell B2`. */
export function refuseLongCell(cell: string): never {
  const most = TABLE_LIMITS.cellCharacters.toLocaleString("en");
  return refuse(`${cell} has more than ${most} characters, the most that a cell of a spreadsheet holds.`);
}
