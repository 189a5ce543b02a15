import { type Database, openScratch } from "../base/sqlite.ts";

/** Opens a draft registry with an attached `work` database in `workDir`, for intermediate tables. */
export function openWithWorkDatabase(draft: string, workDir: string): Database {
  const db = openScratch(draft);
  db.run(`ATTACH '${`${workDir}/work.db`.replaceAll("'", "''")}' AS work`);
  for (const pragma of ["journal_mode = MEMORY", "synchronous = OFF"]) {
    db.run(`PRAGMA work.${pragma}`);
  }
  return db;
}
