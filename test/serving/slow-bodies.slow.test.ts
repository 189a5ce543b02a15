/** Tests that a slow body is received whole, and that only silence ends one, with an answer. Real sockets, real time. */
import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { createApp } from "../../src/app.ts";
import { startServer } from "../../src/http/serving/server.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey } from "../support/servers/serve-process.ts";

/**
 * The server library looks at timeouts every four seconds: after four seconds or less a connection could be closed
 * before its request reaches the handler.
 */
const IDLE_SECONDS = 8;
const dataDir = makeDataFolder();
const token = issueKey(dataDir, {});
const app = createApp({ dataDir });
const server = startServer({ host: "127.0.0.1", port: 0, fetch: app.fetch, idleSeconds: IDLE_SECONDS });
afterAll(async () => {
  await server.stop(0);
  app.close();
});

const BODY = `id,postcode,huisnummer\n${"1,1382KT,5\n".repeat(20)}`;

/** Sends a request, then its body piece by piece; returns the answer once complete or disconnected. */
async function send(path: string, { pieces, everyMs }: { pieces: readonly string[]; everyMs: number }) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const { promise: answered, resolve } = Promise.withResolvers<string>();
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
    if (/\}$|\r\n0\r\n\r\n$/.test(answer)) {
      resolve(answer);
    }
  });
  socket.on("close", () => resolve(answer));
  socket.on("error", () => resolve(answer));
  const head = [
    "Host: x",
    `Authorization: Bearer ${token}`,
    "Content-Type: text/csv",
    `Content-Length: ${BODY.length}`,
  ];
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await Bun.sleep(everyMs);
  }
  const text = await answered;
  socket.destroy();
  return text;
}

const split = (parts: number) => {
  const size = Math.ceil(BODY.length / parts);
  return Array.from({ length: parts }, (_, i) => BODY.slice(i * size, (i + 1) * size));
};

test.concurrent.each(["/geocode/jobs", "/geocode/csv"])(
  "%s receives a body that takes longer than a connection may be idle",
  async (path) => {
    const answer = await send(path, { pieces: split(12), everyMs: 1_000 });
    expect(answer).toMatch(/^HTTP\/1\.1 20[02] /);
  },
  60_000,
);

test.concurrent("a client that is silent in the middle of its body gets 408, and its connection is closed", async () => {
  const startedMs = performance.now();
  const answer = await send("/geocode/jobs", { pieces: [BODY.slice(0, 50)], everyMs: 0 });
  expect(answer).toStartWith("HTTP/1.1 408 ");
  expect(answer).toContain('"code":"body_timeout"');
  expect(answer).toContain(`Nothing of the rest of the body arrived for ${IDLE_SECONDS} seconds.`);
  expect(answer.toLowerCase()).toContain("connection: close");
  expect(performance.now() - startedMs).toBeGreaterThan(IDLE_SECONDS * 1_000 - 100);
}, 60_000);
