/** Generates lines that name nothing of a country: ordinary text, random letters, and addresses that do not exist. */
import { foldText, type KnownAddress, referenceEditDistance } from "./addresses.ts";
import { pick, type Random } from "./random.ts";

const SENTENCES = [
  "hoe laat is het vandaag",
  "select * from adres",
  "lorem ipsum dolor sit amet",
  "asdfghjkl",
  "qwertyuiop 12",
  "dit is geen adres",
  "telefoonnummer gevraagd",
  "???!!!",
  "xxxxxxxxxxxx",
  "hallo wereld 42",
  "test123test",
  "nvt",
  "onbekend",
  "geen idee meer",
  "zie bijlage factuur",
  "www.voorbeeld.example",
  "info@voorbeeld.example",
  "{{ adres }}",
  "null undefined",
  "postbus 1234",
  "postbus 90801 2509 LV Den Haag",
  "antwoordnummer 12",
  "PB 12345",
];

const ONSETS =
  "b bl br d dr f fl g gr h k kl kn kr l m n p pl pr r s sch sl sp st str t tr v vl w z zw".split(" ");
const VOWELS = "a aa e ee i ie o oe oo u uu ei ij ui ou".split(" ");
const CODAS = ["", "", "", ..."k l m n p r s t ng nk rk rt st lf".split(" ")];
const ENDINGS = "straat laan weg plein hof dijk kade singel".split(" ");
const WORDS =
  "fiets koffie zaterdag printer verzekering bestelling afspraak vergadering appeltaart regenjas".split(" ");
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Maximum edit distance at which a word may be meant as a name or as its prefix. */
const MAX_ERRORS = 2;

export interface CountryNames {
  /** Names of streets and places, whole and word by word. */
  readonly names: readonly string[];
  readonly cities: readonly string[];
  readonly highestNumber: number;
}

export function namesIn(all: readonly KnownAddress[]): CountryNames {
  const names = new Set<string>();
  const cities = new Set<string>();
  let highestNumber = 0;
  for (const { street, short, city, number } of all) {
    if (number > highestNumber) {
      highestNumber = number;
    }
    cities.add(city);
    names.add(street).add(short).add(city);
  }
  const words = [...names].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).map(foldText);
  return { names: [...new Set(words)].filter((word) => word !== ""), cities: [...cities], highestNumber };
}

/**
 * Returns a line that names nothing of the country: no word of it is near a name, but for a real city or street in an
 * address that does not exist.
 */
export function nonsense(random: Random, country: CountryNames, address: KnownAddress): string {
  const number = 1 + Math.floor(random() * 300);
  const word = () => unknownWord(random, country, () => pronounceableWord(random));
  const street = () => unknownWord(random, country, () => pronounceableWord(random) + pick(random, ENDINGS));
  const typed = () => unknownWord(random, country, () => randomLetters(random));
  const unusedNumber = country.highestNumber + 1 + Math.floor(random() * 500);
  const lines: readonly (() => string)[] = [
    () => pick(random, SENTENCES),
    typed,
    () => `${typed()} ${typed()} ${number}`,
    word,
    () => `${word()} ${number}`,
    () => `${word()} ${word()} ${word()}`,
    () => `${word()} ${pick(random, WORDS)}`,
    street,
    () => `${street()} ${number}`,
    () => `${street()} ${number} ${word()}`,
    () => `${street()} ${number} ${pick(random, country.cities)}`,
    () => `${word()}, ${pick(random, country.cities)}`,
    () => `${address.street} ${unusedNumber}, ${address.city}`,
    () => `0${number}${pick(random, ["AB", "ZZ"])} ${number}`,
  ];
  return pick(random, lines)();
}

/** Returns 6 to 13 random letters. */
function randomLetters(random: Random): string {
  return Array.from({ length: 6 + Math.floor(random() * 8) }, () => pick(random, LETTERS)).join("");
}

/** Returns two or three syllables that could be Dutch. */
function pronounceableWord(random: Random): string {
  const syllable = () => pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS);
  return Array.from({ length: 2 + Math.floor(random() * 2) }, syllable).join("");
}

/**
 * Makes a word that is further from every name than typing errors reach; defined by distance, not by search results.
 */
function unknownWord(random: Random, { names }: CountryNames, make: () => string): string {
  for (;;) {
    const word = make();
    if (word.length < 6 || names.some((name) => isNear(word, name))) {
      continue;
    }
    return random() < 0.2 ? word.toUpperCase() : word;
  }
}

function isNear(word: string, name: string): boolean {
  if (name.startsWith(word)) {
    return true;
  }
  return Math.abs(word.length - name.length) <= MAX_ERRORS && referenceEditDistance(word, name) <= MAX_ERRORS;
}
