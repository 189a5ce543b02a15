/** `baken status --probe` against servers on real sockets, as a health check of a container runs it. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { BAKEN, collectOutcome } from "../support/processes/baken-process.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { startServe } from "../support/servers/serve-process.ts";

const folder = makeDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));

async function probe(port: number, host: string, env: Record<string, string> = {}) {
  const command = [BAKEN, "status", "--probe", "--host", host, "--port", String(port)];
  const settings = { stdout: "pipe", stderr: "pipe", stdin: "ignore" } as const;
  return await collectOutcome(Bun.spawn(command, { ...settings, env: { PATH: process.env.PATH!, ...env } }));
}

test("a server that serves is well, on each address that reaches it, whatever proxy is set; a stopped one is not", async () => {
  const server = await startServe(folder, ["--host", "0.0.0.0"]);
  for (const [host, asked] of [
    ["127.0.0.1", "127.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
  ]) {
    expect(
      await probe(server.port, host!, { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" }),
    ).toEqual({ exitCode: 0, stderr: "", stdout: `ok: http://${asked}:${server.port}/api/v1/status\n` });
  }
  await server.signal("SIGTERM");
  const { exitCode, stderr } = await probe(server.port, "127.0.0.1");
  expect(stderr).toStartWith(`baken: http://127.0.0.1:${server.port}/api/v1/status does not answer: `);
  expect(exitCode).toBe(1);
});

test.each([
  [
    "another program",
    (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
    "answered 200: {}",
  ],
  [
    "a faulty server",
    (socket: Socket) => socket.end('HTTP/1.1 503 No\r\nContent-Length: 18\r\n\r\n{"status":"error"}'),
    'answered 503: {"status":"error"}',
  ],
  ["one that never answers", () => undefined, "does not answer: "],
])(
  "%s is not well",
  async (_, onConnection, message) => {
    const server = createServer(onConnection);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    const { port } = server.address() as { port: number };
    const { exitCode, stderr, stdout } = await probe(port, "127.0.0.1");
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    server.close();
  },
  30_000,
);
