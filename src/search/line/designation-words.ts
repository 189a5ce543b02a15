/** Tables of the words that people write after a house number, and one normal form for all their spellings. */
import { BoundedMap, memoize } from "../../base/memoize.ts";

/** Meaning, then its spellings; several words are joined in one run. */
const MEANINGS = `
ground hs h huis bg bgg begg begangrond beganegrond groundfloor parterre part ph bel beletage gelijkvloers beneden ben bened benedenhuis benedenwoning benedenverdieping onder
boven bov boven bovenhuis bovenwoning bovenverdieping bvn boventst
bis bis bs
zolder zold zolder zld zolderkamer zolderverdieping vliering
dak dak dakapp dakappartement dakwoning
souterrain souterrain sout sou kelder
achter a ac achter acht ach achterhuis
voor v vr voor voorh voorhuis
links li links lks
rechts re rechts rts
rood rd rood
zwart zw zwart
tegenover to tegenover tov
garage gar garage
noord n noord
oost o oost
zuid z zuid
west w west
noordzijde nz noordzijde
oostzijde oz oostzijde
zuidzijde zz zuidzijde
westzijde wz westzijde
`;

/** Words that only say that a number follows. */
const ANNOUNCERS =
  "ap no nr k kmr et won bus verd ark box huisje verdieping etage kamernr kamernummer huisnummer huisnr";
/** Announcing words that a letter may follow as well. */
const ANNOUNCERS_OF_LETTERS =
  "app apt appartement apart apartment kamer unit room studio suite deur flat woning";
/** Names of the registry's fields as forms print them, and placeholders of empty ones. */
const FORM_WORDS = "huisnummertoevoeging toevoeging toev huisletter letter null undefined nvt";
const EMPTY = /^(?:0+|nan|na|none)+$/;
/** Words for "empty" next to other text, in a run with its borders: R pastes NA for each empty cell. */
const EMPTY_BESIDE = /(?<=^|[-/])(?:nan|na|none)(?:[-/]|$|(?=\d))/g;

/** Storey, then its words, as in `eerste` and `tweehoog`. */
const STOREYS = `
1 i een eerste first
2 ii twee tweede second
3 iii drie derde third
4 iv vier vierde fourth
5 vijf vijfde fifth
6 vi zes zesde
7 vii zeven zevende
8 viii acht achtste
9 ix negen negende
10 x tien tiende
`;
const STOREY_WORDS = "hoog hg h verdieping verd vd etage et floor";

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Spelling → the first word of its line. */
function byWord(table: string): ReadonlyMap<string, string> {
  const lines = table
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return new Map(lines.flatMap(([meaning, ...spellings]) => spellings.map((each) => [each, meaning!])));
}

const MEANING_OF = byWord(MEANINGS);
const STOREY_OF = byWord(STOREYS);
const alternatives = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join("|");

const FORM_WORD = new RegExp(`${alternatives(wordsOf(FORM_WORDS))}|geen$`, "g");
const ANNOUNCER = new RegExp(
  `^(?:(?:${alternatives(wordsOf(ANNOUNCERS))})(?=\\d)|(?:${alternatives(wordsOf(ANNOUNCERS_OF_LETTERS))})(?=\\d|[a-z]\\d*$))`,
);
const SIDE = "(?:(a|achter)|(v|voor))?";
/** `2hg`, `2e verdieping`, `2hoog achter`. */
const NUMBERED_STOREY = new RegExp(
  `^0*(\\d+)(?:e|de|ste|st|nd|rd|th)?(?:${alternatives(wordsOf(STOREY_WORDS))})${SIDE}$`,
);
/** `iihoog`, `tweede verdieping`. */
const NAMED_STOREY = new RegExp(
  `^(${alternatives(STOREY_OF.keys())})(?:${alternatives(wordsOf(STOREY_WORDS))})${SIDE}$`,
);
/** A word and a letter in one run, in either order. */
const WORD_AND_LETTER = /^(?:(bis|bs|bov|ben|hs)([a-z])|([a-z])(bis|bs|bov|ben|hs))$/;

/** Returns a run without words that only announce what follows or name the field of a form. */
export function withoutAnnouncers(run: string): string {
  return run.replace(FORM_WORD, "").replace(ANNOUNCER, "");
}

const meanings = new BoundedMap<string, string>(4_096);

/**
 * Returns one text for all spellings of the same thing; empty when the run says nothing. Hot, so results are cached:
 * a country has few different designations.
 */
export function meaningOf(run: string): string {
  return memoize(meanings, run, () => findMeaning(run));
}

function findMeaning(run: string): string {
  const text = withoutAnnouncers(run);
  const known = MEANING_OF.get(text) ?? STOREY_OF.get(text);
  if (known !== undefined) {
    return known;
  }
  const storey = NUMBERED_STOREY.exec(text) ?? NAMED_STOREY.exec(text);
  if (storey !== null) {
    const side = storey[2] !== undefined ? " achter" : storey[3] !== undefined ? " voor" : "";
    return (STOREY_OF.get(storey[1]!) ?? storey[1]!) + side;
  }
  const pair = WORD_AND_LETTER.exec(text);
  if (pair !== null) {
    return `${MEANING_OF.get(pair[1] ?? pair[4]!)} ${pair[2] ?? pair[3]}`;
  }
  return text.replace(/^0+(?=.)/, "");
}

/** Returns true when a designation says no more than "the house itself". */
export function meansGround(run: string): boolean {
  return meaningOf(run) === "ground";
}

/** Returns true for the text of an empty form field: `n.v.t.`, `null`, `toevoeging`, `0`. */
export function isEmptyFieldText(run: string): boolean {
  const text = withoutAnnouncers(run);
  return text === "" || EMPTY.test(text);
}

/** Removes words for "empty" that are separate parts from a run with its borders: `e` for `e-na`. */
export function withoutEmptyWords(run: string): string {
  return isEmptyFieldText(run.replace(/[-/]/g, ""))
    ? run
    : run.replace(EMPTY_BESIDE, "").replace(/[-/]$/, "");
}

/** Words that are a token of a designation; single letters and digits are matched by pattern. */
const WORDS: ReadonlySet<string> = new Set(
  [
    ...MEANING_OF.keys(),
    ...STOREY_OF.keys(),
    ...wordsOf(
      `${ANNOUNCERS} ${ANNOUNCERS_OF_LETTERS} ${FORM_WORDS} geen ${STOREY_WORDS} begane grond ground`,
    ),
  ].filter((word) => word.length > 1),
);

const DESIGNATION_LIKE = /^([a-z]{1,4}|\d{1,4}[a-z]{0,10}\d{0,4}|[a-z]{1,3}\d{1,4}[a-z]?)$/;
const CERTAIN_DESIGNATION = /^([a-z]{1,2}|\d{1,4}[a-z]{0,3}\d{0,4}|[a-z]{1,2}\d{1,4})$/;
const POSTCODE = /^[1-9]\d{3}[a-z]{2}$/;

/** Returns true when a designation-like token is almost certainly part of one, as any of more than 4 characters is. */
export function isDesignationWord(token: string): boolean {
  return CERTAIN_DESIGNATION.test(token) || WORDS.has(token) || token.length > 4;
}

/** Returns true when a token after a number can be part of its designation. */
export function isDesignationLike(token: string): boolean {
  return (
    (DESIGNATION_LIKE.test(token) || WORDS.has(token) || NAMED_STOREY.test(token)) && !POSTCODE.test(token)
  );
}
