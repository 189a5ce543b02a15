import type { Day } from "../calendar.ts";
import type { LifeState } from "../records/life.ts";
import type { AddressSlot } from "./designations.ts";
import type { Ending } from "./street-plan.ts";

/** One plot of a street and the addresses on it, before its objects are made. */
export interface PlannedBuilding {
  readonly seed: number;
  readonly state: LifeState;
  /** First day of validity of its objects. */
  readonly since: Day;
  /** First day of validity of its panden, when they are older. */
  readonly pandenSince?: Day;
  /** Seed of the decision that formed its objects. */
  readonly decision: number;
  /** End of a past building, with all its objects. */
  readonly ending?: Ending;
  /** A residence and its address that were in it before. */
  readonly former?: FormerResidence | undefined;
  readonly bouwjaar: number;
  /** Middle of the plot on the street's axis, in metres. */
  readonly along: number;
  readonly pitchM: number;
  /** +1 on the odd side, -1 on the even side. */
  readonly side: 1 | -1;
  readonly designations: readonly AddressSlot[];
  /** House number of the first designation. */
  readonly huisnummer: number;
  /** One for each designation. */
  readonly postcodes: readonly (string | undefined)[];
}

/** A residence that was in a building before, with an address of its own. */
export interface FormerResidence {
  readonly since: Day;
  readonly ending: Ending;
}
