/**
 * Runs the program of docs/changes.md, which keeps a copy of the addresses, against a server: over a chain of updates
 * with an import in it, killed between two parts, and starting at a version whose changes are no longer kept.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { readAdres } from "../../src/registry/read/adres-record.ts";
import { findProgram, hasProgram } from "../support/processes/find-program.ts";
import { until } from "../support/processes/until.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import {
  currentOf,
  type DemoChain,
  importAtStart,
  makeChain,
  update,
} from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(60_000);

const PAGE = join(import.meta.dir, "../../docs/changes.md");
/** Changes per part: fewer than the program requests, so that even the lists of a small country have many parts. */
const PER_PAGE = 20;
const isRun = hasProgram("python3", "python3");

const folder = mkdtempSync(join(tmpdir(), "baken-follow-copy-"));
const [program, copy] = [join(folder, "follow.py"), join(folder, "copy.db")];
let [chain, dataDir, token] = [undefined as unknown as DemoChain, "", ""];
let server: ServeProcess;

beforeAll(async () => {
  const [, code = ""] = readFileSync(PAGE, "utf8").split("```python\n");
  writeFileSync(program, code.split("```\n")[0]!.replace("per_page=1000", `per_page=${PER_PAGE}`));
  const options = { addresses: 1_500, seed: 5, history: false, hasPc4File: false, mutations: 300 };
  chain = await makeChain(join(folder, "chain"), options);
  dataDir = await importAtStart(chain, "served");
  token = issueKey(dataDir, {});
  // One thread, so that after `untilServed` every request gets the new registry.
  server = await startServe(dataDir, ["--threads", "1"]);
});
afterAll(async () => {
  await server.signal("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Starts the program as the page says. */
function start(base = server.url) {
  return Bun.spawn([findProgram("python3")!, program], {
    cwd: folder,
    env: { BAKEN_URL: base.replace(/\/api\/v1$/, ""), BAKEN_KEY: token },
    stderr: "pipe",
  });
}

/** Runs the program to its end. */
async function follow(): Promise<void> {
  const process = start();
  expect([await new Response(process.stderr).text(), await process.exited]).toEqual(["", 0]);
}

/** Waits until the server serves the current registry. */
async function untilServed(): Promise<void> {
  const current = versionOf(currentOf(dataDir));
  const headers = { authorization: `Bearer ${token}` };
  await until(async () => {
    const { data } = (await (await fetch(`${server.url}/version`, { headers })).json()) as {
      data: { data_version: string };
    };
    return data.data_version === current;
  });
}

function versionOf(registry: string): string {
  const snapshot = openSnapshot(registry);
  snapshot.close();
  return snapshot.meta.dataVersion;
}

type Records = Map<string, unknown>;

function copied(): Records {
  using db = new Database(copy, { readonly: true });
  const rows = db.query<{ id: string; record: string }, []>("SELECT id, record FROM address").all();
  return new Map(rows.map(({ id, record }) => [id, JSON.parse(record)]));
}

function served(): Records {
  const snapshot = openSnapshot(currentOf(dataDir));
  const ids = snapshot.db.query<{ fid: number }, []>("SELECT fid FROM adres").all();
  const records = ids.map(({ fid }) => readAdres(snapshot, fid, { stage: true, areas: true })!);
  snapshot.close();
  return new Map(records.map((record) => [record.nummeraanduiding_id, record]));
}

/** Expects the copy to have the addresses of the registry; returns how many of these differ from `before`. */
function expectCopy(before: Records): number {
  const [now, expected] = [copied(), served()];
  expect(now.size).toBe(expected.size);
  for (const [id, record] of expected) {
    expect(now.get(id), id).toEqual(record);
  }
  return [...expected].filter(([id, record]) => !Bun.deepEquals(before.get(id), record)).length;
}

/** Applies the delivery of that number. */
async function applyDelivery(n: number): Promise<void> {
  const before = versionOf(currentOf(dataDir));
  await update(dataDir, [chain.deliveries[n]!]);
  expect(versionOf(currentOf(dataDir))).not.toBe(before);
  await untilServed();
}

async function importAgain(isDemo: boolean): Promise<void> {
  const { extract, gemeenten } = chain.files;
  const sources = { paths: [extract], gemeenten: [gemeenten], boundaries: [] };
  await runImport({ ...sources, dataDir, isDemo, isConfirmed: true, history: "none" }, silentProgress);
  await untilServed();
}

/** Runs the program through a proxy that never answers one of its requests for changes, and kills it there. */
async function killInRequest(number: number): Promise<void> {
  const reached = Promise.withResolvers<void>();
  let requests = 0;
  using proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname.endsWith("/changes/addresses") && ++requests === number) {
        reached.resolve();
        return await new Promise<Response>(() => {});
      }
      const { headers } = request;
      return await fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, { headers });
    },
  });
  const process = start(`http://127.0.0.1:${proxy.port}/api/v1`);
  await reached.promise;
  process.kill("SIGKILL");
  await process.exited;
}

test.skipIf(!isRun)("a copy equals the registry after each update, an import and a crash", async () => {
  await follow();
  expect(expectCopy(new Map())).toBe(1_500);

  for (const n of [0, 1]) {
    const before = copied();
    await applyDelivery(n);
    await follow();
    expect(expectCopy(before)).toBeGreaterThan(PER_PAGE);
  }

  // Killed in the first, second and third part; the registry changes meanwhile.
  await importAgain(true);
  await killInRequest(1);
  await killInRequest(2);
  await applyDelivery(0);
  await killInRequest(3);
  await follow();
  await follow();
  expectCopy(new Map());

  // Two registries later, and nothing new.
  await applyDelivery(1);
  await applyDelivery(2);
  await follow();
  expectCopy(new Map());
  await follow();
  expectCopy(new Map());
});

test.skipIf(!isRun)("a copy of a version whose changes are gone is fetched again", async () => {
  await importAgain(false);
  await follow();
  expectCopy(new Map());
  await applyDelivery(0);
  await follow();
  expectCopy(new Map());
});
