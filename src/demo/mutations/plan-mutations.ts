import { dateOf, REFERENCE_DATE, REFERENCE_DAY } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import { streetPrefix } from "../country/identificatie.ts";
import { type StreetPlace, streetPlacesIn } from "../country/street-places.ts";
import type { MutationGroup, MutationSubject } from "../official-format/mutation-file.ts";
import { below, derive } from "../random.ts";
import type { TallyCounter } from "../tally.ts";
import { MutableStreet, type StreetLedger } from "./mutable-street.ts";
import type { DemoChange, MutationEvent } from "./mutation-event.ts";
import { SCENARIOS } from "./mutation-scenarios.ts";

/** From the reference date to the day after. */
export const MUTATION_PERIOD = { from: REFERENCE_DATE, to: dateOf(REFERENCE_DAY + 1) } as const;

export interface PlannedMutations {
  readonly groups: readonly MutationGroup[];
  readonly inOnderzoek: readonly MutationGroup[];
  readonly changes: readonly DemoChange[];
}

/** After this many streets in a row without an object left for an event, a country counts as used up. */
const PATIENCE = 200;

/**
 * About `count` groups of mutations, at least that many where the country is large enough: the kinds of events take turns.
 * Every `was` equals what the extract holds; no object takes part in two events. `tally` is changed to the day after.
 */
export function planMutations(country: Country, count: number, tally: TallyCounter): PlannedMutations {
  const groups: MutationGroup[] = [];
  const inOnderzoek: MutationGroup[] = [];
  const changes: DemoChange[] = [];
  const ledgers = new Map<string, StreetLedger>();
  let misses = 0;
  for (let turn = 0; groups.length < count && misses < PATIENCE; turn += 1) {
    const event = SCENARIOS[turn % SCENARIOS.length]!(drawStreet(country, turn, ledgers));
    misses = event ? 0 : misses + 1;
    if (!event) continue;
    groups.push(...event.groups);
    inOnderzoek.push(...(event.inOnderzoek ?? []));
    changes.push(...event.changes);
    countEvent(event, tally);
  }
  return { groups, inOnderzoek, changes };
}

function drawStreet(country: Country, turn: number, ledgers: Map<string, StreetLedger>): MutableStreet {
  const place = drawPlace(country, turn);
  const key = streetPrefix("OPR", place.street);
  const ledger = ledgers.get(key) ?? { taken: new Set<string>(), added: 0 };
  ledgers.set(key, ledger);
  return new MutableStreet(place, ledger);
}

function drawPlace(country: Country, draw: number): StreetPlace {
  const seed = derive(country.seed, 700_000 + draw);
  const woonplaats = country.woonplaatsen[below(seed, 1, country.woonplaatsen.length)]!;
  const places = [...streetPlacesIn(country, woonplaats)].filter(({ street }) => street.addresses > 0);
  return places[below(seed, 2, places.length)]!;
}

function countEvent(event: MutationEvent, tally: TallyCounter): void {
  for (const { provincie, counts } of event.tally) tally.add(provincie, counts);
  for (const mutation of event.groups.flat()) {
    const { type } = "wordt" in mutation ? mutation.wordt : mutation.was;
    if (mutation.kind === "toevoeging") tally.addRecords(type, 1, isFirst(mutation.wordt) ? 1 : 0);
    if (mutation.kind === "verwijdering") tally.addRecords(type, -1, isFirst(mutation.was) ? -1 : 0);
  }
}

function isFirst(subject: MutationSubject): boolean {
  return "voorkomen" in subject && subject.voorkomen.voorkomenidentificatie === 1;
}
