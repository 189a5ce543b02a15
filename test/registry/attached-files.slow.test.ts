/**
 * Tests that a registry and the history attached to it are handled as one: by imports, clean-up, backup, publishing and
 * updates.
 */
import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { openScratch } from "../../src/base/sqlite.ts";
import { fetchRegistry, makeCurrent } from "../../src/distribution/fetch-registry.ts";
import { publishRegistry } from "../../src/distribution/publish-registry.ts";
import { verifyPublished } from "../../src/distribution/verify-published.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import { describeFolderFault } from "../../src/registry/file/folder-fault.ts";
import { inspectFolder } from "../../src/registry/file/inspect-folder.ts";
import { removeOldRegistries, removeUnnamedFilesIfIdle } from "../../src/registry/file/old-registries.ts";
import { readPointedName } from "../../src/registry/file/pointer.ts";
import { findForeignChange } from "../../src/registry/file/seal.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { assertSound } from "../../src/registry/file/use-registry.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { NAMES_CSV, NATIONAL, REFERENCE_DATE } from "../support/countries/small-country.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { canRun } from "../support/processes/find-program.ts";
import { countRows } from "../support/registries/read-registry.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-attached-"));
afterAll(() => rmSync(root, { recursive: true }));
const extract = writeExtractTo(join(root, "small.zip"), NATIONAL);
const names = join(root, "names.csv");
writeFileSync(names, NAMES_CSV);

const template = join(root, "template");
// A first import keeps the history.
await importInto(template);

async function importInto(folder: string, history?: "full" | "none"): Promise<string> {
  const given = { paths: [extract], gemeenten: [names], boundaries: [], dataDir: folder, keepRegistries: 2 };
  const { registry } = await runImport({ ...given, ...(history && { history }) }, silentProgress);
  return registry;
}

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(root, "data-"));
  cpSync(template, dataDir, { recursive: true, verbatimSymlinks: true });
});

const listHistories = (folder = dataDir) => readdirSync(folder).filter((name) => name.endsWith(".db"));
const [HISTORY] = listHistories(template) as [string];
const current = (folder = dataDir) => join(folder, readPointedName(folder)!);

function expectServes(folder: string): void {
  const snapshot = openSnapshot(current(folder));
  expect(countRows(snapshot.history!.db, "pand_voorkomen")).toBeGreaterThan(0);
  snapshot.close();
}

test("an import keeps the choice of the one before, and each has its own history", async () => {
  expectServes(dataDir);
  await importInto(dataDir);
  expect(listHistories()).toHaveLength(2);
  await importInto(dataDir, "none");
  const without = openSnapshot(current());
  expect([without.history, without.meta.attached]).toEqual([undefined, []]);
  without.close();
  await importInto(dataDir);
  expect(openSnapshot(current()).history).toBeUndefined();
  // Both kept registries have no history.
  expect(listHistories()).toEqual([]);
});

test.each([
  ["goes on with it", "full"],
  ["without one goes on without", "none"],
] as const)("a registry with its history %s when it is updated", async (_what, choice) => {
  await importInto(dataDir, choice);
  const delivery = writeDeliveryTo(join(dataDir, "delivery.zip"), {
    from: REFERENCE_DATE,
    to: "2024-03-09",
    relaties: NATIONAL.relaties,
  });
  const before = listHistories();
  await runUpdate({ dataDir, files: [delivery] }, silentProgress);
  const snapshot = openSnapshot(current());
  expect(snapshot.meta.referenceDate).toBe("2024-03-09");
  expect(snapshot.history !== undefined).toBe(choice === "full");
  snapshot.close();
  const { registry } = inspectFolder(dataDir) as { registry: { facts: { history: string } } };
  expect(registry.facts.history).toBe(choice);
  if (choice === "full") {
    expect(before).toEqual(expect.arrayContaining(listHistories()));
  }
});

test("a history is removed with the last registry that names it, and with none sooner", async () => {
  const first = readPointedName(dataDir)!;
  await importInto(dataDir);
  await importInto(dataDir);
  expect(existsSync(join(dataDir, first))).toBe(false);
  expect(listHistories()).not.toContain(HISTORY);
  expect(listHistories()).toHaveLength(2);
});

test("a registry whose history has gone since it was looked at is not taken for a sound one", async () => {
  const options = { paths: [extract], gemeenten: [names], boundaries: [], dataDir, keepRegistries: 9 };
  await runImport(options, silentProgress);
  await runImport(options, silentProgress);
  removeUnnamedFilesIfIdle(dataDir);
  const copy = readFileSync(join(dataDir, HISTORY));
  rmSync(join(dataDir, HISTORY));
  expect(removeOldRegistries(dataDir, 2)).toEqual([]);
  writeFileSync(join(dataDir, HISTORY), copy);
  expect(removeOldRegistries(dataDir, 2)).toHaveLength(1);
});

test("a history stays that a registry of another schema names, and all while a registry cannot be read", async () => {
  const [before, stray] = [readPointedName(dataDir)!, "history-2020-01-01-0123456789ab.db"];
  {
    using db = openScratch(join(dataDir, before));
    db.run("UPDATE registry SET value = '999' WHERE key = 'schema_version'");
  }
  writeFileSync(join(dataDir, stray), "left by a publish that was killed");
  await importInto(dataDir);
  await importInto(dataDir);
  expect(listHistories()).toContain(HISTORY);
  expect(listHistories()).not.toContain(stray);
  writeFileSync(join(dataDir, "registry-2019-01-01.gpkg"), "damaged");
  writeFileSync(join(dataDir, stray), "left by a publish that was killed");
  expect(removeUnnamedFilesIfIdle(dataDir)).toEqual([]);
  rmSync(join(dataDir, "registry-2019-01-01.gpkg"));
  expect(removeUnnamedFilesIfIdle(dataDir)).toEqual([stray]);
});

test("a folder without the history does not serve, and the message says what to do", () => {
  rmSync(join(dataDir, HISTORY));
  const fault = describeFolderFault(inspectFolder(dataDir));
  expect(fault).toContain(`${HISTORY} is not the history file`);
  expect(fault).toContain("Copy that file from a backup to this place");
  expect(() => assertSound(dataDir, readPointedName(dataDir)!)).toThrow(HISTORY);
});

test("a history that another program wrote, or with a damaged page, is found", () => {
  const file = readPointedName(dataDir)!;
  assertSound(dataDir, file);
  const path = join(dataDir, HISTORY);
  const bytes = readFileSync(path);
  {
    using db = openScratch(path);
    db.run("DELETE FROM former_name");
    db.run("CREATE TABLE mine (a)");
  }
  expect(findForeignChange(dataDir)?.text).toContain(HISTORY);
  expect(() => assertSound(dataDir, file)).toThrow(`${HISTORY} was written by another program`);
  bytes.fill(0xff, 4096 * 3, 4096 * 4);
  writeFileSync(path, bytes);
  expect(() => assertSound(dataDir, file)).toThrow(`is damaged: ${HISTORY}: `);
});

test("a backup holds the history and is nothing without it; a restore brings both back", async () => {
  const place = { dataDir };
  issueKey(dataDir, { name: "kept" });
  const target = join(dataDir, "..", `backup-${Date.now()}`);
  const manifest = await makeBackup({ place, target, registry: "copy" });
  expect(manifest.registry?.attached.map(({ file }) => file)).toEqual([HISTORY]);
  const restored = mkdtempSync(join(root, "restored-"));
  await restoreBackup({ place: { dataDir: restored }, backup: target, isConfirmed: false });
  expectServes(restored);
  writeFileSync(join(target, HISTORY), readFileSync(join(target, HISTORY)).fill(0, 8192, 8193));
  const other = mkdtempSync(join(root, "restored-"));
  const restore = () => restoreBackup({ place: { dataDir: other }, backup: target, isConfirmed: false });
  await expect(restore()).rejects.toThrow(HISTORY);
  rmSync(join(target, HISTORY));
  await expect(restore()).rejects.toThrow(`There is no file ${join(target, HISTORY)}`);
  expect(readdirSync(other)).toEqual([]);
});

const publish = async (folder: string, store: ReturnType<typeof openFolderStore>) => {
  const snapshot = openSnapshot(current(folder));
  try {
    return await publishRegistry({ snapshot, store, isConfirmed: true, partBytes: 4096 }, silentProgress);
  } finally {
    snapshot.close();
  }
};

test("a published registry arrives with its history; one that is there already is not fetched or written again", async () => {
  const store = openFolderStore(join(dataDir, "published"));
  const { manifest } = await publish(dataDir, store);
  await verifyPublished(store, undefined, silentProgress);
  const node = mkdtempSync(join(root, "node-"));
  const source = { dataDir: node, store, registryKey: undefined };
  expect((await fetchRegistry(source, silentProgress)).state).toBe("ready");
  expect(listHistories(node)).toEqual([]);
  makeCurrent(node, manifest, 2);
  expectServes(node);
  expect((await fetchRegistry(source, silentProgress)).state).toBe("current");

  // Another registry with the same history, as an update makes one.
  const next = "registry-2024-03-09.2.gpkg";
  cpSync(current(), join(dataDir, next));
  {
    using db = openScratch(join(dataDir, next));
    db.run("UPDATE registry SET value = '2024-03-09' WHERE key = 'reference_date'");
  }
  writeFileSync(join(dataDir, "current"), next);
  const second = (await publish(dataDir, store)).manifest;
  expect(second.attached).toEqual(manifest.attached);
  expect((await fetchRegistry(source, silentProgress)).state).toBe("ready");
  makeCurrent(node, second, 2);
  expectServes(node);
  expect([listHistories(node), listHistories(join(node, ".fetch"))]).toEqual([[HISTORY], []]);
});

test("a fetch brings the history again when no registry names it any more", async () => {
  const store = openFolderStore(join(dataDir, "published"));
  const { manifest } = await publish(dataDir, store);
  const source = { dataDir: mkdtempSync(join(root, "node-")), store, registryKey: undefined };
  const node = source.dataDir;
  await fetchRegistry(source, silentProgress);
  const name = makeCurrent(node, manifest, 2);
  // As an operator does with a damaged registry.
  rmSync(join(node, name));
  expect((await fetchRegistry(source, silentProgress)).state).toBe("ready");
  // The next import or publish in the folder removes the file.
  expect(removeUnnamedFilesIfIdle(node)).toEqual([HISTORY]);
  makeCurrent(node, manifest, 2);
  expectServes(node);
  expect(listHistories(join(node, ".fetch"))).toEqual([]);
});

const canTrace = canRun(["strace", "-o", "/dev/null", "true"], "strace");

/** Runs `fetch` from a folder; `injected` is a change of its system calls, in the syntax of `strace`. */
async function fetchInto(node: string, published: string, injected?: string): Promise<number | null> {
  const trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `inject=${injected}`];
  const command = [BAKEN, "fetch", "--registry-source", published, "--data", node];
  const child = start(injected === undefined ? command : [...trace, ...command]);
  return (await collectOutcome(child)).exitCode;
}

test.skipIf(!canTrace)(
  "after kill -9 at any rename of a fetch, the next one serves the registry with its history",
  async () => {
    const published = join(dataDir, "published");
    await publish(dataDir, openFolderStore(published));
    let kills = 0;
    for (;;) {
      const node = mkdtempSync(join(root, "node-"));
      const kill = `/^rename:retval=0:signal=SIGKILL:when=${kills + 1}`;
      if ((await fetchInto(node, published, kill)) === 0) {
        break;
      }
      kills++;
      expect(await fetchInto(node, published)).toBe(0);
      expectServes(node);
    }
    // Of the fetched files, their hashes, the history, the registry and the pointer at the least.
    expect(kills).toBeGreaterThan(5);
  },
  60_000,
);

test.skipIf(!canTrace)("a history is copied on a disk that knows no links", async () => {
  const published = join(dataDir, "published");
  await publish(dataDir, openFolderStore(published));
  const node = mkdtempSync(join(root, "node-"));
  await fetchInto(node, published);
  const { ino } = statSync(join(node, HISTORY));
  for (const injected of [undefined, "/^link:error=EPERM"]) {
    rmSync(current(node));
    expect(await fetchInto(node, published, injected)).toBe(0);
    expectServes(node);
    expect(statSync(join(node, HISTORY)).ino === ino).toBe(injected === undefined);
  }
});

test("a published history that is damaged is refused by name, and what serves stays", async () => {
  const store = openFolderStore(join(dataDir, "published"));
  const { manifest } = await publish(dataDir, store);
  const [object] = manifest.attached;
  const path = join(dataDir, "published", object!.name);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, 0, 64));
  const node = mkdtempSync(join(root, "node-"));
  await expect(
    fetchRegistry({ dataDir: node, store, registryKey: undefined }, silentProgress),
  ).rejects.toThrow(`${object!.name} `);
  expect(existsSync(join(node, "current"))).toBe(false);
  await expect(verifyPublished(store, undefined, silentProgress)).rejects.toThrow(object!.name);
});
