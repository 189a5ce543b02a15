/**
 * Events of an XML part of a spreadsheet, by local names: some programs write `x:row` instead of `row`; and the text of
 * a cell.
 */
import { SaxesParser } from "saxes";
import { AppError } from "../../base/errors.ts";
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { ZipParts } from "./zip-parts.ts";

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Elements of a spreadsheet are nested far less deep. */
const MOST_DEPTH = 100;

/**
 * Characters without an end of a tag or text that saxes may have to hold. A cell whose characters are all escaped
 * twice, as `_x005F_` with each sign of that as `&#x5F;`, has 1.4 million.
 */
const MOST_PENDING = 2 * TABLE_LIMITS.rowCharacters;

/** A part to read. */
interface PartToRead {
  readonly name: string;
  readonly mostBytes: number;
  /** Name of the part for messages; its own name when absent. */
  readonly label?: string;
}

/** Reads a part and calls the handler; yields the part of it read so far, 0–1, after each piece. */
export async function* readXml(
  parts: ZipParts,
  part: PartToRead,
  handler: XmlHandler,
): AsyncGenerator<number> {
  const parser = new SaxesParser({ position: false });
  const pending = connect(parser, handler);
  const guarded = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      refuseTable(`${parts.fileName}, ${part.label ?? part.name}: ${error.message}`, error);
    }
  };
  for await (const { text, progress } of parts.read(part.name, part.mostBytes)) {
    guarded(() => parser.write(text));
    pending.length += text.length;
    if (pending.length > MOST_PENDING) {
      guarded(() =>
        refuseTable(`has ${MOST_PENDING.toLocaleString("en")} characters without an end of a tag.`),
      );
    }
    yield progress;
  }
  guarded(() => parser.close());
}

/** Returns the number of characters since the last event, up to date after each piece. */
function connect(parser: SaxesParser, handler: XmlHandler): { length: number } {
  const pending = { length: 0 };
  let depth = 0;
  parser.on("error", ({ message }) => refuseTable(`is no valid XML: ${message}`));
  parser.on("opentag", (tag) => {
    pending.length = 0;
    depth += 1;
    if (depth > MOST_DEPTH) {
      refuseTable(`an element is nested more than ${MOST_DEPTH} deep; this is no spreadsheet.`);
    }
    handler.open(localOf(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    pending.length = 0;
    depth -= 1;
    handler.close?.(localOf(tag.name));
  });
  const onText = (text: string) => {
    pending.length = 0;
    handler.text?.(text);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  return pending;
}

function localOf(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Reads a small part whole. */
export async function readWholeXml(parts: ZipParts, name: string, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(parts, { name, mostBytes: TABLE_LIMITS.xlsxPartBytes }, handler)) {
    // The handler keeps a copy of the parts that it needs.
  }
}

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

  /** The text as in the file. */
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
  return refuseTable(
    `${cell} has more than ${most} characters, the most that a cell of a spreadsheet holds.`,
  );
}
