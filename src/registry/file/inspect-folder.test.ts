/**
 * Cases outside the table of all states (test/support/registries/folder-states.ts): concurrent imports, and shell
 * quoting.
 */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder, makeFolderWith } from "../../../test/support/registries/folder-contents.ts";
import { newTestFolder } from "../../../test/support/registries/registry-fixture.ts";
import { Database } from "../../base/sqlite.ts";
import { describeFolderFault } from "./folder-fault.ts";
import { inspectFolder } from "./inspect-folder.ts";

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-03-09.2.gpkg";
const faultOf = (dataDir: string) => describeFolderFault(inspectFolder(dataDir));

test("a folder with a first import under way is not new", () => {
  const dataDir = newTestFolder();
  const lock = new Database(join(dataDir, "import.lock"), { create: true, readwrite: true });
  lock.run("PRAGMA user_version = 0");
  lock.run("BEGIN EXCLUSIVE");
  mkdirSync(join(dataDir, ".import"));
  expect(inspectFolder(dataDir)).toMatchObject({
    state: "incomplete",
    reason: expect.stringContaining("under way"),
  });
  lock.run("ROLLBACK");
  lock.close();
  // The work folder was empty, so nothing is lost.
  expect(inspectFolder(dataDir).state).toBe("new");
});

test("the registry of a killed publish is not suggested for serving", () => {
  const dataDir = makeFolderWith([A, B]);
  mkdirSync(join(dataDir, ".import"));
  writeFileSync(join(dataDir, ".import/current"), `${B}\n`);
  expect(faultOf(dataDir)).toContain(`To serve ${A}: echo ${A} > `);
  rmSync(join(dataDir, A));
  expect(inspectFolder(dataDir)).toMatchObject({
    state: "incomplete",
    reason: expect.stringContaining("killed"),
  });
});

test("names are quoted as a shell reads them", () => {
  const dataDir = join(newTestFolder(), "it's mine");
  makeDataFolder(dataDir, { files: { [A]: "real" } });
  const command = faultOf(dataDir)!.split(`To serve ${A}: `)[1]!;
  expect(Bun.spawnSync(["sh", "-c", command]).exitCode).toBe(0);
  expect(faultOf(dataDir)).toBeUndefined();
});

test("a broken symbolic link is removed before the file is written", () => {
  const dataDir = makeFolderWith([A]);
  symlinkSync("nowhere", join(dataDir, "current"));
  const command = faultOf(dataDir)!.split(`To serve ${A}: `)[1]!;
  expect(Bun.spawnSync(["sh", "-c", command]).exitCode).toBe(0);
  expect(faultOf(dataDir)).toBeUndefined();
  expect(readdirSync(dataDir).sort()).toEqual(["current", A]);
});
