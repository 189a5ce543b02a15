/**
 * Expands a seed to a plan: a country and calls of update with their deliveries, in parts that can be left out one by
 * one.
 */
import { Dice } from "./dice.ts";
import { CHANGING_OBJECTS } from "./fuzz-objects.ts";

export interface DeliveryPlan {
  /** Days since the previous date. */
  readonly days: number;
  /** Days by which its period begins before the previous date; a negative number leaves a gap. */
  readonly overlap: number;
  /** Seeds of the changes, one each. */
  readonly changes: readonly number[];
  /** Seeds of the moves of a woonplaats to another gemeente. */
  readonly moves: readonly number[];
}

export interface FuzzPlan {
  readonly seed: number;
  readonly date: string;
  readonly standsPerFile: number | undefined;
  readonly boundaries: "none" | "some";
  /** Positions in CHANGING that are left out. */
  readonly omitted: readonly number[];
  /** True to compare both sides after every call, false after the last only. */
  readonly comparesEveryCall: boolean;
  /** Calls of update, each with the deliveries it is given. */
  readonly calls: readonly (readonly DeliveryPlan[])[];
}

/** Start dates shortly before the end of a year or of February. */
const DATES = ["2026-12-30", "2026-12-31", "2027-06-10", "2028-02-28"];
const STEPS = [1, 1, 1, 1, 2, 30, 366];
const OVERLAPS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 3, -1];

export function planOf(seed: number): FuzzPlan {
  const dice = new Dice(seed, 0);
  const listSeeds = (count: number) => Array.from({ length: count }, () => dice.below(1_000_000));
  const delivery = (): DeliveryPlan => ({
    days: dice.pick(STEPS),
    overlap: dice.pick(OVERLAPS),
    changes: listSeeds(dice.pick([0, 1, 3, 8, 8, 20])),
    moves: listSeeds(dice.chance(0.2) ? 1 : 0),
  });
  return {
    seed,
    date: dice.pick(DATES),
    standsPerFile: dice.pick([undefined, undefined, undefined, 10]),
    boundaries: dice.pick(["none", "some"]),
    omitted: [],
    comparesEveryCall: dice.chance(0.3),
    calls: Array.from({ length: dice.pick([1, 2, 2, 3, 6]) }, () =>
      Array.from({ length: dice.pick([1, 1, 2]) }, delivery),
    ),
  };
}

/** Yields the plan with fewer objects in the country, the largest cuts first. */
export function* plansWithFewerObjects(plan: FuzzPlan): Generator<FuzzPlan> {
  const remaining = CHANGING_OBJECTS.map((_, i) => i).filter((i) => !plan.omitted.includes(i));
  for (let size = Math.ceil(remaining.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < remaining.length; start += size) {
      yield { ...plan, omitted: [...plan.omitted, ...remaining.slice(start, start + size)] };
    }
  }
}

/** Yields the plan with fewer calls, deliveries and changes. */
export function* plansWithFewerChanges(plan: FuzzPlan): Generator<FuzzPlan> {
  const { calls } = plan;
  for (let i = calls.length - 1; i >= 0 && calls.length > 1; i--) {
    yield { ...plan, calls: calls.toSpliced(i, 1) };
  }
  if (plan.boundaries === "some") {
    yield { ...plan, boundaries: "none" };
  }
  if (plan.standsPerFile !== undefined) {
    yield { ...plan, standsPerFile: undefined };
  }
  for (const [c, call] of calls.entries()) {
    for (const [d, delivery] of call.entries()) {
      const replace = (...deliveries: DeliveryPlan[]): FuzzPlan => ({
        ...plan,
        calls: calls.with(c, call.toSpliced(d, 1, ...deliveries)),
      });
      if (call.length > 1) {
        yield replace();
      }
      if (delivery.overlap !== 0) {
        yield replace({ ...delivery, overlap: 0 });
      }
      if (delivery.moves.length > 0) {
        yield replace({ ...delivery, moves: [] });
      }
      for (let i = 0; i < delivery.changes.length; i++) {
        yield replace({ ...delivery, changes: delivery.changes.toSpliced(i, 1) });
      }
    }
  }
}
