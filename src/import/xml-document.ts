/** What holds of a whole document, before and beside its elements: its declaration and its characters. */
import { refuse } from "./refuse.ts";
import { decodeReference } from "./xml-text.ts";

const DECLARATION =
  /<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][\w.-]*)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*\?>/y;

/** Where the document goes on after its byte order mark and XML declaration, both of which may be absent. */
export function skipDeclaration(text: string, source: string): number {
  const start = text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
  if (!text.startsWith("<?xml", start)) return start;
  DECLARATION.lastIndex = start;
  const match = DECLARATION.exec(text);
  if (match === null)
    refuse(
      `${source}: byte ${start}: malformed XML declaration ${JSON.stringify(text.slice(start, start + 60))}`,
    );
  const encoding = match[3] ?? "UTF-8";
  if (!/^(utf-8|us-ascii)$/i.test(encoding))
    refuse(`${source}: byte ${start}: encoding ${encoding}; expected UTF-8`);
  return DECLARATION.lastIndex;
}

// Most files hold none of these but references, and an expression of this kind passes gigabytes a second.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_PLAIN = /[\0-\x08\x0b\x0c\x0e-\x1f&\x80-\xff]|]]>/g;
const REFERENCE = /&([^;\s<&]{1,40});/y;
const BEYOND_ASCII = /[\x80-\xff]+/y;
/** U+FFFE and U+FFFF. */
const NO_CHARACTER = /\u00ef\u00bf[\u00be\u00bf]/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Refuses what well-formed XML has nowhere, also in the elements nobody reads: text that is not UTF-8, control
 * characters, unknown references and a stray `]]>`. `text` is latin1 and begins at byte `start` of the document.
 */
export function assertCharacters(text: string, source: string, start = 0): void {
  NOT_PLAIN.lastIndex = 0;
  for (let match = NOT_PLAIN.exec(text); match !== null; match = NOT_PLAIN.exec(text)) {
    const at = match.index;
    const found = match[0];
    const where = `${source}: byte ${start + at}`;
    if (found === "&") assertReference(text, at, where);
    else if (found >= "\u0080") NOT_PLAIN.lastIndex = endOfUtf8(text, at, where);
    else if (found !== "]]>")
      refuse(`${where}: control character ${found.charCodeAt(0)}, which XML does not allow`);
    else if (!isInComment(text, at)) refuse(`${where}: "]]>" in text`);
  }
}

function assertReference(text: string, at: number, where: string): void {
  REFERENCE.lastIndex = at;
  const name = REFERENCE.exec(text)?.[1];
  if (name !== undefined && decodeReference(name) !== undefined) return;
  if (isInComment(text, at)) return;
  refuse(`${where}: unknown reference in ${JSON.stringify(text.slice(at, at + 40))}`);
}

/** End of the run of characters beyond ASCII that begins at `at`. */
function endOfUtf8(text: string, at: number, where: string): number {
  BEYOND_ASCII.lastIndex = at;
  const run = BEYOND_ASCII.exec(text)![0];
  try {
    utf8.decode(Buffer.from(run, "latin1"));
  } catch (cause) {
    refuse(`${where}: text that is not valid UTF-8`, cause);
  }
  if (NO_CHARACTER.test(run)) refuse(`${where}: U+FFFE or U+FFFF, which XML does not allow`);
  return at + run.length;
}

/** Looks back to the last `<!--`; only asked of what would else be refused. */
function isInComment(text: string, at: number): boolean {
  return text.lastIndexOf("<!--", at) > text.lastIndexOf("-->", at);
}
