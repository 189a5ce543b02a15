/**
 * Spellings of words in street and place names, each with the one form the index and every query use. Data only.
 * A form need not be a real word: it only has to be the same for spellings that mean the same. What two names lose of
 * their difference here (Prins, Prinses), the literal spelling decides again (score.ts).
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
2 ii
3 iii
4 iv
6 vi
7 vii
8 viii
9 ix
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

/** Words that follow each other and mean something else together; tried in order, after the words themselves. */
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

/** Words that say nothing about where an address is; left out when nothing else explains them. */
export const NOISE: ReadonlySet<string> = new Set(
  (
    "nederland nederlands nl netherlands holland niederlande gemeente gem provincie prov huisnummer huisnr nummer nr hnr no " +
    "adres straatnaam postcode pc plaats woonplaats stad te in bij huis attn tav"
  ).split(" "),
);
