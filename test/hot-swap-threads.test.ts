/** How the threads of a process take up a new registry: together, with one search index, and also those that came later. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore } from "../src/accounts/key-store.ts";
import { createApp } from "../src/app.ts";
import { followRegistry, ownRegistry, type RegistryNews } from "../src/http/follow-registry.ts";
import { startThreads } from "../src/http/threads.ts";
import { openImportFolder } from "../src/import/publish.ts";
import { openRegistry } from "../src/registry/snapshot.ts";
import { indexOf } from "../src/search/index-store.ts";
import { makeDemoFolder } from "./served-data.ts";

let demo: string;
let template: string;
const root = mkdtempSync(join(tmpdir(), "baken-hot-swap-"));
beforeAll(async () => {
  demo = await makeDemoFolder(500);
  template = openRegistry(demo).current()!.path;
}, 30_000);
afterAll(() => {
  for (const folder of [demo, root]) rmSync(folder, { recursive: true });
});

function publish(dataDir: string): string {
  const folder = openImportFolder(dataDir, 100);
  copyFileSync(template, folder.draft);
  const name = folder.publish("2026-11-08");
  folder.close();
  return name;
}

test("the index that the owner loaded is the one its followers use", () => {
  const dataDir = join(root, "index");
  publish(dataDir);
  const [ofOwner, ofThread] = [openRegistry(dataDir), openRegistry(dataDir)];
  const told: RegistryNews[] = [];
  const owner = ownRegistry(ofOwner, { dataDir });
  owner.onSwap((news) => told.push(news));
  const follower = followRegistry(ofThread, owner.news());
  const name = publish(dataDir);
  follower.catchUp();
  // Not before its owner has the index for it.
  expect(ofThread.current()!.version).toBe("registry-2026-11-08");
  owner.look();
  expect(told.map(({ path }) => path)).toEqual([join(dataDir, name)]);
  follower.follow(told[0]!);
  expect(`${ofThread.current()!.version}.gpkg`).toBe(name);
  expect(told[0]!.search!.index.buffer).toBeInstanceOf(SharedArrayBuffer);
  // It is not read from the file.
  rmSync(join(dataDir, name));
  expect(indexOf(ofThread.current()!)).toBeDefined();
  for (const part of [owner, follower, ofOwner, ofThread]) part.close();
});

test("all threads swap, one that took the place of a dead one too, and the versions before go", async () => {
  const dataDir = join(root, "threads");
  publish(dataDir);
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000 });
  const app = createApp({ dataDir, keepRegistries: 1 });
  const threads = await startThreads({
    host: "127.0.0.1",
    port: 0,
    count: 2,
    entry: new URL("../src/cli/serve-thread.ts", import.meta.url),
    optionsOf: (place) => app.optionsForThread(place),
    connect: app.onSwap,
  });
  const askOne = async () => {
    const headers = { authorization: `Bearer ${token}`, connection: "close" };
    const response = await fetch(`${threads.url}/api/v1/cities?per_page=1`, { headers, keepalive: false });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    const thread = response.headers.get("x-request-id")!.split("-")[0]!;
    return { thread, etag: response.headers.get("etag")! };
  };
  /** Until both threads have answered, and only from that file, in a row of answers. */
  const untilServed = async (name: string) => {
    const giveUpAt = performance.now() + 10_000;
    const inARow = new Set<string>();
    for (let answers = 0; answers < 10 || inARow.size < 2; answers++) {
      expect(performance.now()).toBeLessThan(giveUpAt);
      const answer = await askOne().catch(() => undefined);
      // The version, then the year of its import.
      if (answer?.etag.includes(`${name.replace(".gpkg", "")}-20`)) inARow.add(answer.thread);
      else {
        inARow.clear();
        answers = 0;
      }
    }
  };
  await untilServed(publish(dataDir));
  await threads.kill(0);
  const last = publish(dataDir);
  await untilServed(last);
  const kept = () => readdirSync(dataDir).filter((name) => name.endsWith(".gpkg"));
  const giveUpAt = performance.now() + 5_000;
  while (kept().length > 1 && performance.now() < giveUpAt) await Bun.sleep(20);
  expect(kept()).toEqual([last]);
  await threads.stop(1_000);
  app.close();
  keys.close();
}, 30_000);
