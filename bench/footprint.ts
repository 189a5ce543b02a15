/**
 * Measures what a server of a registry needs: memory by number of threads, time from start to the first answer with and
 * without the registry in the page cache, and lookups while only a part of the registry fits into memory.
 *
 *   node_modules/.bin/bun bench/footprint.ts --data DIR [--threads 1,2,4,8] [--starts 5] [--shares 100,50,10]
 *     [--lookups 100000] [--seconds 5] [--connections 32]
 *
 * Works on a copy of the registry, whose pages nothing else keeps in the page cache. The last part needs the right to
 * make control groups (root) and is skipped without it. Linux, with `wrk`; asserts nothing.
 */
import { copyFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { drawAdressen } from "./run/drawn-adressen.ts";
import { lookupOf } from "./run/kinds.ts";
import { ask, type BenchServer, CLIENT_CORE, startBaken } from "./run/servers.ts";
import { makeBenchFolder } from "./shared/bench-app.ts";
import { median, printRow } from "./shared/figures.ts";
import { evict, limitMemory } from "./shared/memory-limit.ts";
import { cpuSecondsOf, memoryOf } from "./shared/process-costs.ts";
import { sendLoad, writeRequests } from "./shared/wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    threads: { type: "string", default: "1,2,4,8" },
    starts: { type: "string", default: "5" },
    shares: { type: "string", default: "100,50,10" },
    lookups: { type: "string", default: "100000" },
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "32" },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const numbersIn = (list: string) => list.split(",").filter(Boolean).map(Number);
const MB = 1024 * 1024;
/** Share of a server's own memory that a control group leaves free: two runs of a server differ by less. */
const HEADROOM = 0.2;

const folder = makeBenchFolder(values.data);
const source = openRegistry(folder.dataDir);
const { path, meta } = source.current()!;
const requests = drawAdressen(source.current()!, Number(values.lookups)).map(lookupOf);
const file = join(folder.dataDir, "requests");
writeRequests(file, requests, folder.token);
source.close();
const registry = join(folder.dataDir, basename(path));
copyRegistry();
const sizeMb = statSync(registry).size / MB;
try {
  print([`${meta.counts.adressen.toLocaleString("en")} addresses`, `${sizeMb.toFixed(0)} MB`]);
  await measureStarts();
  const anonymousMb = await measureMemory();
  await measureShares(anonymousMb);
} finally {
  folder.remove();
}

/** Replaces the link to the registry by a copy. */
function copyRegistry(): void {
  const original = join(values.data, basename(path));
  rmSync(registry);
  copyFileSync(original, registry);
}

function print(cells: readonly string[]): void {
  printRow(cells, [28, 12]);
}

async function measureStarts(): Promise<void> {
  print(["\nstart to first answer", "seconds", "CPU s", "of", values.starts]);
  for (const [name, prepare] of [
    ["page cache empty", () => evict(registry)],
    ["page cache warm", () => undefined],
  ] as const) {
    const took: number[] = [];
    const cpu: number[] = [];
    for (let start = 0; start < Number(values.starts); start++) {
      prepare();
      const startedMs = performance.now();
      const server = await startBaken(folder.dataDir, 1);
      await ask(server, requests[start]!, folder.token);
      took.push((performance.now() - startedMs) / 1000);
      cpu.push(cpuSecondsOf(server.pids()));
      await server.stop();
    }
    print([name, ...[took, cpu].map((all) => median(all).toFixed(2))]);
  }
}

function load(server: BenchServer, threads: number) {
  const core = threads === 1 ? CLIENT_CORE : undefined;
  return sendLoad({ port: server.port, file, seconds, connections, threads: 1, core, skip: 0 });
}

/** Returns the anonymous memory of one thread in MB. */
async function measureMemory(): Promise<number> {
  print(["\nMB after lookups, threads", "RSS", "PSS", "anonymous"]);
  let ofOneThread = 0;
  for (const threads of numbersIn(values.threads)) {
    const server = await startBaken(folder.dataDir, threads);
    await load(server, threads);
    const { rssMb, pssMb, anonymousMb } = memoryOf(server.pids());
    await server.stop();
    ofOneThread ||= anonymousMb;
    print([String(threads), ...[rssMb, pssMb, anonymousMb].map((mb) => mb.toFixed(0))]);
  }
  return ofOneThread;
}

async function measureShares(anonymousMb: number): Promise<void> {
  print(["\nlookups, registry in memory", "per second", "p50 ms", "p99 ms", "CPU µs"]);
  for (const share of numbersIn(values.shares)) {
    const limit = limitMemory((anonymousMb * (1 + HEADROOM) + (sizeMb * share) / 100) * MB);
    if (limit === undefined) {
      print(["skipped: this machine does not let us make control groups"]);
      return;
    }
    try {
      print([`${share} %`, ...(await measureLookups(limit.launcher))]);
    } catch (error) {
      if (!limit.wasTooLittle()) {
        throw error;
      }
      print([`${share} %`, "too little: the kernel ended the server"]);
    } finally {
      await limit.remove();
    }
  }
}

async function measureLookups(launcher: readonly string[]): Promise<string[]> {
  evict(registry);
  const server = await startBaken(folder.dataDir, 1, launcher);
  try {
    // Fills the memory that it may use.
    await load(server, 1);
    const before = cpuSecondsOf(server.pids());
    const { requests: answered, seconds: took, p50Ms, p99Ms } = await load(server, 1);
    const cpuUs = ((cpuSecondsOf(server.pids()) - before) * 1e6) / answered;
    const perSecond = Math.round(answered / took).toLocaleString("en");
    return [perSecond, p50Ms.toFixed(2), p99Ms.toFixed(2), cpuUs.toFixed(1)];
  } finally {
    await server.stop();
  }
}
