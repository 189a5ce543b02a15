/** Lines that make work: what common words, beginnings, numbers, letters and typing errors multiply each other with. */

/** As often as 200 characters hold, the most that may be asked. */
function full(words: string): string {
  return `${words} `.repeat(Math.ceil(200 / (words.length + 1))).slice(0, 200);
}

const NOT_WORDS = [
  ..."%*(\\".split("").map((letter) => letter.repeat(200)),
  full("*"),
  full("'\""),
  full("--"),
  "'; DROP TABLE adres; --",
  "\u0301".repeat(200),
  "ĳ".repeat(200),
  "\u{1f3e0}".repeat(100),
  "a".repeat(200),
];

/** Everything again and again. */
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

/** Ordinals that may be numbers with letters, common words that may be names, places, additions or initials. */
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
];

export const HOSTILE: readonly string[] = [...NOT_WORDS, ...REPEATED, ...AMBIGUOUS, ...NUMBERS];
