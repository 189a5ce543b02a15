/** Cases outside the table of all states (test/folder-states.ts): concurrent imports, and shell quoting. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderWith, makeDataFolder } from "../../test/folder-material.ts";
import { newTestFolder } from "../../test/registry-fixture.ts";
import { Database } from "../base/sqlite.ts";
import { adviseOn } from "./folder-advice.ts";
import { inspectFolder } from "./inspect-folder.ts";

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-03-09.2.gpkg";
const adviceFor = (dataDir: string) => adviseOn(inspectFolder(dataDir));

test("a first import that is under way is no folder without data", () => {
  const dataDir = newTestFolder();
  const lock = new Database(join(dataDir, "import.lock"), { create: true, readwrite: true });
  lock.run("PRAGMA user_version = 0");
  lock.run("BEGIN EXCLUSIVE");
  mkdirSync(join(dataDir, ".import"));
  expect(inspectFolder(dataDir)).toMatchObject({
    state: "begun",
    reason: expect.stringContaining("under way"),
  });
  lock.run("ROLLBACK");
  lock.close();
  // The work folder was empty, so nothing is lost.
  expect(inspectFolder(dataDir).state).toBe("new");
});

test("what a killed publish was about to point at is not offered as what served", () => {
  const dataDir = folderWith([A, B]);
  mkdirSync(join(dataDir, ".import"));
  writeFileSync(join(dataDir, ".import/current"), `${B}\n`);
  expect(adviceFor(dataDir)).toContain(`To serve ${A}: echo ${A} > `);
  rmSync(join(dataDir, A));
  expect(inspectFolder(dataDir)).toMatchObject({ state: "begun", reason: expect.stringContaining("killed") });
});

test("names are quoted as a shell reads them", () => {
  const dataDir = join(newTestFolder(), "it's mine");
  makeDataFolder(dataDir, { files: { [A]: "real" } });
  const command = adviceFor(dataDir)!.split(`To serve ${A}: `)[1]!;
  expect(Bun.spawnSync(["sh", "-c", command]).exitCode).toBe(0);
  expect(adviceFor(dataDir)).toBeUndefined();
});

test("a link to nothing is removed before it is written", () => {
  const dataDir = folderWith([A]);
  symlinkSync("nowhere", join(dataDir, "current"));
  const command = adviceFor(dataDir)!.split(`To serve ${A}: `)[1]!;
  expect(Bun.spawnSync(["sh", "-c", command]).exitCode).toBe(0);
  expect(adviceFor(dataDir)).toBeUndefined();
  expect(readdirSync(dataDir).sort()).toEqual(["current", A]);
});
