/**
 * Sends files that expand to many times their size to a server with 1 GB of memory and a disk of 1 GB. No process ends,
 * all other requests are answered, each refusal names its limit, and the disk keeps its reserve. TEST_FILES=200 sends
 * more files, TEST_SCALE=1 larger ones; some of these fill the disk.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limitMemory } from "../../bench/shared/memory-limit.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { onDiskInFile } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { type AnswerBody, bodyOf } from "../support/servers/geocode-files.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import {
  type ExpandingFile,
  expandingFiles,
  KIND_COUNT,
  namedFiles,
} from "../support/tables/expanding-files.ts";

const FILES = Number(process.env.TEST_FILES ?? KIND_COUNT);
/** Fraction of the maximum number of rows of a file. */
const SCALE = Number(process.env.TEST_SCALE ?? 1 / 16);
const GB = 1024 ** 3;
/** Minimum free bytes on a disk of this size (docs/limits.md), less a margin for SQLite and the last piece. */
const RESERVE = 0.8 * 100_000_000;
const FORMATS = ["csv", "xlsx", "geojson", "gpkg", "parquet"];
const DISK_IS_FULL = "too little disk space";
/** Words of a refusal: a limit, or the reason why the file is not a valid spreadsheet. */
const SAYS_WHY =
  /too little disk space|more than|at most|longer than|times larger|larger than|damaged|valid XML|no workbook|without a workbook|lacks its part/;
/** Columns to use, so that no file is refused for lack of addresses. */
const COLUMNS = "postcode=postcode,number=huisnummer";
/** `POST /geocode/csv` refuses larger files before they have arrived, so clients may lose the connection. */
const MAX_CSV_BYTES = 10 * 1024 * 1024;
/** Milliseconds that an answer may take while other tests run. The test prints the actual time. */
const SLOWEST_STATUS_MS = 5_000;
/** Uploads of one key: fewer than jobs of a key may wait. */
const FILES_PER_KEY = 2;

let folder: string;
let source: string;
let tokens: string[];
beforeAll(async () => {
  source = await makeDemoFolder(2_000);
  folder = mkdtempSync(join(tmpdir(), "baken-expanding-"));
  const keys = Math.ceil((FILES + namedFiles(SCALE).length) / FILES_PER_KEY);
  tokens = Array.from({ length: keys }, () => issueKey(source, {}));
}, 120_000);
afterAll(() => {
  rmSync(source, { recursive: true });
  rmSync(folder, { recursive: true });
});

/** Asks for the status all the time; `stop` returns the slowest answer in ms and the least free space in bytes. */
function watch({ url, pid }: ServeProcess, mount: string | undefined) {
  let isStopped = false;
  let slowestMs = 0;
  let slowestOfFileMs = 0;
  let leastFree = Number.POSITIVE_INFINITY;
  const watching = (async () => {
    while (!isStopped) {
      const from = performance.now();
      const response = await fetch(`${url}/status`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      const tookMs = performance.now() - from;
      slowestMs = Math.max(slowestMs, tookMs);
      slowestOfFileMs = Math.max(slowestOfFileMs, tookMs);
      if (mount !== undefined) {
        const { bavail, bsize } = statfsSync(`/proc/${pid}/root${mount}`);
        leastFree = Math.min(leastFree, bavail * bsize);
      }
      await Bun.sleep(10);
    }
  })();
  // `stop` throws the error.
  watching.catch(() => {});
  return {
    /** Returns the slowest answer since the last call. */
    takeSlowest() {
      const taken = Math.round(slowestOfFileMs);
      slowestOfFileMs = 0;
      return taken;
    },
    async stop() {
      isStopped = true;
      await watching;
      return { slowestMs, leastFree };
    },
  };
}

/** Requests that delete the files of jobs. */
type Deletions = (() => Promise<Response>)[];

/** Sends a file as a job and waits for its end; returns its outcome. */
async function send(
  { url }: ServeProcess,
  { name, bytes }: ExpandingFile,
  number: number,
  deletions: Deletions,
): Promise<string> {
  const headers = {
    authorization: `Bearer ${tokens[Math.floor(number / FILES_PER_KEY)]}`,
    "content-type": "application/octet-stream",
  };
  const path = `${url}/geocode/jobs`;
  const format = FORMATS[number % FORMATS.length];
  const query = new URLSearchParams({ format: format!, columns: COLUMNS });
  const response = await fetch(`${path}?${query}`, { method: "POST", headers, body: bytes });
  const answer: AnswerBody = await bodyOf(response);
  const said = answer.errors?.file?.[0] ?? answer.message ?? "";
  if (response.status !== 202) {
    expect(said.includes(DISK_IS_FULL) ? [503] : [422, 413], `${name}: ${said}`).toContain(response.status);
    expect(said, name).toMatch(SAYS_WHY);
    return `${response.status} ${said.split("\n")[0]}`;
  }
  let job: AnswerBody["data"] & { readonly error?: string };
  const jobUrl = `${path}/${answer.data.job_id}`;
  deletions.push(() => fetch(jobUrl, { method: "DELETE", headers }));
  await until(async () => {
    job = (await bodyOf(await fetch(jobUrl, { headers }))).data;
    return !["pending", "processing"].includes(job.status);
  }, 300_000);
  if (job!.status === "failed") {
    expect(job!.error, name).toMatch(/too little disk space|kept for one key|more than|at most/);
  }
  return `${job!.status} ${job!.error ?? `${job!.file_size} bytes`}`;
}

async function sendAsCsv({ url }: ServeProcess, { name, bytes }: ExpandingFile): Promise<void> {
  if (bytes.length > MAX_CSV_BYTES) {
    return;
  }
  const headers = { authorization: `Bearer ${tokens[0]}`, "content-type": "text/csv" };
  const response = await fetch(`${url}/geocode/csv`, { method: "POST", headers, body: bytes });
  expect([200, 413, 415, 422], `${name} at /geocode/csv`).toContain(response.status);
  await response.arrayBuffer();
}

test(`${FILES} expanding files end no process`, async () => {
  // Before the status is asked for: this process answers nothing while it makes them.
  const files = [...namedFiles(SCALE), ...expandingFiles({ random: testRandom(), scale: SCALE }, FILES)];
  const limit = limitMemory(GB);
  const mount = join(folder, "disk");
  const disk = onDiskInFile({ sizeBytes: GB, mount, dataDir: source });
  if (limit === undefined || disk === undefined) {
    printSkipped("limits of memory and disk for expanding files: this machine does not let us make them");
  }
  const launcher = [...(limit?.launcher ?? []), ...(disk ?? [])];
  const server = await startServe(disk ? mount : source, ["--threads", "2"], launcher);
  try {
    const { slowestMs, leastFree } = await sendAll(server, files, disk && mount);
    expect(slowestMs).toBeLessThan(SLOWEST_STATUS_MS);
    expect(leastFree).toBeGreaterThan(RESERVE);
    expect(server.printed()).not.toContain("the export thread failed");
    expect(limit?.wasTooLittle() ?? false).toBe(false);
    expect(await server.signal("SIGTERM")).toBe(0);
  } finally {
    await server.signal("SIGKILL");
    await limit?.remove();
  }
}, 3_600_000);

/** Sends the files one after the other; returns the slowest status in ms and the least free space in bytes. */
async function sendAll(server: ServeProcess, files: readonly ExpandingFile[], mount: string | undefined) {
  for (let i = 0; i < 50; i++) {
    await (await fetch(`${server.url}/status`)).arrayBuffer();
  }
  const watched = watch(server, mount);
  let result: Awaited<ReturnType<typeof watched.stop>>;
  const deletions: Deletions = [];
  try {
    for (const [number, file] of files.entries()) {
      const size = `${(file.bytes.length / 1024).toFixed(0)} KB`;
      const from = performance.now();
      const [outcome] = await Promise.all([send(server, file, number, deletions), sendAsCsv(server, file)]);
      if (outcome.includes(DISK_IS_FULL)) {
        const answers = await Promise.all(deletions.splice(0).map((remove) => remove()));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
      }
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      const slowest = `/status ${watched.takeSlowest()} ms`;
      process.stderr.write(`${seconds} s, ${slowest}: ${file.name}, ${size}: ${outcome}\n`);
    }
  } finally {
    result = await watched.stop();
  }
  const { slowestMs, leastFree } = result;
  process.stderr.write(
    `slowest /status ${slowestMs.toFixed(0)} ms, least free ${(leastFree / 1e6).toFixed(0)} MB\n`,
  );
  return result;
}
