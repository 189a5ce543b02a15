import { afterAll, expect, test } from "bun:test";
import {
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
import { importStateOf, openImportFolder } from "./publish.ts";

const root = mkdtempSync(join(tmpdir(), "baken-publish-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = () => join(root, String(++folders));

function publish(dataDir: string, date: string, content: string, keep?: number): string {
  const folder = openImportFolder(dataDir, keep);
  writeFileSync(folder.draft, content);
  const name = folder.publish(date);
  folder.close();
  return name;
}

test("a data folder is made when it does not exist, parents included", () => {
  const dataDir = join(newFolder(), "a/b");
  openImportFolder(dataDir).close();
  expect(readdirSync(dataDir)).toEqual(["import.lock"]);
});

test("publishing names the registry by date and number and points at it; the one before it stays, older ones go", () => {
  const dataDir = newFolder();
  const published = ["2024-03-08", "2024-03-08", "2024-04-08", "2024-03-08"].map((date, i) => {
    const name = publish(dataDir, date, `registry ${i}`);
    expect(readFileSync(join(dataDir, "current"), "utf8")).toBe(`${name}\n`);
    expect(readFileSync(join(dataDir, name), "utf8")).toBe(`registry ${i}`);
    return name;
  });
  expect(published).toEqual([
    "registry-2024-03-08.gpkg",
    "registry-2024-03-08.2.gpkg",
    "registry-2024-04-08.3.gpkg",
    "registry-2024-03-08.4.gpkg",
  ]);
  expect(readdirSync(dataDir).sort()).toEqual(["current", "import.lock", ...published.slice(2)].sort());
});

test.each([
  [1, 1],
  [3, 3],
  [100, 6],
])("of six publishes, %d to keep leave %d", (keep, left) => {
  const dataDir = newFolder();
  for (let i = 0; i < 6; i++) publish(dataDir, "2024-03-08", `registry ${i}`, keep);
  const names = ["", ".2", ".3", ".4", ".5", ".6"].map((number) => `registry-2024-03-08${number}.gpkg`);
  expect(readdirSync(dataDir).filter((name) => name.endsWith(".gpkg"))).toHaveLength(left);
  for (const name of names.slice(-left)) expect(existsSync(join(dataDir, name))).toBe(true);
});

test("until published nothing outside the work folder changes, and closing leaves nothing", () => {
  const dataDir = newFolder();
  publish(dataDir, "2024-03-08", "serves");
  const before = readdirSync(dataDir).sort();
  const folder = openImportFolder(dataDir);
  writeFileSync(folder.draft, "half");
  // SQLite keeps a journal beside the lock as long as that is held.
  const during = readdirSync(dataDir).filter((name) => name !== "import.lock-journal");
  expect(during.sort()).toEqual([".import", ...before]);
  folder.close();
  expect(readdirSync(dataDir).sort()).toEqual(before);
  expect(readFileSync(join(dataDir, "registry-2024-03-08.gpkg"), "utf8")).toBe("serves");
});

test("what a killed import left is gone when the next one begins; other files are never touched", () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, ".import/deep"), { recursive: true });
  writeFileSync(join(dataDir, ".import/deep/half.gpkg"), "half");
  writeFileSync(join(dataDir, "accounts.db"), "keys");
  writeFileSync(join(dataDir, "registry-2020-01-01.gpkg"), "published, but never pointed at");
  const folder = openImportFolder(dataDir);
  expect(readdirSync(folder.workDir)).toEqual([]);
  writeFileSync(folder.draft, "new");
  folder.publish("2024-03-08");
  folder.close();
  expect(readdirSync(dataDir).sort()).toEqual([
    "accounts.db",
    "current",
    "import.lock",
    "registry-2024-03-08.2.gpkg",
  ]);
});

test("what a publish left that was killed before it moved the pointer goes, and does not push out what served", () => {
  const dataDir = newFolder();
  const served = publish(dataDir, "2024-03-08", "served");
  writeFileSync(join(dataDir, "registry-2024-03-09.2.gpkg"), "never pointed at");
  const next = publish(dataDir, "2024-03-09", "next");
  // Its number is not given again, so that nobody can take the one for the other.
  expect(next).toBe("registry-2024-03-09.3.gpkg");
  expect(readdirSync(dataDir).sort()).toEqual(["current", "import.lock", served, next].sort());
});

test("whether an import is under way, or was killed", () => {
  const dataDir = newFolder();
  expect(importStateOf(dataDir)).toBe("none");
  const folder = openImportFolder(dataDir);
  expect(importStateOf(dataDir)).toBe("under way");
  folder.close();
  expect(importStateOf(dataDir)).toBe("none");
  mkdirSync(join(dataDir, ".import"));
  const before = readdirSync(dataDir);
  expect(importStateOf(dataDir)).toBe("killed");
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
