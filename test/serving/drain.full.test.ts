/** Tests the probes of load balancers on the admin port, and that a stopped server finishes the requests it began. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/processes/free-port.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { connect } from "../support/servers/keep-alive-connection.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

let dataDir: string;
let token: string;
beforeAll(() => {
  dataDir = makeDataFolder();
  token = issueKey(dataDir, {});
});
afterAll(() => rmSync(dataDir, { recursive: true }));

interface Served extends ServeProcess {
  readonly adminPort: number;
}

async function serve(...args: string[]): Promise<Served> {
  const adminPort = freePort();
  const server = await startServe(dataDir, ["--threads", "2", "--admin-port", `${adminPort}`, ...args]);
  return { ...server, adminPort };
}

/** Returns status and text; status 0 while nothing listens. */
async function probe(adminPort: number, path: string, init?: RequestInit): Promise<[number, string]> {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort}${path}`, init);
    return [response.status, await response.text()];
  } catch {
    return [0, ""];
  }
}

const authorization = () => `Bearer ${token}`;

test("probes need no login, no Host and no method but GET and HEAD", async () => {
  const { adminPort, signal } = await serve();
  expect(await probe(adminPort, "/livez")).toEqual([200, "alive\n"]);
  expect(await probe(adminPort, "/readyz")).toEqual([200, "ready\n"]);
  expect(await probe(adminPort, "/readyz", { method: "HEAD" })).toEqual([200, ""]);
  expect((await probe(adminPort, "/readyz", { headers: { host: "evil.example" } }))[0]).toBe(200);
  expect((await probe(adminPort, "/readyz", { method: "POST" }))[0]).toBe(405);
  expect((await probe(adminPort, "/readyz/"))[0]).toBe(404);
  expect(await signal("SIGTERM")).toBe(0);
});

test("a server that still makes its registry is alive and not ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baken-drain-"));
  const adminPort = freePort();
  const starting = startServe(folder, ["--admin-port", `${adminPort}`, "--threads", "1"]);
  await until(async () => (await probe(adminPort, "/livez"))[0] === 200);
  expect(await probe(adminPort, "/readyz")).toEqual([503, "not ready: starting\n"]);
  expect(await probe(adminPort, "/metrics")).toEqual([503, "starting\n"]);
  const server = await starting;
  expect(await probe(adminPort, "/readyz")).toEqual([200, "ready\n"]);
  expect(await server.signal("SIGTERM")).toBe(0);
  rmSync(folder, { recursive: true });
}, 120_000);

test("while it drains it is not ready, answers all requests and closes their connections", async () => {
  const { url, port, adminPort, signal } = await serve("--drain-seconds", "60");
  const idle = await connect(port);
  const headers = { authorization: authorization() };
  const ask = () => idle.ask({ path: "/api/v1/cities", headers });
  expect((await ask()).head).not.toMatch(/^connection: close/im);
  const ended = signal("SIGTERM");
  await until(async () => (await probe(adminPort, "/readyz"))[0] === 503);
  expect(await probe(adminPort, "/readyz")).toEqual([503, "not ready: draining\n"]);
  expect(await probe(adminPort, "/livez")).toEqual([200, "alive\n"]);
  await until(async () => (await fetch(`${url}/cities`, { headers })).headers.get("connection") === "close");
  const last = await ask();
  expect([last.status, /^connection: close/im.test(last.head)]).toEqual([200, true]);
  expect((await fetch(`${url}/cities`, { headers })).status).toBe(200);
  await signal("SIGKILL");
  await ended;
});

test("it drains for the time that was set, and ends", async () => {
  const { adminPort, signal } = await serve("--drain-seconds", "1");
  const beganMs = performance.now();
  expect(await signal("SIGTERM")).toBe(0);
  expect(performance.now() - beganMs).toBeGreaterThan(990);
  expect(await probe(adminPort, "/livez")).toEqual([0, ""]);
});

test("without a time to drain it stops at once, and still finishes what was under way", async () => {
  const { port, signal } = await serve();
  const slow = await connect(port);
  // An answer shows that a thread has accepted the connection. Before that the connection may be in the queue of the
  // system, which ends with the server.
  expect((await slow.ask({ path: "/api/v1/status" })).status).toBe(200);
  let ended: Promise<number> | undefined;
  const isRefused = () =>
    connect(port).then(
      (connection) => connection.close(),
      () => true,
    );
  const answer = await slow.ask({
    method: "POST",
    path: "/api/v1/export/addresses",
    headers: { authorization: authorization(), "content-type": "application/json" },
    body: '{"format":"csv"}',
    async beforeLastByte() {
      ended = signal("SIGTERM");
      await until(async () => (await isRefused()) === true);
    },
  });
  expect(answer.status).toBe(202);
  expect(await ended).toBe(0);
});
