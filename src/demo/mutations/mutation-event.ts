import type { MutationGroup } from "../official-format/mutation-file.ts";
import type { ObjectType } from "../official-format/objects.ts";
import type { TallyChange } from "../tally.ts";
import type { MutableCountry } from "./mutable-country.ts";
import type { MutableStreet } from "./mutable-street.ts";

/** Change of one object on the day after the reference date. */
export interface DemoChange {
  readonly type: ObjectType;
  readonly identificatie: string;
  readonly kind: "added" | "changed" | "ended" | "removed" | "announced" | "in onderzoek";
}

/** Event with its groups of mutations, its changes of objects, and its changes of the counts of the day after. */
export interface MutationEvent {
  readonly groups: readonly MutationGroup[];
  /** Groups of the IOMUT files: changes of attributes under investigation (in onderzoek). */
  readonly inOnderzoek?: readonly MutationGroup[];
  readonly changes: readonly DemoChange[];
  readonly tally: readonly TallyChange[];
  /** The woonplaats that moves to another gemeente on the day after. */
  readonly moved?: GemeenteMove;
}

export interface GemeenteMove {
  readonly woonplaats: string;
  /** Gemeentecode. */
  readonly gemeente: string;
}

/** Plans one kind of event in a street; returns `undefined` when no object there is left for it. */
export type Scenario = (street: MutableStreet, country: MutableCountry) => MutationEvent | undefined;
