/** Reads a view of docs/past.sql with the sqlite3 command, as an analyst does. */
import { dirname, join } from "node:path";
import { openReadOnly } from "../../../src/base/sqlite.ts";

const SCRIPT = join(import.meta.dir, "../../../docs/past.sql");

/** Returns the voorkomens of a view that count and were valid on some day, by identificatie and number. */
export function readPastView(registry: string, view: string): Record<string, unknown>[] {
  using db = openReadOnly(registry);
  const sql = "SELECT value FROM registry WHERE key = 'history_file'";
  const { value } = db.query<{ value: string }, []>(sql).get()!;
  const commands = [
    `ATTACH '${join(dirname(registry), value)}' AS history;`,
    `.read ${SCRIPT}`,
    ".mode json",
    `SELECT * FROM ${view} WHERE retired IS NULL AND begin_geldigheid < coalesce(eind_geldigheid, '9999')
      ORDER BY identificatie, voorkomen_identificatie;`,
  ];
  const { stdout, stderr, exitCode } = Bun.spawnSync(["sqlite3", "-readonly", "-bail", registry], {
    stdin: Buffer.from(commands.join("\n")),
  });
  if (exitCode !== 0 || stderr.length > 0) {
    throw new Error(`sqlite3: ${stderr}`);
  }
  return stdout.length === 0 ? [] : JSON.parse(stdout.toString());
}
