import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { REFERENCE_DATE } from "./calendar.ts";
import { type Country, planCountry } from "./country/country.ts";
import { gemeentenCsv } from "./country/gemeenten.ts";
import { pc4GeoJson } from "./country/pc4-geojson.ts";
import { DemoStands } from "./demo-stands.ts";
import type { DemoChange } from "./mutations/mutation-event.ts";
import { MUTATION_PERIOD, planMutations } from "./mutations/plan-mutations.ts";
import { type ExtractProgress, writeExtract } from "./official-format/extract.ts";
import { mutationDeliveryName, writeMutationDelivery } from "./official-format/mutation-delivery.ts";
import { type DemoTally, TallyCounter } from "./tally.ts";

export interface DemoOptions {
  /** Exact number of existing addresses: 100 to 10,000,000. */
  readonly addresses: number;
  /** Any whole number; the same one gives the same bytes. */
  readonly seed: number;
  /** True to write all voorkomens of all objects, false for only those in force on the reference date. */
  readonly history: boolean;
  /** Number of groups in a mutation delivery from the reference date to the day after; absent or 0 writes none. */
  readonly mutations?: number | undefined;
  /** Path of the extract; its companions are written beside it: `X.zip`, `X-gemeenten.csv`, `X-pc4.geojson`. */
  readonly out: string;
}

export interface DemoFiles {
  readonly extract: string;
  readonly gemeenten: string;
  readonly pc4: string;
  /** `BAGNLDM-08112026-09112026.zip` in the folder of the extract. */
  readonly mutations: string | undefined;
}

export interface DemoResult {
  readonly files: DemoFiles;
  readonly referenceDate: string;
  readonly tally: DemoTally;
  /** Bytes of XML in the extract, before deflation. */
  readonly xmlBytes: number;
  readonly mutations: DemoMutations | undefined;
}

interface DemoMutations {
  readonly from: string;
  readonly to: string;
  readonly groups: number;
  /** Changes of objects, in the order of the delivery. */
  readonly changes: readonly DemoChange[];
  /** Counts on `to` after the delivery is applied; includes objects of the extract that begin on that day. */
  readonly tally: DemoTally;
}

/**
 * Writes a fictitious country in the official format. Memory does not depend on its size, but on its largest
 * woonplaats.
 */
export async function generateDemo(
  options: DemoOptions,
  onProgress?: (progress: ExtractProgress) => void,
): Promise<DemoResult> {
  const country = planCountry(options.addresses, options.seed);
  const files = writeCompanions(country, options);
  const tally = new TallyCounter();
  const stands = new DemoStands(country, { history: options.history, tally });
  const { xmlBytes } = await writeExtract(files.extract, stands, onProgress);
  const mutations =
    files.mutations === undefined
      ? undefined
      : await writeMutations(country, {
          path: files.mutations,
          count: options.mutations!,
          history: options.history,
          tally: tally.copyForNextDay(),
        });
  return { files, referenceDate: REFERENCE_DATE, tally: tally.result(), xmlBytes, mutations };
}

async function writeMutations(
  country: Country,
  { path, tally, ...wanted }: { path: string; count: number; history: boolean; tally: TallyCounter },
): Promise<DemoMutations> {
  const { groups, inOnderzoek, changes, relaties } = planMutations(country, wanted, tally);
  const contents = { period: MUTATION_PERIOD, relaties, groups, inOnderzoek };
  await writeMutationDelivery(path, contents);
  return { ...MUTATION_PERIOD, groups: groups.length, changes, tally: tally.result() };
}

function writeCompanions(country: Country, { out, mutations }: DemoOptions): DemoFiles {
  const stem = out.replace(/\.zip$/i, "");
  const files = {
    extract: out,
    gemeenten: `${stem}-gemeenten.csv`,
    pc4: `${stem}-pc4.geojson`,
    mutations: mutations ? join(dirname(out), mutationDeliveryName(MUTATION_PERIOD)) : undefined,
  };
  writeFileSync(files.gemeenten, gemeentenCsv(country));
  const pc4 = openSync(files.pc4, "w");
  try {
    for (const part of pc4GeoJson(country)) {
      writeSync(pc4, part);
    }
  } finally {
    closeSync(pc4);
  }
  return files;
}
