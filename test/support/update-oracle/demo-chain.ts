/** Builds a fictitious country, deliveries of its mutations over several days, and registries of both. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HistoryChoice } from "../../../src/base/setting-values.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { runImport } from "../../../src/import/run-import.ts";
import { runUpdate } from "../../../src/import/update/run-update.ts";
import { planCountry } from "../../../tools/country/country/country.ts";
import { type DemoFiles, generateDemo } from "../../../tools/country/generate-demo.ts";
import { planMutations } from "../../../tools/country/mutations/plan-mutations.ts";
import { writeMutationDelivery } from "../../../tools/country/official-format/mutation-delivery.ts";
import { TallyCounter } from "../../../tools/country/tally.ts";
import { mergeExtract } from "../oracles/merge-extract.ts";

export interface ChainOptions {
  readonly addresses: number;
  readonly seed: number;
  readonly history: boolean;
  readonly hasPc4File: boolean;
  readonly mutations: number;
  /** History of the registries; by default none. */
  readonly kept?: HistoryChoice;
  /** Number of daily deliveries, over New Year, in place of the six of DELIVERY_DATES. */
  readonly days?: number;
}

export interface DemoChain {
  readonly folder: string;
  readonly files: DemoFiles;
  readonly boundaries: readonly string[];
  /** Paths of the deliveries in order; see SHARES. */
  readonly deliveries: readonly string[];
  readonly kept: HistoryChoice;
}

/**
 * Dates of the deliveries, and the cumulative share of the mutations at the end of each: mutations announced a month
 * ahead begin with an empty delivery, and gemeenten are reorganised at New Year.
 */
const DELIVERY_DATES: readonly (readonly [to: string, upTo: number])[] = [
  ["2026-11-09", 0.5],
  ["2026-11-10", 0.9],
  ["2026-11-12", 1],
  ["2026-12-09", 1],
  ["2027-01-02", 1],
  ["2027-06-30", 1],
];

/** Returns the dates of daily deliveries; the last ten of sixty have no mutations registered on their day. */
function dailyDates(days: number): [to: string, upTo: number][] {
  return Array.from({ length: days }, (_, i) => {
    const to = new Date(Date.UTC(2026, 10, 9 + i)).toISOString().slice(0, 10);
    return [to, Math.min(1, ((i + 1) / days) * 1.2)];
  });
}

export async function makeChain(folder: string, options: ChainOptions): Promise<DemoChain> {
  mkdirSync(folder);
  const { files } = await generateDemo({ ...options, mutations: 0, out: join(folder, "demo.zip") });
  const country = planCountry(options.addresses, options.seed);
  const { groups, relaties } = planMutations(
    country,
    { count: options.mutations, history: options.history },
    new TallyCounter(),
  );
  const { hasPc4File, kept = "none", days } = options;
  const deliveries: string[] = [];
  let from = "2026-11-08";
  let start = 0;
  for (const [to, upTo] of days === undefined ? DELIVERY_DATES : dailyDates(days)) {
    const end = Math.round(groups.length * upTo);
    const path = join(folder, `BAGNLDM-${to}.zip`);
    await writeMutationDelivery(path, { period: { from, to }, relaties, groups: groups.slice(start, end) });
    deliveries.push(path);
    from = to;
    start = end;
  }
  return { folder, files, boundaries: hasPc4File ? [`demo=${files.pc4}`] : [], deliveries, kept };
}

/** Imports the state of the country after that many deliveries, into a separate folder. */
export async function importAfter(chain: DemoChain, deliveries: number): Promise<string> {
  const dataDir = join(chain.folder, `imported-${deliveries}`);
  if (existsSync(dataDir)) {
    return dataDir;
  }
  const extract = join(chain.folder, `after-${deliveries}.zip`);
  mergeExtract(chain.files.extract, chain.deliveries.slice(0, deliveries), extract);
  return importInto(dataDir, chain, extract);
}

export async function importAtStart(chain: DemoChain, name: string): Promise<string> {
  return importInto(join(chain.folder, name), chain, chain.files.extract);
}

async function importInto(
  dataDir: string,
  { files, boundaries, kept: history }: DemoChain,
  extract: string,
): Promise<string> {
  const given = { paths: [extract], gemeenten: [files.gemeenten], boundaries, history };
  await runImport({ ...given, dataDir, isDemo: true, isConfirmed: true }, silentProgress);
  return dataDir;
}

/** Applies deliveries; `maxRecentObjects` as runUpdate takes it. */
export async function update(
  dataDir: string,
  files: readonly string[],
  maxRecentObjects?: number,
): Promise<void> {
  await runUpdate(
    { dataDir, files, ...(maxRecentObjects !== undefined && { maxRecentObjects }) },
    silentProgress,
  );
}

export function currentOf(dataDir: string): string {
  return join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
}
