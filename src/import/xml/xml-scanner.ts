/**
 * Scans the machine-regular XML of the BAG: 10,000 records a file, all of one shape. The scanner learns: each distinct
 * tag is analysed once — well-formedness, namespace, attributes, place in the document — and becomes a Step; a Step
 * caches which Steps followed it. From then on a tag costs one comparison with the expected bytes. Nothing is
 * ever skipped unread: a tag that is not the expected one goes through the full rules, and whatever those do not cover
 * is refused with file, offset and reason.
 *
 * Bytes are scanned, so positions are byte offsets, and only values that are read become text (`readXmlText`): text of
 * whole documents would take a quarter of the time. Large documents are scanned in windows of a megabyte, cut between
 * records, so that a caller can act between them.
 */
import { refuseImport } from "../refuse.ts";
import type { OnDeviation } from "../report.ts";
import {
  assertText,
  describeMarkup,
  findTag,
  PLAIN,
  skipDeclaration,
  splitWindows,
  type XmlWindow,
} from "./xml-document.ts";
import type { XmlGrammar } from "./xml-names.ts";
import { createDocumentNode, createStartStep, type ElementNode, isTagAt, type Step } from "./xml-steps.ts";
import { XmlTags } from "./xml-tags.ts";

/** The texts captured for one record, in document order: `numbers[i]` spans `[starts[i], ends[i])` of `bytes`. */
export interface Captures {
  bytes: Buffer;
  count: number;
  numbers: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
}

/** Capture number for every element with an srsDimension attribute; `starts[i]` is the dimension. */
export const DIMENSION_CAPTURE = 1000;

const MAX_CAPTURES = 200_000;
/** Maximum bytes of one value: the longest of official files, the ring of a woonplaats, has less than a megabyte. */
const MAX_VALUE_BYTES = 8 * 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);
const LT = 0x3c;

/** `offset`: position of the record's closing tag in the document. */
export type OnRecord = (kind: number, captures: Captures, offset: number) => void;

export interface ScanOptions {
  /** Path of the document, for messages. */
  readonly source: string;
  readonly grammar: XmlGrammar;
  /** Called at the end of each record with its captures, which are only valid during the call. */
  readonly onRecord: OnRecord;
  /** Called for parts that are ignored, or understood though official files have no such part. */
  readonly onDeviation?: OnDeviation;
}

/** Reads one whole document; throws `import_refused` for anything that is not understood. */
export function scanXml(content: string | Buffer, options: ScanOptions): void {
  const { source, grammar, onRecord, onDeviation = () => undefined } = options;
  const scanner = new XmlScanner(source, grammar, onDeviation);
  for (const window of scanner.windows(content)) {
    scanner.scan(window, onRecord);
  }
  scanner.end();
}

/** Scanner for callers that act between the windows of a document; others use `scanXml`. */
export class XmlScanner {
  readonly #source: string;
  readonly #grammar: XmlGrammar;
  readonly #onDeviation: OnDeviation;
  readonly #captures: Captures = {
    bytes: NO_BYTES,
    count: 0,
    numbers: new Int32Array(256),
    starts: new Int32Array(256),
    ends: new Int32Array(256),
  };
  readonly #document: ElementNode = createDocumentNode();
  readonly #tags: XmlTags;
  #window: XmlWindow = { bytes: NO_BYTES, start: 0 };
  #view: DataView = new DataView(NO_BYTES.buffer);
  /** The tag that was read last. */
  #step: Step;

  constructor(source: string, grammar: XmlGrammar, onDeviation: OnDeviation) {
    this.#source = source;
    this.#grammar = grammar;
    this.#onDeviation = onDeviation;
    this.#tags = new XmlTags(source, grammar, onDeviation);
    this.#step = createStartStep(this.#document);
  }

  /** Returns the windows of a document to scan, in order. */
  windows(content: string | Buffer): Generator<XmlWindow> {
    const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
    return splitWindows(removeMarkup(bytes, this.#source, this.#onDeviation), this.#grammar.cutAfter);
  }

  // One long loop on purpose: it runs 3 million times per 100 MB, and a call per tag would double its cost.
  scan(window: XmlWindow, onRecord: OnRecord): void {
    const { bytes, start } = window;
    let position = this.#startWindow(window);
    const view = this.#view;
    const captures = this.#captures;
    let step = this.#step;
    for (;;) {
      let lt = position;
      while (PLAIN[bytes[lt]!] === 1) {
        lt++;
      }
      if (bytes[lt] !== LT) {
        lt = findTag(window, lt, this.#source);
      }
      if (lt === bytes.length) {
        break;
      }
      let next = step.likely;
      if (next === undefined || !isTagAt(view, lt, next.bytes)) {
        next = this.#findUnlikely(step, lt);
      }
      let end = next.isExact ? lt + next.raw.length : this.#tags.findVaryingEnd(next, lt);
      if (end < 0) {
        next = this.#tags.resolve(step.target, lt);
        end = next.isExact ? lt + next.raw.length : this.#tags.findVaryingEnd(next, lt);
      }
      const isLeafText = next.closes && next.element === step.element && !step.closes;
      if (lt !== position && !isLeafText) {
        this.#assertBlank(position, lt, step.target);
      }
      if (next.closes) {
        const element = next.element;
        if (element.capture >= 0) {
          this.#capture(element.capture, next.opens ? lt : position, lt);
        }
        if (element.record >= 0) {
          onRecord(element.record, captures, start + lt);
          captures.count = 0;
        }
      } else if (next.dimension > 0) {
        this.#capture(DIMENSION_CAPTURE, next.dimension, 0);
      }
      step = next;
      position = end;
    }
    this.#step = step;
    this.#assertBlank(position, bytes.length, step.target);
  }

  /** Returns the position of the first tag or text. */
  #startWindow(window: XmlWindow): number {
    const { bytes, start } = window;
    this.#window = window;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#tags.setWindow(window);
    this.#captures.bytes = bytes;
    return start === 0 ? skipDeclaration(bytes, this.#source) : 0;
  }

  /** Returns the step of a tag that is not the likely one after `step`, and makes it the likely one. */
  #findUnlikely(step: Step, lt: number): Step {
    const { second } = step;
    const isSecond = second !== undefined && isTagAt(this.#view, lt, second.bytes);
    const found = isSecond ? second : this.#tags.resolve(step.target, lt);
    step.second = step.likely;
    step.likely = found;
    return found;
  }

  /** Throws `import_refused` when the document is incomplete. */
  end(): void {
    const open = this.#step.target;
    if (open !== this.#document) {
      this.#refuse(this.#window.bytes.length, `the file ends inside <${open.rawName}>`);
    }
    if (open.steps.size === 0) {
      this.#refuse(this.#window.bytes.length, "no root element");
    }
  }

  #capture(number: number, start: number, end: number): void {
    const c = this.#captures;
    if (end - start > MAX_VALUE_BYTES) {
      this.#refuse(start, `a value of ${end - start} bytes; at most ${MAX_VALUE_BYTES} are accepted`);
    }
    if (c.count === c.numbers.length) {
      this.#growCaptures(start);
    }
    c.numbers[c.count] = number;
    c.starts[c.count] = start;
    c.ends[c.count++] = end;
  }

  #growCaptures(offset: number): void {
    const c = this.#captures;
    if (c.count >= MAX_CAPTURES) {
      this.#refuse(offset, `a record with more than ${MAX_CAPTURES} values`);
    }
    for (const key of ["numbers", "starts", "ends"] as const) {
      const grown = new Int32Array(c.count * 2);
      grown.set(c[key]);
      c[key] = grown;
    }
  }

  #assertBlank(start: number, end: number, within: ElementNode): void {
    if (within.isUnread) {
      return;
    }
    const { bytes } = this.#window;
    for (let i = start; i < end; i++) {
      const c = bytes[i];
      if (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
        continue;
      }
      if (end === bytes.length && within !== this.#document) {
        this.#refuse(end, `the file ends inside <${within.rawName}>`);
      }
      this.#refuse(i, `text where only elements belong, in <${within.rawName || "the document"}>`);
    }
  }

  #refuse(offset: number, reason: string): never {
    return refuseImport(`${this.#source}: byte ${this.#window.start + offset}: ${reason}`);
  }
}

const DECLARATION_START = /^(?:\u00ef\u00bb\u00bf)?<\?xml(?=\s)/;
/** Offset from which a `<?` is no declaration: one begins at byte 0, or after the byte order mark. */
const MAX_DECLARATION_OFFSET = 5;
const INSTRUCTION = /<\?([A-Za-z_\x80-\xff][\w.\x80-\xff-]*)(?:\s|(?=\?>))/y;

/**
 * Returns the document unchanged, or without its markup. Markup without BAG content is comments, processing
 * instructions and CDATA sections (whose text stays); official files have a comment at most. So the scanner meets
 * elements and text only.
 */
function removeMarkup(content: Buffer, source: string, onDeviation: OnDeviation): Buffer {
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
    return refuseImport(`${this.#source}: byte ${offset}: ${reason}`);
  }
}
