/** Lives of objects: their voorkomens, and the documents of these. */
import { centrallyRegisteredAt, type Day, dateOf, dayOf, REFERENCE_DAY, registeredAt } from "../calendar.ts";
import type { DemoVoorkomen } from "../official-format/objects.ts";
import { hashSeed, pick, pickWeighted, randomBelow, randomUnit } from "../random.ts";

/** State of an object on the reference date: it exists, has been withdrawn, or is yet to come. */
export type LifeState = "current" | "ended" | "future";

/** The voorkomens of one object, oldest first. */
export interface Life {
  readonly voorkomens: readonly DemoVoorkomen[];
  /** First days of the voorkomens. */
  readonly begins: readonly Day[];
  /** Index of the voorkomen in force on the reference date; -1 for a future object. */
  readonly inForceIndex: number;
  /** Index of the last voorkomen with a status that exists: the one in force, or the last before the end. */
  readonly settledIndex: number;
  /** Index of the voorkomen that ends the object; `voorkomens.length` when none does. */
  readonly endIndex: number;
  /** Voorkomens marked inactief or niet-BAG: they no longer count, and their numbers may be in use again. */
  readonly marked: readonly DemoVoorkomen[];
}

/**
 * Reason to register voorkomens again. `synchronised`: all of them, after the registers of gemeente and Kadaster had
 * diverged. `inactive`: the one in force, after its announced successor was withdrawn.
 */
export type Rewrite = "synchronised" | "inactive";

export interface LifePlan {
  readonly seed: number;
  readonly state: LifeState;
  /** First day of validity. */
  readonly since: Day;
  /** Day on which a past object ended; drawn when it is absent. */
  readonly until?: Day | undefined;
  /** Day on which the second voorkomen begins, if there is one; drawn when it is absent. */
  readonly turn?: Day | undefined;
  /** Least number of voorkomens before an end; 1 when it is absent. */
  readonly least?: number | undefined;
  readonly rewrite?: Rewrite | undefined;
  /** Cumulative shares of objects with 1, 2, 3 … voorkomens. */
  readonly cumulativeShares: readonly number[];
  readonly corrected: CorrectedShares;
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

/** Shares of objects with a correction: of the first voorkomen; of any voorkomen but the last two. */
interface CorrectedShares {
  readonly first: number;
  readonly later: number;
}

const NEVER: CorrectedShares = { first: 0, later: 0 };
/** Shares that leave 0.8 % of all objects with a correction, as in Weesp; few objects have several voorkomens. */
export const CORRECTED_SHARES = {
  WPL: NEVER,
  OPR: NEVER,
  NUM: { first: 0.045, later: 0 },
  VBO: { first: 0.004, later: 0.02 },
  LIG: NEVER,
  STA: NEVER,
  PND: { first: 0.004, later: 0.028 },
} as const;

/** First load of the national register, at which everything older was registered. */
const FIRST_LOAD = dayOf("2010-11-08");
/** Minimum number of days between past changes and the reference date. */
const MIN_DAYS_UNCHANGED = 30;
/** Share of current objects with an announced voorkomen, and the share of these objects that it ends. */
const ANNOUNCED_SHARE = 0.003;
const ANNOUNCED_END_SHARE = 0.35;
/** Cumulative shares of registrations on the day itself, within 5 days, within 20; the rest take up to a year. */
const LAGS = [0.55, 0.9, 0.99, 1] as const;
/** Years in which gemeenten synchronised their registers with the national one. */
const SYNCHRONISED_FROM = dayOf("2018-01-01");
const SYNCHRONISED_DAYS = 1_100;
/**
 * Days from the registration or begin of a voorkomen (the later one) to the announcement of its successor, and from the
 * announcement to its withdrawal.
 */
const ANNOUNCED_AFTER = 90;
const WITHDRAWN_AFTER = 120;

export function lifeOf(plan: LifePlan): Life {
  const { seed, state, since, until, cumulativeShares } = plan;
  if (state === "future") {
    return futureLife(seed, since);
  }
  const ends = state === "ended" ? 1 : 0;
  const drawn = 1 + pickWeighted(randomUnit(seed, 1), cumulativeShares) + ends;
  const pastCount = Math.max(drawn, (plan.least ?? 1) + ends);
  const isAnnounced = state === "current" && randomUnit(seed, 2) < ANNOUNCED_SHARE;
  const begins = pastBegins({ ...plan, pastCount, latest: until ?? REFERENCE_DAY - MIN_DAYS_UNCHANGED });
  const registrations = begins.map((begin, i) =>
    Math.max(begin + lagOf(seed, i), firstRegistration(seed, begin)),
  );
  if (isAnnounced) {
    begins.push(REFERENCE_DAY + 2 + randomBelow(seed, 3, 150));
    registrations.push(REFERENCE_DAY - 1 - randomBelow(seed, 4, 20));
  }
  for (let i = 1; i < registrations.length; i += 1) {
    registrations[i] = Math.max(registrations[i]!, registrations[i - 1]!);
  }
  const hasEnd = state === "ended" || (isAnnounced && randomUnit(seed, 5) < ANNOUNCED_END_SHARE);
  const { marked, registered } = rewritten(plan.rewrite, { begins, registrations, seed });
  return {
    voorkomens: begins.map((_, i) => voorkomen(i, begins, { registrations: registered, seed })),
    begins,
    inForceIndex: pastCount - 1,
    settledIndex: state === "ended" ? pastCount - 2 : pastCount - 1,
    endIndex: hasEnd ? begins.length - 1 : begins.length,
    marked,
  };
}

/** Returns the life of an object that was withdrawn on a given day, with one voorkomen before that. */
export function lifeEndedOn(day: Day, { seed, since }: { seed: number; since: Day }): Life {
  const begins = [since, day];
  const registrations = [firstRegistration(seed, since), day + 4];
  return {
    voorkomens: begins.map((_, i) => voorkomen(i, begins, { registrations, seed })),
    begins,
    inForceIndex: 1,
    settledIndex: 0,
    endIndex: 1,
    marked: [],
  };
}

/** Returns the life of an object with one voorkomen that is in force from its begin on. */
export function newLife(voorkomen: DemoVoorkomen, begin: Day): Life {
  return {
    voorkomens: [voorkomen],
    begins: [begin],
    inForceIndex: 0,
    settledIndex: 0,
    endIndex: 1,
    marked: [],
  };
}

function futureLife(seed: number, since: Day): Life {
  const begins = [since];
  const registrations = [REFERENCE_DAY - 1 - randomBelow(seed, 4, 20)];
  return { ...newLife(voorkomen(0, begins, { registrations, seed }), since), inForceIndex: -1 };
}

interface PastPlan extends LifePlan {
  readonly pastCount: number;
  /** Latest begin of the last voorkomen. When `until` gives the day of the end, the end begins on that day. */
  readonly latest: Day;
}

function pastBegins(plan: PastPlan): Day[] {
  const { seed, state, pastCount, since, until, turn, latest } = plan;
  const first = Math.min(since, latest - 10 * pastCount);
  const begins = [first];
  const step = (latest - first) / (pastCount - 1);
  for (let i = 1; i < pastCount; i += 1) {
    begins.push(first + Math.ceil(step * (i - 0.9 * randomUnit(seed, 20 + i))));
  }
  if (turn !== undefined && pastCount > (state === "ended" ? 2 : 1)) {
    begins[0] = Math.min(first, turn - 1);
    begins[1] = Math.min(turn, begins[2] ?? latest);
  }
  if (until !== undefined) {
    begins[pastCount - 1] = until;
  }
  const corrected = correctedIndex(plan);
  if (corrected !== undefined) {
    begins[corrected + 1] = begins[corrected]!;
  }
  return begins;
}

/** Returns the index of the voorkomen that was corrected on the day it began; undefined for most objects. */
function correctedIndex({ seed, state, pastCount, corrected }: PastPlan): number | undefined {
  const draw = randomUnit(seed, 7);
  if (draw < corrected.first) {
    return pastCount > (state === "ended" ? 2 : 1) ? 0 : undefined;
  }
  return draw < corrected.first + corrected.later && pastCount > 2
    ? randomBelow(seed, 9, pastCount - 2)
    : undefined;
}

/** Returns the days from the begin of a voorkomen to its registration. */
function lagOf(seed: number, i: number): number {
  const draw = pickWeighted(randomUnit(seed, 40 + i), LAGS);
  const days = randomUnit(seed, 60 + i);
  return [0, 1 + Math.floor(5 * days), 6 + Math.floor(15 * days), 21 + Math.floor(340 * days)][draw]!;
}

function firstRegistration(seed: number, begin: Day): Day {
  return begin >= FIRST_LOAD ? begin : FIRST_LOAD + randomBelow(seed, 8, 200);
}

interface Chain {
  readonly begins: readonly Day[];
  readonly registrations: readonly Day[];
  readonly seed: number;
}

/** Returns the marked voorkomens of a rewrite, and the registration days of the voorkomens that count. */
function rewritten(
  rewrite: Rewrite | undefined,
  chain: Chain,
): { marked: readonly DemoVoorkomen[]; registered: readonly Day[] } {
  const { registrations } = chain;
  return rewrite === undefined
    ? { marked: [], registered: registrations }
    : rewrite === "synchronised"
      ? synchronise(chain)
      : withdrawAnnouncement(chain);
}

function synchronise({ begins, registrations, seed }: Chain): ReturnType<typeof rewritten> {
  const day = SYNCHRONISED_FROM + randomBelow(seed, 11, SYNCHRONISED_DAYS);
  const count = registrations.filter((registration) => registration < day).length;
  const known = { registrations: registrations.slice(0, count), seed };
  const tijdstipNietBagLV = centrallyRegisteredAt(day, seed);
  const marked = begins
    .slice(0, count)
    .map((_, i) => ({ ...voorkomen(i, begins.slice(0, count), known), tijdstipNietBagLV }));
  return { marked, registered: registrations.map((registration) => Math.max(registration, day)) };
}

/**
 * Announces a successor of the last voorkomen and withdraws it before it begins. Both are marked, and the last
 * voorkomen is registered again.
 */
function withdrawAnnouncement({ begins, registrations, seed }: Chain): ReturnType<typeof rewritten> {
  const last = begins.length - 1;
  const announced = Math.max(registrations[last]!, begins[last]!) + ANNOUNCED_AFTER;
  const withdrawn = announced + WITHDRAWN_AFTER;
  if (withdrawn > REFERENCE_DAY - MIN_DAYS_UNCHANGED) {
    return { marked: [], registered: registrations };
  }
  const longer = [...begins, withdrawn + MIN_DAYS_UNCHANGED];
  const known = { registrations: [...registrations, announced], seed };
  const marks = {
    tijdstipInactief: registeredAt(withdrawn, seed),
    tijdstipInactiefLV: centrallyRegisteredAt(withdrawn, seed),
  };
  const marked = [last, last + 1].map((i) => ({ ...voorkomen(i, longer, known), ...marks }));
  return { marked, registered: registrations.map((day, i) => (i === last ? withdrawn : day)) };
}

/** Returns one voorkomen. It ends when its successor begins; its registration ends when its successor is registered. */
function voorkomen(
  i: number,
  begins: readonly Day[],
  { registrations, seed }: { registrations: readonly Day[]; seed: number },
): DemoVoorkomen {
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

/** Draws below which a residence is measured again, and a pand drawn again or its bouwjaar corrected. */
export const REMEASURED_BELOW = 0.77;
export const REDRAWN_BELOW = 0.58;

/** Draws what changes at the end of a voorkomen, from [0, 1): values and statuses share the draw. */
export function drawChange(seed: number, index: number): number {
  return randomUnit(hashSeed(seed, index), 102);
}

const FORMS = ["Z", "BP", "2009/", "B&W-", "D.", "RAAD ", "Zaak\u00a0"] as const;
/** Share of decisions made before their voorkomen begins: for buildings and residences, for names and numbers. */
export const OLDER_DECISIONS = { objects: 0.01, names: 0.57 } as const;

/** Returns date and number of the document of a decision. `begin` is the first day of what it decides. */
export function documentOf(
  seed: number,
  begin: Day,
  olderShare: number = OLDER_DECISIONS.objects,
): { documentdatum: string; documentnummer: string } {
  const number = hashSeed(seed, 95) % 1_000_000;
  const days = randomUnit(seed, 97) < olderShare ? 1 + (number % 20) : 0;
  return { documentdatum: dateOf(begin - days), documentnummer: pick(seed, 96, FORMS) + number };
}
