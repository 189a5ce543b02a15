/** Replays real mutations: six years of Weesp must end with the official extract; then a real day is added. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HistoryChoice } from "../../src/base/setting-values.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import {
  GEMEENTE_BORDERS,
  GEMEENTEN,
  PC4_BORDERS,
  REAL_DELIVERY,
  WEESP,
} from "../support/extracts/reference-files.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { History } from "../support/update-oracle/replay-history.ts";

setDefaultTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), "baken-update-weesp-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function importInto(name: string, extract: string, past: HistoryChoice = "none"): Promise<string> {
  const dataDir = join(folder, name);
  const boundaries = [GEMEENTE_BORDERS, PC4_BORDERS];
  const given = {
    paths: [extract],
    gemeenten: [GEMEENTEN],
    boundaries,
    dataDir,
    isConfirmed: true,
    history: past,
  };
  const { registry } = await runImport(given, silentProgress);
  return join(dataDir, registry);
}

async function updateIn(name: string, files: readonly string[], allowGap: boolean): Promise<string> {
  const dataDir = join(folder, name);
  const { registry } = await runUpdate({ dataDir, files, allowGap }, silentProgress);
  return join(dataDir, registry!);
}

/** Dates of the replay; the woonplaats was renumbered at the turn of 2016. */
const DAYS = [
  "2015-06-01",
  "2015-12-30",
  "2016-01-02",
  "2018-05-31",
  "2021-10-13",
  "2021-10-14",
  "2021-10-15",
];

/** Returns Weesp's extract declared as the whole country. */
function makeNationalExtract(): string {
  const country = join(folder, "country.zip");
  mergeExtract(WEESP, [], country, { code: "9999" });
  return country;
}

/** Imports Weesp of 2015 as an extract of an area, and returns its registry after all that was registered since. */
async function replayHistory(code: string, past?: HistoryChoice): Promise<string> {
  const history = new History(WEESP);
  const name = `lived-${code}`;
  await importInto(name, history.writeExtract(join(folder, `2015-${code}.zip`), DAYS[0]!, code), past);
  let groups = 0;
  let replayed = "";
  for (const [i, to] of DAYS.slice(1).entries()) {
    const delivery = history.writeDelivery(join(folder, `until-${to}.zip`), DAYS[i]!, to);
    replayed = await updateIn(name, [delivery.path], false);
    groups += delivery.groups;
  }
  expect(groups).toBeGreaterThan(20_000);
  return replayed;
}

test("Weesp as it was in 2015, with all that was registered since, is Weesp of today", async () => {
  const official = await importInto("official-country", makeNationalExtract(), "full");
  const replayed = await replayHistory("9999", "full");
  expect(compareRegistries(replayed, official)).toEqual([]);
  // The replayed deliveries have only voorkomens that count.
  const isCounting = (table: string, { retired = 0 }) => table !== "in_onderzoek" && retired === 0;
  expect(compareHistories(replayed, official, isCounting)).toEqual([]);
});

test("as a registry of one gemeente it takes all of it but what came and ended within one delivery", async () => {
  const differences = compareRegistries(await replayHistory("0457"), await importInto("official", WEESP));
  expect(differences.filter((line) => !line.startsWith("ended_object"))).toEqual([]);
});

test("a real day's delivery, that Weesp has no part in, gives what an import of both gives", async () => {
  const country = makeNationalExtract();
  await importInto("updated", country);
  const updated = await updateIn("updated", [REAL_DELIVERY], true);
  const merged = join(folder, "merged.zip");
  mergeExtract(country, [REAL_DELIVERY], merged);
  expect(compareRegistries(updated, await importInto("merged", merged))).toEqual([]);
});
