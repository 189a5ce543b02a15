/** Generates costly lines: common words, prefixes, numbers, letters and typing errors that multiply each other. */
import fc from "fast-check";
import { randomOf } from "./random.ts";
import { mistype } from "./typing.ts";

const MAX_LINE_LENGTH = 200;

/** Repeats the words up to 200 characters, the longest line that may be requested. */
function full(words: string): string {
  return `${words} `.repeat(Math.ceil(MAX_LINE_LENGTH / (words.length + 1))).slice(0, MAX_LINE_LENGTH);
}

const NOT_WORDS = [
  ..."%*(\\".split("").map((letter) => letter.repeat(MAX_LINE_LENGTH)),
  full("*"),
  full("'\""),
  full("--"),
  "'; DROP TABLE adres; --",
  "\u0301".repeat(MAX_LINE_LENGTH),
  "ĳ".repeat(MAX_LINE_LENGTH),
  "\u{1f3e0}".repeat(100),
  "a".repeat(MAX_LINE_LENGTH),
];

/** Words repeated up to the limit. */
const REPEATED = [
  ...[
    "a",
    "1",
    "1a",
    "1382kt",
    "1382 k",
    "keurstraat",
    "van de",
    "straat",
    "weg laan straat plein",
    "den haag",
  ],
  ...[
    "kerkstraaat dorpstraaat molenwegg schoolstraaat",
    "burgemeester van der straat",
    "oosterr westerr noorderr",
  ],
  ...[
    "amsterdamm rotterdamm utrechtt",
    "verlengde nieuwe oude grote kleine lange korte",
    "1e 2e 3e",
    "abcdefghij",
  ],
].map(full);

/** Ordinals that may be numbers with letters; common words that may be names, places, additions or initials. */
const AMBIGUOUS = [
  ...[
    "1e h",
    "2e d",
    "4e van l",
    "1e van de h",
    "1e h 2e h 3e h 4e h 5e h",
    "1e 2e 3e 4e 5e 6e 7e 8e 9e 10e 11e 12e",
  ],
  ...[
    "eerste tweede derde vierde vijfde zesde zevende achtste",
    "de 1 h",
    "d 1 b",
    "s 1 t 2",
    "van 12 hs",
    "k 1 a",
  ],
  ...[
    "de",
    "van",
    "laan",
    "straat",
    "burgemeester",
    "burgemeester 1 a",
    "straat 1 gelderland",
    "gelderland 1 a",
  ],
];

/** Many numbers, each with many letters. */
const NUMBERS = [
  ...[
    "1a 2b 3c 4d h",
    "laan 1 a b c d",
    "straat 1 a 2 b 3 c 4 d",
    "kerkstraat 1 a b c d e f g h",
    "st 1 st 2 st 3 st 4",
  ],
  ...[
    "van 1 de 2 van 3 de 4",
    "12a 13b 14c 15d 16e 17f 18g 19h 20i kerkstraaat",
    "1382kt 1383 kt 1384kt 12 a b kerk",
  ],
  ...[`${"van de ".repeat(9)}1 2 3 4 5 6`, `${"burgemeester van der straat ".repeat(5)}12 a b c`],
  ...[`${"kerkstraaat ".repeat(12)}12 weespp`, "st st st 1 2 3 4 5 6 7 8 9 a b c d e f g"],
  "i ii iii iv v vi vii viii ix x 1 2 3 hs bis ii",
  ...[
    "kerkstraat12 hoofdstraat13 dorpsstraat14 laan15",
    "kerkstraaat 12, 2200, 2201, 14, 15, 16",
    "dorpstraat 12 t/m 18, 2200 amerhoutt, 2e bel, 3 hoog",
    "postbus 12 1382 kt kerkstraaat 12 amerhoutt",
    "vijf zes zeven acht negen tien elf",
  ],
  // Prefixes of streets, which match the most, before their numbers.
  ...["bur 1", "ste 1 a b c", "kerk 12 a hoog 13 b nieuw 14 c", full("bur 1"), full("ke 1 a")],
];

export const HOSTILE: readonly string[] = [...NOT_WORDS, ...REPEATED, ...AMBIGUOUS, ...NUMBERS];

/** Names of a country, the most frequent first: material for lines that are costly there. */
export interface Vocabulary {
  readonly streets: readonly string[];
  readonly places: readonly string[];
}

/** Samples lines of up to 200 characters from a seed: each repeats or mixes costly pieces. */
export function hostileLines(seed: number, count: number, vocabulary: Vocabulary): string[] {
  return fc.sample(hostileLine(vocabulary), { seed, numRuns: count });
}

/** Generates one letter or piece repeated, two alternating, a few in turn, or anything at all. */
function hostileLine(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const pieces = piecesOf(vocabulary);
  const piece = fc.oneof(...Object.values(pieces));
  const upTo = (maxCount: number) => fc.array(piece, { minLength: 1, maxLength: maxCount });
  const ofOneKind = fc
    .constantFrom(...Object.values(pieces))
    .chain((kind) => fc.array(kind, { minLength: 1, maxLength: MAX_LINE_LENGTH }));
  const between = fc.constantFrom(" ", " ", " ", "", ", ", "-", ".", "\n", " 1 ", " a ");
  const parts = fc.oneof(upTo(1), upTo(2), upTo(6), upTo(MAX_LINE_LENGTH), ofOneKind);
  return fc.tuple(parts, between).map(([list, glue]) => filled(list, glue));
}

/** Repeats the parts in turn until the line is full. */
function filled(parts: readonly string[], glue: string): string {
  let line = "";
  for (let i = 0; line.length < MAX_LINE_LENGTH; i++) {
    line += parts[i % parts.length] + glue;
  }
  return line.slice(0, MAX_LINE_LENGTH);
}

const DIGITS = { min: 1, max: 20_000 };
const oneOf = (text: string) => fc.constantFrom(...text.split(" "));

function piecesOf({ streets, places }: Vocabulary): Record<string, fc.Arbitrary<string>> {
  const name = fc.oneof(fc.constantFrom(...streets.slice(0, 60)), fc.constantFrom(...streets));
  const place = fc.oneof(fc.constantFrom(...places.slice(0, 20)), fc.constantFrom(...places));
  const prefix = fc
    .tuple(name, fc.integer({ min: 1, max: 6 }))
    .map(([text, length]) => text.slice(0, length));
  const ended = fc.tuple(name, fc.integer({ min: 3, max: 8 })).map(([text, length]) => text.slice(-length));
  const wrong = (text: fc.Arbitrary<string>) =>
    fc
      .tuple(text, fc.nat(), fc.integer({ min: 1, max: 2 }))
      .map(([right, seed, errors]) => mistype(randomOf(seed), right, { errors }));
  const postcode = fc
    .tuple(fc.integer({ min: 1000, max: 9999 }), oneOf("KT kt AA zz SS"))
    .map(([digits, letters]) => digits + letters);
  return {
    letter: oneOf("a e h i ii s t x z é ĳ y"),
    twoLetters: oneOf("ab aa st la va de kr ho"),
    wildcard: oneOf("* % ? _ + & | ! ( ) \\ .*"),
    quote: oneOf("' \" ` ’ '' '\" ;--"),
    common: oneOf("straat weg laan plein van de der den van de het st str dr burgemeester oude nieuwe"),
    ordinal: oneOf("1e 2e 3e 1ste 2de eerste tweede derde 4e 12e 40e"),
    roman: oneOf("i ii iii iv v vi vii viii ix x"),
    number: fc.integer(DIGITS).map(String),
    lettered: fc.tuple(fc.integer(DIGITS), oneOf("a b h hs bis ii -2 bov")).map((parts) => parts.join("")),
    postcode,
    brokenPostcode: wrong(postcode),
    name,
    prefix,
    ended,
    nearName: wrong(name),
    place,
    nearPlace: wrong(place),
  };
}
