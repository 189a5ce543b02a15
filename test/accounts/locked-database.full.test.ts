/** Tests that no serving thread waits while another process holds the lock of accounts.db. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe, writtenUsage } from "../support/servers/serve-process.ts";

const LOCKED_MS = 2_000;
/** Pairs of requests answered while the lock is held, and the time after which it is released anyway. */
const ANSWERED = 40;
const LONGEST_MS = 20_000;

let dataDir: string;
let authorization: string;
let server: ServeProcess;
beforeAll(async () => {
  dataDir = makeDataFolder();
  authorization = `Bearer ${issueKey(dataDir, {})}`;
  server = await startServe(dataDir, ["--threads", "1", "--exports-per-key", "10"]);
});
afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

const ask = (path: string, method = "GET", headers = { authorization }) =>
  fetch(server.url + path, { method, headers });

/**
 * Locks accounts.db for `ms`, or until `release`: no other process can read or write it. Resolves once it is locked.
 */
async function lock(ms = LOCKED_MS): Promise<{ ended: Promise<unknown>; release(): void }> {
  const script = `
    const { Database } = require("bun:sqlite");
    const db = new Database(process.argv[1]);
    db.run("PRAGMA busy_timeout = 5000");
    db.run("BEGIN EXCLUSIVE");
    console.log("locked");
    setTimeout(() => process.exit(0), ${ms});`;
  const child = Bun.spawn([process.execPath, "-e", script, join(dataDir, "accounts.db")], {
    stdout: "pipe",
  });
  await child.stdout.getReader().read();
  return { ended: child.exited, release: () => child.kill("SIGKILL") };
}

test("exports wait without holding up other requests of their only thread, and none is refused", async () => {
  const before = (await (await ask("/export/addresses", "POST")).json()) as { data: { job_id: string } };
  const { ended, release } = await lock(LONGEST_MS);
  let isLocked = true;
  ended.then(() => {
    isLocked = false;
  });
  const answeredWhileLocked: string[] = [];
  const waiting = [
    ["/export/addresses", "POST"],
    ["/export/addresses?format=json", "POST"],
    [`/export/${before.data.job_id}`, "GET"],
  ].map(async ([path, method]) => {
    const response = await ask(path!, method!);
    if (isLocked) {
      answeredWhileLocked.push(path!);
    }
    return response.status;
  });
  // An unknown token makes a thread check for new keys as soon as it can.
  const unknown = ask("/version", "GET", { authorization: "Bearer 9|bkn_x" });
  // A thread that waited for the lock would answer these only after the lock has expired.
  for (let answered = 0; answered < ANSWERED; answered++) {
    expect([(await ask("/version")).status, (await ask("/status")).status]).toEqual([200, 200]);
  }
  expect(isLocked).toBe(true);
  isLocked = false;
  release();
  expect(await Promise.all(waiting)).toEqual([202, 202, 200]);
  expect(answeredWhileLocked).toEqual([]);
  expect((await unknown).status).toBe(401);
  expect(server.printed()).not.toContain("a request failed");
});

test("a key that was issued just before the lock opens once it has gone, without a refusal", async () => {
  const token = issueKey(dataDir, {});
  const { ended } = await lock();
  const response = await ask("/version", "GET", { authorization: `Bearer ${token}` });
  expect(response.status).toBe(200);
  await ended;
  await until(() => writtenUsage(dataDir, token) === 1);
});

test("what was counted meanwhile is written once the lock has gone, and nothing is said of it", async () => {
  const token = issueKey(dataDir, {});
  const use = async () =>
    expect((await ask("/version", "GET", { authorization: `Bearer ${token}` })).status).toBe(200);
  await use();
  const { ended } = await lock();
  for (let i = 0; i < 6; i++) {
    await use();
  }
  await ended;
  await until(() => writtenUsage(dataDir, token) === 7);
  expect(server.printed()).not.toContain("cannot be used");
});
