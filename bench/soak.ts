/**
 * Sends a mixed load at a steady rate for a quarter of an hour while the registry is swapped every minute; samples the
 * memory of the server every second. Prints p50, p99, errors and memory of every minute, and the memory of the last
 * third against the second. Exits 1 when a request is not answered with 200.
 *
 *   node_modules/.bin/bun bench/soak.ts --data DIR [--minutes 15] [--rate 1500] [--threads 2] [--minute-seconds 60]
 */
import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { KIND_NAMES, type KindName, makeKinds } from "./run/kinds.ts";
import { type BenchServer, startBaken } from "./run/servers.ts";
import { makeBenchFolder } from "./shared/bench-app.ts";
import { printRow, quantile } from "./shared/figures.ts";
import { residentOf } from "./shared/process-costs.ts";
import type { BenchRequest } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    minutes: { type: "string", default: "15" },
    rate: { type: "string", default: "1500" },
    threads: { type: "string", default: "2" },
    /** Length of a minute, for short tests of this program. */
    "minute-seconds": { type: "string", default: "60" },
  },
});
const MINUTES = Number(values.minutes);
const MINUTE_MS = Number(values["minute-seconds"]) * 1000;
const RATE = Number(values.rate);
/** Milliseconds between bursts of due requests. */
const TICK_MS = 10;
/** Requests under way beyond which the server has failed to keep up. */
const MAX_PENDING = 20_000;

/** Parts of 100 requests; every kind of the bench comes at least once. */
const PARTS: Readonly<Partial<Record<KindName, number>>> = {
  lookup: 35,
  autocomplete: 20,
  id: 12,
  search: 8,
};

const MIXED = 60_000;
const STEP = 37;

interface Minute {
  readonly ms: number[];
  readonly faults: Map<string, number>;
  readonly anonymousMb: number[];
  readonly rssMb: number[];
}

const newMinute = (): Minute => ({ ms: [], faults: new Map(), anonymousMb: [], rssMb: [] });

const folder = makeBenchFolder(values.data);
const registry = openRegistry(folder.dataDir);
const requests = mixOf(makeKinds(registry.current()!, KIND_NAMES));
const versions = makeVersions();
registry.close();
const server = await startBaken(folder.dataDir, Number(values.threads));
const minutes: Minute[] = [];
try {
  await soak(server);
} finally {
  await server.stop();
  folder.remove();
}
print(["minute", "requests", "p50 ms", "p99 ms", "anonymous", "RSS MB", "errors"]);
for (const [i, minute] of minutes.entries()) {
  const { ms, anonymousMb, rssMb, faults } = minute;
  const numbers = [quantile(ms, 0.5).toFixed(2), quantile(ms, 0.99).toFixed(2)];
  const memory = [anonymousMb, rssMb].map((samples) => mean(samples).toFixed(0));
  print([
    String(i + 1),
    ms.length.toLocaleString("en"),
    ...numbers,
    ...memory,
    String(sum([...faults.values()])),
  ]);
}
for (const [fault, count] of minutes.flatMap(({ faults }) => [...faults])) {
  process.stdout.write(`${count} × ${fault}\n`);
  process.exitCode = 1;
}
const third = Math.floor(minutes.length / 3);
for (const field of ["anonymousMb", "rssMb"] as const) {
  const [second, last] = [minutes.slice(third, 2 * third), minutes.slice(2 * third)].map((part) =>
    mean(part.flatMap((minute) => minute[field])),
  );
  const change = `${((last! / second! - 1) * 100).toFixed(1)} %`;
  process.stdout.write(
    `${field}: second third ${second!.toFixed(0)}, last third ${last!.toFixed(0)}, ${change}\n`,
  );
}

/** Returns requests of all kinds in an order in which kinds alternate. */
function mixOf(kinds: ReturnType<typeof makeKinds>): BenchRequest[] {
  const parts = kinds.flatMap((kind) => Array.from({ length: PARTS[kind.name] ?? 3 }, () => kind));
  const taken = new Map<KindName, number>();
  // Steps of a number without a common divisor visit every part.
  const order = parts.map((_, i) => parts[(i * STEP) % parts.length]!);
  return Array.from({ length: MIXED }, (_, i) => {
    const { name, requests: all } = order[i % order.length]!;
    const index = taken.get(name) ?? 0;
    taken.set(name, index + 1);
    return all[index % all.length]!;
  });
}

/** Adds a copy of the registry as the next version; returns the names of both. */
function makeVersions(): readonly string[] {
  const { path, version } = registry.current()!;
  const next = `${version}-2.gpkg`;
  copyFileSync(path, join(folder.dataDir, next));
  return [`${version}.gpkg`, next];
}

/** Points at a version in one step, as an import publishes. */
function publish(name: string): void {
  const draft = join(folder.dataDir, "current.new");
  writeFileSync(draft, `${name}\n`);
  renameSync(draft, join(folder.dataDir, "current"));
}

async function soak({ port, pids }: BenchServer): Promise<void> {
  const [pid] = pids();
  const startMs = performance.now();
  let sent = 0;
  let pending = 0;
  let sampled = 0;
  for (let elapsedMs = 0; elapsedMs < MINUTES * MINUTE_MS; elapsedMs = performance.now() - startMs) {
    if (elapsedMs >= minutes.length * MINUTE_MS) {
      publish(versions[minutes.length % versions.length]!);
      minutes.push(newMinute());
    }
    const minute = minutes.at(-1)!;
    if (elapsedMs >= sampled * 1000) {
      sampled++;
      const { anonymousMb, rssMb } = residentOf(pid!);
      minute.anonymousMb.push(anonymousMb);
      minute.rssMb.push(rssMb);
    }
    for (; sent < (elapsedMs * RATE) / 1000; sent++) {
      pending++;
      send(port, requests[sent % requests.length]!, minute).finally(() => pending--);
    }
    if (pending > MAX_PENDING) {
      throw new Error(`${pending} requests are under way: the server does not keep up with ${RATE} a second`);
    }
    await Bun.sleep(TICK_MS);
  }
  while (pending > 0) {
    await Bun.sleep(TICK_MS);
  }
}

async function send(port: number, request: BenchRequest, { ms, faults }: Minute): Promise<void> {
  const startedMs = performance.now();
  const { path, body, headers } = request;
  let fault: string | undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...headers, Authorization: `Bearer ${folder.token}` },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    await answer.arrayBuffer();
    fault = answer.status === 200 ? undefined : `${answer.status} for ${path}`;
  } catch (error) {
    fault = `${error} for ${path}`;
  }
  if (fault !== undefined) {
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }
  ms.push(performance.now() - startedMs);
}

function print(cells: readonly string[]): void {
  printRow(["", ...cells], [0, 11]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}
