/** Tests the rows that a registry keeps of one object, for every kind of future change, and as days pass. */
import { describe, expect, test } from "bun:test";
import { randomBelow } from "../../../tools/country/random.ts";
import { Database } from "../../base/sqlite.ts";
import { findInForce } from "../../registry/history/voorkomens.ts";
import { createTables } from "../../registry/schema/schema.ts";
import { formatBagDate, NO_END } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { KeptVoorkomenStore } from "./kept-voorkomens.ts";
import { nameValues, orderValues } from "./row-layout.ts";
import type { Voorkomen } from "./voorkomen.ts";

const STREET = 901300000000001;
const HOUSE = 901100000000001;
const TODAY = 20261108;

function newRegistry(): Database {
  const db = new Database(":memory:", { strict: true });
  createTables(db);
  return db;
}

/** Returns a street's voorkomen; without a name its status is an ended one. */
function street(voorkomen: number, begin: number, end: number, naam: string | null): Voorkomen {
  const row = naam === null ? null : streetValues(naam);
  return { id: STREET, voorkomen, begin, end, isInactive: false, row };
}

function streetValues(naam: string): readonly RowValue[] {
  const named = { naam, verkorte_naam: null, type: "Weg", woonplaats_id: 9001, status: 0, name_key: naam };
  return orderValues("OPR", named);
}

function houseValues(bouwjaar: number | null, woonplaats: number | null): readonly RowValue[] {
  const status = "Pand in gebruik";
  const named = { status, geconstateerd: 0, begin_geldigheid: "2020-01-01", woonplaats_id: woonplaats };
  return orderValues("PND", { bouwjaar, ...named });
}

function house(voorkomen: number, begin: number, end: number, bouwjaar: number | null): Voorkomen {
  return {
    id: HOUSE,
    voorkomen,
    begin,
    end,
    isInactive: false,
    row: houseValues(bouwjaar, 9001),
    geom: Uint8Array.of(voorkomen),
  };
}

/** Returns every row of the registry, one line each. */
function contentsOf(db: Database): Record<"base" | "voorkomen" | "ended_object", string[]> {
  const lines = (sql: string) =>
    db
      .query<Record<string, unknown>, []>(sql)
      .all()
      .map((row) =>
        Object.values(row)
          .map((value) => (value instanceof Uint8Array ? `x${value.toHex()}` : (value ?? "-")))
          .join(" "),
      );
  return {
    base: [
      ...lines("SELECT voorkomen_identificatie, eind_geldigheid, naam, name_key FROM openbare_ruimte"),
      ...lines("SELECT voorkomen_identificatie, eind_geldigheid, bouwjaar, woonplaats_id, geom FROM pand"),
    ],
    voorkomen:
      lines(`SELECT voorkomen_identificatie, begin_geldigheid, eind_geldigheid, review_date, row_json, geom
      FROM voorkomen ORDER BY 1`),
    ended_object: lines("SELECT * FROM ended_object"),
  };
}

function writeTo(db: Database, referenceDate: number, [id, kept]: [number, Voorkomen[]]) {
  return new KeptVoorkomenStore(db, { referenceDate, isImport: false }).write(id, kept);
}

const rowJson = (naam: string) => JSON.stringify(streetValues(naam));
const NOTHING = { base: [], voorkomen: [], ended_object: [] };

describe("of a street on 2026-11-08 with", () => {
  const cases: [string, Voorkomen[], Partial<ReturnType<typeof contentsOf>>][] = [
    ["one voorkomen, its row says all", [street(3, 20100101, NO_END, "A")], { base: ["3 - A A"] }],
    ["one that begins today, the same", [street(3, TODAY, NO_END, "A")], { base: ["3 - A A"] }],
    [
      "one of an ended status, only its number",
      [street(2, 20100101, NO_END, null)],
      { ended_object: [`${STREET} 2`] },
    ],
    [
      "an end tomorrow",
      [street(1, 20100101, 20261109, "A")],
      { base: ["1 2026-11-09 A A"], voorkomen: [`1 - 2026-11-09 2026-11-09 ${rowJson("A")} -`] },
    ],
    ["an end today, nothing", [street(1, 20100101, TODAY, "A")], {}],
    [
      "a begin tomorrow, no row yet",
      [street(1, 20261109, NO_END, "A")],
      { voorkomen: [`1 2026-11-09 - 2026-11-09 ${rowJson("A")} -`] },
    ],
    [
      "a change tomorrow",
      [street(1, 20100101, 20261109, "A"), street(2, 20261109, NO_END, "B")],
      {
        base: ["1 2026-11-09 A A"],
        voorkomen: [
          `1 - 2026-11-09 2026-11-09 ${rowJson("A")} -`,
          `2 2026-11-09 - 2026-11-09 ${rowJson("B")} -`,
        ],
      },
    ],
    [
      "an end that is announced",
      [street(1, 20100101, 20261109, "A"), street(2, 20261109, NO_END, null)],
      {
        base: ["1 2026-11-09 A A"],
        voorkomen: [`1 - 2026-11-09 2026-11-09 ${rowJson("A")} -`, "2 2026-11-09 - 2026-11-09 - -"],
      },
    ],
    [
      "two that are open, the higher counts",
      [street(2, 20200101, NO_END, "B"), street(1, 20100101, NO_END, "A")],
      { base: ["2 - B B"], voorkomen: [`1 - - - ${rowJson("A")} -`, `2 - - - ${rowJson("B")} -`] },
    ],
    [
      "two that are open, the higher one ended",
      [street(1, 20100101, NO_END, "A"), street(2, 20200101, NO_END, null)],
      { voorkomen: [`1 - - - ${rowJson("A")} -`, "2 - - - - -"] },
    ],
    [
      "a typing error that ends before it begins, seen again at its end",
      [street(1, 20100101, NO_END, "A"), street(2, 20290101, 20280101, "B")],
      {
        base: ["1 - A A"],
        voorkomen: [`1 - - - ${rowJson("A")} -`, `2 2029-01-01 2028-01-01 2028-01-01 ${rowJson("B")} -`],
      },
    ],
    ["nothing, nothing", [], {}],
  ];
  test.each(cases)("%s", (_what, kept, expected) => {
    const db = newRegistry();
    // The second write replaces whatever was known before.
    for (const before of cases) {
      writeTo(db, TODAY, [STREET, before[1]]);
      writeTo(db, TODAY, [STREET, kept]);
      expect(contentsOf(db)).toEqual({ ...NOTHING, ...expected });
    }
  });
});

describe("of a pand on 2026-11-08 the bouwjaar", () => {
  const rijOf = (bouwjaar: number) => `${JSON.stringify(houseValues(bouwjaar, null))} x01`;
  test.each([
    [2031, { base: ["1 - 2031 - x01"] }],
    [2032, { base: ["1 - - - x01"], voorkomen: [`1 - - 2027-01-01 ${rijOf(2032)}`] }],
    [9998, { base: ["1 - - - x01"], voorkomen: [`1 - - 9993-01-01 ${rijOf(9998)}`] }],
    [null, { base: ["1 - - - x01"] }],
  ])("%p", (bouwjaar, expected) => {
    const db = newRegistry();
    writeTo(db, TODAY, [HOUSE, [house(1, 20200101, NO_END, bouwjaar)]]);
    expect(contentsOf(db)).toEqual({ ...NOTHING, ...expected });
  });

  test("of the far future is looked at when the voorkomen ends, if that is before", () => {
    const db = newRegistry();
    writeTo(db, TODAY, [HOUSE, [house(1, 20200101, 20261201, 2040)]]);
    expect(contentsOf(db).voorkomen).toEqual([`1 - 2026-12-01 2026-12-01 ${rijOf(2040)}`]);
    writeTo(db, TODAY, [HOUSE, [house(1, 20261201, NO_END, 2032)]]);
    expect(contentsOf(db).voorkomen).toEqual([`1 2026-12-01 - 2026-12-01 ${rijOf(2032)}`]);
  });
});

test("a row that stays as it is is not changed, and what others derived of it stays", () => {
  const db = newRegistry();
  const kept = new KeptVoorkomenStore(db, { referenceDate: TODAY, isImport: false });
  const countChanges = () => db.query("SELECT total_changes() AS n").get();
  expect(kept.write(HOUSE, [house(1, 20200101, NO_END, 2000)]).change).toBe("made");
  db.run("UPDATE pand SET woonplaats_id = 7, adres_count = 3");
  const changes = countChanges();
  expect(kept.write(HOUSE, [house(1, 20200101, NO_END, 2000)]).change).toBeUndefined();
  expect(kept.write(HOUSE, kept.read(HOUSE)).change).toBeUndefined();
  expect(countChanges()).toEqual(changes);
  expect(kept.write(HOUSE, [house(1, 20200101, NO_END, 2001)]).change).toBe("changed");
  expect(db.query("SELECT woonplaats_id, adres_count, bouwjaar FROM pand").get()).toEqual({
    woonplaats_id: 7,
    adres_count: 3,
    bouwjaar: 2001,
  });
  const moved = { ...house(1, 20200101, NO_END, 2001), geom: Uint8Array.of(9) };
  expect(kept.write(HOUSE, [moved]).change).toBe("changed");
  expect(kept.write(HOUSE, []).change).toBe("removed");
  expect(kept.write(HOUSE, []).change).toBeUndefined();
});

test("a verblijfsobject is the same whichever of its panden was chosen, and whether its only one exists", () => {
  const db = newRegistry();
  const id = 901010000000001;
  const home = (panden: string | null, pand: number): Voorkomen => ({
    id,
    voorkomen: 1,
    begin: 20200101,
    end: NO_END,
    isInactive: false,
    row: orderValues("VBO", {
      hoofdadres_id: 901200000000001,
      nevenadres_ids: null,
      gebruiksdoel: "woonfunctie",
      oppervlakte: 100,
      pand_ids: panden,
      status: 2,
      pand_id: pand,
      latitude: 52.25,
      longitude: 5.5,
      rd_x: 131234.567,
      rd_y: 480123.4,
    }),
    geom: Uint8Array.of(1),
  });
  const kept = new KeptVoorkomenStore(db, { referenceDate: TODAY, isImport: false });
  const several = home("0901100000000002|0901100000000001", 901100000000002);
  kept.write(id, [several]);
  db.run("UPDATE verblijfsobject SET pand_id = 901100000000001");
  expect(kept.write(id, [several]).change).toBeUndefined();
  expect(kept.read(id)).toEqual([{ ...several, begin: 0 }]);
  const alone = home(null, 901100000000003);
  expect(kept.write(id, [alone]).change).toBe("changed");
  db.run("UPDATE verblijfsobject SET pand_id = NULL, pand_ids = '0901100000000003'");
  expect(kept.write(id, [alone]).change).toBeUndefined();
  expect(kept.read(id)).toEqual([{ ...alone, begin: 0 }]);
  expect(kept.write(id, [home(null, 901100000000004)]).change).toBe("changed");
});

test("an import writes a pand with what is counted of it", () => {
  const db = newRegistry();
  db.run("ATTACH ':memory:' AS work");
  db.run("CREATE TABLE work.pand_tally (pand_id, adres_count, verblijfsobject_count, woonplaats_id)");
  db.run(`INSERT INTO work.pand_tally VALUES (${HOUSE}, 5, 6, 9007), (${HOUSE + 1}, 0, 1, NULL)`);
  const kept = new KeptVoorkomenStore(db, { referenceDate: TODAY, isImport: true });
  for (const id of [HOUSE, HOUSE + 1, HOUSE + 2]) {
    kept.write(id, [{ ...house(1, 20200101, NO_END, 2000), id }]);
  }
  const columns = "fid - 901100000000001 AS nr, woonplaats_id, adres_count, verblijfsobject_count";
  expect(db.query(`SELECT ${columns} FROM pand`).values()).toEqual([
    [0, 9007, 5, 6],
    [1, 9001, 0, 1],
    [2, 9001, 0, 0],
  ]);
});

/** 2026-12-20, 2026-12-21, … over the turn of the year. */
const DAYS = Array.from({ length: 25 }, (_, i) => {
  const date = new Date(Date.UTC(2026, 11, 20 + i)).toISOString().slice(0, 10);
  return Number(date.replaceAll("-", ""));
});

/** Draws one to four voorkomens of a pand: past, present and future ones, valid or not. */
function drawVoorkomens(seed: number): Voorkomen[] {
  const draw = (salt: number, count: number) => randomBelow(seed, salt, count);
  return Array.from({ length: 1 + draw(0, 4) }, (_, i) => {
    const at = (i + 1) * 10;
    const end = draw(at + 1, 3) === 0 ? NO_END : DAYS[draw(at + 2, DAYS.length)]!;
    const voorkomen = house(i + 1, DAYS[draw(at + 3, DAYS.length)]!, end, 2030 + draw(at + 4, 4));
    return draw(at + 5, 5) === 0 ? { ...voorkomen, row: null, geom: undefined } : voorkomen;
  });
}

test.each(Array.from({ length: 60 }, (_, i) => i + 1))(
  "day by day, looked at only when it says so, an object is what it is when read anew: seed %p",
  (seed) => {
    const voorkomens = drawVoorkomens(seed);
    const db = newRegistry();
    writeTo(db, DAYS[0]!, [HOUSE, voorkomens]);
    for (const day of DAYS.slice(1)) {
      const due = db.query("SELECT 1 FROM voorkomen WHERE review_date <= ?").get(formatBagDate(day));
      const kept = new KeptVoorkomenStore(db, { referenceDate: day, isImport: false });
      if (due !== null) {
        kept.write(HOUSE, kept.read(HOUSE));
      }
      const anew = newRegistry();
      writeTo(anew, day, [HOUSE, voorkomens]);
      expect({ day, ...contentsOf(db) }).toEqual({ day, ...contentsOf(anew) });
      expect(contentsOf(db).base).toEqual(expectedRow(voorkomens, day));
    }
  },
);

/** Returns the expected row by a second implementation of docs/records.md, "Which records exist". */
function expectedRow(voorkomens: readonly Voorkomen[], day: number): string[] {
  const inForce = voorkomens.filter(({ begin, end }) => begin <= day && day < end);
  const last = inForce.at(-1);
  if (!last?.row) {
    return [];
  }
  const end = last.end === NO_END ? "-" : formatBagDate(last.end);
  const stated = nameValues("PND", last.row).bouwjaar;
  const bouwjaar = Number(stated) > Math.floor(day / 10_000) + 5 ? "-" : stated;
  return [`${last.voorkomen} ${end} ${bouwjaar} - x0${last.voorkomen}`];
}

test.each([
  ["begins before and has no end", 20200101, NO_END, true],
  ["begins on the day", 20240308, NO_END, true],
  ["begins the day after", 20240309, NO_END, false],
  ["ends on the day, which is no more", 20200101, 20240308, false],
  ["ends the day after", 20200101, 20240309, true],
  ["ended before", 20200101, 20240307, false],
  ["has no length", 20240308, 20240308, false],
  ["begins and ends by typing error in another century", 22040121, NO_END, false],
])("on 2024-03-08 a voorkomen that %s: %p %p is in force: %p", (_what, begin, end, expected) => {
  expect(findInForce([{ begin, end }], 20240308) !== undefined).toBe(expected);
});
