/** Lives of objects: their voorkomens, and the documents behind these. */
import { centrallyRegisteredAt, type Day, dateOf, dayOf, REFERENCE_DAY, registeredAt } from "../calendar.ts";
import type { Voorkomen } from "../official-format/objects.ts";
import { hashSeed, pick, pickWeighted, randomBelow, randomUnit } from "../random.ts";

/** State of an object on the reference date: it exists, has been withdrawn, or is yet to come. */
export type LifeState = "current" | "ended" | "future";

/** The voorkomens of one object, oldest first. */
export interface Life {
  readonly voorkomens: readonly Voorkomen[];
  /** Index of the voorkomen in force on the reference date; -1 for a future object. */
  readonly inForceIndex: number;
  /** Index of the last voorkomen with a status that exists: the one in force, or the last before the end. */
  readonly settledIndex: number;
  /** Index of the voorkomen that ends the object; `voorkomens.length` when none does. */
  readonly endIndex: number;
}

export interface LifePlan {
  readonly seed: number;
  readonly state: LifeState;
  /** First day of validity. */
  readonly since: Day;
  /** Cumulative shares of objects with 1, 2, 3 … voorkomens. */
  readonly cumulativeShares: readonly number[];
}

/** Shares chosen for the averages of docs/bag-format.md §8 once ends and announcements are added. */
export const VOORKOMEN_COUNT_SHARES = {
  WPL: [0.6, 0.9, 1],
  OPR: [0.42, 0.8, 0.94, 1],
  NUM: [0.82, 0.97, 0.99, 1],
  VBO: [0.36, 0.72, 0.9, 0.97, 0.99, 1],
  LIG: [0.95, 1],
  STA: [0.6, 0.95, 1],
  PND: [0.52, 0.82, 0.94, 0.98, 1],
} as const;

/** First load of the national register, at which everything older was registered. */
const FIRST_LOAD = dayOf("2010-11-08");
/** Minimum number of days between past changes and the reference date. */
const MIN_DAYS_UNCHANGED = 30;
/** Share of current objects with an announced voorkomen, and the share of those that it ends. */
const ANNOUNCED_SHARE = 0.003;
const ANNOUNCED_END_SHARE = 0.35;
/** Share of objects whose first voorkomen was corrected on the day it began. */
const ZERO_LENGTH_SHARE = 0.004;

export function lifeOf({ seed, state, since, cumulativeShares }: LifePlan): Life {
  if (state === "future") {
    return futureLife(seed, since);
  }
  const pastCount = 1 + pickWeighted(randomUnit(seed, 1), cumulativeShares) + (state === "ended" ? 1 : 0);
  const isAnnounced = state === "current" && randomUnit(seed, 2) < ANNOUNCED_SHARE;
  const begins = pastBegins({ seed, pastCount, since });
  const registrations = begins.map((begin, i) =>
    Math.max(begin + randomBelow(seed, 40 + i, 14), firstRegistration(seed, begin)),
  );
  if (isAnnounced) {
    begins.push(REFERENCE_DAY + 2 + randomBelow(seed, 3, 150));
    registrations.push(REFERENCE_DAY - 1 - randomBelow(seed, 4, 20));
  }
  for (let i = 1; i < registrations.length; i += 1) {
    registrations[i] = Math.max(registrations[i]!, registrations[i - 1]!);
  }
  const hasEnd = state === "ended" || (isAnnounced && randomUnit(seed, 5) < ANNOUNCED_END_SHARE);
  return {
    voorkomens: begins.map((_, i) => voorkomen(i, begins, { registrations, seed })),
    inForceIndex: pastCount - 1,
    settledIndex: state === "ended" ? pastCount - 2 : pastCount - 1,
    endIndex: hasEnd ? begins.length - 1 : begins.length,
  };
}

/** Returns the life of an object that was withdrawn on a given day, with one voorkomen before that. */
export function lifeEndedOn(day: Day, { seed, since }: { seed: number; since: Day }): Life {
  const begins = [since, day];
  const registrations = [firstRegistration(seed, since), day + 4];
  return {
    voorkomens: begins.map((_, i) => voorkomen(i, begins, { registrations, seed })),
    inForceIndex: 1,
    settledIndex: 0,
    endIndex: 1,
  };
}

function futureLife(seed: number, since: Day): Life {
  const begins = [since];
  const registrations = [REFERENCE_DAY - 1 - randomBelow(seed, 4, 20)];
  return {
    voorkomens: [voorkomen(0, begins, { registrations, seed })],
    inForceIndex: -1,
    settledIndex: 0,
    endIndex: 1,
  };
}

function pastBegins({ seed, pastCount, since }: { seed: number; pastCount: number; since: Day }): Day[] {
  const latest = REFERENCE_DAY - MIN_DAYS_UNCHANGED;
  const first = Math.min(since, latest - 10 * pastCount);
  const begins = [first];
  const step = (latest - first) / (pastCount - 1);
  for (let i = 1; i < pastCount; i += 1) {
    begins.push(first + Math.ceil(step * (i - 0.9 * randomUnit(seed, 20 + i))));
  }
  if (pastCount > 1 && randomUnit(seed, 7) < ZERO_LENGTH_SHARE) {
    begins[1] = first;
  }
  return begins;
}

function firstRegistration(seed: number, begin: Day): Day {
  return begin >= FIRST_LOAD ? begin : FIRST_LOAD + randomBelow(seed, 8, 200);
}

/** Returns one voorkomen. It ends where its successor begins, and leaves the register when that one is registered. */
function voorkomen(
  i: number,
  begins: readonly Day[],
  { registrations, seed }: { registrations: readonly Day[]; seed: number },
): Voorkomen {
  const isLast = i + 1 === begins.length;
  return {
    voorkomenidentificatie: i + 1,
    beginGeldigheid: dateOf(begins[i]!),
    eindGeldigheid: isLast ? undefined : dateOf(begins[i + 1]!),
    tijdstipRegistratie: registeredAt(registrations[i]!, seed + i),
    eindRegistratie: isLast ? undefined : registeredAt(registrations[i + 1]!, seed + i + 1),
    tijdstipRegistratieLV: centrallyRegisteredAt(registrations[i]!, seed + i),
    tijdstipEindRegistratieLV: isLast
      ? undefined
      : centrallyRegisteredAt(registrations[i + 1]!, seed + i + 1),
  };
}

const FORMS = ["Z", "BP", "2009/", "B&W-", "D.", "RAAD ", "Zaak\u00a0"] as const;

/** Returns the document of the decision behind a voorkomen: its number, and its date, up to 19 days before `begin`. */
export function documentOf(seed: number, begin: Day): { documentdatum: string; documentnummer: string } {
  const number = hashSeed(seed, 95) % 1_000_000;
  return { documentdatum: dateOf(begin - (number % 20)), documentnummer: pick(seed, 96, FORMS) + number };
}
