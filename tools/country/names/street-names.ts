import { hashSeed, pick, randomBelow, randomUnit } from "../random.ts";
import {
  COMMON_STREET_NAMES,
  COMPASS,
  FRISIAN_STREET_ENDINGS,
  FRISIAN_STREETS,
  HONORIFICS,
  OTHER_SPACES,
  PERSONS,
  SPECIAL_STREETS,
  STREET_ENDINGS,
  THEMES,
} from "./street-morphemes.ts";

const FRIESLAND = "21";
/** Number of attempts at a free name, after which a number is put in front: `2e Rozenstraat`. */
const MAX_ATTEMPTS = 8;

/** Generates names of openbare ruimten for one woonplaats: unique there, the same ones in many woonplaatsen. */
export class StreetNames {
  readonly #taken = new Set<string>();
  readonly #isFrisian: boolean;

  constructor(provincieCode: string) {
    this.#isFrisian = provincieCode === FRIESLAND;
  }

  /** Returns the name of an ordinary street. */
  next(seed: number): string {
    return this.#makeUnique((attempt) => this.#composeName(hashSeed(seed, attempt)), seed);
  }

  /** Returns an openbare ruimte without addresses: a bridge, water, a park. */
  nextOther(seed: number): { naam: string; streetType: string } {
    const [streetType, stem] = pick(seed, 1, OTHER_SPACES);
    return {
      streetType,
      naam: this.#makeUnique((attempt) => pick(hashSeed(seed, attempt), 2, THEMES) + stem, seed),
    };
  }

  #makeUnique(make: (attempt: number) => string, seed: number): string {
    for (let attempt = 0; ; attempt += 1) {
      const made = make(attempt);
      const name = attempt < MAX_ATTEMPTS ? made : `${2 + randomBelow(seed, attempt, 8)}e ${made}`;
      if (this.#taken.has(name)) {
        continue;
      }
      this.#taken.add(name);
      return name;
    }
  }

  #composeName(seed: number): string {
    const form = randomUnit(seed, 1);
    if (this.#isFrisian && form < 0.45) {
      return composeFrisian(seed);
    }
    if (form < 0.3) {
      return COMMON_STREET_NAMES[Math.floor(COMMON_STREET_NAMES.length * randomUnit(seed, 2) ** 2)]!;
    }
    if (form < 0.58) {
      return pick(seed, 2, THEMES) + pick(seed, 3, STREET_ENDINGS);
    }
    if (form < 0.74) {
      return pick(seed, 2, PERSONS) + pick(seed, 3, STREET_ENDINGS);
    }
    if (form < 0.9) {
      return `${pick(seed, 2, HONORIFICS)} ${pick(seed, 3, PERSONS)}${pick(seed, 4, STREET_ENDINGS)}`;
    }
    if (form < 0.94) {
      return `${pick(seed, 2, COMPASS)} ${pick(seed, 3, THEMES)}${pick(seed, 4, STREET_ENDINGS)}`;
    }
    if (form < 0.96) {
      return `${1 + randomBelow(seed, 2, 4)}e ${pick(seed, 3, PERSONS)}${pick(seed, 4, STREET_ENDINGS)}`;
    }
    return pick(seed, 2, SPECIAL_STREETS);
  }
}

function composeFrisian(seed: number): string {
  if (randomUnit(seed, 5) < 0.7) {
    return pick(seed, 6, FRISIAN_STREETS);
  }
  return pick(seed, 6, THEMES) + pick(seed, 7, FRISIAN_STREET_ENDINGS);
}
