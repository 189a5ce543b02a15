import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openReadOnly } from "../src/base/sqlite.ts";
import type { CurrentTally } from "../src/demo/tally.ts";

/** A table as text, one line a row, values set apart by spaces and null as a dash: for expectations typed by hand. */
export function listLines(db: Database, table: string, columns: string): string[] {
  const joined = columns
    .split(/,\s+(?![^()]*\))/)
    .map((column) => `coalesce(${column}, '-')`)
    .join(" || ' ' || ");
  const rows = db.query<{ line: string }, []>(`SELECT ${joined} AS line FROM ${table} ORDER BY 1`).all();
  return rows.map(({ line }) => line.replace(/ +/g, " "));
}

/** Lines of a template literal, without those around it and without indentation. */
export function typedLines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(/ +/g, " "))
    .sort();
}

/** The registry a data folder points at, by its file. */
export function openCurrent(dataDir: string): Database {
  return openReadOnly(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()));
}

/** Rows of a table, with a condition perhaps. */
export function countRows(db: Database, from: string): number {
  return db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()!.n;
}

/** What the generator of fictitious countries counts, as a registry has it. */
export function tallyOf(db: Database): CurrentTally {
  return {
    adressen: countRows(db, "adres"),
    adressenWithoutPostcode: countRows(db, "adres WHERE postcode IS NULL"),
    panden: countRows(db, "pand"),
    openbareRuimten: countRows(db, "openbare_ruimte"),
    woonplaatsen: countRows(db, "woonplaats"),
    verblijfsobjecten: countRows(db, "verblijfsobject"),
    ligplaatsen: countRows(db, "ligplaats"),
    standplaatsen: countRows(db, "standplaats"),
    gemeenten: countRows(db, "gemeente"),
  };
}
