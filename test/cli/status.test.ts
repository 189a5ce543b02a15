/** Tests `./baken status` as a user types it, on folders in every state. */
import { afterAll, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratch, openShared } from "../../src/base/sqlite.ts";
import { openSqliteJobs } from "../../src/exports/sqlite/sqlite-job-store.ts";
import { openImportFolder } from "../../src/import/publish.ts";
import type { FolderReport } from "../../src/operator/folder-report.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { BAKEN, runBaken } from "../support/processes/baken-process.ts";
import { writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const root = mkdtempSync(join(tmpdir(), "baken-status-"));
afterAll(() => rmSync(root, { recursive: true }));
const fixture = writeRegistryFixture();

const OLD = "registry-2021-09-15.gpkg";
const CURRENT = "registry-2021-10-15.2.gpkg";
const UNSERVED = "registry-2021-10-16.3.gpkg";

async function status(dataDir: string, ...flags: string[]) {
  const before = listAll(dataDir);
  const child = Bun.spawn([BAKEN, "status", "--data", dataDir, ...flags], {
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH! },
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(listAll(dataDir)).toEqual(before);
  return out;
}

async function report(dataDir: string): Promise<FolderReport> {
  return JSON.parse(await status(dataDir, "--json"));
}

function listAll(dataDir: string): string[] | undefined {
  return existsSync(dataDir) ? readdirSync(dataDir, { recursive: true, encoding: "utf8" }).sort() : undefined;
}

/** Makes a folder that serves the fixture, with an older version beside it. */
function makeFolder(name: string): string {
  const dataDir = join(root, name);
  mkdirSync(dataDir);
  for (const file of [OLD, CURRENT]) {
    copyFileSync(fixture, join(dataDir, file));
  }
  writeFileSync(join(dataDir, "current"), `${CURRENT}\n`);
  return dataDir;
}

test("a folder that is not there is not made, an empty one stays empty, and status says for both what to do", async () => {
  const missing = join(root, "missing");
  for (const flags of [[], ["--json"]]) {
    const { exitCode, stdout, stderr } = await runBaken(["status", "--data", missing, ...flags]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(`There is no folder ${missing}. Make one with: baken import`);
    expect(existsSync(missing)).toBe(false);
  }
  const empty = join(root, "empty");
  mkdirSync(empty);
  expect(await status(empty)).toContain(
    `none can be served: ${empty} holds no registry. Make one with: baken import`,
  );
  expect(await report(empty)).toMatchObject({
    registry: null,
    versions: [],
    log: [],
    warnings: [],
    importing: "none",
  });
});

test("the registry, the versions and who reads them", async () => {
  const dataDir = makeFolder("versions");
  const reader = openSnapshot(join(dataDir, OLD));
  expect(await report(dataDir)).toMatchObject({
    registry: { file: CURRENT, referenceDate: "2021-10-15", isDemo: false, counts: { adressen: 17 } },
    versions: [
      { file: CURRENT, referenceDate: "2021-10-15", isCurrent: true, hasReaders: false },
      { file: OLD, referenceDate: "2021-09-15", isCurrent: false, hasReaders: true },
    ],
    importing: "none",
    warnings: [],
  });
  reader.close();
  const { versions } = await report(dataDir);
  expect(versions.map(({ hasReaders }) => hasReaders)).toEqual([false, false]);
  const text = await status(dataDir);
  expect(text).toContain(`${OLD.padEnd(32)}2021-09-15`);
  expect(text).toMatch(/^area +gemeente 0457$/m);
  expect(text.trimEnd().split("\n").length).toBeLessThan(25);
  expect(text).not.toContain("warnings");
});

test("the log, newest first, and the mutations that are missing since the last import", async () => {
  const dataDir = makeFolder("log");
  const db = openScratch(join(dataDir, CURRENT));
  const add = db.query(
    `INSERT INTO import_log VALUES (?, ?, '2026-01-0' || ?1 || 'T00:00:00.000Z', ?, 100, ?, NULL, NULL)`,
  );
  const gap = (from: string, to: string) => JSON.stringify({ gaps: [{ from, to }] });
  add.run(2, "update", "2021-10-20", gap("2021-10-15", "2021-10-19"));
  add.run(3, "import", "2021-11-08", "{}");
  add.run(4, "update", "2021-11-12", gap("2021-11-08", "2021-11-11"));
  add.run(5, "update", "2021-11-13", "{}");
  add.run(6, "update", "2021-11-14", JSON.stringify({ gaps: [] }));
  db.close();
  const { log, warnings } = await report(dataDir);
  expect(log.map(({ id, kind, gaps }) => [id, kind, gaps.length])).toEqual([
    [6, "update", 0],
    [5, "update", 0],
    [4, "update", 1],
    [3, "import", 0],
    [2, "update", 1],
  ]);
  expect(warnings).toEqual([
    "The mutations of 2021-11-08 to 2021-11-11 are missing. Import a newer extract to get complete data.",
  ]);
  expect(await status(dataDir)).toContain(
    "update to 2021-11-12, 100 records, without 2021-11-08 to 2021-11-11\n",
  );
});

test("an accounts.db that cannot be read is a warning", async () => {
  const dataDir = makeFolder("damaged accounts");
  const path = join(dataDir, "accounts.db");
  writeFileSync(path, "no database, but long enough for a header of one: ".repeat(4));
  expect(await report(dataDir)).toMatchObject({
    keys: { all: 0, inForce: 0 },
    exportJobs: {},
    warnings: [
      `Keys and exports cannot be read: ${path} cannot be used: file is not a database. Check the disk, or put back a backup of the file.`,
    ],
  });
});

test("keys, jobs and sizes, whether a server runs or not", async () => {
  const dataDir = makeFolder("accounts");
  const keys = openKeyStore(dataDir);
  const jobs = openSqliteJobs(dataDir);
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [first] = [undefined, dayAfter(13), dayAfter(15)].map((expiresAt, n) =>
    keys.create({ name: `key ${n}`, kind: "server", expiresAt }),
  );
  keys.revoke(first!.key.id);
  const request = { filter: {}, format: "csv" } as const;
  for (let i = 0; i < 3; i++) {
    jobs.add(
      { keyId: 2, kind: "export", request, totalRecords: 17 },
      { perKey: 10, overall: 10, bytesPerKey: 1e9 },
    );
  }
  const claim = (await jobs.claim("export", "worker", () => false))!;
  await jobs.complete(claim, 17, { name: "x.csv", sizeBytes: 5, version: "v", retentionMs: 1e6 });
  mkdirSync(join(dataDir, "exports"));
  writeFileSync(join(dataDir, "exports/x.csv"), "12345");
  const expected = {
    keys: { all: 3, inForce: 2, expiring: 1 },
    exportJobs: { pending: 2, completed: 1 },
    bytes: { exports: 5, downloads: 0, registries: 2 * Bun.file(fixture).size },
    warnings: [],
  };
  expect(await report(dataDir)).toMatchObject(expected);
  // Simulates a file that nobody has open: the write-ahead log is checkpointed into it and truncated.
  const db = openShared(join(dataDir, "accounts.db"));
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const closed = makeFolder("accounts-closed");
  copyFileSync(join(dataDir, "accounts.db"), join(closed, "accounts.db"));
  const { exports: _, ...bytes } = expected.bytes;
  expect(await report(closed)).toMatchObject({ ...expected, bytes: { ...bytes, exports: 0 } });
  db.close();
  expect(await status(dataDir)).toMatch(/keys +2 in force of 3\njobs +1 completed, 2 pending\n/);
  keys.close();
  jobs.close();
});

test("an import under way, and what a killed one left", async () => {
  const dataDir = makeFolder("importing");
  const folder = openImportFolder(dataDir);
  copyFileSync(fixture, join(dataDir, UNSERVED));
  expect(await report(dataDir)).toMatchObject({ importing: "under way", warnings: [] });
  expect(await status(dataDir)).toMatch(/import, update +one is under way\n/);
  folder.close();
  mkdirSync(join(dataDir, ".import"));
  expect(await report(dataDir)).toMatchObject({
    importing: "killed",
    warnings: [expect.stringContaining(UNSERVED), expect.stringContaining("was killed")],
  });
  // Marks the registry as a leftover of that import: the warning about the killed import covers it.
  writeFileSync(join(dataDir, ".import/current"), `${UNSERVED}\n`);
  expect((await report(dataDir)).warnings).toEqual([expect.stringContaining("was killed")]);
});

test("files that cannot serve are shown with what is wrong, and nobody is said to read them", async () => {
  const dataDir = makeFolder("faulty");
  writeFileSync(join(dataDir, OLD), "torn");
  const { versions, warnings } = await report(dataDir);
  expect(versions.at(-1)).toMatchObject({
    file: OLD,
    hasReaders: null,
    fault: expect.stringContaining("database"),
  });
  expect(warnings).toEqual([expect.stringContaining(`${OLD} cannot be opened`)]);
  expect(await status(dataDir)).toMatch(/^versions .* current.*\n.* 4 B {2}cannot be opened/m);
});

test("where nothing serves it says why, with the command that mends it", async () => {
  const dataDir = makeFolder("pointer");
  const expectFault = async (...words: string[]) => {
    const { registry, fault, log } = await report(dataDir);
    expect([registry, log]).toEqual([null, []]);
    for (const word of words) {
      expect(fault).toContain(word);
    }
    expect(await status(dataDir)).toContain(`none can be served: ${fault}`);
  };
  const repairCommand = (name: string) => `echo ${name} > ${join(dataDir, "current")}`;
  rmSync(join(dataDir, "current"));
  await expectFault("no file current", repairCommand(CURRENT));
  writeFileSync(join(dataDir, "current"), "registry-2020-01-01.gpkg\n");
  await expectFault("names registry-2020-01-01.gpkg, which is not there", repairCommand(CURRENT));
  writeFileSync(join(dataDir, CURRENT), "torn");
  writeFileSync(join(dataDir, "current"), CURRENT);
  await expectFault(`${CURRENT} cannot be opened: file is not a database`, repairCommand(OLD));
});
