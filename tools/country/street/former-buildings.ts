/** Plans buildings and residences of the past, and how their numbers pass to present ones. */
import { type Day, dayOf, REFERENCE_DAY } from "../calendar.ts";
import { hashSeed, randomBelow, randomUnit } from "../random.ts";
import type { PlannedBuilding } from "./planned-building.ts";
import type { Ending } from "./street-plan.ts";

/** Share of past buildings whose numbers are issued again, from what became of withdrawn numbers in Weesp. */
const REISSUED_SHARE = 0.58;
/**
 * Cumulative shares of hand-overs: on one day, within a month, later; in the rest both buildings existed for a while.
 */
const SAME_DAY = 0.65;
const WITHIN_MONTH = 0.8;
const LATER = 0.9;
/** Share of present buildings with a withdrawn address, and cumulative shares of the reasons (`splitOrAddition`). */
const FORMER_RESIDENCE_SHARE = 0.02;
const SPLIT = 0.17;
const MERGED = 0.2;

/** Changes begin after the first load of the register, and end some time before the reference date. */
const FIRST_CHANGE = dayOf("2011-03-01");
const LAST_CHANGE = REFERENCE_DAY - 200;
/** Huisletter of the numbers of a demolished building that are not issued again. */
const UNUSED_LETTER = "v";

interface HandOver {
  readonly past: PlannedBuilding;
  readonly present: PlannedBuilding;
}

/**
 * Ends the past building of a plot. Its numbers are either issued again to the residences of the present building, by
 * one decision, or no longer used. The panden of the present building may be older than its residences.
 */
export function handOver(past: PlannedBuilding, present: PlannedBuilding): HandOver {
  const { seed } = past;
  if (randomUnit(seed, 151) >= REISSUED_SHARE) {
    const designations = past.designations.map((slot) => ({ ...slot, huisletter: UNUSED_LETTER }));
    const ending = endingOn(dayBetween(seed, FIRST_CHANGE, LAST_CHANGE), hashSeed(seed, 152));
    return { past: { ...past, designations, ending }, present };
  }
  const isNew = present.since >= FIRST_CHANGE;
  const since = isNew ? present.since : dayBetween(seed, FIRST_CHANGE, LAST_CHANGE);
  const ending = endingOn(Math.max(FIRST_CHANGE, since - daysBefore(seed)), present.decision);
  return { past: { ...past, ending }, present: { ...present, since, pandenSince: present.since } };
}

/** Returns the days from the end of a past building to the begin of the present one; negative when both existed. */
function daysBefore(seed: number): number {
  const draw = randomUnit(seed, 153);
  if (draw < SAME_DAY) {
    return 0;
  }
  const days = randomBelow(seed, 154, 30);
  return draw < WITHIN_MONTH ? days : draw < LATER ? 31 + 20 * days : -1 - 5 * days;
}

/**
 * Plans a former address of a present building: split into the present ones, merged into one of them, or announced and
 * never built. A building that replaced another one is not split.
 */
export function splitOrAddition(building: PlannedBuilding, isReplacement: boolean): PlannedBuilding {
  const { seed, since } = building;
  if (randomUnit(seed, 43) >= FORMER_RESIDENCE_SHARE) {
    return building;
  }
  const draw = randomUnit(seed, 155);
  const decision = hashSeed(seed, 156);
  if (draw < SPLIT && !isReplacement && since < FIRST_CHANGE) {
    const day = dayBetween(seed, FIRST_CHANGE, LAST_CHANGE);
    const former = { since, ending: endingOn(day, decision) };
    return { ...building, since: day, pandenSince: since, decision, former };
  }
  if (draw < MERGED) {
    const day = dayBetween(seed, Math.max(FIRST_CHANGE, since + 300), LAST_CHANGE);
    return { ...building, former: { since, ending: endingOn(day, decision) } };
  }
  const announced = dayBetween(seed, FIRST_CHANGE, LAST_CHANGE - 1_000);
  const ending = { ...endingOn(announced + 200 + randomBelow(seed, 157, 800), decision), isUnbuilt: true };
  return { ...building, former: { since: announced, ending } };
}

function endingOn(day: Day, decision: number): Ending {
  return { day, decision, isUnbuilt: false };
}

/** Draws a day from `first` on, before `last`; returns `last` when there is no such day. */
function dayBetween(seed: number, first: Day, last: Day): Day {
  return last <= first ? last : first + randomBelow(seed, 158, last - first);
}
