/** Tests that accounts.db and its journal are for the user of the service only. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccountsDb } from "../../src/accounts/sqlite/accounts-db.ts";
import { makePrivate } from "../../src/base/folder-owner.ts";
import { collectOutcome, start } from "../support/processes/baken-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-private-"));
afterAll(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const BAKEN = join(import.meta.dir, "../../baken");
const createKey = (dataDir: string) =>
  collectOutcome(
    // Without a restrictive umask, as in a shell.
    start([
      "sh",
      "-c",
      'umask 022; exec "$0" "$@"',
      BAKEN,
      ...["keys", "create", "--name", "a", "--type", "server", "--data", dataDir],
    ]),
  );

test("accounts.db is made 0600, and so is its journal", async () => {
  const dataDir = mkdtempSync(join(root, "new-"));
  expect((await createKey(dataDir)).exitCode).toBe(0);
  const path = join(dataDir, "accounts.db");
  expect(modeOf(path)).toBe("600");
  using db = openAccountsDb(dataDir);
  db.run("BEGIN IMMEDIATE");
  db.run("UPDATE api_key SET name = 'b'");
  expect(existsSync(`${path}-journal`)).toBe(true);
  expect(modeOf(`${path}-journal`)).toBe("600");
  db.run("ROLLBACK");
});

test("an accounts.db of an older version becomes 0600 at the next opening, with its keys", async () => {
  const dataDir = mkdtempSync(join(root, "old-"));
  await createKey(dataDir);
  const path = join(dataDir, "accounts.db");
  chmodSync(path, 0o644);
  const second = await createKey(dataDir);
  expect(second.exitCode).toBe(0);
  expect(modeOf(path)).toBe("600");
  using db = openAccountsDb(dataDir);
  expect(db.query("SELECT id FROM api_key").values()).toEqual([[1], [2]]);
});

test("the target of a link is left unchanged", () => {
  const [target, link] = [join(root, "target"), join(root, "link")];
  writeFileSync(target, "", { mode: 0o644 });
  chmodSync(target, 0o644);
  symlinkSync(target, link);
  makePrivate(link);
  expect(modeOf(target)).toBe("644");
  makePrivate(target);
  expect(modeOf(target)).toBe("600");
});
