/** Checks a whole document outside its elements (declaration, characters and references) and splits it into windows. */
import { isUtf8 } from "node:buffer";
import { refuseImport } from "../refuse.ts";
import { decodeReference } from "./xml-text.ts";

const DECLARATION =
  /<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][\w.-]*)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*\?>/y;

/**
 * Returns the position after the byte order mark and XML declaration, both of which may be absent. Throws
 * `import_refused` for a malformed declaration, or an encoding other than UTF-8 and US-ASCII.
 */
export function skipDeclaration(document: Buffer, source: string): number {
  const text = document.toString("latin1", 0, Math.max(document.indexOf(">") + 1, 80));
  const start = text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
  if (!text.startsWith("<?xml", start)) {
    return start;
  }
  DECLARATION.lastIndex = start;
  const match = DECLARATION.exec(text);
  if (match === null) {
    refuseImport(
      `${source}: byte ${start}: malformed XML declaration ${JSON.stringify(text.slice(start, start + 60))}`,
    );
  }
  const encoding = match[3] ?? "UTF-8";
  if (!/^(utf-8|us-ascii)$/i.test(encoding)) {
    refuseImport(`${source}: byte ${start}: encoding ${encoding}; expected UTF-8`);
  }
  return DECLARATION.lastIndex;
}

/** Returns true for less than 1000 bytes of only white space and a byte order mark. */
export function isBlank(content: Buffer): boolean {
  return content.length < 1000 && content.toString("utf8").trim() === "";
}

const LT = 0x3c;
const AMPERSAND = 0x26;
const BRACKET = 0x5d;
const REFERENCE = /&([^;\s<&]{1,40});/y;
/** Maximum bytes of a reference. */
const REFERENCE_BYTES = 42;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for them
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
/** U+FFFE and U+FFFF. */
const NONCHARACTER = /[\ufffe\uffff]/;

/** 1 for the bytes of text that need no check and begin no tag. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (isPlain(byte) ? 1 : 0));

function isPlain(byte: number): boolean {
  const isSpace = byte === 0x09 || byte === 0x0a || byte === 0x0d;
  return isSpace || (byte >= 0x20 && byte < 0x80 && byte !== LT && byte !== AMPERSAND && byte !== BRACKET);
}

/** Part of a document. */
export interface XmlWindow {
  readonly bytes: Buffer;
  /** Offset in the document. */
  readonly start: number;
}

/**
 * Returns the position of the next tag, or the end. Throws `import_refused` for text that is not
 * well-formed XML: bytes that are not UTF-8, control characters, unknown references and a stray `]]>`.
 */
export function findTag({ bytes, start }: XmlWindow, from: number, source: string): number {
  let at = from;
  for (;;) {
    while (PLAIN[bytes[at]!] === 1) {
      at++;
    }
    const byte = bytes[at];
    if (byte === undefined || byte === LT) {
      return at;
    }
    at = endOfSpecial(bytes, at, (offset) => `${source}: byte ${start + offset}`);
  }
}

/** Returns the position after the character or characters at `at` that are not plain. */
function endOfSpecial(bytes: Buffer, at: number, where: (offset: number) => string): number {
  const byte = bytes[at]!;
  if (byte === AMPERSAND) {
    assertReference(bytes, at, where);
  } else if (byte === BRACKET) {
    if (bytes[at + 1] === BRACKET && bytes[at + 2] === 0x3e) {
      refuseImport(`${where(at)}: "]]>" that ends no CDATA section`);
    }
  } else if (byte < 0x80) {
    refuseImport(`${where(at)}: control character ${byte}, which XML does not allow`);
  } else {
    let end = at;
    while (bytes[end]! >= 0x80) {
      end++;
    }
    assertUtf8(bytes.subarray(at, end), where(at));
    return end;
  }
  return at + 1;
}

function assertReference(bytes: Buffer, at: number, where: (offset: number) => string): void {
  const text = bytes.toString("latin1", at, at + REFERENCE_BYTES);
  REFERENCE.lastIndex = 0;
  const name = REFERENCE.exec(text)?.[1];
  if (name === undefined || decodeReference(name) === undefined) {
    refuseImport(`${where(at)}: unknown reference in ${JSON.stringify(text.slice(0, 40))}`);
  }
}

/** Throws `import_refused` for control characters and bytes that are not UTF-8; these checks apply in comments too. */
export function assertText(bytes: Buffer, source: string, start: number): void {
  const control = bytes.toString("latin1").search(CONTROL);
  if (control >= 0) {
    refuseImport(
      `${source}: byte ${start + control}: control character ${bytes[control]}, which XML does not allow`,
    );
  }
  assertUtf8(bytes, `${source}: byte ${start}`);
}

function assertUtf8(bytes: Buffer, where: string): void {
  if (!isUtf8(bytes)) {
    refuseImport(`${where}: text that is not valid UTF-8`);
  }
  if (NONCHARACTER.test(bytes.toString())) {
    refuseImport(`${where}: U+FFFE or U+FFFF, which XML does not allow`);
  }
}

const WINDOW_BYTES = 1024 * 1024;

/** Yields the document in windows of a megabyte or more that end after `cutAfter`. */
export function* splitWindows(content: Buffer, cutAfter: string | undefined): Generator<XmlWindow> {
  for (let start = 0; start < content.length; ) {
    const cut = cutAfter === undefined ? -1 : content.indexOf(cutAfter, start + WINDOW_BYTES, "latin1");
    const end = cut < 0 ? content.length : cut + cutAfter!.length;
    yield { bytes: content.subarray(start, end), start };
    start = end;
  }
}

/** Returns a description of the markup at `lt`, which is no element. */
export function describeMarkup(text: string, lt: number): string {
  const shown = JSON.stringify(text.slice(lt, lt + 40));
  if (text.startsWith("<!DOCTYPE", lt)) {
    return "a document type declaration (DTD); these are never read";
  }
  return lt + 80 > text.length ? `the file ends inside a tag: ${shown}` : `not a tag: ${shown}`;
}
