/**
 * Spellings of words in street and place names, each with the canonical form that the index and every query use. Data
 * only. A form need not be a real word: it only has to be the same for spellings that mean the same. Names that become
 * equal here (Prins, Prinses) are distinguished by their literal spelling (score.ts).
 */

/** Canonical word, then its other spellings. */
const SPELLINGS = `
straat str
laan ln
plein pln plain
weg wg
singel sngl sgl
gracht gr
kade kd
dijk dk
park pk prk
plantsoen plnts plts plants
steeg stg
boulevard blvd boul
markt mkt mrkt
vliet vlt
pad pd
dwarsstraat dwstr dwarsstr
dwarsweg dwwg
industrieterrein indterrein indterr
bedrijventerrein bedrterrein
noordzijde nz
zuidzijde zz
oostzijde oz
westzijde wz
burgemeester burgermeester burgem burg bgm bgmr brgm
sint st sinte sancta
dokter doctor docter dr
professor prof
meester mr
dominee ds
pastoor past
pater ptr
ingenieur ir
jonkheer jhr
monseigneur mgr
kardinaal kard
generaal gen
kolonel kol
kapitein kapt kap
luitenant luit lt
admiraal adm
commandant cmdt
minister min
president pres
wethouder weth
notaris not
gebroeders gebr
broeder br
zuster zr
koning koningin kon
prins prinses pr prs
vrouwe vrouw vr
baron bar
graaf gravin
hertog hertogin
doctorandus drs
verlengd verlengde verl
groot grote grt groote
klein kleine kl
nieuw nieuwe nw nwe
oud oude
korte kort kte
lange lang lng
hoog hoge hooge
laag lage
van v
d de den der
t het
en und
onzelievevrouw olv onzelievevrouwe
gouverneur goeverneur gouv goev
1e eerste 1ste 1de
2e tweede 2de
3e derde 3de
4e vierde 4de
5e vijfde 5de
6e zesde 6de
7e zevende 7de
8e achtste 8ste
9e negende 9de
10e tiende 10de
11e elfde 11de
12e twaalfde 12de
2 ii twee
3 iii drie
4 iv vier
5 vijf
6 vi zes
7 vii zeven
8 viii acht
9 ix negen
10 tien
11 elf
12 twaalf
`;

/** Spelling → canonical word. */
export const CANONICAL_WORDS: ReadonlyMap<string, string> = new Map(
  SPELLINGS.trim()
    .split("\n")
    .flatMap((line) => {
      const [canonical, ...others] = line.split(" ");
      return others.map((other) => [other, canonical!] as const);
    }),
);

/** One word that stands for several. */
export const SPLIT_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["vd", ["van", "d"]],
  ["vdn", ["van", "d"]],
  ["vander", ["van", "d"]],
  ["vanden", ["van", "d"]],
  ["vande", ["van", "d"]],
  ["ad", ["aan", "d"]],
  ["vh", ["van", "t"]],
]);

/** Phrases with a canonical form of their own; tried in order, after the single words. */
export const PHRASES: readonly (readonly [words: readonly string[], becomes: readonly string[]])[] = [
  [["n", "z"], ["noordzijde"]],
  [["z", "z"], ["zuidzijde"]],
  [["o", "z"], ["oostzijde"]],
  [["w", "z"], ["westzijde"]],
  [
    ["a", "d"],
    ["aan", "d"],
  ],
  [["o", "l", "van"], ["onzelievevrouw"]],
  [["onze", "lieve", "vrouwe"], ["onzelievevrouw"]],
  // The initial V. was expanded to "van", which it also stands for; nobody means "van van".
  [
    ["van", "van"],
    ["v", "van"],
  ],
  [["in", "t"], ["int"]],
  [["op", "t"], ["opt"]],
  [["aan", "t"], ["aant"]],
];

/** Abbreviated ends of compound words, longest first: `kerkstr`, `lindenln`. */
export const SUFFIXES: readonly (readonly [short: string, full: string])[] = [
  ["plnts", "plantsoen"],
  ["dwstr", "dwarsstraat"],
  ["sngl", "singel"],
  ["pln", "plein"],
  ["str", "straat"],
  ["stg", "steeg"],
  ["mkt", "markt"],
  ["ln", "laan"],
  ["wg", "weg"],
  ["gr", "gracht"],
  ["kd", "kade"],
  ["dk", "dijk"],
  ["pd", "pad"],
  ["pk", "park"],
];

/** Titles: names are also found without these and without initials (`Thorbeckelaan`). */
export const TITLES: ReadonlySet<string> = new Set(
  (
    "burgemeester sint dokter professor meester dominee pastoor pater ingenieur jonkheer monseigneur kardinaal generaal " +
    "kolonel kapitein luitenant admiraal commandant minister president wethouder notaris gebroeders broeder zuster " +
    "koning prins baron graaf hertog doctorandus"
  ).split(" "),
);

/**
 * Words that say nothing about where an address is; left out when nothing else explains them: some are names as well
 * (Holland, a street of Den Burg; Plaats, one of Den Haag).
 */
export const NOISE: ReadonlySet<string> = new Set(
  (
    "nederland nederlands nl nld netherlands holland niederlande hollande europa europe gemeente gem provincie prov " +
    "huisnummer huisnr nummer nr hnr no num adres bezoekadres postadres afleveradres bezorgadres factuuradres vestigingsadres " +
    "woonadres huisadres correspondentieadres straatnaam postcode pc plaats woonplaats plaatsnaam stad land toevoeging " +
    "huisletter te in bij huis attn tav alstublieft aub svp please"
  ).split(" "),
);

/** Phrases that are noise. */
export const NOISE_PHRASES: readonly (readonly string[])[] = [
  "the netherlands",
  "koninkrijk der nederlanden",
  "pays bas",
  "paises bajos",
  "paesi bassi",
].map((phrase) => phrase.split(" "));

/** Names that contain a noise word. */
export const NAMES_WITH_NOISE: readonly (readonly string[])[] = [
  "noord holland",
  "zuid holland",
  "north holland",
  "south holland",
].map((name) => name.split(" "));

/** Noise before a place, but not inside its name: Wijk bij Duurstede. */
export const NOISE_OUTSIDE_NAMES: ReadonlySet<string> = new Set(["bij"]);
