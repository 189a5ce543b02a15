/**
 * Measures the import of an extract, stage by stage, against only inflating the same XML in the same run: once
 * streamed through zlib as programs commonly do, once as the importer does it (whole entries at once, much faster).
 * Every measurement is a whole process, start-up included; medians of `--runs`. With a history, prints the bytes that
 * a voorkomen takes in its file; `--copies` imports the extract N times as one, because outlines of an invented
 * country are simpler than real ones.
 *
 *   node_modules/.bin/bun bench/import.ts <extract.zip>… --gemeenten <names.csv> [--boundaries FILE] [--runs N]
 *     [--data DIR] [--history none|full] [--copies N]
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createInflateRaw } from "node:zlib";
import { type ArchiveEntry, readEntry } from "../src/import/extract/archive-entry.ts";
import { readSources } from "../src/import/extract/sources.ts";
import { ImportReport } from "../src/import/report.ts";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { Past } from "../src/registry/history/past.ts";
import { voorkomenTable } from "../src/registry/schema/history-schema.ts";
import { TYPE_CODES } from "../src/registry/schema/object-types.ts";
import { repeatExtract } from "../test/support/extracts/repeat-extract.ts";
import { median, print } from "./shared/figures.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gemeenten: { type: "string", multiple: true, default: [] },
    boundaries: { type: "string", multiple: true, default: [] },
    data: { type: "string" },
    history: { type: "string", default: "none" },
    runs: { type: "string", default: "3" },
    copies: { type: "string" },
    /** Set by this program for the processes it measures. */
    inflate: { type: "string" },
  },
});
const temporary = mkdtempSync(join(tmpdir(), "baken-bench-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));

await (values.inflate === undefined ? compare() : inflate(values.inflate));

async function inflate(method: string): Promise<void> {
  const { extracts } = await readSources(
    { paths: positionals },
    { workDir: temporary, report: new ImportReport(), allowsMissingFiles: false },
  );
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

async function compare(): Promise<void> {
  let files = positionals;
  if (values.copies !== undefined) {
    files = [join(temporary, "copies.zip")];
    await repeatExtract(positionals[0]!, files[0]!, Number(values.copies));
  }
  const data = values.data ?? join(temporary, "data");
  const given = (["gemeenten", "boundaries"] as const).flatMap((flag) =>
    values[flag].flatMap((file) => [`--${flag}`, file]),
  );
  const options = [...given, "--history", values.history, "--data", data, "--yes"];
  const importing = [join(import.meta.dir, "..", "baken"), "import", ...files, ...options];
  const inflating = (way: string) => [process.execPath, import.meta.path, "--inflate", way, ...files];
  const rounds = Array.from({ length: Number(values.runs) }, () => ({
    streamed: measure(inflating("streamed")),
    whole: measure(inflating("whole")),
    imported: measure(importing),
  }));
  const medianOf = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what].ms));
  print(rounds.at(-1)!.imported.stderr.replace(/peak=\d+\n/, ""));
  for (const way of ["streamed", "whole"] as const) {
    const times = (medianOf("imported") / medianOf(way)).toFixed(2);
    print(`only inflate, ${way.padEnd(9)}${cell(medianOf(way))} ms   import takes ${times} times as long`);
  }
  const peakMb = Math.max(...rounds.map((round) => round.imported.peakKb)) / 1024;
  print(`import                 ${cell(medianOf("imported"))} ms   peak memory ${peakMb.toFixed(0)} MB`);
  const zipMb = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const [dataMb] = spawnSync("du", ["-m", "-s", data], { encoding: "utf8" }).stdout.split("\t");
  print(`${zipMb.toFixed(1)} MB zipped; ${dataMb} MB in the data folder`);
  if (values.history === "full") {
    printHistory(data);
  }
}

function cell(ms: number): string {
  return ms.toFixed(0).padStart(9);
}

function printHistory(data: string): void {
  const registry = openRegistry(data);
  const { history } = new Past(registry.current()!);
  const counts = TYPE_CODES.map((code) =>
    Number(history.statement(`SELECT count(*) FROM ${voorkomenTable(code, "history")}`).values()[0]![0]),
  );
  registry.close();
  const total = counts.reduce((sum, count) => sum + count, 0);
  const name = readdirSync(data).find((file) => file.startsWith("history-") && !file.endsWith(".lock"))!;
  const bytes = statSync(join(data, name)).size;
  print(
    `${total} voorkomens, ${(bytes / 1e6).toFixed(1)} MB of history, ${(bytes / total).toFixed(1)} bytes each`,
  );
}
