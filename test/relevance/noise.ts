/** How people write addresses, as rules applied to real ones. Imports nothing of the product. */
import { type Known, plain } from "./addresses.ts";

/** A generated query, with what it was made of. */
export interface NoisyQuery {
  readonly kind: Kind;
  readonly line: string;
  /** Absent for nonsense, which should find nothing. */
  readonly of: Known | undefined;
  /** Street and city as typed; no city typed is `undefined`. */
  readonly street: string;
  readonly city: string | undefined;
  /** Whether the city typed is another one, so that it cannot count. */
  readonly isCityWrong: boolean;
}

/** Every kind with the share of first results that must be right. The targets; the last four are reported beside them. */
export const TARGETS = {
  clean: 0.99,
  "number, letter and addition": 0.97,
  "one typo": 0.95,
  "one typo, no city": 0.95,
  "one typo, wrong city": 0.95,
  "one typo in the city": 0.95,
  "two typos in a long name": 0.85,
  abbreviation: 0.95,
  nonsense: 0.99,
  "other order": 0.95,
  "wrong city": 0.95,
  "no city": 0.95,
  "typo in the postcode": 0.9,
} as const;
export type Kind = keyof typeof TARGETS;

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Noise {
  readonly random: () => number;
  readonly all: readonly Known[];
  readonly cities: readonly string[];
}

/** `perKind` queries of every kind that the addresses allow. */
export function makeQueries(all: readonly Known[], perKind: number, seed: number): NoisyQuery[] {
  const noise: Noise = { random: randomOf(seed), all, cities: [...new Set(all.map(({ city }) => city))] };
  return (Object.keys(TARGETS) as Kind[]).flatMap((kind) => {
    const queries: NoisyQuery[] = [];
    for (let attempt = 0; queries.length < perKind && attempt < perKind * 40; attempt++) {
      const query = MAKERS[kind](noise, pick(noise, all));
      if (query !== undefined) queries.push({ ...query, kind });
    }
    return queries;
  });
}

type Draft = Omit<NoisyQuery, "kind">;
type Maker = (noise: Noise, address: Known) => Draft | undefined;

const MAKERS: Readonly<Record<Kind, Maker>> = {
  clean: (noise, a) => draft(a, pick(noise, CLEAN)(a)),
  "number, letter and addition": (noise, a) => {
    if (a.letter + a.addition === "") return undefined;
    const number = pick(noise, spellingsOf(a));
    const place = a.postcode === "" || noise.random() < 0.5 ? a.city : `${a.postcode} ${a.city}`;
    return draft(
      a,
      noise.random() < 0.8 || a.postcode === ""
        ? `${a.street} ${number} ${place}`
        : `${a.postcode} ${number}`,
    );
  },
  "one typo": (noise, a) => withStreet(noise, a, 1, { city: a.city }),
  "one typo, no city": (noise, a) => withStreet(noise, a, 1, { city: undefined }),
  "one typo, wrong city": (noise, a) =>
    withStreet(noise, a, 1, { city: wrongCity(noise, a), isCityWrong: true }),
  "one typo in the city": (noise, a) => {
    if (letters(a.city) < 4) return undefined;
    const city = typo(noise, a.city);
    return { ...draft(a, `${a.street} ${numberOf(a)} ${city}`), city };
  },
  "two typos in a long name": (noise, a) =>
    letters(a.street) < 8 ? undefined : withStreet(noise, a, 2, { city: a.city }),
  abbreviation: (noise, a) => {
    const street = abbreviate(noise, a.street);
    return street === undefined ? undefined : { ...draft(a, `${street} ${numberOf(a)} ${a.city}`), street };
  },
  nonsense: (noise) => ({ ...draft(undefined, nonsense(noise)), street: "", city: undefined }),
  "other order": (noise, a) => {
    const words = a.street.split(" ");
    const turned = words.length === 2 ? words.toReversed().join(" ") : a.street;
    const orders = [
      `${a.city} ${a.street} ${numberOf(a)}`,
      `${numberOf(a)} ${a.street}, ${a.city}`,
      `${a.city}, ${a.postcode}, ${a.street} ${numberOf(a)}`,
      `${a.postcode} ${a.city} ${a.street} ${numberOf(a)}`,
      `${turned} ${numberOf(a)} ${a.city}`,
    ];
    return draft(a, pick(noise, orders));
  },
  "wrong city": (noise, a) => {
    const city = wrongCity(noise, a);
    return { ...draft(a, `${a.street} ${numberOf(a)} ${city}`), city, isCityWrong: true };
  },
  "no city": (_, a) => ({ ...draft(a, `${a.street} ${numberOf(a)}`), city: undefined }),
  "typo in the postcode": (noise, a) => {
    if (a.postcode === "") return undefined;
    return draft(
      a,
      `${a.street} ${numberOf(a)}, ${typo(noise, a.postcode, "0123456789ABCDEFGHJKLMNPRSTVWXZ")} ${a.city}`,
    );
  },
};

function draft(of: Known | undefined, line: string): Draft {
  return { line, of, street: of?.street ?? "", city: of?.city, isCityWrong: false };
}

function withStreet(
  noise: Noise,
  a: Known,
  count: number,
  { city, isCityWrong = false }: { city: string | undefined; isCityWrong?: boolean },
): Draft | undefined {
  if (letters(a.street) < 4) return undefined;
  let street = a.street;
  for (let i = 0; i < count; i++) street = typo(noise, street);
  return { line: [street, numberOf(a), city].filter(Boolean).join(" "), of: a, street, city, isCityWrong };
}

function numberOf({ number, letter, addition }: Known): string {
  return number + letter + (addition === "" ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`);
}

const CLEAN: readonly ((a: Known) => string)[] = [
  (a) => `${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `${a.street} ${numberOf(a)} ${a.city}`,
  (a) => `${a.street} ${numberOf(a)}, ${a.city}`,
  (a) =>
    `${a.street} ${numberOf(a)}\n${a.postcode.slice(0, 4)} ${a.postcode.slice(4)}  ${a.city.toUpperCase()}`,
  (a) => `${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}, Nederland`.toLowerCase(),
  (a) => (a.postcode === "" ? `${a.street} ${numberOf(a)} ${a.city}` : `${a.postcode} ${numberOf(a)}`),
  (a) => `${a.street} ${numberOf(a)} ${a.city} NL`.toUpperCase(),
];

/** Every way people write what stands behind a number (user-needs.md §2.1, §4.1). */
export function spellingsOf({ number, letter, addition }: Known): string[] {
  const parts = [letter, addition].filter((part) => part !== "");
  const joined = parts.join("");
  const forms = new Set<string>();
  for (const text of new Set([joined, joined.toLowerCase(), joined.toUpperCase()])) {
    for (const separator of ["", " ", "-", " - ", "/"]) {
      if (separator !== "" || !/^\d/.test(text)) forms.add(`${number}${separator}${text}`);
    }
  }
  if (parts.length === 2) {
    for (const separator of [" ", "-"])
      forms.add(`${number}${letter}${separator}${addition}`).add(`${number} ${letter} ${addition}`);
  }
  if (letter === "")
    for (const other of synonymsOf(addition)) forms.add(`${number} ${other}`).add(`${number}-${other}`);
  return [...forms];
}

const SYNONYMS: readonly (readonly string[])[] = [
  ["hs", "h", "huis", "H"],
  ["bg", "begane grond", "beg gr"].slice(0, 2),
  ["bov", "boven", "BOV"],
  ["ben", "beneden", "BEN"],
  ["bis", "bs", "BIS"],
  ["zold", "zolder"],
];
const ROMANS = ["I", "II", "III"];

function synonymsOf(addition: string): string[] {
  const group = SYNONYMS.find((names) => names.includes(addition)) ?? [];
  const floor = /^([1-9])hg$/.exec(addition)?.[1] ?? (/^[123]$/.test(addition) ? addition : undefined);
  const roman = ROMANS.indexOf(addition) + 1;
  return [
    ...group,
    ...(floor === undefined || !addition.endsWith("hg")
      ? []
      : [`${floor} hoog`, `${floor}-hoog`, `${floor}e verdieping`]),
    ...(roman > 0 ? [`${roman}`, ROMANS[roman - 1]!.toLowerCase()] : []),
  ].filter((other) => other !== addition);
}

const ABBREVIATIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/straat\b/i, ["str", "str."]],
  [/laan\b/i, ["ln", "ln."]],
  [/plein\b/i, ["pln"]],
  [/weg\b/i, ["wg"]],
  [/singel\b/i, ["sngl"]],
  [/gracht\b/i, ["gr"]],
  [/kade\b/i, ["kd"]],
  [/\bburgemeester\b/i, ["Burg.", "Burg", "B."]],
  [/\bprofessor\b/i, ["Prof.", "Prof"]],
  [/\bprinses\b|\bprins\b/i, ["Pr.", "Pr"]],
  [/\bkoningin\b/i, ["Kon."]],
  [/\bdokter\b/i, ["Dr.", "dr"]],
  [/\bdominee\b/i, ["Ds.", "ds"]],
  [/\bpastoor\b/i, ["Past."]],
  [/\bgeneraal\b/i, ["Gen."]],
  [/\badmiraal\b/i, ["Adm."]],
  [/\bkapitein\b/i, ["Kapt."]],
  [/\bmeester\b/i, ["Mr."]],
  [/\bingenieur\b/i, ["Ir."]],
  [/\bjonkheer\b/i, ["Jhr."]],
  [/\bwethouder\b/i, ["Weth."]],
  [/\bvan der\b/i, ["v.d.", "vd", "v d"]],
  [/\bvan den\b/i, ["v.d.", "vd"]],
  [/\bvan de\b/i, ["v.d.", "v/d"]],
  [/\bvan\b/i, ["v.", "v"]],
  [/\bsint\b/i, ["St.", "St"]],
  [/\bDr\b\.?\s?/, ["Dokter "]],
  [/\bMr\b\.?\s?/, ["Meester "]],
  [/\bDs\b\.?\s?/, ["Dominee "]],
  [/\bverlengde\b/i, ["Verl."]],
  [/ij/, ["y", "ĳ"]],
  [/^1e /, ["Eerste ", "1ste "]],
  [/^2e /, ["Tweede ", "2de "]],
  [/['’]/g, ["", "’"]],
  [/[éèëïöüâúûô]/g, [""]],
];

/** One abbreviation, or the other way round; `undefined` when none applies. */
function abbreviate(noise: Noise, street: string): string | undefined {
  const fitting = ABBREVIATIONS.filter(([pattern]) => street.search(pattern) >= 0);
  if (fitting.length === 0) return undefined;
  const [pattern, replacements] = pick(noise, fitting);
  const replacement = pick(noise, replacements);
  if (pattern.flags === "g" && replacement === "" && /[é-û]/.test(street)) {
    return street.normalize("NFD").replace(/\p{M}/gu, "");
  }
  return street.replace(pattern, replacement);
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/** Insert, delete, replace or swap at any position after the first letter. */
function typo({ random }: Noise, text: string, alphabet = ALPHABET): string {
  const at = 1 + Math.floor(random() * (text.length - 1));
  const letter = alphabet[Math.floor(random() * alphabet.length)]!;
  const kind = Math.floor(random() * 4);
  if (kind === 0) return text.slice(0, at) + letter + text.slice(at);
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 2) return text.slice(0, at) + letter + text.slice(at + 1);
  return text.slice(0, at) + (text[at + 1] ?? "") + text[at]! + text.slice(at + 2);
}

const FAR_CITIES =
  "Amsterdam Rotterdam Utrecht Maastricht Groningen Zwolle Middelburg Assen Lelystad Arnhem".split(" ");

function wrongCity(noise: Noise, { city }: Known): string {
  const others = noise.cities.length > 1 && noise.random() < 0.7 ? noise.cities : FAR_CITIES;
  for (;;) {
    const other = pick(noise, others);
    if (other !== city) return other;
  }
}

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

/** Letters at random, sentences, PO boxes. */
function nonsense(noise: Noise): string {
  const { random } = noise;
  if (random() < 0.2) return pick(noise, SENTENCES);
  const word = () =>
    Array.from({ length: 6 + Math.floor(random() * 8) }, () => pick(noise, [...ALPHABET])).join("");
  const words = Array.from({ length: 1 + Math.floor(random() * 3) }, word);
  if (random() < 0.6) words.push(String(1 + Math.floor(random() * 300)));
  if (random() < 0.3) words.push(word());
  return words.join(" ");
}

function letters(text: string): number {
  return plain(text).length;
}

function pick<T>({ random }: Pick<Noise, "random">, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
