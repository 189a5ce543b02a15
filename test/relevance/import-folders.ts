/** Builds data folders with the real commands: the demo country, and the official extract of Weesp. */
import { Database } from "bun:sqlite";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import type { Vocabulary } from "./hostile.ts";

const BAKEN = join(import.meta.dir, "..", "..", "baken");
const DEMO_ADDRESSES = 220_000;

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "baken-relevance-"));
}

function run(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([BAKEN, ...args]);
  if (exitCode !== 0) {
    throw new Error(stderr.toString());
  }
}

export function importWeesp(): string {
  const dataDir = newFolder();
  run("import", WEESP, "--gemeenten", GEMEENTEN, "--data", dataDir, "--yes");
  return dataDir;
}

export function importDemo(): string {
  const [dataDir, delivery] = [newFolder(), newFolder()];
  const out = join(delivery, "demo.zip");
  run("demo", "--addresses", String(DEMO_ADDRESSES), "--seed", "1", "--history", "off", "--out", out);
  run("import", out, "--gemeenten", join(delivery, "demo-gemeenten.csv"), "--data", dataDir, "--yes");
  rmSync(delivery, { recursive: true });
  return dataDir;
}

/** Opens the registry that a data folder points at, to read the expected results without the tested code. */
export function openTables(dataDir: string): Database {
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
