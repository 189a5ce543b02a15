import { below, derive, pick, unit } from "../random.ts";
import {
  COMMON,
  COMPASS,
  FRISIAN_KINDS,
  FRISIAN_STREETS,
  KINDS,
  OTHER_SPACES,
  PERSONS,
  SPECIAL_STREETS,
  THEMES,
  TITLES,
} from "./street-morphemes.ts";

const FRIESLAND = "21";
/** Number of attempts at a free name, after which a number is put in front: `2e Rozenstraat`. */
const ATTEMPTS = 8;

/** Generates names of openbare ruimten for one woonplaats: unique there, the same ones in many woonplaatsen. */
export class StreetNames {
  readonly #taken = new Set<string>();
  readonly #frisian: boolean;

  constructor(provincieCode: string) {
    this.#frisian = provincieCode === FRIESLAND;
  }

  /** Returns the name of an ordinary street. */
  next(seed: number): string {
    return this.#free((attempt) => this.#street(derive(seed, attempt)), seed);
  }

  /** Returns an openbare ruimte without addresses: a bridge, water, a park. */
  nextOther(seed: number): { naam: string; soort: string } {
    const [soort, stem] = pick(seed, 1, OTHER_SPACES);
    return { soort, naam: this.#free((attempt) => pick(derive(seed, attempt), 2, THEMES) + stem, seed) };
  }

  #free(make: (attempt: number) => string, seed: number): string {
    for (let attempt = 0; ; attempt += 1) {
      const made = make(attempt);
      const name = attempt < ATTEMPTS ? made : `${2 + below(seed, attempt, 8)}e ${made}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  #street(seed: number): string {
    const form = unit(seed, 1);
    if (this.#frisian && form < 0.45) return frisian(seed);
    if (form < 0.3) return COMMON[Math.floor(COMMON.length * unit(seed, 2) ** 2)]!;
    if (form < 0.58) return pick(seed, 2, THEMES) + pick(seed, 3, KINDS);
    if (form < 0.74) return pick(seed, 2, PERSONS) + pick(seed, 3, KINDS);
    if (form < 0.9) return `${pick(seed, 2, TITLES)} ${pick(seed, 3, PERSONS)}${pick(seed, 4, KINDS)}`;
    if (form < 0.94) return `${pick(seed, 2, COMPASS)} ${pick(seed, 3, THEMES)}${pick(seed, 4, KINDS)}`;
    if (form < 0.96) return `${1 + below(seed, 2, 4)}e ${pick(seed, 3, PERSONS)}${pick(seed, 4, KINDS)}`;
    return pick(seed, 2, SPECIAL_STREETS);
  }
}

function frisian(seed: number): string {
  if (unit(seed, 5) < 0.7) return pick(seed, 6, FRISIAN_STREETS);
  return pick(seed, 6, THEMES) + pick(seed, 7, FRISIAN_KINDS);
}
