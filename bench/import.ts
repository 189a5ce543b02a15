/**
 * Import, stage by stage. Prints seconds, MB/s, peak memory, and the whole process against only inflating the
 * same files, each as a process of its own so that start-up counts on both sides.
 *
 *   bun bench/import.ts <extract.zip> --gemeenten <names.csv> [--boundaries FILE] [--keep DIR]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listEntries, readEntry } from "../src/import/archive.ts";
import { readSources } from "../src/import/sources.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gemeenten: { type: "string", multiple: true, default: [] },
    boundaries: { type: "string", multiple: true, default: [] },
    keep: { type: "string" },
    "inflate-only": { type: "boolean" },
    runs: { type: "string", default: "3" },
  },
});

interface Run {
  wallMs: number;
  /** Kilobytes, as the kernel counted them. */
  maxRss: number;
}

/** Runs a command to its end; wall time and peak memory by GNU time. */
function measure(command: string[]): Run & { stderr: string } {
  const started = performance.now();
  const { status, stderr } = spawnSync("/usr/bin/env", ["time", "-f", "maxrss=%M", ...command], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")} failed:\n${stderr}`);
  const maxRss = Number(/maxrss=(\d+)/.exec(stderr)?.[1]);
  return { wallMs: performance.now() - started, maxRss, stderr };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

async function inflateOnly(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "baken-bench-"));
  const { extracts } = await readSources({ paths: positionals, gemeenten: [], boundaries: [] }, work);
  for (const { objects } of extracts) for (const entries of objects.values()) for (const entry of entries) readEntry(entry);
  rmSync(work, { recursive: true });
}
void listEntries;
if (values["inflate-only"]) await inflateOnly();
else main();

function main(): void {
  const bun = process.execPath;
  const runs = Number(values.runs);
  const data = values.keep ?? mkdtempSync(join(tmpdir(), "baken-bench-"));
  const launcher = join(import.meta.dir, "..", "baken");
  const flags = ["gemeenten", "boundaries"].flatMap((name) =>
    (values[name as "gemeenten" | "boundaries"] ?? []).flatMap((file) => [`--${name}`, file]),
  );
  const inflates = Array.from({ length: runs }, () => measure([bun, import.meta.path, "--inflate-only", ...positionals]));
  const imports = Array.from({ length: runs }, () =>
    measure([launcher, "import", ...positionals, ...flags, "--data", data, "--yes"]),
  );
  const last = imports.at(-1)!;
  process.stdout.write(`${last.stderr.replace(/maxrss=\d+\n/, "")}\n`);
  const inflateMs = median(inflates.map((run) => run.wallMs));
  const importMs = median(imports.map((run) => run.wallMs));
  const rss = Math.max(...imports.map((run) => run.maxRss)) / 1024;
  process.stdout.write(
    [
      `only inflate  ${inflateMs.toFixed(0)} ms (median of ${runs}, whole process)`,
      `import        ${importMs.toFixed(0)} ms (median of ${runs}, whole process)`,
      `ratio         ${(importMs / inflateMs).toFixed(2)}`,
      `peak memory   ${rss.toFixed(0)} MB`,
      `extract       ${(positionals.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(1)} MB zipped`,
      "",
    ].join("\n"),
  );
  if (values.keep === undefined) rmSync(data, { recursive: true });
}
