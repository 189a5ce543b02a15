/** Measures an export over HTTP, from the request of its job to the finished file. */
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { BenchFolder } from "../shared/bench-app.ts";
import { type ExportResult, figureOf } from "./result.ts";
import type { BenchServer } from "./servers.ts";

const POLL_MS = 20;

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly total_records: number;
}

/** Exports the smallest provincie as CSV, once for each round. */
export async function measureExport(
  server: BenchServer,
  { dataDir, token }: BenchFolder,
  rounds: number,
): Promise<ExportResult> {
  const base = `http://127.0.0.1:${server.port}/api/v1/export`;
  const headers = { Authorization: `Bearer ${token}` };
  const provincie = encodeURIComponent(smallestProvincie(dataDir));
  const seconds: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    const url = `${base}/addresses?format=csv&provincie_naam=${provincie}`;
    let job = await readJob(await fetch(url, { method: "POST", headers }));
    while (job.status !== "completed") {
      await Bun.sleep(POLL_MS);
      job = await readJob(await fetch(`${base}/${job.job_id}`, { headers }));
    }
    seconds.push((performance.now() - startedMs) / 1000);
    rows = job.total_records;
  }
  return { seconds: figureOf(seconds), rows };
}

async function readJob(answer: Response): Promise<Job> {
  const { data } = (await answer.json()) as { data?: Job };
  if (data === undefined || data.status === "failed") {
    throw new Error(`the export failed: ${answer.status}`);
  }
  return data;
}

function smallestProvincie(dataDir: string): string {
  const registry = openRegistry(dataDir);
  const withAdressen = [...registry.current()!.areas.provincies.values()].filter((p) => p.adresCount > 0);
  const { naam } = withAdressen.reduce((a, b) => (a.adresCount < b.adresCount ? a : b));
  registry.close();
  return naam;
}
