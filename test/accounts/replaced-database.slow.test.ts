/** Tests accounts.db changed from outside under a running server: replaced by a restore, removed, put back. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOON_MS, until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const otherFolder = mkdtempSync(join(tmpdir(), "baken-restore-"));
afterAll(() => rmSync(otherFolder, { recursive: true }));

let dataDir: string;
let token: string;
let server: ServeProcess;
beforeEach(async () => {
  dataDir = makeDataFolder();
  token = issueKey(dataDir, {});
  server = await startServe(dataDir, ["--threads", "2", "--admin-port", "0"]);
});
afterEach(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

const file = () => join(dataDir, "accounts.db");

async function ask(bearer: string, path = "/version"): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}`, connection: "close" };
  return (await fetch(server.url + path, { headers, keepalive: false })).status;
}

async function sendRequests(bearer: string, requests: number): Promise<void> {
  for (let i = 0; i < requests; i++) {
    expect(await ask(bearer)).toBe(200);
  }
}

/** Returns the usage of the first key this month as written in the file. */
function readWrittenUsage(): number {
  const keys = openKeyStore(dataDir);
  const { requestsThisMonth } = keys.report(1)!;
  keys.close();
  return requestsThisMonth;
}

test("a restored file: its usage goes on, with what was not yet written, and nothing twice", async () => {
  await sendRequests(token, 5);
  await until(() => readWrittenUsage() === 5);
  copyFileSync(file(), join(otherFolder, "backup.db"));
  await sendRequests(token, 4);
  await until(() => readWrittenUsage() === 9);
  // The thread that writes usage also answers this request, so afterwards the write is done.
  const [, metrics = ""] = server.printed().match(/Metrics on (\S+)/)!;
  await (await fetch(metrics)).text();
  renameSync(join(otherFolder, "backup.db"), file());
  await until(() => server.printed().includes("accounts.db was replaced"));
  expect(readWrittenUsage()).toBe(5);
  await sendRequests(token, 2);
  await until(() => readWrittenUsage() >= 7);
  // On stopping, the server writes all usage. A larger number would mean that some requests were counted twice.
  await server.signal("SIGTERM");
  expect(readWrittenUsage()).toBe(7);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("accounts.db"))).toEqual(["accounts.db"]);
});

test("another file: its keys open within a second, those of the file before open nothing", async () => {
  const other = issueKey(otherFolder, {});
  await sendRequests(token, 1);
  renameSync(join(otherFolder, "accounts.db"), file());
  await until(async () => (await ask(other)) === 200, SOON_MS);
  await until(async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => ask(token)));
    return statuses.every((status) => status === 401 || status === 429);
  }, 1_000);
  const made = issueKey(dataDir, {});
  await until(async () => (await ask(made)) === 200, SOON_MS);
});

test("a file that is gone: keys go on, /status says error, no empty one is made, and it counts again when it is back", async () => {
  await sendRequests(token, 3);
  await until(() => readWrittenUsage() === 3);
  renameSync(file(), join(otherFolder, "kept.db"));
  await until(() => server.printed().includes("accounts.db has been removed"));
  await sendRequests(token, 4);
  await until(async () => (await ask("", "/status")) === 503);
  const post = await fetch(`${server.url}/export/addresses`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const refusal = (await post.json()) as { detail: string };
  expect([post.status, refusal.detail]).toEqual([503, "Exports are unavailable now; try again later."]);
  expect(existsSync(file())).toBe(false);
  renameSync(join(otherFolder, "kept.db"), file());
  await until(async () => (await ask("", "/status")) === 200);
  // The refused export costs a request.
  await until(() => readWrittenUsage() === 3 + 4 + 1);
  const reportCount = server.printed().match(/has been removed/g)!.length;
  expect(reportCount).toBeLessThan(10);
  expect(server.printed()).not.toContain("    at ");
});
