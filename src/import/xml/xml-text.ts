/** Decodes text of XML that was read as latin1: character references and UTF-8, only where they occur. */
import { refuse } from "../refuse.ts";

const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Texts read before, by a hash: most values of a registry are words, or those of the record before. */
const knownTexts: (string | undefined)[] = Array.from({ length: 1024 });
/** Longer texts are names and the like, which hardly come back. */
const MAX_KNOWN_LENGTH = 40;

/** Returns the text of `[start, end)`, untrimmed: the value is kept as the registry wrote it. */
export function readText(text: string, start: number, end: number, source: string): string {
  const slot = hashOf(text, start, end);
  const known = knownTexts[slot];
  if (known !== undefined && known.length === end - start && text.startsWith(known, start)) {
    return known;
  }
  if (!isPlain(text, start, end)) {
    return decode(text.slice(start, end), source, start);
  }
  if (end - start > MAX_KNOWN_LENGTH) {
    return text.slice(start, end);
  }
  // A slice would keep the whole document in memory.
  const copy = Buffer.from(text.slice(start, end), "latin1").toString("latin1");
  knownTexts[slot] = copy;
  return copy;
}

/** Of its length and some of its characters. */
function hashOf(text: string, start: number, end: number): number {
  const ends = text.charCodeAt(start) * 31 + text.charCodeAt(end - 1);
  const middle = text.charCodeAt((start + end) >> 1) * 31 + text.charCodeAt(end - 2);
  return (ends * 67 + middle * 7 + end - start) & 1023;
}

function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x26 || c > 0x7e) {
      return false;
    }
  }
  return true;
}

function decode(raw: string, source: string, offset: number): string {
  let decoded: string;
  try {
    decoded = utf8.decode(Buffer.from(raw, "latin1"));
  } catch (cause) {
    return refuse(`${source}: byte ${offset}: text that is not valid UTF-8`, cause);
  }
  return decoded.replace(/&([^;\s]*);?/g, (reference, name: string) => {
    const value = reference.endsWith(";") ? decodeReference(name) : undefined;
    return (
      value ?? refuse(`${source}: byte ${offset}: unknown reference ${reference} in ${raw.slice(0, 60)}`)
    );
  });
}

/**
 * Returns the character of a reference, given what is between `&` and `;`; undefined for one that XML does not define.
 */
export function decodeReference(name: string): string | undefined {
  if (!name.startsWith("#")) {
    return Object.hasOwn(NAMED_REFERENCES, name) ? NAMED_REFERENCES[name] : undefined;
  }
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
