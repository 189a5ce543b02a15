/** Tests backups and restores of a folder whose keys are in PostgreSQL: a leftover accounts.db is never used. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOf } from "../support/processes/baken-process.ts";
import { backUp, newDataFolder, newPath, runOn } from "../support/processes/run-backup.ts";
import { issueKey } from "../support/servers/serve-process.ts";

/** Unreachable database: no command may need it. */
const ACCOUNTS = ["--accounts", "postgres://baken:secret@127.0.0.1:1/baken"];

function movedFolder(): string {
  const dataDir = newDataFolder();
  issueKey(dataDir, { name: "dead since keys copy" });
  return dataDir;
}

test("a backup without a registry is refused, and says where the keys are", async () => {
  const dataDir = movedFolder();
  const target = newPath();
  const { code, out } = await runOn(dataDir, "backup", target, ...ACCOUNTS);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining("PostgreSQL at 127.0.0.1:1/baken: back them up with pg_dump"),
  ]);
  expect(out).toContain("no longer in use and is not backed up");
  expect(out).not.toContain("secret");
  expect(existsSync(target)).toBe(false);
});

test("a backup of the registry holds no accounts.db, is verified, and restored without keys", async () => {
  const dataDir = movedFolder();
  const backup = newPath();
  expect(await runOn(dataDir, "backup", backup, "--registry", "copy", ...ACCOUNTS)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      `The accounts.db in ${dataDir} is no longer in use, and is not in the backup either.`,
    ),
  });
  const registry = readFileSync(join(dataDir, "current"), "utf8").trim();
  expect(readdirSync(backup).toSorted()).toEqual(["backup.json", registry]);
  expect(await runOn(dataDir, "backup", "--verify", backup)).toMatchObject({ code: 0 });
  const elsewhere = newPath();
  expect(await runOn(elsewhere, "restore", backup)).toMatchObject({
    code: 0,
    out: expect.stringContaining("The backup contains no keys: they were in a database."),
  });
  expect(existsSync(join(elsewhere, "accounts.db"))).toBe(false);
  expect(readFileSync(join(elsewhere, registry))).toEqual(readFileSync(join(dataDir, registry)));
});

test("a restore sets the keys of a backup aside, and refuses one that holds nothing else", async () => {
  const dataDir = movedFolder();
  const withRegistry = await backUp(dataDir, "--registry", "copy");
  const keysOnly = await backUp(dataDir);
  const elsewhere = newPath();
  expect(await runOn(elsewhere, "restore", withRegistry, ...ACCOUNTS)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      "Set aside 1 key of the backup: keys are in PostgreSQL at 127.0.0.1:1/baken.",
    ),
  });
  expect(existsSync(join(elsewhere, "current"))).toBe(true);
  expect(existsSync(join(elsewhere, "accounts.db"))).toBe(false);
  const before = fingerprintOf(dataDir);
  expect(await runOn(dataDir, "restore", keysOnly, ...ACCOUNTS)).toMatchObject({
    code: 1,
    out: expect.stringContaining("which takes no accounts.db, and this backup holds no registry"),
  });
  expect(fingerprintOf(dataDir)).toEqual(before);
});
