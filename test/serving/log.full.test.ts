/** Reads the log of running servers: its form and levels in all threads, and that it holds no secret. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
const token = issueKey(dataDir, {});
const secret = token.split("|")[1]!;
afterAll(() => rmSync(dataDir, { recursive: true }));

const TEXT_RECORD = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z (INFO |WARN |ERROR) \S/;

/** Serves some requests and an export, logs out, and returns what was printed. */
async function logOf(...args: string[]): Promise<string[]> {
  const server = await startServe(dataDir, ["--threads", "2", "--access-log", "on", ...args]);
  const headers = { authorization: `Bearer ${token}` };
  for (let i = 0; i < 10; i++) {
    await fetch(`${server.url}/version?token=${secret}`, { headers: { ...headers, connection: "close" } });
  }
  await fetch(`${server.url}/x%0AERROR%20forged/${secret}`, { headers });
  const queued = await fetch(`${server.url}/export/addresses?format=json`, { method: "POST", headers });
  const { job_id: job } = ((await queued.json()) as { data: { job_id: string } }).data;
  await until(async () => {
    const answer = await fetch(`${server.url}/export/${job}`, { headers });
    return ((await answer.json()) as { data: { status: string } }).data.status === "completed";
  });
  await server.signal("SIGTERM");
  return server.printed().split("\n");
}

test("JSON: every record of every thread is an object on a line, without a secret", async () => {
  const lines = (await logOf()).filter((line) => line.startsWith("{"));
  const records = lines.map((line) => JSON.parse(line));
  expect(records.filter(({ message }) => message === "request").length).toBeGreaterThanOrEqual(13);
  expect(records.filter(({ message }) => message === "export completed")).toHaveLength(1);
  expect(records.filter(({ path }) => path?.includes("\nERROR forged"))).toHaveLength(1);
  expect(records.every(({ time, level }) => !Number.isNaN(Date.parse(time)) && level === "info")).toBe(true);
  expect(lines.filter((line) => line.includes(secret) || line.includes("token"))).toEqual([]);
});

test("text: every record of every thread is a line that a client cannot forge, without a secret", async () => {
  const lines = await logOf("--log", "text");
  const records = lines.filter((line) => TEXT_RECORD.test(line));
  expect(records.filter((line) => line.includes(" request ")).length).toBeGreaterThanOrEqual(13);
  expect(records.filter((line) => line.includes(" export completed job="))).toHaveLength(1);
  expect(records.filter((line) => line.includes('path="/api/v1/x\\nERROR forged/bkn_…"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("forged"))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("{"))).toEqual([]);
  expect(records.filter((line) => line.includes(secret) || line.includes("token"))).toEqual([]);
});

test("a level leaves out what is less important, in all threads", async () => {
  const lines = await logOf("--log-level", "error");
  expect(lines.filter((line) => line.startsWith("{"))).toEqual([]);
});

test.each([
  ["--log", "xml", "--log must be json or text"],
  ["--log-level", "debug", "--log-level must be info, warn or error"],
])("%s %s is refused", async (flag, value, message) => {
  const { exitCode, stderr } = await collectOutcome(start([BAKEN, "serve", flag, value, "--data", dataDir]));
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});
