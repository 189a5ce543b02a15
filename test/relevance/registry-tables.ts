/** Reads the tables of a registry for expected results, without the code under test. */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Vocabulary } from "./hostile.ts";

/** Opens the registry that a data folder points at. */
function openTables(dataDir: string): Database {
  return new Database(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()), {
    readonly: true,
  });
}

/** Reads the names of streets and places, ordered by number of streets and of addresses, highest first. */
export function readVocabulary(dataDir: string): Vocabulary {
  const db = openTables(dataDir);
  const namesOf = (sql: string) =>
    db
      .query<{ name: string }, []>(sql)
      .all()
      .map(({ name }) => name);
  const streets = namesOf(
    "SELECT naam AS name FROM openbare_ruimte GROUP BY naam ORDER BY count(*) DESC, naam",
  );
  const places = namesOf(
    "SELECT w.naam AS name FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id GROUP BY w.naam ORDER BY count(*) DESC, w.naam",
  );
  db.close();
  return { streets, places };
}
