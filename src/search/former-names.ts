/**
 * Names of the past of a snapshot, in memory: most lines that no address of today fits name no street or place of the
 * past either, and these tell so without a read. A few rows for each hundred streets.
 */
import { memoizePerObject } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { listOldStreets, listWoonplaatsNames } from "../registry/history/old-names.ts";
import { Past } from "../registry/history/past.ts";
import { canonicalName } from "./line/normalize.ts";

/** Street with a woonplaats in which it lay. */
export interface OldStreet {
  readonly street: number;
  readonly woonplaats: number;
}

export interface FormerNames {
  /** Streets by a name with which they lay in a woonplaats, when one of the two is another today. */
  readonly streets: ReadonlyMap<string, readonly OldStreet[]>;
  /** Woonplaatsen in which such streets lay. */
  readonly woonplaatsenOf: ReadonlyMap<number, readonly OldStreet[]>;
  /** Woonplaatsen by every name that they have or had. */
  readonly woonplaatsen: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Street of today. */
export interface StreetToday {
  readonly naam: string;
  readonly woonplaats: number;
}

/** Query of a street of today by its key. */
export const STREET_TODAY = "SELECT naam, woonplaats_id AS woonplaats FROM openbare_ruimte WHERE fid = ?";

/** Returns the names by the words of a name in one run (`toRun`); throws as `Past`. */
export const formerNamesOf = memoizePerObject((snapshot: Snapshot): FormerNames => {
  const past = new Past(snapshot);
  const isToday = ({ street, naam, woonplaats }: OldStreet & { readonly naam: string }) => {
    const today = snapshot.statement<StreetToday>(STREET_TODAY).get(street);
    return today?.woonplaats === woonplaats && toRun(today.naam) === toRun(naam);
  };
  const streets = listOldStreets(past).filter((one) => !isToday(one));
  const places = Map.groupBy(listWoonplaatsNames(past), ({ naam }) => toRun(naam));
  return {
    streets: Map.groupBy(streets, ({ naam }) => toRun(naam)),
    woonplaatsenOf: Map.groupBy(streets, ({ street }) => street),
    woonplaatsen: new Map(
      [...places].map(([run, named]) => [run, new Set(named.map((one) => one.woonplaats))]),
    ),
  };
});

/** Returns the canonical words of a name in one run. */
export function toRun(name: string): string {
  return canonicalName(name).join("");
}
