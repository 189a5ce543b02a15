/** Output of commands in a pipe whose reader is slower than they are, or stops reading. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { newDataFolder, runOn } from "../support/processes/run-backup.ts";

/** Shells read a pipe byte by byte. */
const SLOW_READER = 'while IFS= read -r line; do printf "%s\\n" "$line"; done';

/** Runs a command whose outputs `redirected` sends into `reader`; the exit code comes last, on standard error. */
function runInto(reader: string, redirected: string, ...args: string[]) {
  const script = `{ { "$0" "$@" ${redirected}; echo "exit $?" >&3; } | { ${reader}; } } 3>&2`;
  return collectOutcome(start(["sh", "-c", script, BAKEN, ...args]));
}

async function folderWithAudit(entries: number): Promise<string> {
  const dataDir = newDataFolder();
  await runOn(dataDir, "keys", "create", "--name", "shop", "--type", "server");
  using db = new Database(join(dataDir, "accounts.db"));
  db.run(
    `WITH RECURSIVE further(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM further WHERE n < ?)
     INSERT INTO audit (at, node, actor, who, action, subject)
     SELECT at, node, actor, who, 'change', 'key ' || n FROM audit, further`,
    [entries],
  );
  return dataDir;
}

test("a slow reader gets every line; one that stops reading ends the command quietly", async () => {
  const audit = ["audit", "--json", "--data", await folderWithAudit(2500)];
  const { stdout, stderr } = await runInto(SLOW_READER, "", ...audit);
  expect(stderr).toBe("exit 0\n");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(1).map((line) => JSON.parse(line).subject)).toEqual(
    Array.from({ length: 2500 }, (_, i) => `key ${i + 1}`),
  );
  const first = await runInto('read -r line; printf "%s\\n" "$line"', "", ...audit);
  expect(first).toMatchObject({ stdout: `${lines[0]}\n`, stderr: "exit 0\n" });
});

test("a slow reader gets the whole message of a command that fails, and its exit code", async () => {
  const unknown = "x".repeat(100_000);
  const { stdout, stderr } = await runInto(SLOW_READER, "2>&1", unknown);
  expect(stderr).toBe("exit 1\n");
  expect(stdout).toContain(`Unknown command ${unknown}.`);
});
