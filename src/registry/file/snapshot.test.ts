import { expect, test } from "bun:test";
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  adresId,
  newTestFolder,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { openScratch } from "../../base/sqlite.ts";
import { findAdres } from "../read/adressen.ts";
import { openRegistry } from "./open-registry.ts";
import { listRegistryFiles } from "./registry-files.ts";
import { openSnapshot } from "./snapshot.ts";

const file = writeRegistryFixture();

/** Publishes a copy of the fixture, or other content, as an import does: replaces the pointer by a rename. */
function publish(dataDir: string, name: string, content?: string): void {
  if (content === undefined) {
    copyFileSync(file, join(dataDir, name));
  } else {
    writeFileSync(join(dataDir, name), content);
  }
  point(dataDir, name);
}

function point(dataDir: string, name: string): void {
  writeFileSync(join(dataDir, "current.new"), `${name}\n`);
  renameSync(join(dataDir, "current.new"), join(dataDir, "current"));
}

test("a snapshot has a version and metadata", () => {
  const s = openSnapshot(file);
  expect(s.version).toBe("registry-2021-10-15");
  expect(s.meta).toEqual({
    referenceDate: "2021-10-15",
    importedAt: "2026-01-02T03:04:05Z",
    dataVersion: "2021-10-15-0123456789ab",
    isDemo: false,
    sample: undefined,
    area: ["0457"],
    sources: ["BAGGEM0457L-15102021.zip"],
    attached: [],
    buurtMap: { year: 2021, source: "CBS" },
    counts: { adressen: 17, panden: 2, woonplaatsen: 4, gemeenten: 3 },
  });
  s.close();
});

test.each<[string, (path: string) => void, RegExp]>([
  ["nothing", () => {}, /cannot be opened/],
  [
    "text",
    (path) => writeFileSync(path, "not a database, but long enough to look at".repeat(50)),
    /cannot be opened/,
  ],
  ["another database", (path) => create(path, "CREATE TABLE t (a)"), /not a GeoPackage/],
  ["another GeoPackage", (path) => create(path, "PRAGMA application_id = 1196444487"), /cannot be opened/],
  [
    "an older schema",
    (path) => change(path, "UPDATE registry SET value = '0' WHERE key = 'schema_version'"),
    /schema 0/,
  ],
  [
    "no reference date",
    (path) => change(path, "DELETE FROM registry WHERE key = 'reference_date'"),
    /reference_date/,
  ],
  [
    "a woonplaats without gemeente",
    (path) => change(path, "UPDATE woonplaats SET gemeente_code = NULL"),
    /unknown area/,
  ],
])("%s is refused as unavailable", (_, write, text) => {
  const path = join(newTestFolder(), "registry.gpkg");
  write(path);
  const error = caught(() => openSnapshot(path));
  expect(error).toMatchObject({ code: "unavailable" });
  expect(error?.message).toMatch(text);
});

function change(path: string, sql: string): void {
  copyFileSync(file, path);
  create(path, sql);
}

function create(path: string, sql: string): void {
  const db = openScratch(path);
  db.run(sql);
  db.close();
}

function caught(action: () => unknown): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

test("refresh opens and swaps registries; it closes a swapped-out snapshot one refresh later", () => {
  const dataDir = newTestFolder();
  const registry = openRegistry(dataDir);
  expect(registry.current()).toBeUndefined();
  expect(registry.pin()).toBeUndefined();
  expect(registry.refresh()).toBe(false);

  publish(dataDir, "registry-1.gpkg");
  expect(registry.refresh()).toBe(true);
  expect(registry.refresh()).toBe(false);
  const first = registry.current()!;
  expect(first.version).toBe("registry-1");

  publish(dataDir, "registry-2.gpkg");
  expect(registry.current()).toBe(first);
  expect(registry.refresh()).toBe(true);
  expect(registry.current()?.version).toBe("registry-2");
  expect(findAdres(first, adresId(1))?.huisnummer).toBe(5);

  expect(registry.refresh()).toBe(false);
  expect(() => findAdres(first, adresId(1))).toThrow();
  expect(findAdres(registry.current()!, adresId(1))?.huisnummer).toBe(5);
  registry.close();
  expect(registry.current()).toBeUndefined();
});

test("a pinned snapshot stays open over any number of swaps, until it is unpinned as often as it was pinned", () => {
  const dataDir = newTestFolder();
  publish(dataDir, "registry-1.gpkg");
  const registry = openRegistry(dataDir);
  const first = registry.pin()!;
  expect(registry.pin()).toBe(first);
  for (const name of ["registry-2.gpkg", "registry-3.gpkg", "registry-4.gpkg"]) {
    publish(dataDir, name);
    expect(registry.refresh()).toBe(true);
  }
  registry.unpin(first);
  registry.closeUnpinned();
  expect(findAdres(first, adresId(1))?.huisnummer).toBe(5);
  registry.unpin(first);
  registry.closeUnpinned();
  expect(() => findAdres(first, adresId(1))).toThrow();
  registry.close();
});

test("a reader that races with publishes and removals never opens a removed file", async () => {
  const dataDir = newTestFolder();
  publish(dataDir, "registry-2024-01-01.gpkg");
  // Another process publishes and removes all older registries in a tight loop.
  const code = `
    const { copyFileSync, renameSync, writeFileSync } = require("node:fs");
    const { nextRegistryFile } = await import(${JSON.stringify(import.meta.resolve("./registry-files.ts"))});
    const { removeOldRegistries } = await import(${JSON.stringify(import.meta.resolve("./old-registries.ts"))});
    process.chdir(${JSON.stringify(dataDir)});
    for (let i = 0; i < 300; i++) {
      const { name } = nextRegistryFile(".", "2024-01-01", 0);
      copyFileSync(${JSON.stringify(file)}, name);
      writeFileSync("next", name);
      renameSync("next", "current");
      removeOldRegistries(".", 1);
    }`;
  await using publisher = Bun.spawn([process.execPath, "-e", code], { stderr: "inherit" });
  const errors: string[] = [];
  let opened = 0;
  while (publisher.exitCode === null) {
    const registry = openRegistry(dataDir, (error) => errors.push(error.message));
    const snapshot = registry.current()!;
    // A file that is open here can be opened again, as the search index does.
    if (existsSync(snapshot.path) && findAdres(snapshot, adresId(1))?.huisnummer === 5) {
      opened++;
    } else {
      errors.push(`${snapshot.path} is gone`);
    }
    registry.close();
    await new Promise(setImmediate);
  }
  expect(errors).toEqual([]);
  expect(publisher.exitCode).toBe(0);
  expect(opened).toBeGreaterThan(20);
  expect(listRegistryFiles(dataDir).at(-1)?.number).toBe(301);
});

test("a registry that cannot be opened is reported once, and the previous one keeps serving", () => {
  const dataDir = newTestFolder();
  publish(dataDir, "registry-1.gpkg");
  const errors: string[] = [];
  const registry = openRegistry(dataDir, (error) => errors.push(error.message));

  publish(dataDir, "registry-2.gpkg", "torn");
  expect(registry.refresh()).toBe(false);
  expect(registry.refresh()).toBe(false);
  point(dataDir, "../registry-3.gpkg");
  expect(registry.refresh()).toBe(false);
  rmSync(join(dataDir, "current"));
  expect(registry.refresh()).toBe(false);
  expect(registry.refresh()).toBe(false);
  expect(errors).toEqual([
    expect.stringContaining("registry-2.gpkg cannot be opened as a registry"),
    expect.stringContaining('must hold a file name of the same folder, not "../registry-3.gpkg"'),
    expect.stringContaining("the file current no longer exists"),
  ]);
  for (const error of errors) {
    expect(error).toEndWith(`${join(dataDir, "registry-1.gpkg")} keeps serving`);
  }
  expect(findAdres(registry.current()!, adresId(1))?.huisnummer).toBe(5);

  // Repaired, then broken again in the same way: reported again.
  point(dataDir, "registry-1.gpkg");
  expect(registry.refresh()).toBe(false);
  rmSync(join(dataDir, "current"));
  expect(registry.refresh()).toBe(false);
  expect(errors).toHaveLength(4);

  publish(dataDir, "registry-2.gpkg");
  expect(registry.refresh()).toBe(true);
  registry.close();
});

test("a replaced file of the same name is loaded as another version of the data", () => {
  const dataDir = newTestFolder();
  publish(dataDir, "registry-1.gpkg");
  const registry = openRegistry(dataDir);
  const first = registry.current()!;
  const path = join(dataDir, "registry-1.gpkg");
  change(
    join(dataDir, "other"),
    "UPDATE registry SET value = '2027-01-01T00:00:00Z' WHERE key = 'imported_at'",
  );
  renameSync(join(dataDir, "other"), path);
  expect(registry.refresh()).toBe(true);
  const second = registry.current()!;
  expect([first.version, second.version]).toEqual(["registry-1", "registry-1"]);
  expect(second.meta.importedAt).toBe("2027-01-01T00:00:00Z");
  expect(second.identity).not.toBe(first.identity);
  expect(registry.refresh()).toBe(false);
  registry.close();
});
