/** Applies hand-written mutations of each kind to the streets of a registry of 2026-11-08. */
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
import type { MutationTally } from "./apply-mutations.ts";
import type { Mutation } from "./mutation-reader.ts";

const TODAY = 20261108;
const TOMORROW = 20261109;
const LATER = 20261115;
const A = 901300000000001;
const B = 901300000000002;

const daily = (...mutations: Mutation[]): Delivery => ({ from: TODAY, to: TOMORROW, mutations });
const NONE: MutationTally = {
  toevoeging: 0,
  wijziging: 0,
  verwijdering: 0,
  elsewhere: 0,
  made: 0,
  changed: 0,
  removed: 0,
};

describe("a delivery that", () => {
  const open = street(A, 1, 20100101, "Oud");
  const closed = street(A, 1, 20100101, "Oud", { end: TOMORROW });
  const next = street(A, 2, TOMORROW, "Nieuw");
  const far = street(A, 1, 20100101, "Oud", { end: LATER });
  const announced = street(A, 2, LATER, "Nieuw");
  const synchronised = street(A, 1, 20100101, "Nieuw", { registeredLvMs: 20 });
  const marked = changed(open, { ...open, isInactive: true });
  const made = { ...NONE, made: 1 };
  const renamed = { ...NONE, changed: 1 };
  const cases: [string, Voorkomen[], Mutation[], Voorkomen[], Partial<MutationTally>, unknown[]][] = [
    ["makes an object", [], [added(open)], [open], { ...made, toevoeging: 1 }, []],
    ["makes one of the future", [], [added(announced)], [announced], { ...NONE, toevoeging: 1 }, []],
    [
      "makes one that has ended",
      [],
      [added(street(A, 1, 20100101, null))],
      [street(A, 1, 20100101, null)],
      { ...NONE, toevoeging: 1 },
      [],
    ],
    [
      "ends a voorkomen and adds the next",
      [open],
      [changed(open, closed), added(next)],
      [next],
      { ...renamed, wijziging: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "says so in the other order",
      [open],
      [added(next), changed(open, closed)],
      [next],
      { ...renamed, wijziging: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "gives a voorkomen another number",
      [open],
      [changed(open, street(A, 2, 20100101, "Oud"))],
      [street(A, 2, 20100101, "Oud")],
      { ...renamed, wijziging: 1 },
      ["Oud"],
    ],
    [
      "ends an object",
      [open],
      [changed(open, closed), added(street(A, 2, TOMORROW, null))],
      [street(A, 2, TOMORROW, null)],
      { ...NONE, removed: 1, wijziging: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "announces a change",
      [open],
      [changed(open, far), added(announced)],
      [far, announced],
      { ...renamed, wijziging: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "withdraws what was announced",
      [far, announced],
      [changed(announced, { ...announced, isInactive: true }), changed(far, open)],
      [open],
      { ...renamed, wijziging: 2 },
      ["Oud"],
    ],
    [
      "removes the highest voorkomen, so that the one before counts again",
      [street(A, 1, 20100101, "Oud"), street(A, 2, 20200101, "Nieuw")],
      [removed(street(A, 2, 20200101, "Nieuw"))],
      [open],
      { ...renamed, verwijdering: 1 },
      ["Nieuw"],
    ],
    [
      "removes the highest and withdraws an end long ago of the one before, which is not held",
      [street(A, 2, 20200101, "Nieuw")],
      [
        removed(street(A, 2, 20200101, "Nieuw")),
        changed(street(A, 1, 20100101, "Oud", { end: 20200101 }), open),
      ],
      [open],
      { ...renamed, verwijdering: 1, wijziging: 1 },
      ["Nieuw"],
    ],
    ["removes an object", [open], [removed(open)], [], { ...NONE, removed: 1, verwijdering: 1 }, ["Oud"]],
    [
      "declares an object not to be of the BAG",
      [open],
      [changed(open, { ...open, isInactive: true })],
      [],
      { ...NONE, removed: 1, wijziging: 1 },
      ["Oud"],
    ],
    ...(
      [
        ["marks a voorkomen as niet-BAG and adds another of its number", [marked, added(synchronised)]],
        ["does so in the other order", [added(synchronised), marked]],
        ["and once more", [added(synchronised), marked, added(synchronised), marked]],
      ] as const
    ).map(([what, mutations]): (typeof cases)[number] => {
      const pairs = mutations.length / 2;
      const tally = { ...renamed, wijziging: pairs, toevoeging: pairs };
      return [what, [open], [...mutations], [synchronised], tally, ["Oud"]];
    }),
    [
      "adds a voorkomen registered at the same moment with another begin, and marks the one before",
      [open],
      [added(street(A, 1, 20100102, "Nieuw")), marked],
      [street(A, 1, 20100102, "Nieuw")],
      { ...renamed, wijziging: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "synchronises twice, the marks last",
      [open],
      [
        added(synchronised),
        added({ ...synchronised, registeredLvMs: 30 }),
        marked,
        changed(synchronised, { ...synchronised, isInactive: true }),
      ],
      [synchronised],
      { ...renamed, wijziging: 2, toevoeging: 2 },
      ["Oud"],
    ],
    [
      "adds another of the same number before the removal of the former",
      [open],
      [added(synchronised), removed(open)],
      [synchronised],
      { ...renamed, verwijdering: 1, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "synchronises to a shorter life, the new voorkomen first",
      [closed, next],
      [
        added(synchronised),
        changed(closed, { ...closed, isInactive: true }),
        changed(next, { ...next, isInactive: true }),
      ],
      [synchronised],
      { ...renamed, wijziging: 2, toevoeging: 1 },
      ["Oud"],
    ],
    [
      "adds a voorkomen and marks that one",
      [],
      [added(synchronised), changed(synchronised, { ...synchronised, isInactive: true })],
      [],
      { ...NONE, wijziging: 1, toevoeging: 1 },
      [],
    ],
    [
      "corrects a name",
      [open],
      [changed(open, street(A, 1, 20100101, "Goed"))],
      [street(A, 1, 20100101, "Goed")],
      { ...renamed, wijziging: 1 },
      ["Oud"],
    ],
    [
      "corrects what is past",
      [street(A, 2, 20200101, "Nu")],
      [changed(street(A, 1, 2010, "Oud", { end: 20200101 }), street(A, 1, 2010, "Goed", { end: 20200101 }))],
      [street(A, 2, 20200101, "Nu")],
      { ...NONE, wijziging: 1 },
      [],
    ],
    [
      "changes an object in several groups, another between them",
      [open],
      [
        changed(open, closed),
        added(street(A, 2, TOMORROW, "Kort")),
        added(street(B, 1, TOMORROW, "Ander")),
        changed(street(A, 2, TOMORROW, "Kort"), street(A, 2, TOMORROW, "Kort", { end: TOMORROW })),
        added(street(A, 3, TOMORROW, "Lang")),
      ],
      [street(A, 3, TOMORROW, "Lang"), street(B, 1, TOMORROW, "Ander")],
      { ...NONE, changed: 1, made: 1, wijziging: 2, toevoeging: 3 },
      ["Oud"],
    ],
    [
      "takes an object away and brings it back",
      [open],
      [removed(open), added(open)],
      [open],
      { ...NONE, verwijdering: 1, toevoeging: 1 },
      [],
    ],
    ["changes nothing", [open], [changed(open, open)], [open], { ...NONE, wijziging: 1 }, []],
    ["is empty", [open], [], [open], NONE, []],
    ["is empty, while a change comes due", [closed, next], [], [next], renamed, ["Oud"]],
    ["is empty, while an object ends", [closed], [], [], { ...NONE, removed: 1 }, ["Oud"]],
    ["is empty, while an object begins", [next], [], [next], made, []],
    [
      "makes unusable what it changes",
      [open],
      [changed(open, { ...open, row: null })],
      [street(A, 1, 20100101, null)],
      { ...NONE, wijziging: 1, removed: 1 },
      ["Oud"],
    ],
  ];
  test.each(cases)("%s", async (_what, before, mutations, after, tally, old) => {
    const db = newRegistry(TODAY, before);
    const applied = await applyToStreets(db, TODAY, [daily(...mutations)]);
    expect(rowsOf(db)).toEqual(rowsOf(newRegistry(TOMORROW, after)));
    expect(applied).toMatchObject({ tally, old, problems: [] });
    expect(applied.touched).toHaveLength(applied.tally.made + applied.tally.changed + applied.tally.removed);

    const again = await applyToStreets(db, TOMORROW, [daily(...mutations)]);
    expect(rowsOf(db)).toEqual(rowsOf(newRegistry(TOMORROW, after)));
    expect(again).toMatchObject({ touched: [], old: [], problems: [] });
  });
});

test("what a street's row holds of others stays when the street is changed", async () => {
  const open = street(A, 1, 20100101, "Oud");
  const db = newRegistry(TODAY, [open]);
  db.run("UPDATE openbare_ruimte SET adres_count = 7");
  await applyToStreets(db, TODAY, [daily(changed(open, street(A, 1, 20100101, "Goed")))]);
  expect(db.query("SELECT naam, adres_count FROM openbare_ruimte").values()).toEqual([["Goed", 7]]);
});

test("objects that a delivery touches come to the new date, whatever else is due", async () => {
  const db = newRegistry(TODAY, [
    street(A, 1, 20100101, "Oud", { end: LATER }),
    street(A, 2, LATER, "Nieuw"),
  ]);
  await applyToStreets(db, TODAY, [
    { from: TODAY, to: LATER, mutations: [added(street(B, 1, TOMORROW, "Ander"))] },
  ]);
  expect(db.query("SELECT naam FROM openbare_ruimte ORDER BY fid").values()).toEqual([["Nieuw"], ["Ander"]]);
  expect(db.query("SELECT count(*) AS n FROM voorkomen").get()).toEqual({ n: 0 });
});
