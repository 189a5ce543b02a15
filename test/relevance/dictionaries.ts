/** Reads pairs of words and their abbreviations from a table of our own and from the dictionaries among the corpora. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CORPORA } from "../support/extracts/reference-files.ts";

/** Two spellings of a word; a `suffix` may also end a longer word. */
export interface Abbreviation {
  readonly long: string;
  readonly short: string;
  readonly isSuffix: boolean;
}

const OURS = `
burgemeester = burg. = burg = b.; professor = prof. = prof; prins = pr. = pr; prinses = pr. = pr; koningin = kon.
dokter = dr. = dr; dominee = ds. = ds; pastoor = past.; generaal = gen.; admiraal = adm.; kapitein = kapt.
meester = mr. = mr; ingenieur = ir. = ir; jonkheer = jhr. = jhr; wethouder = weth.; sint = st. = st
van der = v.d. = vd = v d = v/d; van den = v.d. = vd; van de = v.d. = v/d = vd; van = v. = v; verlengde = verl.
1e = eerste = 1ste; 2e = tweede = 2de; 3e = derde = 3de; 4e = vierde = 4de`;
const OUR_SUFFIXES =
  "straat = str = str.; laan = ln = ln.; plein = pln; weg = wg; singel = sngl; gracht = gr; kade = kd";

/** Words that end street names, written together with the word before them. */
const SUFFIXES = /^(straat|laan|plein|weg|singel|gracht|kade|dijk|park|hof|markt|vliet|plantsoen)$/;

/** Dictionary words that no street name has: made up to test a program, or of another country. */
const NO_WORDS = /^(foo|text|steenweg|autostrade)/;

export function readAbbreviations(): Abbreviation[] {
  const lines = [...OURS.split(/[\n;]/), ...OUR_SUFFIXES.split(";")]
    .map((line) => line.split("="))
    .concat(corporaLines());
  const pairs = new Map<string, Abbreviation>();
  for (const line of lines) {
    const [long, ...shorts] = line.map((word) => word.trim().toLowerCase());
    if (!long || NO_WORDS.test(long)) {
      continue;
    }
    const isSuffix = SUFFIXES.test(long);
    for (const short of shorts) {
      if (short !== "" && short !== long) {
        pairs.set(`${long}=${short}`, { long, short, isSuffix });
      }
    }
  }
  return [...pairs.values()];
}

/** Returns the lines of the corpora: a word and its short forms each. */
function corporaLines(): string[][] {
  const read = (path: string) => readFileSync(join(CORPORA, path), "utf8");
  const libpostal = [
    "concatenated_suffixes_separable",
    "personal_titles",
    "street_types",
    "qualifiers",
    "stopwords",
    "synonyms",
  ].flatMap((name) => read(`libpostal-nl/${name}.txt`).split("\n"));
  const opencage: Record<string, string> = parse(read("opencage/abbreviations-nl.yaml")).road;
  return [
    ...libpostal.map((line) => line.split("|")),
    ...Object.entries(opencage).map(([long, short]) => [long, String(short)]),
    ...read("pdok-gokoala/synonyms.csv")
      .split("\n")
      .filter((line) => !line.startsWith("#") && !line.includes("<->"))
      .map((line) => line.split(",")),
  ];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";

const startOf = (text: string, like: string) =>
  /^\p{Lu}/u.test(like) ? text[0]!.toUpperCase() + text.slice(1) : text;

/** Abbreviates the pair's long word in a name; returns the name unchanged without that word. */
export function abbreviate(name: string, { long, short, isSuffix }: Abbreviation): string {
  const word = new RegExp((isSuffix ? "" : BEFORE) + escaped(long) + AFTER, "iu");
  return name.replace(word, (found) => startOf(short, found));
}

/**
 * Writes out the pair's short word in a name. Ignores single letters: they may be initials, whose meaning is unknown.
 */
export function expandAbbreviation(name: string, { long, short }: Abbreviation): string {
  const bare = short.replace(/\.$/, "");
  if (bare.replace(/[^a-z0-9]/g, "").length < 2) {
    return name;
  }
  const word = new RegExp(`${BEFORE}${escaped(bare)}(\\.|${AFTER})\\s?`, "iu");
  return name.replace(word, (found) => `${startOf(long, found)} `).trim();
}
