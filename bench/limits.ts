/**
 * Measures the cost of keys, limits and counting for a lookup: the same server with all of it and with none of it,
 * alternately, over sockets and without. Prints requests per second of processor time and their ratio.
 *
 *   node_modules/.bin/bun bench/limits.ts [--rounds 41] [--seconds 0.25]
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { IpRanges } from "../src/accounts/ip-ranges.ts";
import { openKeyStore } from "../src/accounts/sqlite/sqlite-key-store.ts";
import { type App, createApp } from "../src/app.ts";
import type { Services } from "../src/http/context.ts";
import type { AnyEndpoint } from "../src/http/endpoint.ts";
import { lookup } from "../src/http/endpoints/addresses.ts";
import { createRequestHandler, type RequestHandler } from "../src/http/pipeline/request-handler.ts";
import { startServer } from "../src/http/serving/server.ts";
import { makeDataFolder } from "../test/support/servers/http-harness.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "41" },
    seconds: { type: "string", default: "0.25" },
    /** Mode of a server process that this program starts. */
    serve: { type: "string" },
    data: { type: "string" },
  },
});

const PATH = "/api/v1/addresses/lookup?postcode=1382KT&number=5";
const CONNECTIONS = 64;
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
  process.stdout.write(`${url}\n`);
}

async function main(): Promise<void> {
  const dataDir = makeDataFolder();
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({
    name: "bench",
    kind: "server",
    ratePerMinute: 1_000_000,
    monthlyQuota: 4e9,
  });
  // Several keys, used in turn: their rates together exceed what can be measured in a minute.
  const tokens = [
    token,
    ...Array.from(
      { length: 19 },
      () => keys.create({ name: "b", kind: "server", ratePerMinute: 1_000_000, monthlyQuota: 4e9 }).token,
    ),
  ];
  keys.close();
  print("lookup without a socket", await measureAlternately((mode) => measureCalls(mode, dataDir, tokens)));
  const servers = await Promise.all(MODES.map((mode) => startProcess(mode, dataDir)));
  print(
    "lookup over sockets",
    await measureAlternately((mode) => measureSockets(servers[MODES.indexOf(mode)]!, tokens)),
  );
  for (const { child } of servers) {
    child.kill();
  }
  await Promise.all(servers.map(({ child }) => child.exited));
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

async function measureCalls(mode: Mode, dataDir: string, tokens: readonly string[]): Promise<number> {
  const app = createApp({ dataDir });
  const answer = handlerOf(mode, app);
  const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
  const until = performance.now() + Number(values.seconds) * 1000;
  const startedUs = process.cpuUsage().user;
  let answered = 0;
  while (performance.now() < until) {
    for (let i = 0; i < 100; i++) {
      const request = new Request(`http://x${PATH}`, { headers: headers[answered++ % headers.length]! });
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

interface Server {
  readonly child: Bun.Subprocess;
  readonly port: number;
}

/** Returns the processor time of a process and its threads in seconds; Linux counts it in nanoseconds. */
function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const runNs = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return runNs.reduce((sum, ns) => sum + ns, 0) / 1e9;
}

async function startProcess(mode: Mode, dataDir: string): Promise<Server> {
  const child = Bun.spawn([process.execPath, import.meta.path, "--serve", mode, "--data", dataDir], {
    stdout: "pipe",
  });
  for await (const chunk of child.stdout) {
    return { child, port: Number(new URL(new TextDecoder().decode(chunk).trim()).port) };
  }
  throw new Error("the server did not start");
}

/** Returns the requests per second of the server's own processor time, because the load comes from the same machine. */
async function measureSockets({ port, child }: Server, tokens: readonly string[]): Promise<number> {
  let answered = 0;
  let refused = 0;
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, i) => {
      const token = tokens[i % tokens.length];
      const request = Buffer.from(
        `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      const counter = new StatusCounter();
      return Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          open: (socket) => void socket.write(request),
          data(socket, data) {
            const seen = counter.read(data);
            refused += seen.refused;
            answered += seen.answered;
            if (seen.answered > 0) {
              socket.write(request);
            }
          },
        },
      });
    }),
  );
  const [answeredBefore, cpuBefore] = [answered, cpuSeconds(child.pid)];
  await Bun.sleep(Number(values.seconds) * 1000);
  const rate = (answered - answeredBefore) / (cpuSeconds(child.pid) - cpuBefore);
  for (const socket of sockets) {
    socket.end();
  }
  if (refused > 0) {
    throw new Error(`${refused} requests were refused`);
  }
  return rate;
}

/** Counts answers in the chunks of a stream; a status line may be split between two chunks. */
class StatusCounter {
  #tail = "";

  /** Returns the number of status lines that ended in this chunk, and of those among them other than 200. */
  read(data: Buffer): { answered: number; refused: number } {
    const text = this.#tail + data.toString("latin1");
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)];
    const last = statuses.at(-1);
    const from = last === undefined ? 0 : last.index + last[0].length;
    this.#tail = text.slice(Math.max(from, text.length - "HTTP/1.1 20".length));
    return { answered: statuses.length, refused: statuses.filter(([, status]) => status !== "200").length };
  }
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
