/**
 * Restores texts that programs have encoded or misread: HTML references, UTF-8 read as windows-1252, escaped line ends,
 * invisible characters.
 */

/** Fast check: matches every text that must be restored, and some that need not. */
const MAY_BE_CODED = /[&\\\u0080-\u{10FFFF}]|_x/u;
/** Longer texts are no addresses. */
const MAX_LENGTH = 2_000;

/** Returns a text as its writer meant it. */
export function plainText(text: string): string {
  if (text.length > MAX_LENGTH || !MAY_BE_CODED.test(text)) {
    return text;
  }
  return decodeMisread(decodeReferences(text))
    .replace(/_x([0-9a-f]{4})_/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replace(/\\r\\n|\\[rn]/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\p{Cf}/gu, "");
}

/** Text that was escaped when it was escaped already is decoded twice: `&amp;#39;`. */
const ROUNDS = 2;
const REFERENCE = /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]{2,8})(\d\d)?);/gi;

function decodeReferences(text: string): string {
  let decoded = text;
  for (let round = 0; round < ROUNDS && decoded.includes("&"); round++) {
    decoded = decoded.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? characterOf(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal))
        : (characterNamed(name) ?? whole),
    );
  }
  return decoded;
}

/** Characters by the bytes of windows-1252. */
const WINDOWS_1252 = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
);

/** Returns the character of a code as HTML does: 128 to 159 are windows-1252. Returns a space for an invalid code. */
function characterOf(code: number): string {
  if (code === 0x0a || code === 0x0d || code === 0x09) {
    return "\n";
  }
  const isCharacter =
    code >= 0x20 &&
    code !== 0x7f &&
    code <= 0x10_ffff &&
    (code & 0xfffe) !== 0xfffe &&
    !(code >= 0xd800 && code < 0xe000);
  if (!isCharacter) {
    return " ";
  }
  const character = code < 256 ? WINDOWS_1252[code]! : String.fromCodePoint(code);
  return /\p{Cc}/u.test(character) ? " " : character;
}

/** Named references, by the character that they mean here. */
const NAMES = `
& amp
' apos lsquo rsquo sbquo prime acute
" quot ldquo rdquo bdquo
< lt
> gt
- hyphen dash ndash mdash minus
/ sol
\\ bsol
, comma
. period
: colon
; semi
+ plus
# num
( lpar
) rpar
_ lowbar
| vert verbar
= equals
° deg
º ordm
ª ordf
· middot
• bull
ß szlig
æ aelig
œ oelig
ø oslash
ĳ ijlig
`;
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...NAMES.trim()
    .split("\n")
    .flatMap((line) => {
      const [character, ...names] = line.split(" ");
      return names.map((name) => [name, character!] as const);
    }),
  ...["nbsp", "ensp", "emsp", "thinsp", "tab"].map((name) => [name, " "] as const),
  ["newline", "\n"],
  ...["shy", "zwj", "zwnj", "lrm", "rlm"].map((name) => [name, ""] as const),
]);

/** Marks of letters, by the names after the letter: `eacute`. */
const MARKS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030a",
  caron: "\u030c",
  cedil: "\u0327",
};
const MARKED = new RegExp(`^([a-z])(${Object.keys(MARKS).join("|")})$`, "i");

function characterNamed(name: string): string | undefined {
  const [, letter, mark] = MARKED.exec(name) ?? [];
  return mark === undefined
    ? BY_NAME.get(name.toLowerCase())
    : (letter! + MARKS[mark.toLowerCase()]!).normalize("NFC");
}

const BYTE_OF: ReadonlyMap<string, number> = new Map(
  Array.from(WINDOWS_1252, (character, byte) => [character, byte]),
);
const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Letters and punctuation of the Latin alphabet. Other results usually come from two correct letters: `É–`. */
const LATIN = /^[\0-\u017f\u2000-\u20cf]*$/;

/** Decodes UTF-8 that was read as windows-1252 or latin-1 (`BÃ¼hrmannlaan`), if the whole text is such UTF-8. */
function decodeMisread(text: string): string {
  // Matches the first byte of a UTF-8 sequence of two to four bytes.
  if (!/[\u00c2-\u00f4]/.test(text)) {
    return text;
  }
  const bytes = Array.from(text, (character) => BYTE_OF.get(character) ?? character.codePointAt(0)!);
  if (bytes.some((byte) => byte > 255)) {
    return text;
  }
  try {
    const decoded = STRICT.decode(Uint8Array.from(bytes));
    return LATIN.test(decoded) ? decoded : text;
  } catch {
    return text;
  }
}
