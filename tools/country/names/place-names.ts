import { hashSeed, pick, randomBelow, randomUnit } from "../random.ts";
import {
  ENDINGS,
  FRISIAN_ENDINGS,
  FRISIAN_SPECIAL,
  FRISIAN_STEMS,
  RIVERS,
  SPECIAL_PLACES,
  STEMS,
} from "./place-morphemes.ts";

const FRIESLAND = "21";
/** Share of woonplaatsen that have the name of a woonplaats in another provincie, as Hengelo, Bergen and Beek do. */
const DUPLICATE_NAME_SHARE = 0.02;

/**
 * Returns names for the woonplaatsen of a country, in order. Unique within a provincie; a few occur in two
 * provincies. `provincies[i]` is the code of the provincie of woonplaats i.
 */
export function generatePlaceNames(seed: number, provincies: readonly string[]): string[] {
  const names: string[] = [];
  const taken = new Map<string, Set<string>>();
  const specials = { dutch: [...SPECIAL_PLACES], frisian: [...FRISIAN_SPECIAL] };
  provincies.forEach((provincie, i) => {
    const nameSeed = hashSeed(seed, i);
    const isFree = (name: string): boolean => !taken.has(name);
    const reused =
      i > 0 && (randomUnit(nameSeed, 1) < DUPLICATE_NAME_SHARE || i === 15)
        ? pick(nameSeed, 2, names)
        : undefined;
    const special =
      i % 5 === 3 ? (provincie === FRIESLAND ? specials.frisian : specials.dutch).shift() : undefined;
    const name =
      reused !== undefined && !taken.get(reused)!.has(provincie)
        ? reused
        : (special ??
          findFreeName((attempt) => composeName(hashSeed(nameSeed, 10 + attempt), provincie), isFree));
    taken.set(name, (taken.get(name) ?? new Set()).add(provincie));
    names.push(name);
  });
  return names;
}

function findFreeName(make: (attempt: number) => string, isFree: (name: string) => boolean): string {
  for (let attempt = 0; ; attempt += 1) {
    const name = make(attempt);
    if (isFree(name)) {
      return name;
    }
  }
}

function composeName(seed: number, provincie: string): string {
  const base =
    provincie === FRIESLAND && randomUnit(seed, 1) < 0.8 ? composeFrisian(seed) : composeDutch(seed);
  const form = randomUnit(seed, 2);
  if (form < 0.76) {
    return base;
  }
  if (form < 0.82) {
    return pick(seed, 3, ["Nieuw-", "Oud-", "Noord-", "Zuid-", "Klein-"]) + base;
  }
  if (form < 0.87) {
    return `${pick(seed, 3, ["Nieuwe", "Oude", "Sint", "Hooge", "Lage", "Den"])} ${base}`;
  }
  if (form < 0.91) {
    return `${base} aan ${pick(seed, 4, ["den", "de"])} ${pick(seed, 5, RIVERS)}`;
  }
  if (form < 0.95) {
    return `${base}-${pick(seed, 3, ["Dorp", "Haven", "Buiten", "Binnen", "Oost", "West"])}`;
  }
  if (form < 0.98) {
    return `'s-${pick(seed, 3, ["Heeren", "Graven", "Gravel", "Hertogen"])}${pick(seed, 4, ENDINGS)}`;
  }
  return `'t ${pick(seed, 3, ["Veld", "Woud", "Goor", "Harde", "Loo", "Horntje"])} ${randomBelow(seed, 4, 2) ? "bij" : "onder"} ${base}`;
}

function composeDutch(seed: number): string {
  return pick(seed, 11, STEMS) + pick(seed, 12, ENDINGS);
}

function composeFrisian(seed: number): string {
  return pick(seed, 11, FRISIAN_STEMS) + pick(seed, 12, FRISIAN_ENDINGS);
}
