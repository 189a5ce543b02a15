/**
 * Measures calls of lookup_address per second on one thread, in both eras, against the same lookup over HTTP and a
 * bare server that returns as many bytes, in the same run: the server in a process of its own, the load from this
 * one. Then the cost of one call within a process, part by part.
 *
 *   node_modules/.bin/bun bench/mcp.ts [--seconds 4] [--connections 20] [--addresses 20000]
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { createApp } from "../src/app.ts";
import { startServer } from "../src/http/serving/server.ts";
import { createServer } from "../src/mcp/server.ts";
import { lookupAddress } from "../src/mcp/tools/addresses.ts";
import { openSnapshot } from "../src/registry/snapshot.ts";
import { makeDemoFolder } from "../test/support/countries/import-data-folders.ts";
import { samplesOf } from "../test/support/servers/mcp-harness.ts";
import { issueKey } from "../test/support/servers/serve-process.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "20" },
    addresses: { type: "string", default: "20000" },
    /** Data folder of the server process that this program starts. */
    serve: { type: "string" },
    bytes: { type: "string", default: "0" },
  },
});
const MCP = "/api/v1/mcp";

if (values.serve === undefined) {
  await main();
} else {
  serve(values.serve);
}

function serve(dataDir: string): void {
  const app = createApp({ dataDir, host: "127.0.0.1" });
  const body = "x".repeat(Number(values.bytes));
  const { url } = startServer({
    host: "127.0.0.1",
    port: 0,
    fetch: (request, addressOf) =>
      request.url.endsWith("/bare") ? new Response(body) : app.fetch(request, addressOf),
  });
  process.stdout.write(`${url}\n`);
}

async function main(): Promise<void> {
  const dataDir = await makeDemoFolder(Number(values.addresses));
  // Enough keys to stay below every rate limit.
  const tokens = Array.from({ length: 20 }, () => issueKey(dataDir, {}));
  const app = createApp({ dataDir });
  const snapshot = app.registry.current()!;
  const { postcode, number } = samplesOf(snapshot).plain;
  const requests = requestsOf({ postcode, number });
  const first = await app.fetch(toRequest(requests.legacy!, tokens[0]!));
  const bytes = (await first.text()).length;
  const path = snapshot.path;
  app.close();

  const server = await startProcess(dataDir, bytes);
  print("requests per second over sockets, one thread", await measureAll(server.port, requests, tokens));
  server.child.kill();
  await server.child.exited;
  process.stdout.write(`${profile(path, { postcode, number })}\n`);
  rmSync(dataDir, { recursive: true });
}

interface BenchRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function requestsOf(given: { postcode: string; number: number }): Record<string, BenchRequest> {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "lookup_address", arguments: given },
  };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const legacy = { method: "POST", path: MCP, headers: json, body: JSON.stringify(call) } as const;
  const { postcode, number } = given;
  return {
    bare: { ...legacy, path: "/bare" },
    lookup: {
      method: "GET",
      path: `/api/v1/addresses/lookup?postcode=${postcode}&number=${number}`,
      headers: {},
      body: "",
    },
    legacy: { ...legacy, headers: { ...json, "MCP-Protocol-Version": "2025-11-25" } },
    modern: {
      ...legacy,
      headers: {
        ...json,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "lookup_address",
      },
      body: JSON.stringify({ ...call, params: { ...call.params, _meta: meta } }),
    },
  };
}

function toRequest({ method, path, headers, body }: BenchRequest, token: string): Request {
  const all = { ...headers, authorization: `Bearer ${token}` };
  return new Request(`http://localhost${path}`, { method, headers: all, ...(body === "" ? {} : { body }) });
}

async function startProcess(dataDir: string, bytes: number) {
  const child = Bun.spawn(
    [process.execPath, import.meta.path, "--serve", dataDir, "--bytes", String(bytes)],
    {
      stdout: "pipe",
    },
  );
  for await (const chunk of child.stdout) {
    return { child, port: Number(new URL(new TextDecoder().decode(chunk).trim()).port) };
  }
  throw new Error("the server did not start");
}

/**
 * Measures all kinds of request alternately in two rounds, of which the first is a warm-up; every kind sees the same
 * machine.
 */
async function measureAll(port: number, requests: Record<string, BenchRequest>, tokens: readonly string[]) {
  const rates: Record<string, number> = {};
  for (const _ of [1, 2]) {
    for (const [name, sent] of Object.entries(requests)) {
      rates[name] = await measure(port, sent, tokens);
    }
  }
  return rates;
}

async function measure(port: number, requestSpec: BenchRequest, tokens: readonly string[]): Promise<number> {
  let answered = 0;
  let refused = 0;
  const sockets = await Promise.all(
    Array.from({ length: Number(values.connections) }, (_, i) => {
      const request = Buffer.from(rawRequest(requestSpec, tokens[i % tokens.length]!));
      return Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          open: (socket) => void socket.write(request),
          data(socket, data) {
            const head = data.indexOf("HTTP/1.1 ");
            if (head < 0) {
              return;
            }
            answered++;
            if (data.toString("latin1", head + 9, head + 12) !== "200") {
              refused++;
            }
            socket.write(request);
          },
        },
      });
    }),
  );
  const startedMs = performance.now();
  const before = answered;
  await Bun.sleep(Number(values.seconds) * 1000);
  const rate = ((answered - before) * 1000) / (performance.now() - startedMs);
  for (const socket of sockets) {
    socket.terminate();
  }
  if (refused > 0) {
    throw new Error(`${refused} of ${answered} were refused`);
  }
  return rate;
}

function rawRequest({ method, path, headers, body }: BenchRequest, token: string): string {
  const all = {
    Host: "localhost",
    Authorization: `Bearer ${token}`,
    ...headers,
    "Content-Length": String(body.length),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function print(title: string, rates: Record<string, number>): void {
  const rows = Object.entries(rates).map(
    ([name, rate]) =>
      `  ${name.padEnd(8)}${rate.toFixed(0).padStart(8)}/s  ${((100 * rate) / rates.bare!).toFixed(0).padStart(4)} % of bare`,
  );
  process.stdout.write(`${[title, ...rows].join("\n")}\n`);
}

/**
 * Returns the cost of the parts of one call: the lookup, and the protocol server that the SDK makes for each
 * exchange.
 */
function profile(path: string, given: { postcode: string; number: number }): string {
  const snapshot = openSnapshot(path);
  const parts = {
    "the tool (lookup, text)": () => void lookupAddress.call(snapshot, given),
    "a protocol server": () => void createServer(() => snapshot),
  };
  const lines = Object.entries(parts).map(
    ([name, run]) => `  ${name.padEnd(26)}${microseconds(run).toFixed(1).padStart(7)} µs`,
  );
  snapshot.close();
  return ["within a call", ...lines].join("\n");
}

function microseconds(run: () => void): number {
  const times = 5_000;
  for (let i = 0; i < times; i++) {
    run();
  }
  const startedMs = performance.now();
  for (let i = 0; i < times; i++) {
    run();
  }
  return ((performance.now() - startedMs) * 1000) / times;
}
