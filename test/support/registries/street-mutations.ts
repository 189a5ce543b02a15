/**
 * Makes registries of streets alone, and mutations of them: enough to test how an update changes the state of objects.
 */
import { Database } from "../../../src/base/sqlite.ts";
import { collectTouchedRows } from "../../../src/import/derive/touched.ts";
import { NO_END } from "../../../src/import/extract/dates.ts";
import { KeptVoorkomenStore } from "../../../src/import/objects/kept-voorkomens.ts";
import { orderValues } from "../../../src/import/objects/row-layout.ts";
import type { Voorkomen } from "../../../src/import/objects/voorkomen.ts";
import { ImportReport } from "../../../src/import/report.ts";
import { applyMutations, type MutationTally } from "../../../src/import/update/apply-mutations.ts";
import type { Mutation } from "../../../src/import/update/mutation-reader.ts";
import { StagedMutations } from "../../../src/import/update/staged-mutations.ts";
import { createTables, INDEXES_DDL } from "../../../src/registry/schema/schema.ts";

/** Makes a street's voorkomen; without a name its status is an ended one. */
export function street(
  id: number,
  voorkomen: number,
  begin: number,
  naam: string | null,
  { end = NO_END, isInactive = false, registeredLvMs = 10 } = {},
): Voorkomen {
  const values = { naam, verkorte_naam: null, type: "Weg", woonplaats_id: 9001, status: 0, name_key: naam };
  const row = naam === null ? null : orderValues("OPR", values);
  return { id, voorkomen, begin, end, isInactive, registeredLvMs, row };
}

export const added = (wordt: Voorkomen): Mutation => ({ kind: "toevoeging", code: "OPR", wordt });
export const changed = (was: Voorkomen, wordt: Voorkomen): Mutation => ({
  kind: "wijziging",
  code: "OPR",
  was,
  wordt,
});
export const removed = (was: Voorkomen): Mutation => ({ kind: "verwijdering", code: "OPR", was });

export function newRegistry(referenceDate: number, voorkomens: readonly Voorkomen[]): Database {
  const db = new Database(":memory:", { strict: true });
  createTables(db);
  for (const ddl of INDEXES_DDL) {
    db.run(ddl);
  }
  const kept = new KeptVoorkomenStore(db, { referenceDate, isImport: false });
  for (const [id, all] of Map.groupBy(voorkomens, (one) => one.id)) {
    kept.write(id, all);
  }
  return db;
}

/** Returns all rows of the tables that have any. */
export function rowsOf(db: Database): Record<string, unknown[]> {
  const read = (table: string) => [table, db.query(`SELECT * FROM ${table} ORDER BY 1, 2`).values()] as const;
  const tables = ["openbare_ruimte", "voorkomen", "ended_object"].map(read);
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0));
}

export interface Delivery {
  readonly from: number;
  readonly to: number;
  readonly mutations: readonly Mutation[];
}

export interface AppliedMutations {
  /** Streets whose row was touched; `old` has their previous names. */
  readonly touched: unknown[];
  readonly old: unknown[];
  readonly tally: MutationTally;
  readonly problems: string[];
}

export async function applyToStreets(
  db: Database,
  previousDate: number,
  deliveries: readonly Delivery[],
): Promise<AppliedMutations> {
  db.run("ATTACH ':memory:' AS work");
  collectTouchedRows(db);
  const report = new ImportReport();
  const referenceDate = deliveries.at(-1)!.to;
  const tallies = await applyMutations(db, {
    streams: deliveries,
    previousDate,
    referenceDate,
    staged: new StagedMutations(db),
    report,
  });
  const column = (sql: string) => db.query(sql).values().flat();
  const applied = {
    touched: column("SELECT fid FROM work.touched_openbare_ruimte"),
    old: column("SELECT naam FROM work.old_openbare_ruimte"),
    tally: tallies.OPR,
    problems: report.problems.map(
      ({ about, kind, reason, count, examples }) =>
        `${about} ${kind}: ${reason}: ${count}: ${examples.join(", ")}`,
    ),
  };
  db.clearQueryCache();
  for (const trigger of column("SELECT name FROM temp.sqlite_schema WHERE type = 'trigger'")) {
    db.run(`DROP TRIGGER temp.${trigger}`);
  }
  db.run("DETACH work");
  return applied;
}
