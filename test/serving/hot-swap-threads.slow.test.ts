/**
 * Tests how the threads of a process switch to a new registry: together, with one search index, including threads that
 * start later.
 */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { followRegistry, ownRegistry, type RegistryUpdate } from "../../src/http/serving/follow-registry.ts";
import { startThreads } from "../../src/http/serving/threads.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { streetIndexOf } from "../../src/search/index/index-store.ts";
import { replaceFile } from "../support/processes/replace-file.ts";
import { usePublishedDemo } from "../support/servers/published-demo.ts";
import { issueKey } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const { root, publish, serve } = usePublishedDemo();

/** Returns the moment of import of the registry that `current` names. */
function currentImportTime(dataDir: string): string {
  const registry = openRegistry(dataDir);
  const { importedAt } = registry.current()!.meta;
  registry.close();
  return importedAt;
}

const noError = (error: Error) => {
  throw error;
};

test("the index that the owner loaded is the one its followers use", () => {
  const dataDir = join(root, "index");
  publish(dataDir);
  const ownerRegistry = openRegistry(dataDir);
  const updates: RegistryUpdate[] = [];
  const owner = ownRegistry(ownerRegistry, { dataDir });
  owner.subscribe((update) => updates.push(update));
  const follower = followRegistry(owner.currentUpdate(), noError);
  const name = publish(dataDir);
  follower.sync();
  // Not before its owner has loaded the index.
  expect(follower.registry.current()!.version).toBe("registry-2026-11-08");
  owner.poll();
  expect(updates.map(({ path }) => path)).toEqual([join(dataDir, name)]);
  follower.applyUpdate(updates[0]!);
  const snapshot = follower.registry.current()!;
  expect(`${snapshot.version}.gpkg`).toBe(name);
  const { index } = updates[0]!.search!;
  expect(index.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(streetIndexOf(snapshot).arrays.streetIds.buffer as unknown).toBe(index.buffer);
  for (const part of [owner, follower, ownerRegistry]) {
    part.close();
  }
});

test("a thread never reads new data with the shared index of the file that had its name before", () => {
  const dataDir = join(root, "same-name");
  const name = publish(dataDir);
  const ownerRegistry = openRegistry(dataDir);
  const owner = ownRegistry(ownerRegistry, { dataDir });
  const update = owner.currentUpdate()!;
  rmSync(dataDir, { recursive: true });
  expect(publish(dataDir)).toBe(name);
  // Started now, with the owner's earlier update.
  const follower = followRegistry(update, noError);
  const snapshot = follower.registry.current()!;
  expect(snapshot.path).toBe(update.path);
  expect(snapshot.identity).not.toBe(update.identity);
  expect(streetIndexOf(snapshot).arrays.streetIds.buffer as unknown).not.toBe(update.search!.index.buffer);
  // The owner does not use the new file's index for the data it still serves either.
  expect(owner.currentUpdate()).toEqual(update);
  owner.poll();
  expect(owner.currentUpdate()!.identity).toBe(snapshot.identity);
  for (const part of [owner, follower, ownerRegistry]) {
    part.close();
  }
});

/** Starts a server of two threads on a served folder, with functions that send it requests. */
async function startServer(dataDir: string) {
  publish(dataDir);
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000 });
  const app = createApp({ dataDir, keepRegistries: 1 });
  const threads = await startThreads({
    host: "127.0.0.1",
    port: 0,
    count: 2,
    entry: new URL("../../src/cli/serve-thread.ts", import.meta.url),
    optionsOf: (threadIndex) => app.optionsForThread(threadIndex),
    connect: app.subscribe,
  });
  const headers = { authorization: `Bearer ${token}`, connection: "close" };
  const ask = async (path: string) =>
    await fetch(`${threads.url}/api/v1${path}`, { headers, keepalive: false });
  const askOne = async () => {
    const response = await ask("/cities?per_page=1");
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    const thread = response.headers.get("x-request-id")!.split("-")[0]!;
    return { thread, etag: response.headers.get("etag")! };
  };
  return {
    threads,
    ask,
    /**
     * Waits until both threads have answered, and ten answers in a row come from the registry that `current` names;
     * returns their ETag.
     */
    async untilServed(importedAt = currentImportTime(dataDir)) {
      const giveUpAt = performance.now() + 10_000;
      const consecutiveThreads = new Set<string>();
      let etag = "";
      for (let answers = 0; answers < 10 || consecutiveThreads.size < 2; answers++) {
        expect(performance.now()).toBeLessThan(giveUpAt);
        const answer = await askOne().catch(() => undefined);
        if (answer?.etag.includes(importedAt)) {
          consecutiveThreads.add(answer.thread);
          etag = answer.etag;
        } else {
          consecutiveThreads.clear();
          answers = 0;
        }
      }
      return etag;
    },
    async stop() {
      await threads.stop(1_000);
      app.close();
      keys.close();
    },
  };
}

const registriesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith("registry-"));

test("all threads swap, one that took the place of a dead one too, and the versions before go", async () => {
  const dataDir = join(root, "threads");
  const server = await startServer(dataDir);
  publish(dataDir);
  await server.untilServed();
  await server.threads.kill(0);
  const last = publish(dataDir);
  await server.untilServed();
  const giveUpAt = performance.now() + 5_000;
  while (registriesIn(dataDir).length > 1 && performance.now() < giveUpAt) {
    await Bun.sleep(20);
  }
  expect(registriesIn(dataDir)).toEqual([last]);
  await server.stop();
});

test.each([
  ["registries and pointer are", /^registry-|^current$/, "registry-2026-11-08.2.gpkg"],
  ["the lock that counts them is, too,", /^registry-|^current$|^import\.lock$/, "registry-2026-11-08.gpkg"],
])(
  "where %s removed, what is imported again is served, with another ETag",
  async (where, removed, name) => {
    const dataDir = join(root, `again ${where}`);
    const server = await startServer(dataDir);
    const before = await server.untilServed();
    for (const file of readdirSync(dataDir).filter((one) => removed.test(one))) {
      rmSync(join(dataDir, file));
    }
    expect(publish(dataDir)).toBe(name);
    const after = await server.untilServed();
    expect(after).not.toBe(before);
    await server.threads.kill(1);
    expect(await server.untilServed()).toBe(after);
    await server.stop();
  },
  30_000,
);

const UNUSABLE: readonly (readonly [string, (dataDir: string, current: string) => void])[] = [
  ["is removed", (_, current) => rmSync(current)],
  ["is empty", (_, current) => writeFileSync(current, "")],
  ["holds a path", (_, current) => replaceFile(current, "./registry-2026-11-08.gpkg")],
  ["has a typing error", (_, current) => replaceFile(current, "registry-2026-11-80.gpkg")],
  [
    "is a folder",
    (_, current) => {
      rmSync(current);
      mkdirSync(current);
    },
  ],
  [
    "names what is no database",
    (dataDir, current) => {
      writeFileSync(join(dataDir, "registry-2026-11-09.2.gpkg"), "torn");
      replaceFile(current, "registry-2026-11-09.2.gpkg");
    },
  ],
];

/** Requests an export and returns its file. */
async function exportFrom(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const queued = await fetch(`${url}/export/addresses?woonplaats_id=1001`, { method: "POST", headers });
  const { data } = (await queued.json()) as { data: { job_id: string } };
  for (const giveUpAt = performance.now() + 10_000; ; await Bun.sleep(20)) {
    const download = await fetch(`${url}/export/${data.job_id}/download`, { headers });
    const text = await download.text();
    if (download.status === 200 || performance.now() > giveUpAt) {
      return text;
    }
  }
}

test("while `current` is unusable, what served keeps serving, also on a thread that takes a dead one's place", async () => {
  const dataDir = join(root, "unusable");
  const current = join(dataDir, "current");
  const server = await startServer(dataDir);
  // A second server on the same folder, whose log is checked.
  const other = await serve(dataDir);
  const name = readFileSync(current, "utf8");
  const importedAt = currentImportTime(dataDir);
  const token = issueKey(dataDir, {});
  // After that, its export thread has it open too.
  expect(await exportFrom(other.url, token)).toContain("nummeraanduiding_id");
  const countWarnings = () => other.printed().split("keeps serving").length - 1;
  for (const [how, makeUnusable] of UNUSABLE) {
    const before = countWarnings();
    makeUnusable(dataDir, current);
    await server.threads.kill(0);
    await server.untilServed(importedAt);
    const giveUpAt = performance.now() + 5_000;
    while (countWarnings() - before < 2 && performance.now() < giveUpAt) {
      await Bun.sleep(20);
    }
    const status = await fetch(`${other.url}/status`);
    expect(await status.json()).toMatchObject({ status: "ok", checks: { bag_data: "demo" } });
    expect(await exportFrom(other.url, token)).toContain("nummeraanduiding_id");
    // Logged once by the server and once by its export thread, however often they checked in between.
    expect({ how, said: countWarnings() - before }).toEqual({ how, said: 2 });
    rmSync(current, { recursive: true, force: true });
    replaceFile(current, name);
  }
  expect(await other.signal("SIGTERM")).toBe(0);
  await server.stop();
}, 60_000);
