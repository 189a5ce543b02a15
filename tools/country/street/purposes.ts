/** Purposes of use and floor areas of residences, by the kind of their street. */
import type { StreetKind } from "../country/streets.ts";
import { pick, randomBelow, randomUnit } from "../random.ts";

const OTHER = [
  "bijeenkomstfunctie",
  "gezondheidszorgfunctie",
  "kantoorfunctie",
  "onderwijsfunctie",
  "sportfunctie",
  "overige gebruiksfunctie",
  "celfunctie",
] as const;
const MAIN: Readonly<Record<StreetKind, string>> = {
  terrace: "woonfunctie",
  detached: "woonfunctie",
  flats: "woonfunctie",
  floors: "woonfunctie",
  ribbon: "woonfunctie",
  shops: "winkelfunctie",
  works: "industriefunctie",
  holiday: "logiesfunctie",
  quay: "woonfunctie",
  caravans: "woonfunctie",
};
const SECOND = [
  "kantoorfunctie",
  "winkelfunctie",
  "industriefunctie",
  "bijeenkomstfunctie",
  "woonfunctie",
] as const;

/** Share of verblijfsobjecten with a second or third purpose; three times as many among shops. */
const SEVERAL_SHARE = 0.025;

/** Returns one to three different purposes; `upstairs` is a dwelling above something else. */
export function gebruiksdoelenOf(kind: StreetKind, seed: number, upstairs: boolean): string[] {
  const main = upstairs ? "woonfunctie" : randomUnit(seed, 401) < 0.015 ? pick(seed, 402, OTHER) : MAIN[kind];
  const several = randomUnit(seed, 403);
  if (several >= (kind === "shops" ? 3 : 1) * SEVERAL_SHARE) {
    return [main];
  }
  const wanted = several < SEVERAL_SHARE / 8 ? 2 : 1;
  const start = randomBelow(seed, 404, SECOND.length);
  const others = [...SECOND.slice(start), ...SECOND.slice(0, start)].filter((doel) => doel !== main);
  return [main, ...others.slice(0, wanted)];
}

/** Dummy that some gemeenten fill in where the area is unknown. */
export const UNKNOWN_OPPERVLAKTE = 999_999;

/** Returns square metres, with a long tail for works, and a few dummies. */
export function oppervlakteOf(kind: StreetKind, seed: number): number {
  const draw = randomUnit(seed, 405);
  if (draw < 0.0004) {
    return UNKNOWN_OPPERVLAKTE;
  }
  if (draw < 0.0006) {
    return 1;
  }
  const [low, span] = OPPERVLAKTEN[kind];
  return low + Math.floor(span * randomUnit(seed, 406) ** 2);
}

const OPPERVLAKTEN: Readonly<Record<StreetKind, readonly [lowest: number, span: number]>> = {
  terrace: [70, 110],
  detached: [110, 260],
  flats: [38, 90],
  floors: [35, 100],
  ribbon: [90, 320],
  shops: [45, 400],
  works: [60, 9_000],
  holiday: [30, 70],
  quay: [60, 140],
  caravans: [40, 60],
};
