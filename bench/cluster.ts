/**
 * Measures what shared counters cost a node: lookups per second and their latency of a node that counts in Redis,
 * against the same node with counters of its own, alternately in one run. Both keep keys and usage in PostgreSQL.
 *
 *   node_modules/.bin/bun bench/cluster.ts --data DIR [--rounds 9] [--seconds 3] [--connections 32] [--keys 50]
 *
 * The node has one thread on a core of its own; client and Redis share the other one. Prints requests per second,
 * milliseconds, processor time of node and Redis, and the ratios of each round; asserts nothing. Linux, with `wrk`,
 * Debian's postgresql and redis-server.
 */
import { parseArgs } from "node:util";
import { openStores } from "../src/accounts/open-accounts.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { freePort } from "../test/support/processes/free-port.ts";
import { startPostgres } from "../test/support/servers/postgres-cluster.ts";
import { startRedis } from "../test/support/servers/redis-process.ts";
import { drawAdressen } from "./run/drawn-adressen.ts";
import { lookupOf } from "./run/kinds.ts";
import { type BenchServer, CLIENT_CORE, startBaken } from "./run/servers.ts";
import { makeBenchFolder } from "./shared/bench-app.ts";
import { median, printRow } from "./shared/figures.ts";
import { cpuSecondsOf } from "./shared/process-costs.ts";
import { sendLoad, writeRequests } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    lookups: { type: "string", default: "20000" },
    /** Keys that ask in turn: requests of one key in a turn of the event loop are counted together. */
    keys: { type: "string", default: "50" },
  },
});

const MODES = ["own", "shared"] as const;
/** Widths of the columns of the result. */
const WIDTHS: [number, number] = [18, 12];
type Mode = (typeof MODES)[number];

interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of processor time a request. */
  readonly nodeUs: number;
  readonly redisUs: number;
}

const folder = makeBenchFolder(values.data);
const postgres = startPostgres({ port: `${freePort()}` });
const redis = await startRedis();
if (CLIENT_CORE !== undefined) {
  Bun.spawnSync(["taskset", "-cp", String(CLIENT_CORE), String(redis.pid())]);
}
const accounts = `BAKEN_ACCOUNTS=${postgres.url}`;
const LAUNCHERS = { own: ["env", accounts], shared: ["env", accounts, `BAKEN_COUNTERS=${redis.url}`] };
const nodes: Partial<Record<Mode, BenchServer>> = {};
try {
  for (const mode of MODES) {
    nodes[mode] = await startBaken(folder.dataDir, 1, LAUNCHERS[mode]);
  }
  const file = `${folder.dataDir}/requests`;
  const registry = openRegistry(folder.dataDir);
  const drawn = drawAdressen(registry.current()!, Number(values.lookups));
  registry.close();
  const tokens = await createKeys(Number(values.keys));
  const requests = drawn.map((adres, i) => ({
    ...lookupOf(adres),
    headers: { Authorization: `Bearer ${tokens[i % tokens.length]}` },
  }));
  writeRequests(file, requests, tokens[0]!);
  for (const mode of MODES) {
    await measure(mode, file, 1);
  }
  const rounds: Record<Mode, Measured>[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const [first, second] = round % 2 === 0 ? MODES : MODES.toReversed();
    const measured = { [first!]: await measure(first!, file), [second!]: await measure(second!, file) };
    rounds.push(measured as Record<Mode, Measured>);
  }
  print(rounds);
} finally {
  await Promise.all(Object.values(nodes).map((node) => node.stop()));
  await redis.stop();
  postgres.remove();
  folder.remove();
}

/** Creates keys with a rate and a quota that nothing reaches, so that both are counted; returns their tokens. */
async function createKeys(count: number): Promise<string[]> {
  const { keys, close } = await openStores({
    dataDir: folder.dataDir,
    postgres: { url: postgres.url, timeoutMs: 20_000 },
  });
  const limits = { ratePerMinute: 100_000_000, monthlyQuota: 4e9 };
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const { token } = await keys.create({ name: `bench ${i}`, kind: "server", ...limits });
    tokens.push(token);
  }
  close();
  return tokens;
}

async function measure(mode: Mode, file: string, seconds = Number(values.seconds)): Promise<Measured> {
  const node = nodes[mode]!;
  const costs = () => [cpuSecondsOf(node.pids()), cpuSecondsOf([redis.pid()])] as const;
  const [nodeBefore, redisBefore] = costs();
  const load = await sendLoad({
    port: node.port,
    file,
    seconds,
    connections: Number(values.connections),
    threads: 1,
    core: CLIENT_CORE,
    skip: 0,
  });
  const [nodeAfter, redisAfter] = costs();
  return {
    perSecond: load.requests / load.seconds,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    nodeUs: ((nodeAfter - nodeBefore) * 1e6) / load.requests,
    redisUs: ((redisAfter - redisBefore) * 1e6) / load.requests,
  };
}

/** Prints medians, and medians of the ratios: both measurements of a round saw the same machine. */
function print(rounds: readonly Record<Mode, Measured>[]): void {
  const column = (mode: Mode, field: keyof Measured) => median(rounds.map((round) => round[mode][field]));
  const ratio = median(rounds.map(({ own, shared }) => shared.perSecond / own.perSecond));
  const cpuRatio = median(rounds.map(({ own, shared }) => own.nodeUs / shared.nodeUs));
  const laterMs = median(rounds.map(({ own, shared }) => shared.p99Ms - own.p99Ms));
  printRow(["", "requests/s", "p50 ms", "p99 ms", "node µs", "redis µs"], WIDTHS);
  for (const mode of MODES) {
    const fields = ["perSecond", "p50Ms", "p99Ms", "nodeUs", "redisUs"] as const;
    printRow([`counters ${mode}`, ...fields.map((field) => column(mode, field).toFixed(2))], WIDTHS);
  }
  process.stdout.write(
    `medians of ${rounds.length} rounds; throughput ratio ${ratio.toFixed(3)}, ratio of the node's processor time ` +
      `${cpuRatio.toFixed(3)}, p99 later by ${laterMs.toFixed(2)} ms\n`,
  );
}
