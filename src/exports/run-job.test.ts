import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { JOB_COMMAND } from "../../test/support/processes/baken-process.ts";
import { until } from "../../test/support/processes/until.ts";
import { writeRegistryFixture } from "../../test/support/registries/registry-fixture.ts";
import { DiskShortage } from "../base/disk-space.ts";
import type { DraftFile } from "../base/draft-file.ts";
import { openSnapshot, type Snapshot } from "../registry/file/snapshot.ts";
import { cancelJob } from "./cancel-job.ts";
import type { ExportFiles, FileForm } from "./export-files.ts";
import { openWorkFolder } from "./geocode/work-folder.ts";
import type { Claim, Job, JobStore } from "./job.ts";
import { openExportFiles } from "./open-export-files.ts";
import { runJob } from "./run-job.ts";
import { openSqliteJobs } from "./sqlite/sqlite-job-store.ts";

const LIMITS = { perKey: 10, overall: 10, bytesPerKey: 1e9 };
const ANOTHER_ID = "0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70";
const NOT_STOPPED = new AbortController().signal;

let dataDir: string;
let jobs: JobStore;
let files: ExportFiles;
let snapshot: Snapshot;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "baken-run-job-"));
  jobs = openSqliteJobs(dataDir);
  files = openExportFiles({ dataDir });
  snapshot = openSnapshot(writeRegistryFixture(join(dataDir, "registry-2021-10-15.gpkg")));
});
afterEach(() => {
  jobs.close();
  snapshot.close();
  rmSync(dataDir, { recursive: true });
});

async function start(): Promise<{ job: Job; claim: Claim }> {
  const job = await jobs.add(
    { keyId: 1, kind: "export", request: { filter: {}, format: "json" }, totalRecords: 0 },
    LIMITS,
  );
  const claim = await jobs.claim("export", "w", () => false);
  if (typeof job === "string" || claim === undefined) {
    return expect.unreachable();
  }
  return { job, claim };
}

const tools = (changes: object = {}) => ({
  jobs,
  files,
  workFolder: openWorkFolder(dataDir),
  snapshot,
  retentionMs: 1_000,
  bytesPerKey: 1e9,
  jobProcess: { command: JOB_COMMAND, dataDir },
  ...changes,
});
const names = () => readdirSync(join(dataDir, "exports"));

test("reads the data it was given to the end, also when a newer registry has replaced and removed it", async () => {
  const { job, claim } = await start();
  rmSync(snapshot.path);
  await runJob(claim, tools(), NOT_STOPPED);
  const done = (await jobs.find(job.id, 1))!;
  expect(done).toMatchObject({
    state: "completed",
    totalRecords: 17,
    file: { version: "2021-10-15-0123456789ab" },
  });
  const text = readFileSync(join(dataDir, "exports", done.file!.name), "utf8");
  expect([JSON.parse(text).length, Buffer.byteLength(text)]).toEqual([17, done.file!.sizeBytes]);
});

test("stopped, gives the job back and leaves no file", async () => {
  const { job, claim } = await start();
  await runJob(claim, tools(), AbortSignal.abort());
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "pending", processedRecords: 0 });
  expect(names()).toEqual([]);
});

test("what lost its job to another worker leaves no file and changes nothing", async () => {
  const { job, claim } = await start();
  await jobs.release(claim);
  const other = (await jobs.claim("export", "other", () => false))!;
  await runJob(claim, tools(), NOT_STOPPED);
  expect(names()).toEqual([]);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "processing" });
  await runJob(other, tools(), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "completed", processedRecords: 17 });
});

test("without room on the disk the job fails and says so; other faults stay inside", async () => {
  const full = await start();
  await runJob(full.claim, tools({ files: { ...files, spaceLeft: () => 1_000 } }), NOT_STOPPED);
  const failed = await jobs.find(full.job.id, 1);
  expect(failed).toMatchObject({ state: "failed", error: expect.stringContaining("too little disk space") });

  const broken = await start();
  mkdirSync(join(dataDir, "exports", `${broken.job.id}.1.json.tmp`));
  await runJob(broken.claim, tools({ files: { ...files, spaceLeft: () => 1e12 } }), NOT_STOPPED);
  expect(await jobs.find(broken.job.id, 1)).toMatchObject({ state: "failed", error: "The export failed." });
});

test("the room that is needed counts the compressed form too", async () => {
  const { job, claim } = await start();
  // 17 addresses of 660 bytes as JSON, 55 compressed.
  const spaceLeft = () => 17 * 750;
  await runJob(claim, tools({ files: { ...files, spaceLeft } }), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "failed" });
});

test("a disk that is full while a file is written fails the job, which says so and leaves nothing", async () => {
  const { job, claim } = await start();
  const createDraft = async (): Promise<DraftFile> => {
    const draft = await files.createDraft(`${job.id}.1.json`, { isGzipped: true, isPrivate: false });
    return { ...draft, write: () => Promise.reject(new DiskShortage("x.json")) };
  };
  await runJob(claim, tools({ files: { ...files, createDraft } }), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({
    state: "failed",
    error: "The server has too little disk space for this file; try again later.",
  });
  expect(names()).toEqual([]);
});

test("a file that would be more than is kept for its key fails its job; one of exactly that size does not", async () => {
  const first = await start();
  await runJob(first.claim, tools(), NOT_STOPPED);
  const { sizeBytes } = (await jobs.find(first.job.id, 1))!.file!;
  const fits = await start();
  await runJob(fits.claim, tools({ bytesPerKey: 2 * sizeBytes }), NOT_STOPPED);
  expect(await jobs.find(fits.job.id, 1)).toMatchObject({ state: "completed" });
  const over = await start();
  await runJob(over.claim, tools({ bytesPerKey: 3 * sizeBytes - 1 }), NOT_STOPPED);
  expect(await jobs.find(over.job.id, 1)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("that are kept for one key: finished files, and uploaded ones"),
  });
  expect(names().filter((name) => name.startsWith(over.job.id))).toEqual([]);
});

test("a job that is cancelled while it runs stops and leaves no file; a completed one expires with its files", async () => {
  const places = { jobs, files, workFolder: openWorkFolder(dataDir) };
  const { job, claim } = await start();
  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  // Finishes only after the job was stopped.
  const createDraft = async (name: string, form: FileForm) => {
    const draft = await files.createDraft(name, form);
    const publish = async () => {
      hasBegun();
      await untilGone(job.id);
      return await draft.publish();
    };
    return { ...draft, publish };
  };
  const run = runJob(claim, tools({ files: { ...files, createDraft } }), NOT_STOPPED);
  await begun;
  const ended = await cancelJob(places, { id: job.id, keyId: 1 }, "Cancelled.");
  expect(ended).toMatchObject({ state: "failed", error: "Cancelled." });
  await run;
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "failed", error: "Cancelled.", file: undefined });
  expect(names()).toEqual([]);

  const done = await start();
  await runJob(done.claim, tools(), NOT_STOPPED);
  expect(names().length).toBe(2);
  expect(await cancelJob(places, { id: done.job.id, keyId: 2 }, "x")).toBeUndefined();
  expect(names().length).toBe(2);
  expect(await cancelJob(places, { id: done.job.id }, "x")).toMatchObject({
    state: "expired",
    error: undefined,
  });
  expect(names()).toEqual([]);
});

async function untilGone(id: string): Promise<void> {
  await until(async () => (await jobs.find(id, 1))?.state === "failed");
}

test("the compressed form lies beside the file and holds the same; file_size is the plain one's", async () => {
  const { job, claim } = await start();
  await runJob(claim, tools(), NOT_STOPPED);
  const name = `${job.id}.1.json`;
  expect(names().toSorted()).toEqual([name, `${name}.gz`]);
  const plain = readFileSync(join(dataDir, "exports", name));
  expect(gunzipSync(readFileSync(join(dataDir, "exports", `${name}.gz`))).equals(plain)).toBe(true);
  expect((await jobs.find(job.id, 1))?.file?.sizeBytes).toBe(plain.length);
});

test("a compressed form that cannot be written fails the job and leaves no file", async () => {
  const { job, claim } = await start();
  mkdirSync(join(dataDir, "exports", `${job.id}.1.json.gz.tmp`));
  await runJob(claim, tools(), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "failed" });
  expect(names()).toEqual([`${job.id}.1.json.gz.tmp`]);
});

test("a folder that was cleared away is made again, also from under a job, which then starts again", async () => {
  const first = await start();
  rmSync(join(dataDir, "exports"), { recursive: true });
  await runJob(first.claim, tools(), NOT_STOPPED);
  expect(await jobs.find(first.job.id, 1)).toMatchObject({ state: "completed" });

  const { job, claim } = await start();
  const createDraft: ExportFiles["createDraft"] = async (...file) => {
    const draft = await files.createDraft(...file);
    rmSync(join(dataDir, "exports"), { recursive: true });
    return draft;
  };
  await runJob(claim, tools({ files: { ...files, createDraft } }), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "pending" });
  await runJob((await jobs.claim("export", "w", () => false))!, tools(), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "completed" });
  expect(names().filter((name) => name.endsWith(".json"))).toHaveLength(1);
});

test("a GeoPackage is made in the place of what a killed attempt has left, and nothing stays", async () => {
  const request = { filter: {}, format: "gpkg" } as const;
  const job = await jobs.add({ keyId: 1, kind: "export", request, totalRecords: 0 }, LIMITS);
  if (typeof job === "string") {
    return expect.unreachable();
  }
  await jobs.claim("export", "killed", () => false);
  const { workFolder } = tools();
  const [left, ofAnother] = [workFolder.makeScratchFolder(job.id), workFolder.makeScratchFolder(ANOTHER_ID)];
  for (const folder of [left, ofAnother]) {
    writeFileSync(join(folder, "layer.gpkg"), "the first pages");
  }
  const claim = (await jobs.claim("export", "w", (worker) => worker === "killed"))!;
  await runJob(claim, tools(), NOT_STOPPED);
  expect(await jobs.find(job.id, 1)).toMatchObject({ state: "completed", processedRecords: 17 });
  expect(readdirSync(join(dataDir, "geocoding"))).toEqual([basename(ofAnother)]);
});

test("files that no job owns are removed, those that one does are kept", async () => {
  const { job, claim } = await start();
  await runJob(claim, tools(), NOT_STOPPED);
  const { claim: underWay } = await start();
  const strangers = ["x.1.csv", "x.1.csv.tmp", "x.1.csv.gz", "x.1.csv.gz.tmp"];
  const [lost, own] = [`${underWay.id}.2.json`, `${underWay.id}.1.json`];
  const drafts = [lost, own].flatMap((name) => [`${name}.tmp`, `${name}.gz.tmp`]);
  for (const name of [...strangers, ...drafts]) {
    await Bun.write(join(dataDir, "exports", name), "");
  }
  await files.removeUnowned(() => jobs.listFiles());
  const kept = [`${job.id}.1.json`, `${job.id}.1.json.gz`, `${own}.tmp`, `${own}.gz.tmp`];
  expect(names().toSorted()).toEqual(kept.toSorted());
});

test("an expired file goes with its compressed form", async () => {
  const { claim } = await start();
  await runJob(claim, tools({ retentionMs: 0 }), NOT_STOPPED);
  await jobs.expire();
  await files.removeUnowned(() => jobs.listFiles());
  expect(names()).toEqual([]);
});

test("what another server begins while the folder is swept stays", async () => {
  const { job, claim } = await start();
  let draft = "";
  await files.removeUnowned(async () => {
    const owned = await jobs.listFiles();
    // Another worker claims the job between the query and its result.
    await jobs.release(claim);
    const other = (await jobs.claim("export", "other", () => false))!;
    draft = `${job.id}.${other.attempt}.json.tmp`;
    await Bun.write(join(dataDir, "exports", draft), "[");
    return owned;
  });
  expect(names()).toContain(draft);
});
