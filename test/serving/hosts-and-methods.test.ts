/** Sends several Host headers and unknown methods, over raw sockets, to both ports. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
let server: ServeProcess;
let adminPort: number;
beforeAll(async () => {
  server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
  adminPort = Number(/Metrics on http:\/\/\S+:(\d+)\//.exec(server.printed())![1]);
});
afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

/** Sends lines as a request, and returns all that comes until the connection is closed. */
function send(port: number, ...lines: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = "";
  connect(port, "127.0.0.1")
    .on("data", (data) => {
      received += data;
    })
    .on("error", reject)
    .on("close", () => resolve(received))
    .write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  return promise;
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("two Host headers", () => {
  const HOSTS = [
    ["Host: localhost", "Host: evil.example"],
    ["Host: evil.example", "Host: localhost"],
    ["Host: localhost", "X: 1", "host: localhost"],
    ["Host: localhost, evil.example"],
  ];

  test.each(HOSTS)("%s, %s: 400 on the public port, with the body of a problem", async (...hosts) => {
    const answer = await send(server.port, "GET /api/v1/status HTTP/1.1", ...hosts.filter(Boolean));
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain("application/problem+json");
    expect(answer).toContain("one Host header");
  });

  test.each(HOSTS)("%s, %s: 400 on the admin port, but for probes", async (...hosts) => {
    const lines = hosts.filter(Boolean);
    const answers = await Promise.all(
      ["/metrics", "/", "/api/session", "/livez"].map((path) =>
        send(adminPort, `GET ${path} HTTP/1.1`, ...lines),
      ),
    );
    expect(answers.map(statusOf)).toEqual([400, 400, 400, 200]);
  });
});

describe("methods", () => {
  test.each(["PUT", "DELETE", "TRACE", "PROPFIND", "PURGE"])(
    "%s, which HTTP has registered, is 405",
    async (method) => {
      expect(statusOf(await send(server.port, `${method} /api/v1/status HTTP/1.1`, "Host: localhost"))).toBe(
        405,
      );
    },
  );

  // docs/http.md says so: the library closes the connection.
  test.each(["FOO", "get"])("%s, which the library does not know, gets no answer", async (method) => {
    expect(await send(server.port, `${method} /api/v1/status HTTP/1.1`, "Host: localhost")).toBe("");
  });
});
