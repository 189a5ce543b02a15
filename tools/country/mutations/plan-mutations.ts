import { dateOf, REFERENCE_DATE, REFERENCE_DAY } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import type { GemeenteWoonplaatsRelatie } from "../official-format/gemeente-woonplaats-relatie.ts";
import type { MutationGroup, MutationSubject } from "../official-format/mutation-delivery.ts";
import type { TallyCounter } from "../tally.ts";
import { MutableCountry } from "./mutable-country.ts";
import type { DemoChange, GemeenteMove, MutationEvent, Scenario } from "./mutation-groups.ts";
import * as objects from "./object-scenarios.ts";
import { OFFICIAL_FORMS } from "./official-form-scenarios.ts";
import { addStreet, moveNummeraanduiding, renameStreet, withdrawStreet } from "./street-scenarios.ts";
import { moveBorder, moveToGemeente, relatiesAfter, renameWoonplaats } from "./woonplaats-scenarios.ts";

/** Period of the delivery: from the reference date to the day after. */
export const MUTATION_PERIOD = { from: REFERENCE_DATE, to: dateOf(REFERENCE_DAY + 1) } as const;

export interface PlannedMutations {
  readonly groups: readonly MutationGroup[];
  readonly inOnderzoek: readonly MutationGroup[];
  readonly changes: readonly DemoChange[];
  /** GEM-WPL-RELATIE of the day after. */
  readonly relaties: readonly GemeenteWoonplaatsRelatie[];
}

interface ScenarioTurn {
  readonly scenario: Scenario;
  /** Kind of street that the scenario needs. */
  readonly kind?: "quay" | "caravans";
}

const toTurns = (...scenarios: readonly Scenario[]): ScenarioTurn[] =>
  scenarios.map((scenario) => ({ scenario }));

const FREQUENT: readonly ScenarioTurn[] = [
  ...toTurns(...OFFICIAL_FORMS),
  ...toTurns(objects.revert, objects.withdrawAnnouncement, objects.removeAndReenter, objects.changePanden),
  ...toTurns(
    objects.demolish,
    objects.redraw,
    objects.addNevenadres,
    objects.removeNevenadres,
    moveNummeraanduiding,
  ),
];
const PLAATSEN: readonly ScenarioTurn[] = (["quay", "caravans"] as const).flatMap((kind) => [
  { scenario: objects.addPlaats, kind },
  { scenario: objects.withdrawPlaats, kind },
]);
const RARE = toTurns(renameStreet, addStreet, withdrawStreet, renameWoonplaats, moveBorder, moveToGemeente);

/** Scenarios in the order of their turns: streets and woonplaatsen change far more rarely than the objects in them. */
const TURNS: readonly ScenarioTurn[] = [
  ...FREQUENT,
  ...PLAATSEN,
  ...RARE,
  ...Array<typeof FREQUENT>(9).fill(FREQUENT).flat(),
];

/** Maximum number of consecutive streets without an event; after them, the country counts as used up. */
const MAX_MISSES = 200;

/**
 * Plans `count` groups of mutations or slightly more, and fewer only when the country is used up. The kinds of events
 * take turns. Every `was` equals the object in the extract or after an earlier group of the same event. No object takes
 * part in two events. Updates `tally` to the day after.
 */
export function planMutations(
  country: Country,
  { count, history }: { count: number; history: boolean },
  tally: TallyCounter,
): PlannedMutations {
  const groups: MutationGroup[] = [];
  const inOnderzoek: MutationGroup[] = [];
  const changes: DemoChange[] = [];
  const moves: GemeenteMove[] = [];
  const mutable = new MutableCountry(country, history);
  let misses = 0;
  for (let turn = 0; groups.length < count && misses < MAX_MISSES; turn += 1) {
    const { scenario, kind } = TURNS[turn % TURNS.length]!;
    const street = mutable.drawStreet(turn, kind);
    const event = street.isWithdrawn ? undefined : scenario(street, mutable);
    misses = event ? 0 : misses + 1;
    if (!event) {
      continue;
    }
    groups.push(...event.groups);
    inOnderzoek.push(...(event.inOnderzoek ?? []));
    changes.push(...event.changes);
    if (event.moved) {
      moves.push(event.moved);
    }
    countEvent(event, tally);
  }
  return { groups, inOnderzoek, changes, relaties: [...relatiesAfter(country, moves)] };
}

function countEvent(event: MutationEvent, tally: TallyCounter): void {
  for (const { provincie, counts } of event.tally) {
    tally.add(provincie, counts);
  }
  for (const mutation of event.groups.flat()) {
    const { type } = "wordt" in mutation ? mutation.wordt : mutation.was;
    if (mutation.kind === "toevoeging") {
      tally.addRecords(type, 1, isFirst(mutation.wordt) ? 1 : 0);
    }
    if (mutation.kind === "verwijdering") {
      tally.addRecords(type, -1, isFirst(mutation.was) ? -1 : 0);
    }
  }
}

function isFirst(subject: MutationSubject): boolean {
  return "voorkomen" in subject && subject.voorkomen.voorkomenidentificatie === 1;
}
