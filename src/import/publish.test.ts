import { afterAll, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../test/support/registries/registry-fixture.ts";
import { Database, openScratch } from "../base/sqlite.ts";
import { attachedMeta, newAttachedFile } from "../registry/file/attached-files.ts";
import { readImportState } from "../registry/file/import-state.ts";
import { openSnapshot } from "../registry/file/snapshot.ts";
import { openImportFolder } from "./publish.ts";

const root = mkdtempSync(join(tmpdir(), "baken-publish-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = () => join(root, String(++folders));

const fixture = writeRegistryFixture();

/** Publishes a copy of the fixture with an import time of its own. */
function publish(dataDir: string, date: string, importedAt = "2026-01-01", keep?: number): string {
  const folder = openImportFolder(dataDir, { keepRegistries: keep });
  writeRegistry(folder.draft, importedAt);
  const name = folder.publish(date);
  folder.close();
  return name;
}

function writeRegistry(path: string, importedAt: string): void {
  copyFileSync(fixture, path);
  using db = openScratch(path);
  db.query("UPDATE registry SET value = ? WHERE key = 'imported_at'").run(importedAt);
}

function importedAtOf(path: string): string {
  const snapshot = openSnapshot(path);
  snapshot.close();
  return snapshot.meta.importedAt;
}

test("a data folder is made when it does not exist, parents included", () => {
  const dataDir = join(newFolder(), "a/b");
  openImportFolder(dataDir).close();
  expect(readdirSync(dataDir)).toEqual(["current.lock", "import.lock"]);
});

test("publishing names the registry by date and number and points at it; the one before it stays, older ones go", () => {
  const dataDir = newFolder();
  const published = ["2024-03-08", "2024-03-08", "2024-04-08", "2024-03-08"].map((date, i) => {
    const name = publish(dataDir, date, `registry ${i}`);
    expect(readFileSync(join(dataDir, "current"), "utf8")).toBe(`${name}\n`);
    expect(importedAtOf(join(dataDir, name))).toBe(`registry ${i}`);
    return name;
  });
  expect(published).toEqual([
    "registry-2024-03-08.gpkg",
    "registry-2024-03-08.2.gpkg",
    "registry-2024-04-08.3.gpkg",
    "registry-2024-03-08.4.gpkg",
  ]);
  expect(readdirSync(dataDir).sort()).toEqual(
    ["current", "current.gpkg", "current.lock", "import.lock", ...published.slice(2)].sort(),
  );
});

test.each([
  [1, 1],
  [3, 3],
  [100, 6],
])("of six publishes, %d to keep leave %d", (keep, left) => {
  const dataDir = newFolder();
  for (let i = 0; i < 6; i++) {
    publish(dataDir, "2024-03-08", `registry ${i}`, keep);
  }
  const names = ["", ".2", ".3", ".4", ".5", ".6"].map((number) => `registry-2024-03-08${number}.gpkg`);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("registry-"))).toHaveLength(left);
  for (const name of names.slice(-left)) {
    expect(existsSync(join(dataDir, name))).toBe(true);
  }
});

test("until published nothing outside the work folder changes, and closing leaves nothing", () => {
  const dataDir = newFolder();
  publish(dataDir, "2024-03-08", "serves");
  const before = readdirSync(dataDir).sort();
  const folder = openImportFolder(dataDir);
  writeFileSync(folder.draft, "half");
  // SQLite keeps a journal beside the lock file while the lock is held.
  const during = readdirSync(dataDir).filter((name) => name !== "import.lock-journal");
  expect(during.sort()).toEqual([".import", ...before]);
  folder.close();
  expect(readdirSync(dataDir).sort()).toEqual(before);
  expect(importedAtOf(join(dataDir, "registry-2024-03-08.gpkg"))).toBe("serves");
});

test("a registry that names a file which is nowhere is not published, and nothing changes", () => {
  const dataDir = newFolder();
  publish(dataDir, "2024-03-08", "serves");
  const file = newAttachedFile("history", "2024-03-09");
  const draftOf = join(root, file.name);
  const folder = openImportFolder(dataDir);
  writeRegistry(folder.draft, "lacks its history");
  {
    using db = openScratch(folder.draft);
    const insert = db.query("INSERT INTO registry VALUES (?, ?)");
    for (const row of Object.entries(attachedMeta(file))) {
      insert.run(...row);
    }
  }
  const before = readdirSync(dataDir);
  const refusal = `the registry names ${file.name}, but there is no such history file`;
  expect(() => folder.publish("2024-03-09")).toThrow(refusal);
  expect(() => folder.publish("2024-03-09", { attached: [{ draft: draftOf, file }] })).toThrow(refusal);
  expect(readdirSync(dataDir)).toEqual(before);
  expect(existsSync(folder.draft)).toBe(true);
  writeFileSync(draftOf, "of another test");
  const name = folder.publish("2024-03-09", { attached: [{ draft: draftOf, file }] });
  expect([file.name, name].every((one) => existsSync(join(dataDir, one)))).toBe(true);
  folder.close();
});

test("what a killed import left is gone when the next one begins; other files are never touched", () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, ".import/deep"), { recursive: true });
  writeFileSync(join(dataDir, ".import/deep/half.gpkg"), "half");
  writeFileSync(join(dataDir, "accounts.db"), "keys");
  writeRegistry(join(dataDir, "registry-2020-01-01.gpkg"), "beside no pointer");
  const folder = openImportFolder(dataDir);
  expect(readdirSync(folder.workDir)).toEqual([]);
  writeRegistry(folder.draft, "new");
  folder.publish("2024-03-08");
  folder.close();
  expect(readdirSync(dataDir).sort()).toEqual([
    "accounts.db",
    "current",
    "current.gpkg",
    "current.lock",
    "import.lock",
    "registry-2020-01-01.gpkg",
    "registry-2024-03-08.2.gpkg",
  ]);
});

/** Leaves a folder as if a publish was killed after it chose the registry's name and before it moved the pointer. */
function killPublish(dataDir: string, name: string): void {
  mkdirSync(join(dataDir, ".import"), { recursive: true });
  writeFileSync(join(dataDir, ".import/current"), `${name}\n`);
  writeRegistry(join(dataDir, name), "never pointed at");
  using lock = new Database(join(dataDir, "import.lock"));
  lock.run("PRAGMA user_version = 2");
}

test("what a publish left that was killed before it moved the pointer goes, and does not push out what served", () => {
  const dataDir = newFolder();
  const served = publish(dataDir, "2024-03-08");
  killPublish(dataDir, "registry-2024-03-09.2.gpkg");
  const next = publish(dataDir, "2024-03-09");
  // The number of the killed publish is not reused, so that the two files cannot be confused.
  expect(next).toBe("registry-2024-03-09.3.gpkg");
  expect(readdirSync(dataDir).sort()).toEqual(
    ["current", "current.gpkg", "current.lock", "import.lock", served, next].sort(),
  );
});

test("what is newer than the one that serves because somebody pointed back stays, and what that one pointed at", () => {
  const dataDir = newFolder();
  const names = ["2024-03-08", "2024-03-09"].map((date) => publish(dataDir, date, date, 3));
  writeFileSync(join(dataDir, "current"), names[0]!);
  const next = publish(dataDir, "2024-03-10", "next", 3);
  expect(readdirSync(dataDir).sort()).toEqual(
    ["current", "current.gpkg", "current.lock", "import.lock", ...names, next, "use.log"].sort(),
  );
});

test("a name is never given twice, whatever is removed but the lock", () => {
  const dataDir = newFolder();
  expect(publish(dataDir, "2024-03-08")).toBe("registry-2024-03-08.gpkg");
  for (const number of [2, 3, 4]) {
    for (const name of readdirSync(dataDir).filter((one) => one !== "import.lock")) {
      rmSync(join(dataDir, name));
    }
    expect(publish(dataDir, "2024-03-08")).toBe(`registry-2024-03-08.${number}.gpkg`);
  }
});

test("whether an import is under way, or was killed", () => {
  const dataDir = newFolder();
  expect(readImportState(dataDir)).toBe("none");
  const folder = openImportFolder(dataDir);
  expect(readImportState(dataDir)).toBe("under way");
  folder.close();
  expect(readImportState(dataDir)).toBe("none");
  mkdirSync(join(dataDir, ".import"));
  const before = readdirSync(dataDir);
  expect(readImportState(dataDir)).toBe("killed");
  expect(readdirSync(dataDir)).toEqual(before);
});

test("one import at a time: the second is refused, and admitted when the first is done", () => {
  const dataDir = newFolder();
  const first = openImportFolder(dataDir);
  writeFileSync(first.draft, "in the making");
  expect(() => openImportFolder(dataDir)).toThrow(`another import or update is running in ${dataDir}`);
  expect(existsSync(first.draft)).toBe(true);
  first.close();
  openImportFolder(dataDir).close();
});

test("a folder that cannot be made is refused by its name", () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  expect(() => openImportFolder(join(file, "data"))).toThrow(
    `the data folder ${file}/data cannot be written`,
  );
});
