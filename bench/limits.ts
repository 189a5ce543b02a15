/**
 * Measures the cost of keys, limits and counting for a lookup: the same server with all of it and with none of it,
 * alternately, over sockets and without. Prints requests per second of processor time and their ratio.
 *
 *   node_modules/.bin/bun bench/limits.ts [--rounds 15] [--seconds 1]
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { IpRanges } from "../src/accounts/ip-address.ts";
import { openKeyStore } from "../src/accounts/sqlite/sqlite-key-store.ts";
import { type App, createApp } from "../src/app.ts";
import type { Services } from "../src/http/context.ts";
import type { AnyEndpoint } from "../src/http/endpoint.ts";
import { lookup } from "../src/http/endpoints/addresses.ts";
import { createRequestHandler, type RequestHandler } from "../src/http/pipeline/request-handler.ts";
import { startServer } from "../src/http/serving/server.ts";
import { makeDataFolder } from "../test/support/servers/http-harness.ts";
import { type BenchServer, CLIENT_CORE, ON_SERVER_CORE, startProgram } from "./run/servers.ts";
import { cpuSecondsOf } from "./shared/process-costs.ts";
import { sendLoad, writeRequests } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "1" },
    /** Mode of a server process that this program starts. */
    serve: { type: "string" },
    data: { type: "string" },
  },
});

const PATH = "/api/v1/addresses/lookup?postcode=1382KT&number=5";
const CONNECTIONS = 32;
type Mode = "with" | "without";
const MODES: readonly Mode[] = ["without", "with"];

if (values.serve === undefined) {
  await main();
} else {
  serve(values.serve as Mode, values.data!);
}

/** Returns the pipeline as it serves, or one whose lookup is open to all and counts nothing. */
function handlerOf(mode: Mode, app: App): RequestHandler {
  if (mode === "with") {
    return app.fetch;
  }
  const services = {
    registry: app.registry,
    keys: app.keys,
    publicUrl: undefined,
    trustedProxies: new IpRanges([]),
  } satisfies Partial<Services>;
  return createRequestHandler(
    [{ ...lookup, auth: "none" } as unknown as AnyEndpoint],
    services as unknown as Services,
  );
}

function serve(mode: Mode, dataDir: string): void {
  const app = createApp({ dataDir });
  const { url } = startServer({ host: "127.0.0.1", port: 0, fetch: handlerOf(mode, app) });
  process.stdout.write(`Listening on ${url}\n`);
}

async function main(): Promise<void> {
  const dataDir = makeDataFolder();
  const keys = openKeyStore(dataDir);
  // A rate and a quota that nothing reaches: both are counted.
  const { token } = keys.create({
    name: "bench",
    kind: "server",
    ratePerMinute: 100_000_000,
    monthlyQuota: 4e9,
  });
  keys.close();
  print("lookup without a socket", await measureAlternately((mode) => measureCalls(mode, dataDir, token)));
  const file = join(dataDir, "requests");
  writeRequests(file, [{ path: PATH }], token);
  const servers = await Promise.all(MODES.map((mode) => startMode(mode, dataDir)));
  print(
    "lookup over sockets",
    await measureAlternately((mode) => measureSockets(servers[MODES.indexOf(mode)]!, file)),
  );
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dataDir, { recursive: true });
}

/** Returns the requests per second of both modes, measured alternately so that both see the same machine. */
async function measureAlternately(measure: (mode: Mode) => Promise<number>): Promise<Record<Mode, number[]>> {
  const rates: Record<Mode, number[]> = { with: [], without: [] };
  for (const mode of MODES) {
    await measure(mode);
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const mode of MODES) {
      rates[mode].push(await measure(mode));
    }
  }
  return rates;
}

async function measureCalls(mode: Mode, dataDir: string, token: string): Promise<number> {
  const app = createApp({ dataDir });
  const answer = handlerOf(mode, app);
  const headers = { authorization: `Bearer ${token}` };
  const until = performance.now() + Number(values.seconds) * 1000;
  const startedUs = process.cpuUsage().user;
  let answered = 0;
  while (performance.now() < until) {
    for (let i = 0; i < 100; i++) {
      answered++;
      const request = new Request(`http://x${PATH}`, { headers });
      const { status } = await answer(request);
      if (status !== 200) {
        throw new Error(`${mode}: ${status}`);
      }
    }
  }
  const rate = (answered * 1e6) / (process.cpuUsage().user - startedUs);
  app.close();
  return rate;
}

function startMode(mode: Mode, dataDir: string): Promise<BenchServer> {
  const program = [process.execPath, import.meta.path, "--serve", mode, "--data", dataDir];
  return startProgram([...ON_SERVER_CORE, ...program]);
}

/** Returns the requests per second of the server's own processor time, because other load moves wall time. */
async function measureSockets({ port, pids }: BenchServer, file: string): Promise<number> {
  const before = cpuSecondsOf(pids());
  const { requests } = await sendLoad({
    port,
    file,
    seconds: Math.max(1, Math.round(Number(values.seconds))),
    connections: CONNECTIONS,
    threads: 1,
    core: CLIENT_CORE,
    skip: 0,
  });
  return requests / (cpuSecondsOf(pids()) - before);
}

/**
 * Prints medians and ratios. Both measurements of a round saw the same machine, so their ratios say more than the
 * ratio of the medians.
 */
function print(title: string, rates: Record<Mode, number[]>): void {
  const ratios = rates.with.map((rate, round) => rate / rates.without[round]!);
  process.stdout.write(
    [
      `${title} (medians of ${values.rounds} rounds)`,
      `  without keys, limits, counting  ${quantile(rates.without, 0.5).toFixed(0)} requests per processor second`,
      `  with                            ${quantile(rates.with, 0.5).toFixed(0)}`,
      `  ratio                           ${quantile(ratios, 0.5).toFixed(3)} (quartiles ${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)})`,
      "",
    ].join("\n"),
  );
}

function quantile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)]!;
}
