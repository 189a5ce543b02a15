/**
 * Tests updates, imports and publishes killed with `kill -9` at random moments, on a folder that is served throughout.
 * After each kill the folder holds a whole registry of one of the two versions, the server answers from it, and in the
 * end the next run works and leaves nothing behind. (Exports: export-crash.slow.test.ts; every stage of an import:
 * crash.slow.test.ts.)
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { BAKEN, type Child, kill, start, untilReported } from "../support/processes/baken-process.ts";
import { createKiller, drawKillMoments } from "../support/processes/kill-moments.ts";
import { countRows } from "../support/registries/read-registry.ts";
import { testRandom } from "../support/seed.ts";
import {
  answersOf,
  type DemoCountry,
  makeCountry,
  makeTestRequests,
  PUBLIC_URL,
  publishCopy,
  type RegistryAnswers,
  type TestRequest,
  withoutRequestId,
} from "../support/servers/hot-swap-states.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 10);
const random = testRandom();
/** Maximum wait for a server to act by itself, on a busy machine. */
const GIVE_UP_MS = 30_000;
const root = mkdtempSync(join(tmpdir(), "baken-crash-"));
const BEFORE = "2026-11-08";
const AFTER = "2026-11-09";

let country: DemoCountry;
let testRequests: readonly TestRequest[];
/** Expected answers on each date. */
let states: Readonly<Record<string, RegistryAnswers>>;

beforeAll(async () => {
  country = await makeCountry(join(root, "country"), 1_000, 1);
  testRequests = makeTestRequests(dirname(country.imported));
  states = {
    [BEFORE]: await answersOf("before", country.imported, testRequests),
    [AFTER]: await answersOf("after", country.updated, testRequests),
  };
}, 60_000);
const servers: ServeProcess[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.signal("SIGKILL")));
  rmSync(root, { recursive: true });
});

async function serve(dataDir: string): Promise<ServeProcess> {
  const server = await startServe(dataDir, ["--threads", "1", "--public-url", PUBLIC_URL]);
  servers.push(server);
  return server;
}

/** Creates a folder that serves the country before its update. */
function makeFolder(name: string): string {
  const dataDir = join(root, name);
  publishCopy(dataDir, country.imported, BEFORE);
  return dataDir;
}

async function finish(child: Child): Promise<{ ms: number; lines: number }> {
  const startedMs = performance.now();
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect({ code, err }).toMatchObject({ code: 0 });
  return { ms: performance.now() - startedMs, lines: err.split("\n\n")[0]!.split("\n").length };
}

/**
 * Checks that the served registry is intact, and that its counts and import log agree with its metadata; returns its
 * reference date.
 */
function expectIntactRegistry(dataDir: string): string {
  const registry = openRegistry(dataDir, (error) => {
    throw error;
  });
  const { meta, path } = registry.current()!;
  registry.close();
  using db = openReadOnly(path);
  expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  expect({
    adressen: countRows(db, "adres"),
    panden: countRows(db, "pand"),
    woonplaatsen: countRows(db, "woonplaats"),
    gemeenten: countRows(db, "gemeente"),
  }).toEqual(meta.counts);
  const lastEntry = db
    .query("SELECT reference_date FROM import_log ORDER BY id DESC LIMIT 1")
    .values()[0]![0];
  expect(lastEntry).toBe(meta.referenceDate);
  return meta.referenceDate;
}

/** Checks that the server answers everything from the registry of that date, soon after its publish. */
async function expectServed({ url }: ServeProcess, authorization: string, date: string): Promise<void> {
  const origin = new URL(url).origin;
  const headers = { authorization, "content-type": "application/json", "accept-encoding": "identity" };
  const answer = async ({ path, body }: TestRequest) => {
    const init = body === undefined ? {} : { method: "POST", body };
    const response = await fetch(origin + path, { ...init, headers });
    return withoutRequestId({ status: response.status, body: await response.text() });
  };
  const giveUpAt = performance.now() + GIVE_UP_MS;
  const isServed = async () => {
    const { data } = (await (await fetch(`${url}/version`, { headers })).json()) as {
      data: { bag_version: string };
    };
    return data.bag_version === date;
  };
  while (!(await isServed())) {
    expect(performance.now()).toBeLessThan(giveUpAt);
    await Bun.sleep(10);
  }
  expect(await Promise.all(testRequests.map(answer))).toEqual([...states[date]!.answers]);
}

/**
 * Checks that an undisturbed run leaves nothing of the killed ones and at most two registries; one that a server still
 * has open is removed after its swap.
 */
async function expectClean(dataDir: string): Promise<void> {
  const registries = () => readdirSync(dataDir).filter((name) => name.startsWith("registry-"));
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (registries().length > 2 && performance.now() < giveUpAt) {
    await Bun.sleep(20);
  }
  expect(registries().length).toBeLessThanOrEqual(2);
  const others = readdirSync(dataDir).filter(
    (name) => !/^(accounts\.db.*|exports|geocoding|.*\.gpkg)$/.test(name),
  );
  expect(others.sort()).toEqual(["current", "current.lock", "import.lock"]);
}

test("updates", async () => {
  const dataDir = makeFolder("updates");
  const authorization = `Bearer ${issueKey(dataDir, {})}`;
  const server = await serve(dataDir);
  const update = () => start([BAKEN, "update", country.mutations, "--data", dataDir]);
  const { ms, lines } = await finish(update());
  await expectServed(server, authorization, expectIntactRegistry(dataDir));

  const tally = { killed: 0, before: 0, after: 0 };
  const round = async (killing: (child: Child) => Promise<boolean>) => {
    if (expectIntactRegistry(dataDir) === AFTER) {
      publishCopy(dataDir, country.imported, BEFORE);
    }
    tally.killed += Number(await killing(update()));
    const date = expectIntactRegistry(dataDir);
    tally[date === BEFORE ? "before" : "after"]++;
    await expectServed(server, authorization, date);
  };
  const killAt = createKiller(ms);
  for (const share of drawKillMoments(ROUNDS, random, () => tally.killed > ROUNDS / 2)) {
    await round((child) => killAt(child, share));
  }
  // Kills in the last three stages: there it writes its log, checks itself and publishes.
  for (let i = 0; i < Math.max(3, ROUNDS / 3); i++) {
    await round(async (child) => {
      await untilReported(child, lines - 1 - (i % 3));
      await Bun.sleep(random() * 20);
      return await kill(child);
    });
  }
  if (expectIntactRegistry(dataDir) === AFTER) {
    publishCopy(dataDir, country.imported, BEFORE);
  }
  await finish(update());
  expect(expectIntactRegistry(dataDir)).toBe(AFTER);
  await expectServed(server, authorization, AFTER);
  await expectClean(dataDir);
  expect(await server.signal("SIGTERM")).toBe(0);
  process.stderr.write(`updates: ${JSON.stringify(tally)}\n`);
}, 600_000);

/** Publishes alternating copies until it is killed; reports when the first is served. */
const PUBLISHER = `
const { copyFileSync } = require("node:fs");
const { openImportFolder } = await import(${JSON.stringify(import.meta.resolve("../../src/import/publish.ts"))});
const [dataDir, ...registries] = process.argv.slice(-3);
for (let i = 0; ; i++) {
  const folder = openImportFolder(dataDir);
  copyFileSync(registries[i % 2], folder.draft);
  folder.publish(["${BEFORE}", "${AFTER}"][i % 2]);
  folder.close();
  if (i === 0) console.error("one serves");
}`;

test("publishes", async () => {
  const dataDir = makeFolder("publishes");
  const authorization = `Bearer ${issueKey(dataDir, {})}`;
  const server = await serve(dataDir);
  const publish = () =>
    start([process.execPath, "-e", PUBLISHER, dataDir, country.imported, country.updated]);
  for (let round = 0; round < ROUNDS; round++) {
    const child = publish();
    await untilReported(child, 1);
    await Bun.sleep(random() * 60);
    expect(await kill(child)).toBe(true);
    const date = expectIntactRegistry(dataDir);
    if (round % 4 === 0) {
      await expectServed(server, authorization, date);
    }
  }
  const last = publishCopy(dataDir, country.updated, AFTER);
  expect(expectIntactRegistry(dataDir)).toBe(AFTER);
  await expectServed(server, authorization, AFTER);
  await expectClean(dataDir);
  expect(await server.signal("SIGTERM")).toBe(0);
  process.stderr.write(`publishes: ${ROUNDS} kills, ${last}\n`);
}, 600_000);

test("first imports, into an empty folder", async () => {
  const dataDir = join(root, "first");
  const namesFile = join(root, "names.csv");
  writeFileSync(namesFile, NAMES_CSV);
  const extract = writeExtractTo(join(root, "small.zip"), NATIONAL);
  const first = () => start([BAKEN, "import", extract, "--gemeenten", namesFile, "--data", dataDir]);
  const { ms } = await finish(first());
  const tally = { killed: 0, nothing: 0, whole: 0 };
  const killAt = createKiller(ms);
  for (const share of drawKillMoments(ROUNDS, random, () => tally.killed > ROUNDS / 2)) {
    rmSync(dataDir, { recursive: true, force: true });
    tally.killed += Number(await killAt(first(), share));
    const hasRegistry = statSync(join(dataDir, "current"), { throwIfNoEntry: false }) !== undefined;
    tally[hasRegistry ? "whole" : "nothing"]++;
    if (hasRegistry) {
      expect(expectIntactRegistry(dataDir)).toBe("2024-03-08");
    }
  }
  await finish(first());
  expect(expectIntactRegistry(dataDir)).toBe("2024-03-08");
  await expectClean(dataDir);
  process.stderr.write(`first imports: ${JSON.stringify(tally)}\n`);
}, 600_000);

test("servers, while registries change and exports are written", async () => {
  const dataDir = makeFolder("servers");
  const authorization = `Bearer ${issueKey(dataDir, {})}`;
  const headers = { authorization };
  const rows = Object.values(states).map(({ csv }) => csv);
  let server = await serve(dataDir);
  for (let round = 0; round < ROUNDS; round++) {
    const queued = await fetch(`${server.url}/export/addresses`, { method: "POST", headers });
    const { data } = (await queued.json()) as { data: { job_id: string } };
    const publisher = start([process.execPath, "-e", PUBLISHER, dataDir, country.imported, country.updated]);
    await Bun.sleep(random() * 250);
    await server.signal("SIGKILL");
    await kill(publisher);
    server = await serve(dataDir);
    await expectServed(server, authorization, expectIntactRegistry(dataDir));
    expect(rows).toContain(await downloadExport(server, data.job_id, headers));
  }
  expect(await server.signal("SIGTERM")).toBe(0);
}, 600_000);

/** Downloads the file of a job once it is completed. */
async function downloadExport(
  { url }: ServeProcess,
  id: string,
  headers: Record<string, string>,
): Promise<string> {
  for (;;) {
    const download = await fetch(`${url}/export/${id}/download`, { headers });
    const text = await download.text();
    if (download.status === 200) {
      return text;
    }
    expect(download.status).toBe(409);
    await Bun.sleep(15);
  }
}
