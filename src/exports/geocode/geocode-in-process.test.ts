/** Runs geocoding jobs whose worker died. They run in a process of their own, because it may end in any way. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JOB_COMMAND } from "../../../test/support/processes/baken-process.ts";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";
import type { ExportFiles } from "../export-files.ts";
import { type ClaimOf, inputNameOf, type Job, type JobStore } from "../job.ts";
import { openExportFiles } from "../open-export-files.ts";
import { runJob } from "../run-job.ts";
import { openSqliteJobs } from "../sqlite/sqlite-job-store.ts";
import { openWorkFolder } from "./work-folder.ts";

const LIMITS = { perKey: 10, overall: 10, bytesPerKey: 1e9 };
const NOT_STOPPED = new AbortController().signal;

let dataDir: string;
let jobs: JobStore;
let files: ExportFiles;
let snapshot: Snapshot;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "baken-geocode-in-process-"));
  jobs = openSqliteJobs(dataDir);
  files = openExportFiles({ dataDir });
  snapshot = openSnapshot(writeRegistryFixture(join(dataDir, "registry-2021-10-15.gpkg")));
});
afterEach(() => {
  jobs.close();
  snapshot.close();
  rmSync(dataDir, { recursive: true });
});

const contextOf = (command: readonly string[]) => ({
  ...{ jobs, files, snapshot, workFolder: openWorkFolder(dataDir) },
  ...{ retentionMs: 1_000, bytesPerKey: 1e9, jobProcess: { command, dataDir } },
});
const names = () => readdirSync(join(dataDir, "exports"));

const CSV = "postcode,huisnummer\n1382KT,5\n1382KT,7a\n";

/** Queues a job that `deaths` workers claim before they die; returns the claim of the next worker. */
async function claimAfter(deaths: number): Promise<ClaimOf<"geocode">> {
  const id = crypto.randomUUID();
  const path = join(dataDir, "upload");
  writeFileSync(path, CSV);
  await files.storeInput(inputNameOf(id), path);
  const request = { format: "csv", options: {}, inputBytes: CSV.length } as const;
  await jobs.add({ id, keyId: 1, kind: "geocode", request, totalRecords: 2 }, LIMITS);
  for (let death = 0; death < deaths; death++) {
    await jobs.claim("geocode", "dies", () => false);
  }
  return (await jobs.claim("geocode", "lives", (worker) => worker === "dies")) as ClaimOf<"geocode">;
}

const run = async (deaths: number, command: readonly string[] = JOB_COMMAND) => {
  const claim = await claimAfter(deaths);
  await runJob(claim, contextOf(command), NOT_STOPPED);
  return (await jobs.find(claim.id, 1))!;
};
const textOf = ({ file }: Job) => readFileSync(join(dataDir, "exports", file!.name), "utf8");
const isInputKept = () => names().some((name) => name.endsWith(".input"));

test("a job whose worker died runs in a process of its own, and its file is the same", async () => {
  const first = await run(0, ["false"]);
  const again = await run(1);
  expect([first.state, again.state]).toEqual(["completed", "completed"]);
  expect(textOf(again)).toBe(textOf(first));
  expect(textOf(again)).toContain("exact");
  expect(isInputKept()).toBe(false);
});

test.each<[string, readonly string[]]>([
  ["is killed", ["sh", "-c", "kill -9 $$"]],
  [
    "wants memory without end",
    [process.execPath, "-e", "for (const a = []; ; ) a.push(Buffer.alloc(1e6, 1))"],
  ],
])("a job whose process %s fails at once with the reason", async (_, command) => {
  const job = await run(1, command);
  expect([job.state, job.error]).toEqual([
    "failed",
    "The geocoding of the file was interrupted, and again with 512 MB of memory of its own, which may be too little for it. Send it in parts.",
  ]);
  expect(isInputKept()).toBe(false);
});

test("a job in a process of its own is stopped with the server, and waits for the next", async () => {
  const claim = await claimAfter(1);
  const stop = new AbortController();
  const command = ["sleep", "100"];
  const running = runJob(claim, contextOf(command), stop.signal);
  stop.abort();
  await running;
  expect((await jobs.find(claim.id, 1))!.state).toBe("pending");
  expect(isInputKept()).toBe(true);
});
