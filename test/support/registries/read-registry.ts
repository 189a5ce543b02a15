import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openReadOnly } from "../../../src/base/sqlite.ts";
import type { CurrentTally } from "../../../tools/country/tally.ts";

/**
 * Returns a table as text, one line per row, with values separated by spaces and null as a dash, to compare with
 * hand-typed expectations.
 */
export function listLines(db: Database, table: string, columns: string): string[] {
  const joined = columns
    .split(/,\s+(?![^()]*\))/)
    .map((column) => `coalesce(${column}, '-')`)
    .join(" || ' ' || ");
  const rows = db.query<{ line: string }, []>(`SELECT ${joined} AS line FROM ${table} ORDER BY 1`).all();
  return rows.map(({ line }) => line.replace(/ +/g, " "));
}

/** Returns the lines of a template literal, sorted, without surrounding lines and indentation. */
export function toSortedLines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(/ +/g, " "))
    .sort();
}

/** Opens the registry file that a data folder points at. */
export function openCurrent(dataDir: string): Database {
  return openReadOnly(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()));
}

/** Counts the rows of a table, optionally with a condition. */
export function countRows(db: Database, from: string): number {
  return db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()!.n;
}

/** Counts in a registry what the generator of fictitious countries counts. */
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
