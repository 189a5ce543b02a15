/** Tests the limits of a real server on four threads: under a burst, after a restart, after a crash. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { SOON_MS, until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import {
  burst,
  issueKey,
  type ServeProcess,
  startServe,
  writtenUsage,
} from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
const ARGS = ["--threads", "4", "--access-log", "on", "--admin-port", "0"];
let server: ServeProcess;
let printed = "";

beforeAll(async () => {
  // A key must exist, or the server creates one at its start and prints its token.
  issueKey(dataDir, {});
  server = await startServe(dataDir, ARGS);
});
afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

async function restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const code = await server.signal(signal);
  expect(code).toBe(signal === "SIGTERM" ? 0 : 137);
  printed += server.printed();
  server = await startServe(dataDir, ARGS);
}

test("20,000 requests of 64 clients at a key with limit 60: exactly 60 pass in each window", async () => {
  const token = issueKey(dataDir, { ratePerMinute: 60 });
  const { statuses, passedByWindow } = await burst(server.port, token, { requests: 20_000, connections: 64 });
  const windows = Object.values(passedByWindow);
  // One window, unless this machine needs more than a minute for 20,000 requests.
  expect(windows).toEqual(windows.map(() => 60));
  expect(statuses).toEqual({ 200: 60 * windows.length, 429: 20_000 - 60 * windows.length });
}, 90_000);

test("a quota is exact over all threads and over a restart", async () => {
  const token = issueKey(dataDir, { monthlyQuota: 500 });
  const first = await burst(server.port, token, { requests: 200, connections: 16 });
  expect(first.statuses).toEqual({ 200: 200 });
  await restart("SIGTERM");
  expect(writtenUsage(dataDir, token)).toBe(200);
  const second = await burst(server.port, token, { requests: 5_000, connections: 32 });
  expect(second.statuses).toEqual({ 200: 300, 429: 4_700 });
}, 60_000);

test("a crash loses at most the last second's usage", async () => {
  const token = issueKey(dataDir, { monthlyQuota: 500 });
  await burst(server.port, token, { requests: 200, connections: 16 });
  await until(() => writtenUsage(dataDir, token) >= 200, SOON_MS);
  const sinceWritten = await burst(server.port, token, { requests: 100, connections: 16 });
  expect(sinceWritten.statuses).toEqual({ 200: 100 });
  await restart("SIGKILL");
  const { statuses } = await burst(server.port, token, { requests: 2_000, connections: 32 });
  expect(statuses["200"]).toBeGreaterThanOrEqual(200);
  expect(statuses["200"]).toBeLessThanOrEqual(300);
}, 60_000);

test("the admin port counts what all threads refused", async () => {
  const token = issueKey(dataDir, { ratePerMinute: 7 });
  const { statuses } = await burst(server.port, token, { requests: 500, connections: 16 });
  expect(statuses).toEqual({ 200: 7, 429: 493 });
  const [, url = ""] = server.printed().match(/Metrics on (\S+)/) ?? [];
  expect(url).toStartWith("http://127.0.0.1:");
  const response = await fetch(url);
  expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  expect(await response.text()).toContain('\nbaken_limit_refusals_total{limit="rate"} 493\n');
});

test("nothing the servers printed holds a secret, and every request is one line of the log", async () => {
  await restart("SIGTERM");
  expect(printed.includes("bkn_")).toBe(false);
  const lines = printed.split("\n").filter((line) => line.startsWith("{"));
  const requests = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "request");
  expect(requests.length).toBeGreaterThan(27_000);
  expect(requests[0]).toMatchObject({
    level: "info",
    method: "GET",
    path: "/api/v1/cities",
    status: expect.any(Number),
    duration_ms: expect.any(Number),
    key_id: expect.any(Number),
    address: "127.0.0.1",
  });
});
