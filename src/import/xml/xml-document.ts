/** Checks a whole document outside its elements (declaration, characters and references) and splits it into windows. */
import { isAscii } from "node:buffer";
import { refuse } from "../refuse.ts";
import { decodeReference } from "./xml-text.ts";

const DECLARATION =
  /<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][\w.-]*)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*\?>/y;

/**
 * Returns the position after the byte order mark and XML declaration, both of which may be absent. Throws
 * `import_refused` for a malformed declaration, or an encoding other than UTF-8 and US-ASCII.
 */
export function skipDeclaration(text: string, source: string): number {
  const start = text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
  if (!text.startsWith("<?xml", start)) {
    return start;
  }
  DECLARATION.lastIndex = start;
  const match = DECLARATION.exec(text);
  if (match === null) {
    refuse(
      `${source}: byte ${start}: malformed XML declaration ${JSON.stringify(text.slice(start, start + 60))}`,
    );
  }
  const encoding = match[3] ?? "UTF-8";
  if (!/^(utf-8|us-ascii)$/i.test(encoding)) {
    refuse(`${source}: byte ${start}: encoding ${encoding}; expected UTF-8`);
  }
  return DECLARATION.lastIndex;
}

/** Returns true for less than 1000 bytes of only white space and a byte order mark. */
export function isBlank(content: Buffer): boolean {
  return content.length < 1000 && content.toString("utf8").trim() === "";
}

// One character class per expression: together they scan six gigabytes a second, a single expression a fourth.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const NON_ASCII = /[\x80-\xff]/g;
const REFERENCE = /&([^;\s<&]{1,40});/y;
const NON_ASCII_RUN = /[\x80-\xff]+/y;
/** U+FFFE and U+FFFF. */
const NONCHARACTER = /\u00ef\u00bf[\u00be\u00bf]/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Part of a document. */
export interface XmlWindow {
  /** One latin1 character per byte. */
  readonly text: string;
  /** Offset in the document. */
  readonly start: number;
  /** False when it may hold other characters. */
  readonly isAscii: boolean;
}

/**
 * Throws `import_refused` for what well-formed XML contains nowhere, also in unread elements: text that is not UTF-8,
 * control characters, unknown references and a stray `]]>`.
 */
export function assertCharacters({ text, start, isAscii: isAsciiOnly }: XmlWindow, source: string): void {
  const where = (at: number) => `${source}: byte ${start + at}`;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    assertReference(text, at, where(at));
  }
  // BAG files have no brackets, and the search for one character takes a ninth of the time.
  const stray = text.includes("]") ? text.indexOf("]]>") : -1;
  if (stray >= 0) {
    refuse(`${where(stray)}: "]]>" that ends no CDATA section`);
  }
  assertNoControl(text, source, start);
  if (!isAsciiOnly) {
    assertUtf8(text, source, start);
  }
}

/** Throws `import_refused` for control characters and text that is not UTF-8; these checks apply in comments too. */
export function assertText(text: string, source: string, start: number): void {
  assertNoControl(text, source, start);
  assertUtf8(text, source, start);
}

function assertNoControl(text: string, source: string, start: number): void {
  const control = text.search(CONTROL);
  if (control >= 0) {
    refuse(
      `${source}: byte ${start + control}: control character ${text.charCodeAt(control)}, which XML does not allow`,
    );
  }
}

function assertUtf8(text: string, source: string, start: number): void {
  const where = (at: number) => `${source}: byte ${start + at}`;
  NON_ASCII.lastIndex = 0;
  for (let match = NON_ASCII.exec(text); match !== null; match = NON_ASCII.exec(text)) {
    NON_ASCII.lastIndex = endOfUtf8(text, match.index, where(match.index));
  }
}

function assertReference(text: string, at: number, where: string): void {
  REFERENCE.lastIndex = at;
  const name = REFERENCE.exec(text)?.[1];
  if (name !== undefined && decodeReference(name) !== undefined) {
    return;
  }
  refuse(`${where}: unknown reference in ${JSON.stringify(text.slice(at, at + 40))}`);
}

/** Returns the end of the run of non-ASCII characters at `at`; throws `import_refused` for invalid UTF-8. */
function endOfUtf8(text: string, at: number, where: string): number {
  NON_ASCII_RUN.lastIndex = at;
  const run = NON_ASCII_RUN.exec(text)![0];
  try {
    utf8.decode(Buffer.from(run, "latin1"));
  } catch (cause) {
    refuse(`${where}: text that is not valid UTF-8`, cause);
  }
  if (NONCHARACTER.test(run)) {
    refuse(`${where}: U+FFFE or U+FFFF, which XML does not allow`);
  }
  return at + run.length;
}

const WINDOW_BYTES = 1024 * 1024;

/** Yields the document in windows of a megabyte or more that end after `cutAfter`; a string uncut. */
export function* splitWindows(content: string | Buffer, cutAfter: string | undefined): Generator<XmlWindow> {
  if (typeof content === "string") {
    yield { text: content, start: 0, isAscii: false };
    return;
  }
  for (let start = 0; start < content.length; ) {
    const cut = cutAfter === undefined ? -1 : content.indexOf(cutAfter, start + WINDOW_BYTES, "latin1");
    const end = cut < 0 ? content.length : cut + cutAfter!.length;
    // Asked of the bytes: a search in the text, or a copy of it, takes a seventh of the time of reading an object file.
    yield {
      text: content.toString("latin1", start, end),
      start,
      isAscii: isAscii(content.subarray(start, end)),
    };
    start = end;
  }
}

/** Returns a description of what is at `lt` when it is not an element. */
export function describeMarkup(text: string, lt: number): string {
  const shown = JSON.stringify(text.slice(lt, lt + 40));
  if (text.startsWith("<!DOCTYPE", lt)) {
    return "a document type declaration (DTD); these are never read";
  }
  return lt + 80 > text.length ? `the file ends inside a tag: ${shown}` : `not a tag: ${shown}`;
}
