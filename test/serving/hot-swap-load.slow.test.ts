/**
 * Tests a server that follows publishes — copies, imports and updates, one after another — under constant requests:
 * every answer is wholly that of one version, old versions are closed and removed, and nothing leaks.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BAKEN } from "../support/processes/baken-process.ts";
import {
  answersOf,
  currentVersion,
  type DemoCountry,
  makeCountry,
  makeTestRequests,
  PUBLIC_URL,
  publishCopy,
  type RegistryAnswers,
  type TestRequest,
  withoutRequestId,
} from "../support/servers/hot-swap-states.ts";
import { connect, type RawAnswer } from "../support/servers/keep-alive-connection.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

/** Rounds of copy, copy, import, update: 24 publishes. */
const ROUNDS = 6;
const KEPT = 2;
const CLIENTS = 4;

const root = mkdtempSync(join(tmpdir(), "baken-hot-swap-"));
const dataDir = join(root, "served");
let testRequests: readonly TestRequest[];
let countries: readonly DemoCountry[];
let states: readonly RegistryAnswers[];
let server: ServeProcess;
let headers: Record<string, string>;
/** Published states by version. */
const published = new Map<string, RegistryAnswers>();

beforeAll(async () => {
  const small = await makeCountry(join(root, "small"), 1_500, 1);
  const large = await makeCountry(join(root, "large"), 3_000, 2);
  countries = [small, large];
  testRequests = countries.flatMap(({ imported }) => makeTestRequests(dirname(imported)));
  states = await Promise.all(
    countries.flatMap(({ imported, updated }) => [
      answersOf("before", imported, testRequests),
      answersOf("after", updated, testRequests),
    ]),
  );
  recordPublished(publishCopy(dataDir, small.imported, "2026-01-01"), states[0]!);
  headers = { authorization: `Bearer ${issueKey(dataDir, {})}`, "content-type": "application/json" };
  const args = ["--threads", "2", "--public-url", PUBLIC_URL, "--keep-registries", `${KEPT}`];
  server = await startServe(dataDir, args);
}, 60_000);
afterAll(async () => {
  await server?.signal("SIGTERM");
  rmSync(root, { recursive: true });
});

function recordPublished(version: string, state: RegistryAnswers): void {
  expect(published.has(version)).toBe(false);
  published.set(version, state);
}

/** Runs a command as a user does, in a separate process; returns the version that `current` names. */
async function baken(...args: string[]): Promise<string> {
  const child = Bun.spawn([BAKEN, ...args, "--data", dataDir], { stderr: "pipe", stdout: "ignore" });
  const err = await child.stderr.text();
  expect({ code: await child.exited, err }).toMatchObject({ code: 0 });
  return currentVersion(dataDir);
}

/** Distinct answers by version (`any` when the answer names none), then by request. */
const answersByVersion = new Map<string, Map<number, Set<string>>>();

function recordAnswer({ head, ...answer }: RawAnswer, requestIndex: number): string {
  const version = /^etag: W\/".*?(registry-.*?)-\d{4}-\d\d-\d\dT/im.exec(head)?.[1] ?? "any";
  const byRequest = answersByVersion.get(version) ?? new Map<number, Set<string>>();
  answersByVersion.set(version, byRequest);
  byRequest.set(requestIndex, (byRequest.get(requestIndex) ?? new Set()).add(withoutRequestId(answer)));
  return version;
}

interface Client {
  readonly requests: () => number;
  stop(): Promise<void>;
}

/** Sends all requests over one connection, repeatedly; versions must never go back on it. */
async function startClient(port: number, first: number): Promise<Client> {
  const connection = await connect(port);
  let isStopping = false;
  let requests = 0;
  let newest = 0;
  const run = async () => {
    for (let i = first; !isStopping; i++, requests++) {
      const requestIndex = i % testRequests.length;
      const { path, body } = testRequests[requestIndex]!;
      const request = body === undefined ? { path } : { path, body, method: "POST" };
      const version = recordAnswer(await connection.ask({ ...request, headers }), requestIndex);
      if (version === "any") {
        continue;
      }
      const number = publishNumberOf(version);
      expect(number).toBeGreaterThanOrEqual(newest);
      newest = number;
    }
  };
  const ended = run();
  return {
    requests: () => requests,
    async stop() {
      isStopping = true;
      await ended;
      connection.close();
    },
  };
}

const publishNumberOf = (version: string) => Number(/\.(\d+)$/.exec(version)?.[1] ?? 1);

/** Sends a request whose body arrives slowly, over several swaps. */
async function requestSlowly(port: number, until: () => Promise<unknown>): Promise<void> {
  const requestIndex = testRequests.findIndex(({ body }) => body !== undefined);
  const connection = await connect(port);
  const { path, body } = testRequests[requestIndex]!;
  recordAnswer(
    await connection.ask({ path, body: body!, method: "POST", headers, beforeLastByte: until }),
    requestIndex,
  );
  connection.close();
}

/** Runs exports one after another; each must be wholly of one version. */
function startExporting({ url }: ServeProcess) {
  let isStopping = false;
  let exports = 0;
  const ask = async (path: string, method = "GET") => await fetch(url + path, { method, headers });
  const exportOne = async () => {
    const { data: queued } = (await (await ask("/export/addresses", "POST")).json()) as {
      data: { job_id: string };
    };
    let job: Record<string, unknown> = {};
    while (job.status !== "completed") {
      await Bun.sleep(20);
      ({ data: job } = (await (await ask(`/export/${queued.job_id}`)).json()) as {
        data: Record<string, unknown>;
      });
      expect(["pending", "processing", "completed"]).toContain(job.status as string);
    }
    const csv = await (await ask(`/export/${queued.job_id}/download`)).text();
    const state = states.find((one) => one.csv === csv);
    expect(state).toBeDefined();
    expect(job.total_records).toBe(csv.split("\r\n").length - 2);
    exports++;
  };
  const run = async () => {
    while (!isStopping) {
      await exportOne();
    }
  };
  const ended = run();
  return {
    async stop() {
      isStopping = true;
      await ended;
      return exports;
    },
  };
}

/** Waits until a new connection is answered from that version. */
async function untilServed(port: number, version: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  for (;;) {
    const connection = await connect(port);
    const { head } = await connection.ask({ path: "/api/v1/cities?per_page=1", headers });
    connection.close();
    if (head.includes(version)) {
      return;
    }
    expect(performance.now()).toBeLessThan(giveUpAt);
    await Bun.sleep(10);
  }
}

/** Reads the memory and the open and mapped files of a process from /proc. */
function readProcessState(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  const mapped = readFileSync(`/proc/${pid}/maps`, "utf8").split("\n");
  return {
    /** Anonymous memory in MB, without the pages of mapped files. */
    anonymous: Number(/RssAnon:\s+(\d+)/.exec(status)![1]) / 1024,
    registries: files.filter((path) => path.includes(".gpkg")),
    deleted: [...files, ...mapped].filter((path) => path.includes(".gpkg (deleted)")).length,
  };
}

test("versions come and go under load", async () => {
  const { port, pid } = server;
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, i) => startClient(port, (i * testRequests.length) / CLIENTS)),
  );
  const exporting = startExporting(server);
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = round % 2 === 0 ? [0, 1] : [1, 0];
    const [before, after] = [states[2 * one]!, states[2 * one + 1]!];
    const late = Promise.withResolvers<void>();
    const slow = requestSlowly(port, () => late.promise);
    // Two publishes at once: the first may never be served.
    recordPublished(publishCopy(dataDir, countries[other]!.imported, "2026-01-02"), states[2 * other]!);
    recordPublished(publishCopy(dataDir, countries[one]!.updated, "2026-01-02"), after);
    await untilServed(port, currentVersion(dataDir));
    recordPublished(await baken("import", "--yes", ...countries[one]!.importArguments), before);
    await untilServed(port, currentVersion(dataDir));
    recordPublished(await baken("update", countries[one]!.mutations), after);
    await untilServed(port, currentVersion(dataDir));
    late.resolve();
    await slow;
    memory.push(readProcessState(pid).anonymous);
  }
  const exports = await exporting.stop();
  for (const client of clients) {
    await client.stop();
  }
  const requests = clients.reduce((sum, client) => sum + client.requests(), 0);

  expectConsistentAnswers();
  // Each thread and the coordinator have the newest open, and close the swapped-out ones within a second.
  await Bun.sleep(1_200);
  const { registries, deleted } = readProcessState(pid);
  const kept = readdirSync(dataDir).filter((name) => name.startsWith("registry-"));
  expect(kept.length).toBe(KEPT);
  expect(deleted).toBe(0);
  expect(new Set(registries)).toEqual(new Set([join(dataDir, `${currentVersion(dataDir)}.gpkg`)]));
  process.stderr.write(
    `${published.size} versions, ${requests} answers, ${exports} exports; MB of memory: ${memory.map(Math.round).join(" ")}\n`,
  );
  expect(exports).toBeGreaterThan(ROUNDS);
  // The memory varies with garbage that awaits collection; a leak of 5 MB per version would fail here.
  expect(Math.min(...memory.slice(3))).toBeLessThan(Math.max(...memory.slice(0, 2)) + 30);
}, 120_000);

/** Expects every answer with a version to match that version, and every other answer to match some version. */
function expectConsistentAnswers(): void {
  for (const [version, byRequest] of answersByVersion) {
    const state = published.get(version);
    for (const [requestIndex, answers] of byRequest) {
      const expectedAnswers = (state === undefined ? states : [state]).map(
        (one) => one.answers[requestIndex]!,
      );
      for (const answer of answers) {
        expect({ version, path: testRequests[requestIndex]!.path, answer }).toEqual({
          version: state === undefined ? "any" : version,
          path: testRequests[requestIndex]!.path,
          answer: expectedAnswers.includes(answer) ? answer : expectedAnswers[0]!,
        });
      }
    }
  }
  expect(answersByVersion.size).toBeGreaterThan(ROUNDS * 2);
}
