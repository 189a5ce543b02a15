/**
 * Measures exports of a whole registry: rows per second and memory of `baken export` by size, then the latency of
 * lookups on a server alternately at rest and while it exports. Memory is the process's own (RssAnon): the mapped
 * registry is part of the page cache.
 *
 *   node_modules/.bin/bun bench/export.ts <data folder> [--rate 300] [--seconds 8] [--turns 3]
 */
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXPORT_FORMATS } from "../src/exports/formats.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { openKeyStore } from "../test/support/stores/open-key-store.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "300" },
    seconds: { type: "string", default: "8" },
    turns: { type: "string", default: "3" },
  },
});
const dataDir = positionals[0];
if (dataDir === undefined) {
  throw new Error("Usage: node_modules/.bin/bun bench/export.ts <data folder>");
}
const RATE = Number(values.rate);
const TURN_MS = Number(values.seconds) * 1000;
const TURNS = Number(values.turns);
const BAKEN = join(import.meta.dir, "../baken");
const MB = 1024 * 1024;

const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
const smallest = [...snapshot.areas.provincies.values()]
  .filter(({ adresCount }) => adresCount > 0)
  .reduce((a, b) => (a.adresCount < b.adresCount ? a : b));
const ids = snapshot.db.query<{ id: string }, []>("SELECT identificatie AS id FROM adres LIMIT 5000").all();
const total = snapshot.meta.counts.adressen;

print(["export", "rows", "seconds", "rows/s", "MB", "cpu s", "own memory MB"]);
for (const format of EXPORT_FORMATS) {
  await measureExport(`${format} ${smallest.naam}`, smallest.adresCount, [
    "--format",
    format,
    "--provincie-naam",
    smallest.naam,
  ]);
  await measureExport(`${format} all`, total, ["--format", format]);
}
await measureLatency();
registry.close();

function print(columns: readonly string[]): void {
  process.stdout.write(
    `${columns.map((text, i) => (i === 0 ? text.padEnd(24) : text.padStart(14))).join("")}\n`,
  );
}

/**
 * Samples a process's own memory twenty times a second until the returned function is called, which returns the peak
 * in bytes.
 */
function startMemorySampling(pid: number): () => number {
  let peakBytes = 0;
  const sample = () => {
    try {
      const [, kilobytes] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      peakBytes = Math.max(peakBytes, Number(kilobytes ?? 0) * 1024);
    } catch {
      // The process has ended.
    }
  };
  const timer = setInterval(sample, 50);
  return () => {
    clearInterval(timer);
    return peakBytes;
  };
}

async function measureExport(name: string, rows: number, args: readonly string[]): Promise<void> {
  const out = join(tmpdir(), `baken-bench-export-${process.pid}`);
  const startedMs = performance.now();
  const child = Bun.spawn([BAKEN, "export", "--data", dataDir!, "--out", out, ...args], { stderr: "ignore" });
  const stopSampling = startMemorySampling(child.pid);
  if ((await child.exited) !== 0) {
    throw new Error(`${name} failed`);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const { size } = Bun.file(out);
  rmSync(out);
  const cpuS = Number(child.resourceUsage()!.cpuTime.total) / 1e6;
  print([
    name,
    rows.toLocaleString("en"),
    seconds.toFixed(2),
    Math.round(rows / seconds).toLocaleString("en"),
    (size / 1e6).toFixed(1),
    cpuS.toFixed(2),
    (stopSampling() / MB).toFixed(0),
  ]);
}

async function measureLatency(): Promise<void> {
  const keys = openKeyStore(dataDir!);
  const { token, key } = keys.create({ name: "bench", kind: "server", ratePerMinute: 1_000_000 });
  const server = Bun.spawn([BAKEN, "serve", "--data", dataDir!, "--port", "0"], {
    stdout: "pipe",
    stderr: "ignore",
  });
  const stopSampling = startMemorySampling(server.pid);
  const url = await listeningUrl(server.stdout);
  const client = { url, headers: { authorization: `Bearer ${token}` } };
  await lookUp(client, 2_000);
  print(["\nlookups", "p50 ms", "p99 ms", "", "exported"]);
  const idle: number[] = [];
  const busy: number[] = [];
  let processed = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    idle.push(...(await lookUp(client, TURN_MS)));
    const queued = await fetch(`${url}/export/addresses`, { method: "POST", headers: client.headers });
    const { data } = (await queued.json()) as { data: { job_id: string } };
    busy.push(...(await lookUp(client, TURN_MS)));
    processed += await waitForJob(client, data.job_id);
  }
  print(["server at rest", quantile(idle, 0.5), quantile(idle, 0.99)]);
  print(["server exporting", quantile(busy, 0.5), quantile(busy, 0.99), "", processed.toLocaleString("en")]);
  print([
    "ratio",
    ...[0.5, 0.99].map((q) => (Number(quantile(busy, q)) / Number(quantile(idle, q))).toFixed(2)),
  ]);
  print(["own memory of the server", `${(stopSampling() / MB).toFixed(0)} MB`]);
  server.kill();
  await server.exited;
  keys.revoke(key.id);
  keys.close();
}

interface Client {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Sends lookups at a steady rate, without waiting for answers; returns the milliseconds of each. */
async function lookUp({ url, headers }: Client, durationMs: number): Promise<number[]> {
  const startMs = performance.now();
  const answers: Promise<number>[] = [];
  for (let i = 0; ; i++) {
    const dueMs = startMs + (i * 1000) / RATE;
    if (dueMs - startMs >= durationMs) {
      return await Promise.all(answers);
    }
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) {
      await Bun.sleep(waitMs);
    }
    const { id } = ids[(i * 7919) % ids.length]!;
    const askedMs = performance.now();
    answers.push(
      fetch(`${url}/addresses/${id}`, { headers }).then(async (response) => {
        await response.arrayBuffer();
        if (response.status !== 200) {
          throw new Error(`lookup answered ${response.status}`);
        }
        return performance.now() - askedMs;
      }),
    );
  }
}

/** Waits until a job is completed; returns the number of records it had processed at the first poll. */
async function waitForJob({ url, headers }: Client, id: string): Promise<number> {
  let processed: number | undefined;
  for (;;) {
    const response = await fetch(`${url}/export/${id}`, { headers });
    const { data } = (await response.json()) as { data: { status: string; processed_records: number } };
    processed ??= data.processed_records;
    if (data.status === "completed") {
      return processed;
    }
    if (data.status === "failed") {
      throw new Error("the export failed");
    }
    await Bun.sleep(100);
  }
}

async function listeningUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += Buffer.from(chunk).toString();
    const [, url] = /Listening on (\S+)/.exec(printed) ?? [];
    if (url !== undefined) {
      return url;
    }
  }
  throw new Error(`no server: ${printed}`);
}

function quantile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
}
