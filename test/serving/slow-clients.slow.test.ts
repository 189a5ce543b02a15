/**
 * Tests that clients which send too slowly are disconnected, while others are answered. Real sockets, real time: 13
 * seconds.
 */
import { afterAll, expect, test } from "bun:test";
import { startServer } from "../../src/http/serving/server.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
const server = startServer({ host: "127.0.0.1", port: 0, fetch: harness.app.fetch });
afterAll(async () => {
  await server.stop(0);
  harness.close();
});

/** Upper bound of the server's timeout for a request line and headers, which trickled bytes do not extend. */
const HEAD_MS = 14_000;

/** Returns the milliseconds until the server closes a connection that sends `text`, then `trickle` every 300 ms. */
async function millisecondsOpen(text: string, trickle: string | undefined): Promise<number> {
  const startedMs = performance.now();
  const { promise: closed, resolve: noteClosed } = Promise.withResolvers<void>();
  const { hostname, port } = new URL(server.url);
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { open: (socket) => void socket.write(text), data() {}, close: () => noteClosed(), error() {} },
  });
  const sending = trickle === undefined ? undefined : setInterval(() => socket.write(trickle), 300);
  await Promise.race([closed, Bun.sleep(HEAD_MS + 5_000)]);
  clearInterval(sending);
  socket.end();
  return performance.now() - startedMs;
}

test("a request that does not come to its end is cut within 14 s, and holds up nobody", async () => {
  const head = "GET /api/v1/status HTTP/1.1\r\nHost: x\r\n";
  const slow = Promise.all([
    millisecondsOpen("", undefined),
    millisecondsOpen(head, undefined),
    millisecondsOpen(`${head}X-Slow: `, "a"),
  ]);
  const answeredMs: number[] = [];
  for (let n = 0; n < 10; n++) {
    const startedMs = performance.now();
    expect((await fetch(`${server.url}/api/v1/status`)).status).toBe(200);
    answeredMs.push(performance.now() - startedMs);
  }
  // A pause of the machine hits one of them.
  expect(answeredMs.toSorted((a, b) => a - b)[5]).toBeLessThan(1_000);
  for (const openMs of await slow) {
    expect(openMs).toBeLessThan(HEAD_MS);
  }
});
