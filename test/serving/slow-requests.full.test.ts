/** Slow requests in the log of a running server and on the operator's page; ids that trusted proxies give requests. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "../../src/http/context.ts";
import {
  LOGGED_PER_WINDOW,
  type SlowRequest,
  watchSlowRequests,
} from "../../src/http/serving/slow-requests.ts";
import { until } from "../support/processes/until.ts";
import { openAccounts } from "../support/servers/accounts-harness.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { connect, type RawAnswer } from "../support/servers/keep-alive-connection.ts";
import { cookieOf } from "../support/servers/operator-harness.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

const SLOW_MS = 300;
const dataDir = makeDataFolder();
const accounts = openAccounts(["10.0.0.0/8"]);
afterAll(() => {
  accounts.close();
  rmSync(dataDir, { recursive: true });
});

/** Sends a request whose body takes longer than SLOW_MS to arrive, from when the server has its head. */
async function askSlowly(port: number, token: string, headers: Record<string, string>): Promise<RawAnswer> {
  const connection = await connect(port);
  const answer = await connection.ask({
    method: "POST",
    path: "/api/v1/export/addresses",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: '{"postcode_area":"1382"}',
    beforeLastByte: () => Bun.sleep(2 * SLOW_MS),
  });
  connection.close();
  return answer;
}

test("a slow request is logged with its parts and shown to the operator, a fast one is not", async () => {
  const token = issueKey(dataDir, {});
  const flags = [
    "--threads",
    "2",
    "--slow-ms",
    `${SLOW_MS}`,
    "--admin-port",
    "0",
    "--trusted-proxies",
    "127.0.0.1",
  ];
  const server = await startServe(dataDir, flags);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const answer = await askSlowly(server.port, token, { "x-request-id": "from-proxy:1", traceparent });
  expect(answer.status).toBe(202);
  expect(answer.head).toMatch(/^x-request-id: from-proxy:1\r?$/im);
  await fetch(`${server.url}/status`, { headers: { "x-request-id": "fast" } });

  const admin = server.printed().match(/Operator's pages on (\S+?),/)![1]!;
  const ask = (method: string, path: string, headers: object, body?: string) =>
    fetch(admin + path, { method, headers: { origin: admin, ...headers }, ...(body ? { body } : {}) });
  const adminToken = readFileSync(join(dataDir, "admin-token"), "utf8").trim();
  const json = { "content-type": "application/json" };
  const login = await ask("POST", "/api/login", json, JSON.stringify({ token: adminToken }));
  let slow: SlowRequest[] = [];
  await until(async () => {
    const traffic = await ask("GET", "/api/traffic", { cookie: cookieOf(login.headers) });
    slow = ((await traffic.json()) as { slow: SlowRequest[] }).slow;
    return slow.length > 0;
  });
  expect(slow.filter(({ requestId }) => requestId === "from-proxy:1")).toEqual([
    expect.objectContaining({
      method: "POST",
      route: "/export/addresses",
      status: 202,
      keyId: Number(token.split("|")[0]),
    }),
  ]);
  expect(slow.find(({ requestId }) => requestId === "from-proxy:1")!.partsMs.input).toBeGreaterThan(SLOW_MS);

  await server.signal("SIGTERM");
  const records = server
    .printed()
    .split("\n")
    .filter((line) => line.includes('"slow request"'))
    .map((line) => JSON.parse(line));
  const record = records.find(({ request_id }) => request_id === "from-proxy:1");
  expect(record).toMatchObject({
    level: "warn",
    trace_id: "0af7651916cd43dd8448eb211c80319c",
    method: "POST",
    route: "/export/addresses",
    status: 202,
  });
  const parts =
    record.queue_ms + record.admission_ms + record.input_ms + record.handler_ms + record.render_ms;
  expect(parts).toBeCloseTo(record.duration_ms, 1);
  expect(JSON.stringify(records)).not.toContain("1382");
});

test("in an overload the log has some slow requests and the number of the others", async () => {
  const token = issueKey(dataDir, {});
  const server = await startServe(dataDir, ["--threads", "2", "--slow-ms", "1"]);
  const ask = () => fetch(`${server.url}/cities`, { headers: { authorization: `Bearer ${token}` } });
  const requests = 200;
  // Requests that wait for each other take more than a millisecond.
  await Promise.all(Array.from({ length: requests }, async () => (await ask()).arrayBuffer()));
  await server.signal("SIGTERM");
  const messages = server.printed().split("\n");
  const single = messages.filter((line) => line.includes('"slow request"'));
  const sums = messages
    .filter((line) => line.includes('"further slow requests"'))
    .map((line) => JSON.parse(line));
  expect(single.length).toBeWithin(1, 2 * LOGGED_PER_WINDOW + 1);
  expect(sums.length).toBeWithin(1, 3);
  const summed = sums.reduce((sum, { requests }) => sum + requests, 0);
  expect(summed).toBeWithin(1, requests);
  expect(sums[0]).toMatchObject({ level: "warn", routes: expect.stringMatching(/^\/cities \d+$/) });
  expect(sums[0].max_ms).toBeGreaterThan(1);
});

test.each(["a", "x".repeat(100), "A-b_c.d:9"])("a trusted proxy names a request %p", async (id) => {
  const { headers } = await accounts.ask("/status", { address: "10.0.0.1", headers: { "x-request-id": id } });
  expect(headers.get("x-request-id")).toBe(id);
});

test.each([
  ["10.0.0.1", "x".repeat(101)],
  ["10.0.0.1", "a b"],
  ["10.0.0.1", 'a"'],
  ["203.0.113.9", "a"],
])("from %s the id %p is not taken over", async (address, id) => {
  const { headers } = await accounts.ask("/status", { address, headers: { "x-request-id": id } });
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
});

test("a request that waited for its thread is slow by its queue, also when its own work was fast", () => {
  const reported: SlowRequest[] = [];
  const context = {
    requestId: "waited",
    traceId: undefined,
    request: new Request("http://localhost/x?q=secret"),
  };
  const observe = watchSlowRequests(500, (slow) => reported.push(slow));
  const exchange = { context, route: "/status", admission: { key: undefined }, status: 200, durationMs: 2 };
  const times = { startedMs: 1_000, admittedMs: 1_000.5, readMs: 1_000.5, handledMs: 1_001.5 };
  observe({ ...exchange, times: { ...times, queuedMs: 497.9 } } as unknown as Exchange);
  expect(reported).toEqual([]);
  observe({ ...exchange, times: { ...times, queuedMs: 498 } } as unknown as Exchange);
  expect(reported).toMatchObject([
    { durationMs: 500, partsMs: { queue: 498, admission: 0.5, input: 0, handler: 1, render: 0.5 } },
  ]);
  expect(JSON.stringify(reported)).not.toContain("secret");
});
