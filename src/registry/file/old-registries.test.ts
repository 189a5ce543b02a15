import { expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderWith } from "../../../test/support/registries/folder-contents.ts";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { openScratch } from "../../base/sqlite.ts";
import { hasReaders, removeOldRegistries, removeUnpublished } from "./old-registries.ts";
import { openRegistry } from "./open-registry.ts";
import { listRegistryFiles } from "./registry-files.ts";
import { openSnapshot } from "./snapshot.ts";

const fixture = writeRegistryFixture();

const filesOf = (dataDir: string) => listRegistryFiles(dataDir).map(({ name }) => name);

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-04-08.2.gpkg";
const C = "registry-2024-03-08.10.gpkg";
const D = "registry-2023-01-01.11.gpkg";

test.each<[string, string | undefined, number, readonly string[]]>([
  ["the newest and the one before it", D, 2, [C, D]],
  ["the one that serves alone", D, 1, [D]],
  ["what comes after the one that serves, which may be a publish under way", B, 1, [B, C, D]],
  ["all of them when there are few", D, 4, [A, B, C, D]],
  ["all of them when none is known to serve", undefined, 1, [A, B, C, D]],
  ["all of them when a file of another name serves", "mine.gpkg", 1, [A, B, C, D]],
])("%s stays", (_, current, keep, kept) => {
  const dataDir = makeFolderWith([A, B, C, D, "mine.gpkg"], current);
  const removed = removeOldRegistries(dataDir, keep);
  expect(filesOf(dataDir)).toEqual([...kept]);
  expect([...removed, ...kept].toSorted()).toEqual([A, B, C, D].toSorted());
  expect(existsSync(join(dataDir, "mine.gpkg"))).toBe(true);
});

test("a registry that this process reads is kept until its last snapshot is closed, in any order", () => {
  const dataDir = makeFolderWith([A, B], B);
  const path = join(dataDir, A);
  const snapshots = [openSnapshot(path), openSnapshot(path)];
  for (const snapshot of snapshots) {
    expect(hasReaders(path)).toBe(true);
    expect(removeOldRegistries(dataDir, 1)).toEqual([]);
    // Any other open and close of the file would have dropped the locks of the other snapshots; the check does not.
    expect(isLockedFor(path)).toBe(true);
    snapshot.close();
  }
  expect(hasReaders(path)).toBe(false);
  expect(removeOldRegistries(dataDir, 1)).toEqual([A]);
  expect(filesOf(dataDir)).toEqual([B]);
});

/** Returns true when another process sees the file as locked. */
function isLockedFor(path: string): boolean {
  const code = `const { hasReaders } = await import(${JSON.stringify(import.meta.resolve("./old-registries.ts"))});
    process.exit(hasReaders(${JSON.stringify(path)}) ? 7 : 0);`;
  const { exitCode } = Bun.spawnSync([process.execPath, "-e", code]);
  expect([0, 7]).toContain(exitCode);
  return exitCode === 7;
}

test("a registry that another process reads is kept until that process ends, even by kill -9", async () => {
  const dataDir = makeFolderWith([A, B], A);
  const code = `const { openRegistry } = await import(${JSON.stringify(import.meta.resolve("./open-registry.ts"))});
    const registry = openRegistry(${JSON.stringify(dataDir)});
    console.log(registry.current().version);
    // Unreachable, it would be collected, and its lock with it.
    globalThis.kept = registry;
    setInterval(() => {}, 1000);`;
  await using reader = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "ignore" });
  const { value } = await reader.stdout.getReader().read();
  expect(Buffer.from(value!).toString()).toBe("registry-2024-03-08\n");
  writeFileSync(join(dataDir, "current"), `${B}\n`);
  expect(hasReaders(join(dataDir, A))).toBe(true);
  expect(removeOldRegistries(dataDir, 1)).toEqual([]);
  reader.kill("SIGKILL");
  await reader.exited;
  expect(removeOldRegistries(dataDir, 1)).toEqual([A]);
});

test("the check for readers leaves no files behind; for a file that is no database it returns undefined", () => {
  const dataDir = makeFolderWith([A], A);
  writeFileSync(join(dataDir, B), "torn");
  const before = readdirSync(dataDir);
  expect([A, B].map((name) => hasReaders(join(dataDir, name)))).toEqual([false, undefined]);
  expect(hasReaders(join(dataDir, C))).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual(before);
});

test("a registry that follows the pointer does not block the removal of old versions", () => {
  const dataDir = makeFolderWith([A, B, C], A);
  const registry = openRegistry(dataDir);
  for (const name of [B, C]) {
    writeFileSync(join(dataDir, "current"), `${name}\n`);
    registry.refresh();
  }
  registry.refresh();
  expect(removeOldRegistries(dataDir, 1)).toEqual([A, B]);
  expect(registry.current()?.version).toBe("registry-2024-03-08.10");
  registry.close();
});

/** Writes a copy of the fixture with one changed metadata value. */
function writeChanged(path: string, key: string, value: string): void {
  copyFileSync(fixture, path);
  using db = openScratch(path);
  db.query("UPDATE registry SET value = ? WHERE key = ?").run(value, key);
}

test.each<[string, (path: string) => void]>([
  ["is no database", (path) => writeFileSync(path, "torn")],
  ["is truncated", (path) => truncateSync(path, 8192)],
  ["has an older schema", (path) => writeChanged(path, "schema_version", "1")],
  ["has a newer schema", (path) => writeChanged(path, "schema_version", "999")],
])("a file that %s is kept, and does not count as a valid one", (_, change) => {
  const dataDir = makeFolderWith([A, B, C, D], D);
  change(join(dataDir, A));
  change(join(dataDir, C));
  expect(removeOldRegistries(dataDir, 2)).toEqual([]);
  expect(removeOldRegistries(dataDir, 1)).toEqual([B]);
  expect(filesOf(dataDir)).toEqual([A, C, D]);
});

test.each<[string, (dataDir: string) => void]>([
  ["is no valid registry", (dataDir) => writeFileSync(join(dataDir, C), "torn")],
  ["is gone", (dataDir) => rmSync(join(dataDir, C))],
])("nothing is removed when the served registry %s", (_, change) => {
  const dataDir = makeFolderWith([A, B, C], C);
  change(dataDir);
  expect(removeOldRegistries(dataDir, 1)).toEqual([]);
  expect(filesOf(dataDir)).toContain(A);
});

test("a demo that serves removes demos only, real data removes both", () => {
  const dataDir = makeFolderWith([A], D);
  for (const name of [B, C, D]) {
    writeChanged(join(dataDir, name), "is_demo", "1");
  }
  expect(removeOldRegistries(dataDir, 1)).toEqual([B, C]);
  expect(filesOf(dataDir)).toEqual([A, D]);
  copyFileSync(fixture, join(dataDir, D));
  expect(removeOldRegistries(dataDir, 1)).toEqual([A]);
});

test("the registry of a killed publish is removed only while a valid registry serves, or when none ever did", () => {
  const dataDir = makeFolderWith([A, B], A);
  writeFileSync(join(dataDir, "current"), `./${A}`);
  removeUnpublished(dataDir, B);
  writeFileSync(join(dataDir, "current"), B);
  removeUnpublished(dataDir, B);
  writeFileSync(join(dataDir, A), "torn");
  writeFileSync(join(dataDir, "current"), A);
  removeUnpublished(dataDir, B);
  expect(filesOf(dataDir)).toEqual([A, B]);
  rmSync(join(dataDir, "current"));
  removeUnpublished(dataDir, B);
  expect(filesOf(dataDir)).toEqual([A]);
});
