/** Decodes text of XML: character references and UTF-8, only where they occur. */
import { isAscii } from "node:buffer";
import { refuseImport } from "../refuse.ts";

/**
 * Characters of references by name: at first the five predefined ones, then those that were read. The same few occur
 * again and again.
 */
const knownReferences = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const MAX_KNOWN_REFERENCES = 1_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Texts read before, by a hash: most values of a registry are words, or equal a value of the previous record. */
const knownTexts: (string | undefined)[] = Array.from({ length: 1024 });
/** Maximum length of a remembered text: longer ones are names and the like, which rarely occur again. */
const MAX_KNOWN_LENGTH = 40;

/** Returns the text of `[start, end)`, untrimmed: the value is kept as the registry wrote it. */
export function readXmlText(bytes: Buffer, start: number, end: number, source: string): string {
  const slot = hashOf(bytes, start, end);
  const known = knownTexts[slot];
  if (known?.length === end - start && isTextAt(bytes, start, known)) {
    return known;
  }
  if (!isPlain(bytes, start, end)) {
    return decode(bytes.subarray(start, end), source, start);
  }
  const text = bytes.toString("latin1", start, end);
  if (text.length <= MAX_KNOWN_LENGTH) {
    knownTexts[slot] = text;
  }
  return text;
}

/** Returns a place in {@link knownTexts} for a text, from its length and some of its characters. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  const ends = bytes[start]! * 31 + bytes[end - 1]!;
  const middle = bytes[(start + end) >> 1]! * 31 + bytes[end - 2]!;
  return (ends * 67 + middle * 7 + end - start) & 1023;
}

/** Returns true when the bytes continue at `start` with a text of latin1. */
export function isTextAt(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[start + i] !== text.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = bytes[i]!;
    if (c === 0x26 || c > 0x7e) {
      return false;
    }
  }
  return true;
}

function decode(raw: Buffer, source: string, offset: number): string {
  let decoded: string;
  try {
    decoded = isAscii(raw) ? raw.toString("latin1") : utf8.decode(raw);
  } catch (cause) {
    return refuseImport(`${source}: byte ${offset}: text that is not valid UTF-8`, cause);
  }
  // Without a regular expression, which takes three times as long: many numbers of documents have a reference.
  let text = "";
  let from = 0;
  for (let at = decoded.indexOf("&"); at >= 0; at = decoded.indexOf("&", from)) {
    const end = decoded.indexOf(";", at);
    const value = end < 0 ? undefined : decodeReference(decoded.slice(at + 1, end));
    if (value === undefined) {
      const [reference] = /^&[^;\s]*;?/.exec(decoded.slice(at))!;
      const where = `${source}: byte ${offset}`;
      return refuseImport(`${where}: unknown reference ${reference} in ${raw.toString("latin1", 0, 60)}`);
    }
    text += decoded.slice(from, at) + value;
    from = end + 1;
  }
  return text + decoded.slice(from);
}

/**
 * Returns the character of a reference, given the text between `&` and `;`; undefined for one that XML does not define.
 */
export function decodeReference(name: string): string | undefined {
  const known = knownReferences.get(name);
  if (known !== undefined || !name.startsWith("#")) {
    return known;
  }
  const character = decodeNumber(name);
  if (character !== undefined && knownReferences.size < MAX_KNOWN_REFERENCES) {
    knownReferences.set(name, character);
  }
  return character;
}

/** Returns the character of a reference by its number in Unicode. */
function decodeNumber(name: string): string | undefined {
  const code = /^#x[\da-fA-F]{1,6}$/.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : 0;
  const isCharacter =
    code >= 0x20 &&
    code <= 0x10ffff &&
    !(code >= 0xd800 && code <= 0xdfff) &&
    code !== 0xfffe &&
    code !== 0xffff;
  return isCharacter || code === 9 || code === 10 || code === 13 ? String.fromCodePoint(code) : undefined;
}

const ATTRIBUTE = /\s+([A-Za-z_\x80-\xff][\w.:\x80-\xff-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*\/?>/y;

/** Parses attributes from just after a tag's name to its end; undefined when malformed or one occurs twice. */
export function parseAttributes(
  text: string,
  from: number,
): { attributes: Map<string, string>; end: number } | undefined {
  const attributes = new Map<string, string>();
  let position = from;
  for (;;) {
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(text);
    if (match === null) {
      break;
    }
    const name = match[1]!;
    if (attributes.has(name)) {
      return undefined;
    }
    attributes.set(name, match[2] ?? match[3] ?? "");
    position = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = position;
  return TAG_END.test(text) ? { attributes, end: TAG_END.lastIndex } : undefined;
}
