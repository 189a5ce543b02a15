/**
 * Measures the import of an extract, stage by stage, against only inflating the same XML in the same run: once
 * streamed through zlib as programs commonly do, once as the importer does it (whole entries at once, much faster).
 * Every measurement is a whole process, start-up included; medians of `--runs`.
 *
 *   node_modules/.bin/bun bench/import.ts <extract.zip>… --gemeenten <names.csv> [--boundaries FILE] [--runs N]
 *     [--data DIR] [--history none|full]
 *
 * With `--shuffled`, measures a fictitious country of N addresses: the import of its extract against that of the same
 * extract with the voorkomens of each type shuffled over all files.
 *
 *   node_modules/.bin/bun bench/import.ts --shuffled N [--runs N]
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createInflateRaw } from "node:zlib";
import { type ArchiveEntry, readEntry } from "../src/import/extract/archive-entry.ts";
import { readSources } from "../src/import/extract/sources.ts";
import { ImportReport } from "../src/import/report.ts";
import { shuffleExtract } from "../test/support/extracts/shuffle-extract.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gemeenten: { type: "string", multiple: true, default: [] },
    boundaries: { type: "string", multiple: true, default: [] },
    data: { type: "string" },
    history: { type: "string", default: "none" },
    runs: { type: "string", default: "3" },
    shuffled: { type: "string" },
    /** Set by this program for the processes it measures. */
    inflate: { type: "string" },
  },
});
const temporary = mkdtempSync(join(tmpdir(), "baken-bench-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));

const BAKEN = join(import.meta.dir, "..", "baken");
/** `npm run country`. */
const COUNTRY = [process.execPath, join(import.meta.dir, "../tools/country/main.ts")];
const HISTORY = ["--history", values.history];

if (values.inflate !== undefined) {
  await inflate(values.inflate);
} else if (values.shuffled !== undefined) {
  await compareOrders(values.shuffled);
} else {
  compare();
}

async function inflate(method: string): Promise<void> {
  const sources = { paths: positionals, gemeenten: [], boundaries: [] };
  const { extracts } = await readSources(sources, {
    workDir: temporary,
    report: new ImportReport(),
    allowsMissingFiles: false,
  });
  const entries = extracts.flatMap((extract) => [...extract.objects.values()].flat());
  for (const entry of entries) {
    method === "whole" ? readEntry(entry) : await inflateStreaming(entry);
  }
}

async function inflateStreaming({ file, offset, compressedBytes, isDeflated }: ArchiveEntry): Promise<void> {
  if (!isDeflated) {
    return;
  }
  const packed = createReadStream(file, { start: offset, end: offset + compressedBytes - 1 });
  for await (const _ of packed.pipe(createInflateRaw())) {
  }
}

interface Run {
  readonly ms: number;
  /** Maximum resident memory in kilobytes, as the kernel counted it. */
  readonly peakKb: number;
  readonly stderr: string;
}

function measure(command: string[]): Run {
  const started = performance.now();
  const run = spawnSync("time", ["-f", "peak=%M", ...command], { encoding: "utf8" });
  if (run.error) {
    throw run.error;
  }
  if (run.status !== 0) {
    throw new Error(`${command.join(" ")} failed:\n${run.stderr}`);
  }
  return {
    ms: performance.now() - started,
    peakKb: Number(/peak=(\d+)/.exec(run.stderr)?.[1]),
    stderr: run.stderr,
  };
}

function median(runs: Run[]): number {
  return runs.map((run) => run.ms).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!;
}

function compare(): void {
  const data = values.data ?? join(temporary, "data");
  const given = (["gemeenten", "boundaries"] as const).flatMap((flag) =>
    values[flag].flatMap((file) => [`--${flag}`, file]),
  );
  const importing = [BAKEN, "import", ...positionals, ...given, ...HISTORY, "--data", data, "--yes"];
  const inflating = (way: string) => [process.execPath, import.meta.path, "--inflate", way, ...positionals];
  const rounds = Array.from({ length: Number(values.runs) }, () => ({
    streamed: measure(inflating("streamed")),
    whole: measure(inflating("whole")),
    imported: measure(importing),
  }));
  process.stdout.write(rounds.at(-1)!.imported.stderr.replace(/peak=\d+\n/, "\n"));
  const importMs = median(rounds.map((round) => round.imported));
  const rows = (["streamed", "whole"] as const).map((way) => {
    const ms = median(rounds.map((round) => round[way]));
    return `only inflate, ${way.padEnd(9)} ${ms.toFixed(0).padStart(8)} ms   import takes ${(importMs / ms).toFixed(2)} times as long`;
  });
  const peakMb = Math.max(...rounds.map((round) => round.imported.peakKb)) / 1024;
  const registryMb = sizeMb(data);
  const zipMb = positionals.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  rows.push(
    `import                  ${importMs.toFixed(0).padStart(8)} ms   peak memory ${peakMb.toFixed(0)} MB`,
  );
  rows.push(`${zipMb.toFixed(1)} MB zipped; ${registryMb} MB in the data folder`);
  process.stdout.write(`${rows.join("\n")}\n`);
}

/**
 * Measures imports of the sorted and the shuffled extract alternately, so that other load on the machine affects
 * both.
 */
async function compareOrders(addresses: string): Promise<void> {
  const [sorted, shuffled] = [join(temporary, "sorted.zip"), join(temporary, "shuffled.zip")];
  measure([...COUNTRY, "--addresses", addresses, "--out", sorted]);
  await shuffleExtract(sorted, [shuffled], { seed: 1, unit: "voorkomen", reach: "type" });
  const importing = (extract: string) => {
    const data = join(temporary, "data");
    const names = join(temporary, "sorted-gemeenten.csv");
    const run = measure([BAKEN, "import", extract, "--gemeenten", names, ...HISTORY, "--data", data]);
    const registryMb = sizeMb(data);
    rmSync(data, { recursive: true });
    return { ...run, registryMb };
  };
  const rounds = Array.from({ length: Number(values.runs) }, () => ({
    sorted: importing(sorted),
    shuffled: importing(shuffled),
  }));
  process.stdout.write(rounds.at(-1)!.shuffled.stderr.replace(/peak=\d+\n/, "\n"));
  const [a, b] = (["sorted", "shuffled"] as const).map((order) => {
    const runs = rounds.map((round) => round[order]);
    const ms = median(runs);
    const peakMb = Math.max(...runs.map((run) => run.peakKb)) / 1024;
    const { registryMb } = runs[0]!;
    process.stdout.write(
      `${order.padEnd(9)} ${ms.toFixed(0).padStart(8)} ms   peak memory ${peakMb.toFixed(0)} MB   ${registryMb} MB in the data folder\n`,
    );
    return { ms, peakMb };
  });
  process.stdout.write(
    `shuffled takes ${(b!.ms / a!.ms).toFixed(2)} times the time, ${(b!.peakMb / a!.peakMb).toFixed(2)} times the memory\n`,
  );
}

function sizeMb(folder: string): number {
  return Number(spawnSync("du", ["-m", "-s", folder], { encoding: "utf8" }).stdout.split("\t")[0]);
}
