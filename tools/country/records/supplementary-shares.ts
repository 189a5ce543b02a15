/** Selects the streets and objects with records in the supplementary files: in onderzoek, inactief and niet-BAG. */
import type { PlannedStreet } from "../country/streets.ts";
import type { DeliveredType } from "../official-format/objects.ts";
import { randomUnit } from "../random.ts";
import type { PlannedObject } from "../street/street-plan.ts";
import type { Rewrite } from "./life.ts";

type Type = Exclude<DeliveredType, "WPL">;

/**
 * Share of streets with such records; the first street of each woonplaats of the first gemeenten has some too. The
 * shares below are of the objects of such streets; together they give the shares of Weesp.
 */
const STREET_SHARE = 0.12;
const SYNCHRONISED: Readonly<Record<Type, number>> = {
  ...{ OPR: 0.1, NUM: 0.008, VBO: 0.25, LIG: 0.01, STA: 0.01, PND: 0.008 },
};
const INVESTIGATED: Readonly<Record<Type, number>> = {
  ...{ OPR: 0.08, NUM: 0.004, VBO: 0.22, LIG: 0.05, STA: 0.05, PND: 0.79 },
};
const INACTIVE_SHARE = 0.004;

/** Index of the last gemeente whose woonplaatsen have a street with records of all kinds. */
const LAST_SHOWN_GEMEENTE = 3;

/** True when the street can have records in the supplementary files. */
export function hasSupplementary(street: PlannedStreet): boolean {
  return isShown(street) || randomUnit(street.seed, 120) < STREET_SHARE;
}

/** True for streets that have some of all kinds, so that also the smallest country shows them. */
function isShown({ streetOrdinal, idPrefix }: PlannedStreet): boolean {
  return streetOrdinal === 0 && Number(idPrefix) <= 12 + 4 * LAST_SHOWN_GEMEENTE;
}

/** Returns why the voorkomens of an existing object were registered again; undefined when they were not. */
export function rewriteOf(
  type: Type,
  { state, seed, localNumber }: Pick<PlannedObject, "state" | "seed" | "localNumber">,
  street: PlannedStreet,
): Rewrite | undefined {
  if (state !== "current" || !hasSupplementary(street)) {
    return undefined;
  }
  const draw = randomUnit(seed, 126);
  const shown = isShown(street) ? localNumber : 0;
  if (shown === 1 || draw < SYNCHRONISED[type]) {
    return "synchronised";
  }
  return shown === 2 || draw < SYNCHRONISED[type] + INACTIVE_SHARE ? "inactive" : undefined;
}

/** True when attributes of an existing object, in a street with such records, are or were under investigation. */
export function isInvestigated(
  type: Type,
  { seed, localNumber }: Pick<PlannedObject, "seed" | "localNumber">,
  street: PlannedStreet,
): boolean {
  return (localNumber === 1 && isShown(street)) || randomUnit(seed, 121) < INVESTIGATED[type];
}
