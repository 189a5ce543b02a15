import { type Database, openScratch } from "../base/sqlite.ts";

/** Opens a draft registry with an attached `work` database in `workDir`, for intermediate tables. */
export function openWithWorkDatabase(draft: string, workDir: string): Database {
  const db = openScratch(draft);
  attachWorkDatabase(db, workDir);
  return db;
}

/** Attaches the `work` database in `workDir`, with what it holds already. */
export function attachWorkDatabase(db: Database, workDir: string): void {
  db.run(`ATTACH '${workDatabaseIn(workDir).replaceAll("'", "''")}' AS work`);
  for (const pragma of ["journal_mode = MEMORY", "synchronous = OFF"]) {
    db.run(`PRAGMA work.${pragma}`);
  }
}

/** Path of the `work` database in `workDir`. */
export function workDatabaseIn(workDir: string): string {
  return `${workDir}/work.db`;
}
