/**
 * Removes markup without BAG content: comments, processing instructions and CDATA sections (whose text stays). Official
 * files have a comment at most. Where there is any, the document is rewritten without it, so that the scanner meets
 * elements and text only.
 */
import { refuse } from "../refuse.ts";
import type { OnDeviation } from "../report.ts";
import { assertText, describeMarkup } from "./xml-document.ts";

const DECLARATION_START = /^(?:\u00ef\u00bb\u00bf)?<\?xml(?=\s)/;
/** Offset from which a `<?` is no declaration: one begins at byte 0, or after the byte order mark. */
const MAX_DECLARATION_OFFSET = 5;
const INSTRUCTION = /<\?([A-Za-z_\x80-\xff][\w.\x80-\xff-]*)(?:\s|(?=\?>))/y;

/** Returns the document unchanged, or without its markup. */
export function removeMarkup(content: Buffer, source: string, onDeviation: OnDeviation): Buffer {
  if (!hasAfterLt(content, 0x21, 0) && !hasAfterLt(content, 0x3f, MAX_DECLARATION_OFFSET)) {
    return content;
  }
  const text = content.toString("latin1");
  return Buffer.from(new MarkupRemover(text, source, onDeviation).rewrite(), "latin1");
}

/** Returns true when `<` occurs right before `byte`; searches for `byte`, which is far rarer. */
function hasAfterLt(bytes: Buffer, byte: number, from: number): boolean {
  for (let at = bytes.indexOf(byte, from); at >= 0; at = bytes.indexOf(byte, at + 1)) {
    if (bytes[at - 1] === 0x3c) {
      return true;
    }
  }
  return false;
}

class MarkupRemover {
  readonly #text: string;
  readonly #source: string;
  readonly #onDeviation: OnDeviation;
  readonly #parts: string[] = [];
  /** Removed bytes that are not compensated yet: as many spaces after the next closing tag keep later offsets right. */
  #pendingSpaces = 0;

  constructor(text: string, source: string, onDeviation: OnDeviation) {
    this.#text = text;
    this.#source = source;
    this.#onDeviation = onDeviation;
  }

  rewrite(): string {
    const text = this.#text;
    const start = DECLARATION_START.exec(text)?.[0].length ?? 0;
    let copiedTo = 0;
    for (let at = this.#findMarkup(start); at < text.length; at = this.#findMarkup(copiedTo)) {
      this.#copy(copiedTo, at);
      const end = this.#endOf(at);
      this.#pendingSpaces += end - at;
      if (text.startsWith("<![CDATA[", at)) {
        this.#copyCharacters(text.slice(at + 9, end - 3));
      }
      copiedTo = end;
    }
    this.#copy(copiedTo, text.length);
    return this.#parts.join("");
  }

  #findMarkup(from: number): number {
    const found = [this.#text.indexOf("<!", from), this.#text.indexOf("<?", from)];
    return Math.min(...found.map((at) => (at < 0 ? this.#text.length : at)));
  }

  #endOf(at: number): number {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      return this.#findEnd("-->", at, { after: 4, construct: "a comment" });
    }
    if (text.startsWith("<![CDATA[", at)) {
      this.#onDeviation("a CDATA section", `${this.#source}: byte ${at}`);
      return this.#findEnd("]]>", at, { after: 9, construct: "a CDATA section" });
    }
    INSTRUCTION.lastIndex = at;
    const target = INSTRUCTION.exec(text)?.[1];
    if (target === undefined) {
      this.#refuse(at, describeMarkup(text, at));
    }
    if (/^xml$/i.test(target)) {
      this.#refuse(at, "an XML declaration that is not at the beginning");
    }
    this.#onDeviation("a processing instruction", `${this.#source}: byte ${at}`);
    return this.#findEnd("?>", at, { after: 2 + target.length, construct: "a processing instruction" });
  }

  #findEnd(
    terminator: string,
    at: number,
    { after, construct }: { after: number; construct: string },
  ): number {
    const found = this.#text.indexOf(terminator === "-->" ? "--" : terminator, at + after);
    if (found < 0) {
      this.#refuse(at, `the file ends inside ${construct}`);
    }
    if (!this.#text.startsWith(terminator, found)) {
      this.#refuse(found, '"--" inside a comment');
    }
    assertText(Buffer.from(this.#text.slice(at, found), "latin1"), this.#source, at);
    return found + terminator.length;
  }

  #copy(start: number, end: number): void {
    const piece = this.#text.slice(start, end);
    const closing = this.#pendingSpaces > 0 ? /<\/[^>]*>/.exec(piece) : null;
    if (closing === null) {
      this.#parts.push(piece);
      return;
    }
    const cut = closing.index + closing[0].length;
    this.#parts.push(piece.slice(0, cut), " ".repeat(Math.max(this.#pendingSpaces, 0)), piece.slice(cut));
    this.#pendingSpaces = 0;
  }

  /** Keeps the text of a CDATA section, with references for characters that would otherwise be markup or blank text. */
  #copyCharacters(characters: string): void {
    const escaped = characters.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
    const written =
      escaped.trim() === "" ? escaped.replace(/^\s/, (one) => `&#${one.charCodeAt(0)};`) : escaped;
    this.#parts.push(written);
    this.#pendingSpaces -= written.length;
  }

  #refuse(offset: number, reason: string): never {
    return refuse(`${this.#source}: byte ${offset}: ${reason}`);
  }
}
