/** Tests `baken upgrade-check` as a command, on folders and settings of other versions. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBaken } from "../support/processes/baken-process.ts";
import { newDataFolder } from "../support/processes/run-backup.ts";
import { issueKey } from "../support/servers/serve-process.ts";

function makeFolder(): string {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  return dataDir;
}

const registryOf = (dataDir: string) => join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());

async function checkUpgrade(dataDir: string, ...flags: string[]) {
  const { exitCode, stdout } = await runBaken(["upgrade-check", "--data", dataDir, ...flags]);
  return { exitCode, stdout };
}

function setSchema(dataDir: string, version: number): void {
  using db = new Database(registryOf(dataDir));
  db.run("UPDATE registry SET value = ? WHERE key = 'schema_version'", [String(version)]);
}

test("a folder of this version can be taken over", async () => {
  const dataDir = makeFolder();
  const { exitCode, stdout } = await checkUpgrade(dataDir);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("no import is needed");
  expect(stdout).toContain("accounts.db needs no change.");
});

test("an older schema must be imported again, and the way back is printed", async () => {
  const dataDir = makeFolder();
  setSchema(dataDir, 4);
  const { exitCode, stdout } = await checkUpgrade(dataDir);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /To do: registry-\S+ has schema 4; this version reads \d+\. Import with this version before/,
  );
  expect(stdout).toContain("to go back, start the older version after: echo registry-");
});

test("a newer schema and a newer accounts.db belong to another version", async () => {
  const dataDir = makeFolder();
  setSchema(dataDir, 999);
  using db = new Database(join(dataDir, "accounts.db"));
  db.run("ALTER TABLE api_key ADD COLUMN favourite_colour TEXT");
  const { exitCode, stdout } = await checkUpgrade(dataDir);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("a newer version of baken wrote it");
  expect(stdout).toContain("accounts.db was written by a newer version");
});

test("an older accounts.db is converted by the first start, and unchanged until then", async () => {
  const dataDir = makeFolder();
  const path = join(dataDir, "accounts.db");
  using db = new Database(path);
  db.run("DROP TABLE login_link");
  const before = readFileSync(path);
  const { exitCode, stdout } = await checkUpgrade(dataDir);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining("baken backup <new folder>"),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("settings of a service that no longer exist or hold", async () => {
  const dataDir = makeFolder();
  const file = join(dataDir, "baken.env");
  writeFileSync(file, "# settings\nBAKEN_PORT=8080\nBAKEN_POTR=1\nBAKEN_THREADS=many\nHOME=/root\n");
  const { exitCode, stdout } = await checkUpgrade(dataDir, "--env-file", file);
  expect(exitCode).toBe(1);
  expect(stdout.match(/To do: .*/g)).toEqual([
    "To do: Unknown environment variable BAKEN_POTR. Did you mean BAKEN_PORT?",
    'To do: BAKEN_THREADS must be a number from 1 to 999, not "many".',
  ]);
});
