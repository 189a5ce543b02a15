import { below, derive, pick, unit } from "../random.ts";
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
/** Share of woonplaatsen with the name of one in another provincie, as Hengelo, Bergen and Beek. */
const DOUBLED_SHARE = 0.02;

/**
 * Returns names for the woonplaatsen of a country, in order. Unique within a provincie; a few occur in two
 * provincies. `provincies[i]` is the code of the provincie of woonplaats i.
 */
export function placeNames(seed: number, provincies: readonly string[]): string[] {
  const names: string[] = [];
  const taken = new Map<string, Set<string>>();
  const specials = { dutch: [...SPECIAL_PLACES], frisian: [...FRISIAN_SPECIAL] };
  provincies.forEach((provincie, i) => {
    const own = derive(seed, i);
    const free = (name: string): boolean => !taken.has(name);
    const reused = i > 0 && (unit(own, 1) < DOUBLED_SHARE || i === 15) ? pick(own, 2, names) : undefined;
    const special =
      i % 5 === 3 ? (provincie === FRIESLAND ? specials.frisian : specials.dutch).shift() : undefined;
    const name =
      reused !== undefined && !taken.get(reused)!.has(provincie)
        ? reused
        : (special ?? firstFree((attempt) => composed(derive(own, 10 + attempt), provincie), free));
    taken.set(name, (taken.get(name) ?? new Set()).add(provincie));
    names.push(name);
  });
  return names;
}

function firstFree(make: (attempt: number) => string, free: (name: string) => boolean): string {
  for (let attempt = 0; ; attempt += 1) {
    const name = make(attempt);
    if (free(name)) return name;
  }
}

function composed(seed: number, provincie: string): string {
  const base = provincie === FRIESLAND && unit(seed, 1) < 0.8 ? frisian(seed) : dutch(seed);
  const form = unit(seed, 2);
  if (form < 0.76) return base;
  if (form < 0.82) return pick(seed, 3, ["Nieuw-", "Oud-", "Noord-", "Zuid-", "Klein-"]) + base;
  if (form < 0.87) return `${pick(seed, 3, ["Nieuwe", "Oude", "Sint", "Hooge", "Lage", "Den"])} ${base}`;
  if (form < 0.91) return `${base} aan ${pick(seed, 4, ["den", "de"])} ${pick(seed, 5, RIVERS)}`;
  if (form < 0.95) return `${base}-${pick(seed, 3, ["Dorp", "Haven", "Buiten", "Binnen", "Oost", "West"])}`;
  if (form < 0.98)
    return `'s-${pick(seed, 3, ["Heeren", "Graven", "Gravel", "Hertogen"])}${pick(seed, 4, ENDINGS)}`;
  return `'t ${pick(seed, 3, ["Veld", "Woud", "Goor", "Harde", "Loo", "Horntje"])} ${below(seed, 4, 2) ? "bij" : "onder"} ${base}`;
}

function dutch(seed: number): string {
  return pick(seed, 11, STEMS) + pick(seed, 12, ENDINGS);
}

function frisian(seed: number): string {
  return pick(seed, 11, FRISIAN_STEMS) + pick(seed, 12, FRISIAN_ENDINGS);
}
