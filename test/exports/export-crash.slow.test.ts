/**
 * Tests serving processes killed with `kill -9` at random moments of exports: the next one finishes every job, with
 * every row, and no file has its final name before it is whole.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

/** Large enough that writing takes much of the random delay, so that most kills hit an export. */
const ADDRESSES = 20_000;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 10);
const random = testRandom();
/** Maximum delay before a kill. Longer than an export of this size, so that some kills come after its end. */
const MAX_DELAY_MS = 400;
/** Maximum time of the sweep that a server does when it starts. */
const SWEEP_MS = 30_000;

let dataDir: string;
let authorization: string;
beforeAll(async () => {
  dataDir = await makeDemoFolder(ADDRESSES);
  authorization = `Bearer ${issueKey(dataDir, {})}`;
}, 60_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

const start = () => startServe(dataDir, ["--threads", "1"]);

async function ask({ url }: ServeProcess, path: string, method = "GET"): Promise<Response> {
  return await fetch(url + path, { method, headers: { authorization } });
}

async function queue(server: ServeProcess, format = "csv"): Promise<string> {
  const { data } = (await (await ask(server, `/export/addresses?format=${format}`, "POST")).json()) as {
    data: { job_id: string };
  };
  return data.job_id;
}

/** Downloads the file of a job once it is completed; fetch receives it compressed. */
async function downloadCompleted(server: ServeProcess, id: string): Promise<Buffer> {
  for (;;) {
    const { data } = (await (await ask(server, `/export/${id}`)).json()) as { data: Record<string, unknown> };
    if (data.status === "completed") {
      expect(data).toMatchObject({ processed_records: ADDRESSES, total_records: ADDRESSES });
    } else {
      expect(["pending", "processing"]).toContain(data.status as string);
    }
    const download = await ask(server, `/export/${id}/download`);
    const bytes = Buffer.from(await download.arrayBuffer());
    if (download.status === 200) {
      expect(download.headers.get("content-encoding")).toBe("gzip");
      return bytes;
    }
    expect(download.status).toBe(409);
    await Bun.sleep(15);
  }
}

function expectCompleteFiles(complete: Buffer): void {
  const folder = join(dataDir, "exports");
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".tmp")) {
      continue;
    }
    const bytes = readFileSync(join(folder, name));
    expect((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).equals(complete), name).toBe(true);
  }
}

/** Checks that both forms of every file exist, and nothing else. */
function expectPlainAndGzipFiles(): void {
  const names = readdirSync(join(dataDir, "exports")).toSorted();
  const plain = names.filter((name) => name.endsWith(".csv"));
  expect(names).toEqual(plain.flatMap((name) => [name, `${name}.gz`]));
}

/** Waits until the server that has just started has removed the temporary files of the killed ones. */
async function untilSwept(): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  const names = () => readdirSync(join(dataDir, "exports"));
  while (names().some((name) => name.endsWith(".tmp")) && performance.now() < until) {
    await Bun.sleep(15);
  }
}

test(`${ROUNDS} servers killed while they export`, async () => {
  let server = await start();
  const complete = await downloadCompleted(server, await queue(server));
  expect(complete.toString().split("\r\n").length).toBe(ADDRESSES + 2);
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const id = await queue(server);
    await Bun.sleep(random() * MAX_DELAY_MS);
    await server.signal("SIGKILL");
    expectCompleteFiles(complete);
    interrupted += Number(readdirSync(join(dataDir, "exports")).some((name) => name.endsWith(".tmp")));
    server = await start();
    expect((await downloadCompleted(server, id)).equals(complete)).toBe(true);
  }
  // Rules out luck: a tenth of the rounds must hit an export under way.
  expect(interrupted).toBeGreaterThanOrEqual(ROUNDS / 10);
  expect(await server.signal("SIGTERM")).toBe(0);
  expectCompleteFiles(complete);
  server = await start();
  await untilSwept();
  expectPlainAndGzipFiles();
  expect(await server.signal("SIGTERM")).toBe(0);
  process.stderr.write(`${interrupted} of ${ROUNDS} kills hit an export while it wrote\n`);
}, 600_000);

test("a server that gets SIGTERM releases its job, and the next one finishes it", async () => {
  const first = await start();
  const ids = [await queue(first), await queue(first)];
  await Bun.sleep(60);
  expect(await first.signal("SIGTERM")).toBe(0);
  expect(readdirSync(join(dataDir, "exports")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  const second = await start();
  const files = await Promise.all(ids.map((id) => downloadCompleted(second, id)));
  expect(files[0]!.equals(files[1]!)).toBe(true);
  await second.signal("SIGTERM");
});

test("what a GeoPackage was made in is removed by the next server", async () => {
  const scratch = () => {
    const folder = join(dataDir, "geocoding");
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const first = await start();
  const id = await queue(first, "gpkg");
  await until(() => scratch().length > 0);
  await first.signal("SIGKILL");
  const [left] = scratch();
  expect(left).toStartWith(id);
  const second = await start();
  await until(async () => (await ask(second, `/export/${id}/download`)).status === 200);
  expect(scratch()).toEqual([]);
  await second.signal("SIGTERM");
});
