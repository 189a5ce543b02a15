/**
 * Tests three servers that follow one source under constant requests. Every answer comes completely from one registry,
 * no request fails, and all servers switch within five seconds of each other. A server killed in the middle of a fetch
 * catches up.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MANIFEST_NAME } from "../../src/distribution/manifest.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { replaceFile } from "../support/processes/replace-file.ts";
import { until } from "../support/processes/until.ts";
import { publishInParts } from "../support/registries/publish-parts.ts";
import {
  answersOf,
  type DemoCountry,
  makeCountry,
  makeTestRequests,
  PUBLIC_URL,
  type RegistryAnswers,
  type TestRequest,
  withoutRequestId,
} from "../support/servers/hot-swap-states.ts";
import { connect } from "../support/servers/keep-alive-connection.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";
import { findFreePort, hasPostgres, startPostgres } from "../support/servers/postgres-cluster.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const SERVERS = 3;
/** Maximum time from the first server's swap to the last one's. */
const MAX_SPREAD_MS = 5_000;

const root = mkdtempSync(join(tmpdir(), "baken-follow-"));
const source = join(root, "source");
let country: DemoCountry;
let testRequests: readonly TestRequest[];
let states: readonly RegistryAnswers[];
let site: ObjectSite;
const servers: Served[] = [];

interface Served {
  readonly dataDir: string;
  readonly process: ServeProcess;
  readonly headers: Record<string, string>;
}

beforeAll(async () => {
  country = await makeCountry(join(root, "country"), 1_500, 1);
  testRequests = makeTestRequests(dirname(country.imported));
  states = [
    await answersOf("before", country.imported, testRequests),
    await answersOf("after", country.updated, testRequests),
  ];
  await publishInParts(country.imported, openFolderStore(source));
  site = serveObjects(source);
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map(({ process }) => process.signal("SIGKILL")));
  await site.stop();
  rmSync(root, { recursive: true });
});

/** Starts a server with its own keys, or with those of a database that all share. */
async function serve(name: string, accounts?: string): Promise<Served> {
  const dataDir = join(root, name);
  const shared = accounts === undefined ? [] : ["--accounts", accounts];
  const args = ["--threads", "2", "--public-url", PUBLIC_URL, "--registry-source", site.url, ...shared];
  const process = await startServe(dataDir, args);
  const words = ["keys", "create", "--name", "test", "--type", "server", "--rate", "none", "--data", dataDir];
  const { stdout } = await runBaken([...words, ...shared]);
  const headers = {
    authorization: `Bearer ${stdout.trim().split("\n").at(-1)}`,
    "content-type": "application/json",
  };
  process.hangUp();
  const served = { dataDir, process, headers };
  servers.push(served);
  return served;
}

/** Sends all requests in turn over one connection; returns when each state was last and first answered. */
async function startClient({ process, headers }: Served) {
  const connection = await connect(process.port);
  const seen = { requests: 0, lastBeforeMs: 0, firstAfterMs: Number.POSITIVE_INFINITY };
  let isStopping = false;
  const [before, after] = states as [RegistryAnswers, RegistryAnswers];
  const run = async () => {
    for (let i = 0; !isStopping; i = (i + 1) % testRequests.length) {
      const { path, body } = testRequests[i]!;
      const request = body === undefined ? { path } : { path, body, method: "POST" };
      const answer = withoutRequestId(await connection.ask({ ...request, headers }));
      const isBefore = answer === before.answers[i];
      const isAfter = answer === after.answers[i];
      expect({ path, answer }).toEqual({ path, answer: isBefore || isAfter ? answer : before.answers[i]! });
      seen.requests++;
      if (!isAfter) {
        // Once a connection has had an answer of the new registry, no old one follows.
        expect(seen.firstAfterMs).toBe(Number.POSITIVE_INFINITY);
        seen.lastBeforeMs = performance.now();
      } else if (!isBefore) {
        seen.firstAfterMs = Math.min(seen.firstAfterMs, performance.now());
      }
    }
  };
  const ended = run();
  return {
    seen,
    async stop() {
      isStopping = true;
      await ended;
      connection.close();
    },
  };
}

/** Returns how often a server has switched to a newly published registry. */
function switches({ process }: Served): number {
  return process.printed().split("switched to the published registry").length - 1;
}

/** Publishes the other registry while clients of all servers ask; expects all to swap within five seconds. */
async function expectCommonSwap(served: readonly Served[]): Promise<void> {
  const clients = await Promise.all(served.flatMap((one) => [startClient(one), startClient(one)]));
  await until(() => clients.every(({ seen }) => seen.requests > testRequests.length));
  await publishInParts(country.updated, openFolderStore(source));
  await until(() => clients.every(({ seen }) => Number.isFinite(seen.firstAfterMs)), 60_000);
  const swaps = clients.map(({ seen }) => seen.firstAfterMs);
  await Promise.all(clients.map((client) => client.stop()));
  const spreadMs = Math.max(...swaps) - Math.min(...swaps);
  expect(spreadMs).toBeLessThan(MAX_SPREAD_MS);
  const requests = clients.reduce((sum, { seen }) => sum + seen.requests, 0);
  process.stderr.write(`${requests} answers; swapped within ${Math.round(spreadMs)} ms of each other\n`);
}

/**
 * Stops a server and publishes again: the others switch. The stopped server starts late, and answers 503 to its probe
 * until it has the same registry.
 */
async function expectLateServerWaits(served: readonly Served[], accounts: string): Promise<void> {
  const [late, ...others] = served as [Served, ...Served[]];
  expect(await late.process.signal("SIGTERM")).toBe(0);
  await publishInParts(country.imported, openFolderStore(source));
  const before = others.map(switches);
  await until(() => others.every((one, i) => switches(one) === before[i]! + 1), 60_000);
  site.remaining = 0;
  const args = ["--threads", "1", "--registry-source", site.url, "--accounts", accounts, "--admin-port", "0"];
  const back = await startServe(late.dataDir, args);
  servers.push({ ...late, process: back });
  const admin = /Operator's pages on (\S+),/.exec(back.printed())![1]!;
  const probe = async () => {
    const response = await fetch(`${admin}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  expect(await probe()).toEqual({ status: 503, text: expect.stringContaining("fetching the registry") });
  const asked = site.ranges.length;
  await until(() => site.ranges.length > asked);
  expect((await probe()).status).toBe(503);
  site.remaining = Number.POSITIVE_INFINITY;
  await until(async () => (await probe()).status === 200, 60_000);
  expect(back.printed()).toContain("switched to the published registry");
}

test.skipIf(!hasPostgres())(
  "servers with common accounts fetch and then swap together, under load",
  async () => {
    const postgres = startPostgres({ port: await findFreePort() });
    try {
      const names = Array.from({ length: SERVERS }, (_, i) => `shared-${i}`);
      const served = await Promise.all(names.map((name) => serve(name, postgres.url)));
      await expectCommonSwap(served);
      await expectLateServerWaits(served, postgres.url);
      await Promise.all(servers.splice(0).map(({ process }) => process.signal("SIGTERM")));
    } finally {
      postgres.remove();
    }
    await publishInParts(country.imported, openFolderStore(source));
  },
  120_000,
);

test("servers without a registry fetch it before they serve; all follow a publish under load", async () => {
  const names = Array.from({ length: SERVERS }, (_, i) => `server-${i}`);
  await expectCommonSwap(await Promise.all(names.map((name) => serve(name))));
}, 120_000);

test("a damaged registry is refused and named by the server, which goes on with what it has", async () => {
  const [one] = servers as [Served];
  const elsewhere = join(root, "elsewhere");
  const manifest = await publishInParts(country.imported, openFolderStore(elsewhere));
  const path = join(source, manifest.name);
  const sound = readFileSync(join(elsewhere, manifest.name));
  const damaged = Buffer.from(sound);
  damaged[manifest.parts[1]!.offset + 50]! ^= 1;
  replaceFile(path, damaged);
  // The manifest last, so that no server fetches the object whole before.
  replaceFile(join(source, MANIFEST_NAME), readFileSync(join(elsewhere, MANIFEST_NAME)));
  const refusal = "the published registry cannot be fetched";
  await until(() => one.process.printed().includes(refusal));
  expect(one.process.printed()).toMatch(/part 2 of \d+ of [^"]*\.zst [^"]* is damaged/);
  const client = await startClient(one);
  await until(() => client.seen.requests > testRequests.length);
  await client.stop();
  // Repaired, servers fetch it by themselves. Waits for all, so that none still does so in the next test.
  replaceFile(path, sound);
  await until(() => servers.every((served) => switches(served) === 2), 60_000);
}, 120_000);

test("a server killed in the middle of a fetch goes on where it stopped", async () => {
  // Without the other servers, all requests for parts come from this one.
  await Promise.all(servers.splice(1).map(({ process }) => process.signal("SIGKILL")));
  const [one] = servers as [Served];
  site.ranges.length = 0;
  site.remaining = 3;
  const manifest = await publishInParts(country.updated, openFolderStore(source));
  await until(() => site.ranges.length > 3);
  await one.process.signal("SIGKILL");
  site.ranges.length = 0;
  site.remaining = Number.POSITIVE_INFINITY;
  const args = ["--threads", "1", "--registry-source", site.url];
  const restarted = await startServe(one.dataDir, args);
  servers.push({ ...one, process: restarted });
  await until(() => restarted.printed().includes("switched to the published registry"), 60_000);
  const offsets = site.ranges.map(({ first }) => manifest.parts.findIndex(({ offset }) => offset === first));
  expect(offsets).toEqual(manifest.parts.map((_, i) => i).slice(3));
  const { stdout } = await runBaken(["fetch", "--registry-source", site.url, "--data", one.dataDir]);
  expect(stdout).toContain("is the published one");
}, 120_000);
