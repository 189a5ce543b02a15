/**
 * Measures exports of a whole registry and of its smallest provincie: rows per second and memory of `baken export` by
 * format. Memory is the process's own (RssAnon): the mapped registry is part of the page cache.
 *
 *   node_modules/.bin/bun bench/export.ts --data DIR
 */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXPORT_FORMATS } from "../src/exports/formats.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { printRow } from "./shared/figures.ts";
import { watchPeaks } from "./shared/process-costs.ts";

const { values } = parseArgs({ options: { data: { type: "string", default: "./data" } } });
const registry = openRegistry(values.data);
const { areas, meta } = registry.current()!;
registry.close();
const smallest = [...areas.provincies.values()]
  .filter(({ adresCount }) => adresCount > 0)
  .reduce((a, b) => (a.adresCount < b.adresCount ? a : b));

print(["export", "rows", "seconds", "rows/s", "MB", "cpu s", "own memory MB"]);
for (const format of EXPORT_FORMATS) {
  const args = ["--format", format];
  await measure(`${format} ${smallest.naam}`, smallest.adresCount, [
    ...args,
    "--provincie-naam",
    smallest.naam,
  ]);
  await measure(`${format} all`, meta.counts.adressen, args);
}

function print(cells: readonly string[]): void {
  printRow(cells, [24, 14]);
}

async function measure(name: string, rows: number, args: readonly string[]): Promise<void> {
  const out = join(tmpdir(), `baken-bench-export-${process.pid}`);
  const startedMs = performance.now();
  const command = [join(import.meta.dir, "../baken"), "export", "--data", values.data, "--out", out, ...args];
  const child = Bun.spawn(command, { stderr: "ignore" });
  const peaks = watchPeaks(child.pid);
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
    peaks.stop().anonymousMb.toFixed(0),
  ]);
}
