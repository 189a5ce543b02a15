/** Builds the groups of mutations of scenarios, and declares the events that scenarios consist of. */
import { type Day, REFERENCE_DAY } from "../calendar.ts";
import type { DeliveredMutation, MutationGroup } from "../official-format/mutation-delivery.ts";
import type { BagObject, DeliveredType } from "../official-format/objects.ts";
import type { TallyChange, TallyCounts } from "../tally.ts";
import type { MutableCountry } from "./mutable-country.ts";
import { type MutableStreet, seedOf, successorOf, withEnd } from "./mutable-street.ts";

/** New voorkomens begin on the reference date, announced ones a month later. */
export const TODAY = REFERENCE_DAY;
export const ANNOUNCED = REFERENCE_DAY + 30;

/** Returns an event that changes no count. */
export function makeEvent(groups: readonly MutationGroup[], changes: readonly DemoChange[]): MutationEvent {
  return { groups, changes, tally: [] };
}

export function withCounts(street: MutableStreet, counts: TallyCounts, event: MutationEvent): MutationEvent {
  return { ...event, tally: [...event.tally, { provincie: street.provincie, counts }] };
}

/** Returns the event of one changed object, in one group. */
export function changeEvent<T extends BagObject>(latest: T, changes: Partial<T>): MutationEvent {
  return makeEvent(replacementGroups(latest, changes, TODAY), [{ ...groupIdOf(latest), kind: "changed" }]);
}

export function replacementGroups<T extends BagObject>(
  latest: T,
  changes: Partial<T>,
  begin: Day,
): MutationGroup[] {
  return [replacementGroup(latest, changes, begin)];
}

/** Returns the wijziging that ends the latest voorkomen, and the toevoeging of its successor. */
export function replacementGroup<T extends BagObject>(
  latest: T,
  changes: Partial<T>,
  begin: Day,
): DeliveredMutation[] {
  const seed = seedOf(latest);
  const wordt = { ...latest, voorkomen: withEnd(latest.voorkomen, begin, seed) };
  const next = { ...latest, ...changes, voorkomen: successorOf(latest.voorkomen, begin, seed) };
  return [
    { kind: "wijziging", was: latest, wordt },
    { kind: "toevoeging", wordt: next },
  ];
}

/** Returns the event of objects that end, one group each. */
export function endEvent(objects: readonly (readonly [latest: BagObject, status: string])[]): MutationEvent {
  return makeEvent(
    objects.map(([latest, status]) => replacementGroup(latest, { status }, TODAY)),
    objects.map(([latest]) => ({ ...groupIdOf(latest), kind: "ended" })),
  );
}

export function addEvent(objects: readonly BagObject[]): MutationEvent {
  return makeEvent(
    objects.map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
    objects.map((object) => ({ ...groupIdOf(object), kind: "added" })),
  );
}

export function mergeEvents(...events: readonly MutationEvent[]): MutationEvent {
  return {
    groups: events.flatMap(({ groups }) => groups),
    changes: events.flatMap(({ changes }) => changes),
    tally: events.flatMap(({ tally }) => tally),
  };
}

/** Returns the negated counts, for objects that end. */
export function negateCounts(counts: TallyCounts): TallyCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
}

export function groupIdOf({ type, identificatie }: BagObject): Pick<DemoChange, "type" | "identificatie"> {
  return { type, identificatie };
}

/** Change of one object on the day after the reference date. */
export interface DemoChange {
  readonly type: DeliveredType;
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
