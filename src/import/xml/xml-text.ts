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

/** Returns the text of `[start, end)`, untrimmed: the value is kept as the registry wrote it. */
export function readText(text: string, start: number, end: number, source: string): string {
  const raw = text.slice(start, end);
  return isPlain(raw) ? raw : decode(raw, source, start);
}

function isPlain(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
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
