import type { Day } from "../calendar.ts";
import type { LifeState } from "../records/life.ts";

/**
 * Planned objects of a street, before they become records. `localNumber` ascends from 1 for each type; positions are
 * metres along and across the street's frame, the odd side at positive `across`.
 */
export interface StreetPlan {
  readonly nummeraanduidingen: readonly PlannedNummeraanduiding[];
  readonly verblijfsobjecten: readonly PlannedVerblijfsobject[];
  /** Ligplaatsen and standplaatsen: places for houseboats and for caravans. */
  readonly plaatsen: readonly PlannedPlaats[];
  readonly panden: readonly PlannedPand[];
}

export interface PlannedObject {
  readonly localNumber: number;
  readonly seed: number;
  readonly state: LifeState;
  /** First day of validity. */
  readonly since: Day;
  /** Seed of the decision that formed it; objects of the same decision have the same document. */
  readonly decision: number;
  /** The end of a past object; drawn with its life where it is absent. */
  readonly ending?: Ending | undefined;
}

/** End of a past object. */
export interface Ending {
  readonly day: Day;
  /** Seed of the decision, like `PlannedObject.decision`. */
  readonly decision: number;
  /** True when it was never built. */
  readonly isUnbuilt: boolean;
}

export interface PlannedNummeraanduiding extends PlannedObject {
  readonly huisnummer: number;
  readonly huisletter: string | undefined;
  readonly toevoeging: string | undefined;
  readonly postcode: string | undefined;
  readonly typeAdresseerbaarObject: "Verblijfsobject" | "Ligplaats" | "Standplaats";
  /** True when an object names it: in state `current` it is then an adres. */
  readonly isReferenced: boolean;
  /** True when it lies in the neighbouring woonplaats, unlike its street. */
  readonly isInNeighbour: boolean;
}

/** Footprint shapes: plain, with a bay, with a corner cut off, around a courtyard. */
export type PandShape = "box" | "bay" | "corner" | "courtyard";

export interface PlannedPand extends PlannedObject {
  readonly along: number;
  readonly widthM: number;
  /** Position of the front, signed by side. */
  readonly across: number;
  readonly depthM: number;
  readonly shape: PandShape;
  readonly bouwjaar: number;
}

export interface PlannedVerblijfsobject extends PlannedObject {
  readonly hoofdadres: PlannedNummeraanduiding;
  readonly nevenadressen: readonly PlannedNummeraanduiding[];
  readonly panden: readonly PlannedPand[];
  readonly along: number;
  readonly across: number;
  readonly gebruiksdoelen: readonly string[];
  /** Square metres. */
  readonly oppervlakte: number;
}

export interface PlannedPlaats extends PlannedObject {
  readonly type: "LIG" | "STA";
  readonly hoofdadres: PlannedNummeraanduiding;
  readonly along: number;
  readonly across: number;
}

/** Metres from the front to the residence's point behind it: inside every shape. */
export const POINT_BEHIND_FRONT_M = 2.5;
