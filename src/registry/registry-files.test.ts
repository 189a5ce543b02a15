import { expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newTestFolder, writeRegistryFixture } from "../../test/registry-fixture.ts";
import { isRead, listRegistryFiles, nextFileName, removeOldRegistries } from "./registry-files.ts";
import { openRegistry, openSnapshot } from "./snapshot.ts";

const fixture = writeRegistryFixture();

/** A folder with copies of the fixture under these names, and the pointer at one of them. */
function folderWith(names: readonly string[], current?: string): string {
  const dataDir = newTestFolder();
  for (const name of names) copyFileSync(fixture, join(dataDir, name));
  if (current !== undefined) writeFileSync(join(dataDir, "current"), `${current}\n`);
  return dataDir;
}

const filesOf = (dataDir: string) => listRegistryFiles(dataDir).map(({ name }) => name);

const A = "registry-2024-03-08.gpkg";
const B = "registry-2024-04-08.2.gpkg";
const C = "registry-2024-03-08.10.gpkg";
const D = "registry-2023-01-01.11.gpkg";

test("registries are listed as they were published, whatever their dates; other files are none", () => {
  const others = [
    "registry-2024-03-08.0.gpkg",
    "registry-2024-3-8.gpkg",
    "registry.gpkg",
    "registry-x.gpkg",
    `${A}-journal`,
  ];
  const dataDir = folderWith([D, C, A, B, ...others]);
  expect(listRegistryFiles(dataDir)).toEqual([
    { name: A, referenceDate: "2024-03-08", number: 1 },
    { name: B, referenceDate: "2024-04-08", number: 2 },
    { name: C, referenceDate: "2024-03-08", number: 10 },
    { name: D, referenceDate: "2023-01-01", number: 11 },
  ]);
  expect(listRegistryFiles(join(dataDir, "none"))).toEqual([]);
});

test.each<[readonly string[], string | undefined, string]>([
  [[], undefined, "registry-2024-05-08.gpkg"],
  [[A], A, "registry-2024-05-08.2.gpkg"],
  [[A, C], A, "registry-2024-05-08.11.gpkg"],
  // Its file is gone, its name remembered.
  [[], B, "registry-2024-05-08.3.gpkg"],
])("after %j with %j serving comes %s", (names, current, next) => {
  expect(nextFileName(folderWith(names, current), "2024-05-08")).toBe(next);
});

test.each<[string, string | undefined, number, readonly string[]]>([
  ["the newest and the one before it", D, 2, [C, D]],
  ["the one that serves alone", D, 1, [D]],
  ["what comes after the one that serves, which may be a publish under way", B, 1, [B, C, D]],
  ["all of them when there are few", D, 4, [A, B, C, D]],
  ["all of them when none is known to serve", undefined, 1, [A, B, C, D]],
  ["all of them when a file of another name serves", "mine.gpkg", 1, [A, B, C, D]],
])("%s stays", (_, current, keep, left) => {
  const dataDir = folderWith([A, B, C, D, "mine.gpkg"], current);
  const removed = removeOldRegistries(dataDir, keep);
  expect(filesOf(dataDir)).toEqual([...left]);
  expect([...removed, ...left].toSorted()).toEqual([A, B, C, D].toSorted());
  expect(existsSync(join(dataDir, "mine.gpkg"))).toBe(true);
});

test("what this process reads stays until its last snapshot is closed, in whatever order they close", () => {
  const dataDir = folderWith([A, B], B);
  const path = join(dataDir, A);
  const snapshots = [openSnapshot(path), openSnapshot(path)];
  for (const snapshot of snapshots) {
    expect(isRead(path)).toBe(true);
    expect(removeOldRegistries(dataDir, 1)).toEqual([]);
    // Asking has not dropped the locks of the others, as any other open and close of the file would.
    expect(isLockedFor(path)).toBe(true);
    snapshot.close();
  }
  expect(isRead(path)).toBe(false);
  expect(removeOldRegistries(dataDir, 1)).toEqual([A]);
  expect(filesOf(dataDir)).toEqual([B]);
});

/** As another process sees it. */
function isLockedFor(path: string): boolean {
  const code = `const { isRead } = await import(${JSON.stringify(import.meta.resolve("./registry-files.ts"))});
    process.exit(isRead(${JSON.stringify(path)}) ? 7 : 0);`;
  const { exitCode } = Bun.spawnSync([process.execPath, "-e", code]);
  expect([0, 7]).toContain(exitCode);
  return exitCode === 7;
}

test("what another process reads stays until that ends, even by kill -9", async () => {
  const dataDir = folderWith([A, B], A);
  const code = `const { openRegistry } = await import(${JSON.stringify(import.meta.resolve("./snapshot.ts"))});
    const registry = openRegistry(${JSON.stringify(dataDir)});
    console.log(registry.current().version);
    // Unreachable, it would be collected, and its lock with it.
    globalThis.kept = registry;
    setInterval(() => {}, 1000);`;
  await using reader = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "ignore" });
  const { value } = await reader.stdout.getReader().read();
  expect(Buffer.from(value!).toString()).toBe("registry-2024-03-08\n");
  writeFileSync(join(dataDir, "current"), `${B}\n`);
  expect(isRead(join(dataDir, A))).toBe(true);
  expect(removeOldRegistries(dataDir, 1)).toEqual([]);
  reader.kill("SIGKILL");
  await reader.exited;
  expect(removeOldRegistries(dataDir, 1)).toEqual([A]);
});

test("asking who reads leaves nothing behind, and a file that is no database is read by nobody", () => {
  const dataDir = folderWith([A], A);
  writeFileSync(join(dataDir, B), "torn");
  const before = readdirSync(dataDir);
  expect([A, B].map((name) => isRead(join(dataDir, name)))).toEqual([false, false]);
  expect(isRead(join(dataDir, C))).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual(before);
});

test("a registry that follows the pointer lets old versions go", () => {
  const dataDir = folderWith([A, B, C], A);
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
