import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { GEMEENTEN, GEMEENTEN_2026 } from "../../../test/support/extracts/reference-files.ts";
import { Database } from "../../base/sqlite.ts";
import { UPDATE_TABLES } from "../../registry/schema/schema.ts";
import { listGemeenteNames, readShippedNames, storeGemeenteNames } from "./gemeente-names.ts";

const OPEN_END = 9999_99_99;

function namesOn(date: number) {
  const db = new Database(":memory:", { strict: true });
  db.run(UPDATE_TABLES);
  storeGemeenteNames(db, [readShippedNames()]);
  return listGemeenteNames(db, date);
}

test("gemeenten have the name and provincie of the date, those that ended, merged and came included", () => {
  const then = namesOn(2009_06_01);
  expect(then.get(620)).toEqual({ naam: "Vianen", provincieNumber: 26 });
  // De Friese Meren of 2014 got another name, and with it another code, in July 2015.
  const frisian = namesOn(2015_06_30).get(1921);
  expect(frisian).toEqual({ naam: "De Friese Meren", provincieNumber: 21 });
  expect(namesOn(2015_07_01).get(1940)).toEqual({ naam: "De Fryske Marren", provincieNumber: 21 });
  // Weesp became part of Amsterdam on 2022-03-24.
  for (const date of [2021_10_15, 2026_11_08]) {
    expect(namesOn(date).get(457)).toEqual({ naam: "Weesp", provincieNumber: 27 });
  }
  expect(namesOn(2026_11_08).get(363)).toEqual({ naam: "Amsterdam", provincieNumber: 27 });
});

test("as many gemeenten exist on New Year's Day as CBS counts", () => {
  // CBS, Gemeentelijke indeling op 1 januari, of each year.
  const counts = { 2010: 431, 2014: 403, 2018: 380, 2019: 355, 2021: 352, 2022: 345, 2023: 342, 2026: 342 };
  for (const [year, count] of Object.entries(counts)) {
    const day = Number(year) * 10_000 + 101;
    const existing = readShippedNames().filter(({ begin, end }) => begin <= day && day < end);
    expect([year, new Set(existing.map(({ code }) => code)).size]).toEqual([year, count]);
  }
});

test("no code has two names at a time", () => {
  for (const rows of Map.groupBy(readShippedNames(), ({ code }) => code).values()) {
    for (const [i, row] of rows.toSorted((a, b) => a.begin - b.begin).entries()) {
      if (i > 0) {
        expect(row.begin).toBeGreaterThanOrEqual(rows[i - 1]!.end);
      }
    }
  }
});

const lineOf = (...cells: unknown[]) => cells.join(";");
const shipped = () =>
  readShippedNames().map(({ code, naam, provincieNumber, begin, end }) =>
    lineOf(provincieNumber, String(code).padStart(4, "0"), naam, begin, end === OPEN_END ? "" : end),
  );

/** Returns the cells of a file's lines after its header; names in it contain the delimiter only within quotes. */
function linesOf(path: string, delimiter: RegExp): string[][] {
  const [, ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  return lines.map((line) => line.split(delimiter).map((cell) => cell.replace(/^"|"$/g, "")));
}

test("the list is that of all gemeenten since 2009", () => {
  const expected = linesOf(GEMEENTEN, /;/)
    .map(([provincie, , code, naam, begin, end]) =>
      lineOf(provincie, code, naam, begin!.replaceAll("-", ""), end!.replaceAll("-", "")),
    )
    .filter((line) => /;$/.test(line) || Number(line.split(";").at(-1)) > 2009_01_01);
  expect(shipped().sort()).toEqual(expected.sort());
});

test("its gemeenten of today are CBS's of 2026", () => {
  const commas = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
  const expected = linesOf(GEMEENTEN_2026, commas).map(([code, , naam, provincie]) =>
    lineOf(provincie, code, naam),
  );
  const open = shipped().filter((line) => line.endsWith(";"));
  expect(open.map((line) => line.split(";").slice(0, 3).join(";")).sort()).toEqual(expected.sort());
});
