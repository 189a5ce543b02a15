/**
 * Lists every way people write the designation after a house number, as users of such services report it in public
 * issues, with its separator.
 */
import type { KnownAddress } from "./addresses.ts";

const SEPARATORS = ["", " ", "-", " - ", "/", ", "];

/** Synonyms of additions; the storeys are in `synonymsOf`. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["hs", "h", "huis", "bg", "begane grond", "ben", "beneden", "benedenwoning"],
  ["bov", "boven", "bovenwoning"],
  ["bis", "bs"],
  ["bisa", "bsa", "a bis", "bis-a"],
  ["zold", "zolder", "zolderkamer"],
  ["dak", "dakappartement"],
  ["to", "t/o", "tegenover"],
];
const ROMANS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
const STOREYS = ["een eerste", "twee tweede", "drie derde", "vier vierde"];
const UNIT_WORDS = ["app. ", "appartement ", "studio ", "kamer ", "unit ", "toevoeging ", "toev. "];

/**
 * Returns all spellings of a designation. `beside` are the designations at the number, in lower case: II means 2 only
 * where no II exists, and the other way round.
 */
export function spellingsOf(
  { letter, addition }: Pick<KnownAddress, "letter" | "addition">,
  otherDesignations: ReadonlySet<string>,
): string[] {
  const texts = new Set<string>();
  for (const other of [addition, ...synonymsOf(addition.toLowerCase(), otherDesignations, letter)]) {
    for (const text of joinLetterAndAddition(letter, other)) {
      for (const cased of [text, text.toLowerCase(), text.toUpperCase()]) {
        texts.add(cased);
      }
    }
  }
  return [...texts].flatMap((text) =>
    SEPARATORS.filter((separator) => separator !== "" || !/^\d/.test(text)).map(
      (separator) => separator + text,
    ),
  );
}

/**
 * Joins letter and addition with any separator, and also with the addition first; two digits never touch, nor do a
 * letter and several words.
 */
function joinLetterAndAddition(letter: string, addition: string): string[] {
  if (addition === "" && letter !== "") {
    return [letter, `huisletter ${letter}`, `toevoeging ${letter}`];
  }
  if (letter === "") {
    return [addition];
  }
  return [
    ...(addition.includes(" ") ? [" ", "-"] : ["", " ", "-", "/"]).map(
      (separator) => letter + separator + addition,
    ),
    ...[" ", "-"].map((separator) => addition + separator + letter),
  ];
}

function synonymsOf(addition: string, otherDesignations: ReadonlySet<string>, letter: string): string[] {
  const words = SYNONYMS.find((group) => group.includes(addition)) ?? [];
  const storey = ROMANS.indexOf(addition) + 1 || Number(/^0?([1-9])(hg)?$/.exec(addition)?.[1] ?? 0);
  const storeys =
    storey === 0
      ? []
      : [
          `${storey}`,
          `0${storey}`,
          ROMANS[storey - 1]!,
          `${storey}hg`,
          `${storey} hoog`,
          `${storey}-hoog`,
          `${storey}e verdieping`,
          ...storeyInWords(storey),
        ];
  const announced = /^\d+$/.test(addition) ? UNIT_WORDS.map((word) => word + addition) : [];
  return [...words, ...storeys, ...announced].filter(
    (other) =>
      other !== addition && !otherDesignations.has((letter + other).toLowerCase().replace(/[^a-z0-9]/g, "")),
  );
}

/** Returns the storey in words: `tweehoog`, `tweede verdieping`, `II hoog`. */
function storeyInWords(storey: number): string[] {
  const [count, ordinal] = STOREYS[storey - 1]?.split(" ") ?? [];
  if (count === undefined) {
    return [];
  }
  return [`${count}hoog`, `${count} hoog`, `${ordinal} verdieping`, `${ROMANS[storey - 1]} hoog`];
}
