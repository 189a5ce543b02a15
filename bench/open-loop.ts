/**
 * Measures latency at half of the load that baken can bear: requests come at a fixed rate, each server alone on a core,
 * the client on another. The rate of a kind is half of what `wrk` draws from baken, and the same for every server.
 *
 *   node_modules/.bin/bun bench/open-loop.ts --data DIR [--kinds lookup,search,autocomplete] [--seconds 10]
 *     [--share 0.5] [--servers baken,bare,postgres]
 *
 * Prints milliseconds from the time at which a request was due to the end of its answer. Needs `wrk`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { type KindName, makeKinds } from "./run/kinds.ts";
import { openRival, RIVAL_KINDS } from "./run/postgres-rival.ts";
import { type BareServer, type BenchServer, CLIENT_CORE, startBaken, startBare } from "./run/servers.ts";
import { makeBenchFolder } from "./shared/bench-app.ts";
import { endWithProcess } from "./shared/endings.ts";
import { sendLoad, writeRequests } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    kinds: { type: "string", default: "lookup,search,autocomplete" },
    servers: { type: "string", default: "baken,bare,postgres" },
    seconds: { type: "string", default: "10" },
    share: { type: "string", default: "0.5" },
  },
});
const CONNECTIONS = 32;
/** Most seconds of load from which the rate of a kind follows, once the same time has warmed up. */
const RATE_SECONDS = 3;

const folder = makeBenchFolder(values.data);
const requestsDir = mkdtempSync(join(tmpdir(), "baken-bench-"));
const removeRequests = endWithProcess(() => rmSync(requestsDir, { recursive: true }));
const registry = openRegistry(folder.dataDir);
const kinds = makeKinds(registry.current()!, values.kinds.split(",") as KindName[]);
registry.close();

const baken = await startBaken(folder.dataDir, 1);
const bare = values.servers.includes("bare") ? await startBare() : undefined;
const postgres = values.servers.includes("postgres") ? await openRival(folder.dataDir) : undefined;
process.stdout.write(`${"".padEnd(34)}a second   answered    p50 ms    p99 ms  p99.9 ms\n`);
for (const { name, requests } of kinds) {
  const file = join(requestsDir, name);
  writeRequests(file, requests, folder.token);
  const perSecond = Math.max(1, Math.floor((await possibleRate(baken, file)) * Number(values.share)));
  await bare?.imitate(baken, requests, folder.token);
  measure(`${name}, baken`, baken, { file, perSecond });
  if (bare !== undefined) {
    measure(`${name}, bare`, bare as BareServer, { file, perSecond });
  }
  if (postgres !== undefined && RIVAL_KINDS.has(name)) {
    measure(`${name}, PostgreSQL`, postgres, { file, perSecond });
  }
}
await Promise.all([baken, bare, postgres].map((server) => server?.stop()));
folder.remove();
removeRequests();

/** Returns the requests a second that a server answers when the client waits for nothing. */
async function possibleRate(server: BenchServer, file: string): Promise<number> {
  const load = {
    port: server.port,
    file,
    seconds: Math.min(RATE_SECONDS, Number(values.seconds)),
    connections: CONNECTIONS,
    threads: 1,
    core: CLIENT_CORE,
  };
  await sendLoad({ ...load, skip: 0 });
  const { requests, seconds } = await sendLoad({ ...load, skip: 0 });
  return requests / seconds;
}

function measure(
  label: string,
  server: BenchServer,
  { file, perSecond }: { readonly file: string; readonly perSecond: number },
): void {
  const pinned = CLIENT_CORE === undefined ? [] : ["taskset", "-c", String(CLIENT_CORE)];
  const client = [process.execPath, join(import.meta.dir, "run/open-loop-client.ts")];
  const run = Bun.spawnSync(
    [...pinned, ...client, String(server.port), file, String(perSecond), values.seconds],
    { stderr: "pipe" },
  );
  if (run.exitCode !== 0) {
    throw new Error(`${label}: ${run.stderr}`);
  }
  const { answered, p50Ms, p99Ms, p999Ms } = JSON.parse(String(run.stdout)) as Record<string, number>;
  const times = [p50Ms!, p99Ms!, p999Ms!].map((ms) => ms.toFixed(2).padStart(10)).join("");
  const rate = perSecond.toLocaleString("en").padStart(8);
  process.stdout.write(
    `${label.padEnd(34)}${rate}${`${Math.round(answered! * 100)} %`.padStart(11)}${times}\n`,
  );
}
