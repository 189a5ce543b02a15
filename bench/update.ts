/**
 * Measures the cost of an update by the size of the country, stage by stage: the same number of mutation groups on
 * fictitious countries. Copying the registry and syncing the copy to disk depend on the file's size and are listed
 * separately.
 *
 *   node_modules/.bin/bun bench/update.ts [--sizes 100000,1000000] [--groups 5500] [--runs 3] [--seed 1] [--work FOLDER]
 *
 * Each update runs in a process of its own, as `baken update` does, and the sizes alternate, so that a machine that
 * becomes slower does so for all. Countries are kept in the work folder, when one is given, and reused.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Progress, silentProgress } from "../src/import/progress.ts";
import { runImport } from "../src/import/run-import.ts";
import { runUpdate } from "../src/import/update/run-update.ts";
import { generateDemo } from "../tools/country/generate-demo.ts";
import { median, printRow } from "./shared/figures.ts";

const { values, positionals } = parseArgs({
  options: {
    sizes: { type: "string", default: "100000,1000000" },
    groups: { type: "string", default: "5500" },
    runs: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    work: { type: "string" },
    /** Data folder to update with the delivery that the positional names; only the stages are printed. */
    update: { type: "string" },
  },
  allowPositionals: true,
});
const SIZES = values.sizes.split(",").map(Number);
const RUNS = Number(values.runs);
/** Stages that only copy a file. */
const COPYING = ["copy the registry", "publish"];

if (values.update !== undefined) {
  await printStages(values.update, positionals[0]!);
} else {
  await compareSizes();
}

async function compareSizes(): Promise<void> {
  const work = values.work ?? mkdtempSync(join(tmpdir(), "baken-bench-update-"));
  const countries: DemoFolder[] = [];
  for (const size of SIZES) {
    countries.push(await makeCountry(work, size));
  }
  const runs = countries.map((): Map<string, number>[] => []);
  for (let run = 0; run < RUNS; run++) {
    countries.forEach((country, i) => void runs[i]!.push(measure(work, country)));
  }
  printTable(runs.map(medians));
  if (values.work === undefined) {
    rmSync(work, { recursive: true });
  }
}

interface DemoFolder {
  readonly dataDir: string;
  readonly delivery: string;
}

/** Imports a country with this number of addresses, unless the work folder holds it already. */
async function makeCountry(work: string, addresses: number): Promise<DemoFolder> {
  const folder = join(work, `${addresses}-${values.groups}-${values.seed}`);
  const dataDir = join(folder, "data");
  const delivery = join(folder, "delivery.zip");
  if (existsSync(delivery)) {
    return { dataDir, delivery };
  }
  mkdirSync(folder, { recursive: true });
  const out = join(folder, "demo.zip");
  const demo = { addresses, seed: Number(values.seed), history: true, mutations: Number(values.groups), out };
  const { files, mutations } = await generateDemo(demo);
  const sources = { paths: [files.extract], gemeenten: [files.gemeenten], boundaries: [`demo=${files.pc4}`] };
  await runImport({ ...sources, dataDir, isDemo: true, history: "none" }, silentProgress);
  copyFileSync(files.mutations!, delivery);
  rmSync(files.extract);
  const megabytes = statSync(join(dataDir, currentOf(dataDir))).size / 1e6;
  process.stdout.write(
    `${addresses.toLocaleString("en")} addresses, ${megabytes.toFixed(0)} MB; ${mutations!.groups} groups\n`,
  );
  return { dataDir, delivery };
}

function currentOf(dataDir: string): string {
  return readFileSync(join(dataDir, "current"), "utf8").trim();
}

/** Returns the milliseconds of each stage of one update of a copy of the data folder. */
function measure(work: string, { dataDir, delivery }: DemoFolder): Map<string, number> {
  const copy = mkdtempSync(join(work, "data-"));
  for (const name of ["current", currentOf(dataDir)]) {
    copyFileSync(join(dataDir, name), join(copy, name));
  }
  const { stdout, stderr, success } = Bun.spawnSync([
    process.execPath,
    import.meta.path,
    "--update",
    copy,
    delivery,
  ]);
  if (!success) {
    throw new Error(stderr.toString());
  }
  rmSync(copy, { recursive: true });
  return new Map(JSON.parse(stdout.toString()));
}

/** Runs one update in this process and prints its stages as JSON. */
async function printStages(dataDir: string, delivery: string): Promise<void> {
  const stages: [string, number][] = [];
  const progress: Progress = {
    async stage(name, work) {
      const startedMs = performance.now();
      const result = await work(() => undefined);
      stages.push([name, performance.now() - startedMs]);
      return result;
    },
  };
  await runUpdate({ dataDir, files: [delivery] }, progress);
  process.stdout.write(JSON.stringify(stages));
}

function medians(runs: readonly Map<string, number>[]): Map<string, number> {
  const names = [...runs[0]!.keys()];
  return new Map(names.map((name) => [name, median(runs.map((run) => run.get(name)!))]));
}

function printTable(countries: readonly Map<string, number>[]): void {
  print(["ms", ...SIZES.map((size) => size.toLocaleString("en")), "ratio"]);
  for (const name of countries[0]!.keys()) {
    printRow(name, [name]);
  }
  const stages = [...countries[0]!.keys()].filter((name) => !COPYING.includes(name));
  printRow("all but copying", stages);

  function printRow(label: string, names: readonly string[]): void {
    const sums = countries.map((stages) => names.reduce((sum, name) => sum + stages.get(name)!, 0));
    print([label, ...sums.map((ms) => ms.toFixed(1)), (sums.at(-1)! / sums[0]!).toFixed(2)]);
  }
}

function print(columns: readonly string[]): void {
  printRow(columns, [26, 12]);
}
