import type { PlannedStreet } from "../country/streets.ts";
import type { BagObject } from "../official-format/objects.ts";
import { hashSeed } from "../random.ts";
import type {
  PlannedNummeraanduiding,
  PlannedObject,
  PlannedPand,
  PlannedPlaats,
  PlannedVerblijfsobject,
  StreetPlan,
} from "../street/street-plan.ts";
import type { TallyCounts } from "../tally.ts";
import { CORRECTED_SHARES, type Life, lifeOf, VOORKOMEN_COUNT_SHARES } from "./life.ts";
import { daysToPostcode } from "./past-values.ts";
import type { StreetRecords } from "./street-records.ts";
import { rewriteOf } from "./supplementary-shares.ts";

export type StreetObjectType = "NUM" | "VBO" | "LIG" | "STA" | "PND";

/** Object type of a street: finds, writes and counts its objects. */
export interface StreetType<P extends PlannedObject> {
  readonly type: StreetObjectType;
  /** False when the street cannot hold the type, so that it need not be planned. */
  canOccur(street: PlannedStreet): boolean;
  plannedIn(plan: StreetPlan): readonly P[];
  record(records: StreetRecords, planned: P, at: { life: Life; index: number }): BagObject;
  /** Returns the counts that one existing object adds. */
  counts(planned: P): TallyCounts;
}

export const NUM: StreetType<PlannedNummeraanduiding> = {
  type: "NUM",
  canOccur: (street) => street.addresses > 0,
  plannedIn: (plan) => plan.nummeraanduidingen,
  record: (records, planned, { life, index }) => records.nummeraanduiding(planned, life, index),
  counts: ({ isReferenced, postcode }) =>
    isReferenced ? { adressen: 1, adressenWithoutPostcode: postcode === undefined ? 1 : 0 } : {},
};

export const VBO: StreetType<PlannedVerblijfsobject> = {
  type: "VBO",
  canOccur: (street) => street.addresses > 0,
  plannedIn: (plan) => plan.verblijfsobjecten,
  record: (records, planned, { life, index }) => records.verblijfsobject(planned, life, index),
  counts: () => ({ verblijfsobjecten: 1 }),
};

export const LIG: StreetType<PlannedPlaats> = {
  type: "LIG",
  canOccur: (street) => street.kind === "quay",
  plannedIn: (plan) => plan.plaatsen,
  record: (records, planned, { life, index }) => records.plaats(planned, life, index),
  counts: () => ({ ligplaatsen: 1 }),
};

export const STA: StreetType<PlannedPlaats> = {
  ...LIG,
  type: "STA",
  canOccur: (street) => street.kind === "caravans",
  counts: () => ({ standplaatsen: 1 }),
};

export const PND: StreetType<PlannedPand> = {
  type: "PND",
  canOccur: (street) => street.addresses > 0,
  plannedIn: (plan) => plan.panden,
  record: (records, planned, { life, index }) => records.pand(planned, life, index),
  counts: () => ({ panden: 1 }),
};

export const STREET_TYPES = { NUM, VBO, LIG, STA, PND } as const;

/** Returns the life of a planned object of a street, the same at every call. */
export function lifeOfPlanned(type: StreetObjectType, planned: PlannedObject, street: PlannedStreet): Life {
  return lifeOf({
    seed: hashSeed(planned.seed, 1),
    state: planned.state,
    since: planned.since,
    until: planned.ending?.day,
    turn: type === "NUM" ? planned.since + daysToPostcode(planned.seed) : undefined,
    rewrite: rewriteOf(type, planned, street),
    cumulativeShares: VOORKOMEN_COUNT_SHARES[type],
    corrected: CORRECTED_SHARES[type],
  });
}
