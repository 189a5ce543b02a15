/** Applies mutations of voorkomens that a registry of 2026-11-08 does not have. */
import { describe, expect, test } from "bun:test";
import {
  added,
  applyToStreets,
  changed,
  type Delivery,
  newRegistry,
  removed,
  rowsOf,
  street,
} from "../../../test/support/registries/street-mutations.ts";
import type { Voorkomen } from "../objects/voorkomen.ts";
import type { Mutation } from "./mutation-reader.ts";

const YESTERDAY = 20261107;
const TODAY = 20261108;
const TOMORROW = 20261109;
const LATER = 20261115;
const A = 901300000000001;
const B = 901300000000002;

const daily = (...mutations: Mutation[]): Delivery => ({ from: TODAY, to: TOMORROW, mutations });

describe("what a mutation begins from and the registry does not hold is reported,", () => {
  const gone = street(A, 1, 20100101, "Oud");
  const end = (at: number) => street(A, 1, 20100101, "Oud", { end: at });
  const missing = (kind: string, voorkomen = 1) =>
    `OPR noticed: ${kind} of a voorkomen that the registry does not hold: 1: 0901300000000001 voorkomen ${voorkomen}`;
  const next = (...mutations: Mutation[]): Delivery => ({ from: TOMORROW, to: LATER, mutations });
  const cases: [string, Voorkomen[], Delivery | Delivery[], string[]][] = [
    ["of an object", [], daily(changed(gone, gone)), [missing("wijziging")]],
    ["that is removed", [], daily(removed(gone)), [missing("verwijdering")]],
    [
      "that ended long ago, says the mutation",
      [],
      daily(changed(gone, end(20200101))),
      [missing("wijziging")],
    ],
    ["that would end", [], daily(removed(end(LATER))), [missing("verwijdering")]],
    ["not one that had ended", [], daily(removed(end(TODAY))), []],
    ["not one that never counted", [], daily(removed({ ...gone, isInactive: true })), []],
    [
      "of a voorkomen",
      [gone],
      daily(changed(street(A, 2, 20200101, "B"), street(A, 2, 20200101, "C"))),
      [missing("wijziging", 2)],
    ],
    [
      "not one that the delivery made",
      [],
      daily(added(gone), changed(gone, end(LATER)), removed(end(LATER))),
      [],
    ],
    [
      "one that the delivery removed",
      [gone],
      daily(removed(gone), changed(gone, end(LATER))),
      [missing("wijziging")],
    ],
    [
      "after a gap",
      [],
      { from: TOMORROW, to: LATER, mutations: [changed(gone, end(20200101))] },
      [missing("wijziging")],
    ],
    [
      "that a delivery before ended in time",
      [gone],
      [daily(changed(gone, end(TOMORROW))), next(changed(gone, gone))],
      [missing("wijziging")],
    ],
    [
      "not one that a delivery before made or let go on",
      [gone],
      [
        daily(changed(gone, end(LATER)), added(street(B, 1, TODAY, "B", { end: TOMORROW }))),
        next(removed(gone), removed(street(B, 1, TODAY, "B", { end: TOMORROW }))),
      ],
      [],
    ],
    [
      "not of what was applied before",
      [],
      {
        from: YESTERDAY,
        to: TOMORROW,
        mutations: [changed(gone, end(TODAY)), removed(street(B, 1, TODAY, "B"))],
      },
      [],
    ],
    [
      "but of what must be there also when it was applied before",
      [],
      { from: YESTERDAY, to: TOMORROW, mutations: [changed(gone, end(LATER))] },
      [missing("wijziging")],
    ],
  ];
  test.each(cases)("%s", async (_what, before, given, expected) => {
    const db = newRegistry(TODAY, before);
    expect((await applyToStreets(db, TODAY, [given].flat())).problems).toEqual(expected);
  });
});

test("mutations of unknown objects are applied all the same", async () => {
  const db = newRegistry(TODAY, []);
  const [was, wordt] = [street(A, 1, 20100101, "Oud"), street(A, 1, 20100101, "Oud", { end: LATER })];
  await applyToStreets(db, TODAY, [daily(changed(was, wordt), added(street(A, 2, LATER, "Nieuw")))]);
  expect(rowsOf(db)).toEqual(rowsOf(newRegistry(TOMORROW, [wordt, street(A, 2, LATER, "Nieuw")])));
});
