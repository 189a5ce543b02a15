/** An update on one screen: from mutation deliveries and the registry that serves to the next registry that serves. */
import type { Database } from "../../base/sqlite.ts";
import type { TypeCode } from "../../registry/object-types.ts";
import { COUNTRY, type RegistryMeta } from "../../registry/registry-meta.ts";
import { updateSearch } from "../derive-search.ts";
import { asDiskFault } from "../disk-fault.ts";
import { readGemeenteByWoonplaats, readWoonplaatsenOf } from "../extract-header.ts";
import type { Progress } from "../progress.ts";
import { type ImportFolder, openImportFolder } from "../publish.ts";
import { ImportReport } from "../report.ts";
import { formatDate, parseDate } from "../voorkomen.ts";
import { openWithWork } from "../work-database.ts";
import { applyMutations, type MutationTally } from "./apply-mutations.ts";
import { type Delivery, readDeliveries } from "./delivery.ts";
import { reportLackingWoonplaatsen } from "./lacking-woonplaatsen.ts";
import { copyRegistry, readCurrent } from "./open-current.ts";
import { type DeliveryPlan, orderDeliveries } from "./order-deliveries.ts";
import { readMutations } from "./read-mutations.ts";
import { Touched } from "./touched.ts";
import { updateAdressen } from "./update-adressen.ts";
import { updateGemeenteBorders, updateGemeenten, updatePostcodegebieden } from "./update-areas.ts";
import { updateCounts } from "./update-counts.ts";
import { updateDoelen } from "./update-doelen.ts";
import { writeUpdateMeta } from "./update-meta.ts";
import { updatePandRaster } from "./update-pand-raster.ts";
import { updatePanden } from "./update-panden.ts";
import { updatePostcodes } from "./update-postcodes.ts";
import { updateRtrees } from "./update-rtrees.ts";
import { updateStatistieken } from "./update-statistieken.ts";
import { verifyUpdate } from "./verify-update.ts";

export interface UpdateOptions {
  readonly dataDir: string;
  /** Mutation deliveries, in any order. */
  readonly files: readonly string[];
  /** Apply a delivery that begins after the registry's date, although the mutations between are missing. */
  readonly allowGap?: boolean;
  /** Registries that stay in the data folder, the new one included. */
  readonly keepRegistries?: number;
}

export interface UpdateResult extends DeliveryPlan {
  /** File name of the registry in the data folder; undefined when nothing was left to apply, and nothing published. */
  readonly registry: string | undefined;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  /** Of the registry. */
  readonly area: RegistryMeta["area"];
  readonly report: ImportReport;
  readonly tallies: Readonly<Record<TypeCode, MutationTally>> | undefined;
}

/**
 * Applies all given deliveries or none, to a copy that is published when it is sound. Whatever stops it — a refusal
 * (AppError `import_refused`), a fault or `kill -9` — leaves what served before untouched.
 */
export async function runUpdate(options: UpdateOptions, progress: Progress): Promise<UpdateResult> {
  const { dataDir, files, allowGap = false } = options;
  // Before anything is written: a mistyped folder shall not come into being.
  readCurrent(dataDir);
  const folder = openImportFolder(dataDir, options.keepRegistries);
  const report = new ImportReport();
  try {
    const { path, meta, area, applied, knownGaps } = readCurrent(dataDir);
    const given = await progress.stage("look at the files", () => readDeliveries(files, folder.workDir));
    const before = parseDate(meta.referenceDate)!;
    const plan = orderDeliveries(given, { referenceDate: before, area, applied, knownGaps, allowGap });
    const result = { ...plan, area: meta.area, report };
    const referenceDate = plan.deliveries.at(-1)?.period.to;
    if (referenceDate === undefined)
      return { ...result, registry: undefined, referenceDate: meta.referenceDate, tallies: undefined };
    await progress.stage("copy the registry", () =>
      copyRegistry(path, folder.draft, sizeOf(plan.deliveries)),
    );
    const change = { plan, before, referenceDate, meta, report };
    const tallies = await changeDraft(folder, change, progress);
    const date = formatDate(referenceDate);
    const registry = await progress.stage("publish", () => folder.publish(date));
    return { ...result, registry, referenceDate: date, tallies };
  } catch (error) {
    throw asDiskFault(error, dataDir);
  } finally {
    folder.close();
  }
}

interface Change {
  readonly plan: DeliveryPlan;
  /** The registry's date until now, and from now on; YYYYMMDD. */
  readonly before: number;
  readonly referenceDate: number;
  /** What the registry before said of itself. */
  readonly meta: RegistryMeta;
  readonly report: ImportReport;
}

/** Brings the draft, a copy of the registry before, to its new date. */
async function changeDraft(
  folder: ImportFolder,
  change: Change,
  progress: Progress,
): Promise<Record<TypeCode, MutationTally>> {
  const { plan, before, referenceDate, report } = change;
  using db = openWithWork(folder.draft, folder.workDir);
  const touched = new Touched(db);
  const totals = { groups: 0, mutations: 0 };
  const step = (name: string, work: () => void) => progress.stage(name, () => db.transaction(work)());
  const { relations } = plan.deliveries.at(-1)!;
  const gemeenteByWoonplaats = readGemeenteByWoonplaats(relations, referenceDate);
  const { area } = change.meta;
  const woonplaatsen = area.includes(COUNTRY)
    ? undefined
    : readWoonplaatsenOf(relations, new Set(area.map(Number)));

  const tallies = await progress.stage(
    "apply mutations",
    (advance) => {
      const streams = plan.deliveries.map((one) => readMutations(one, { report, totals, advance }));
      return inTransaction(db, () =>
        applyMutations(db, { streams, previousDate: before, referenceDate, woonplaatsen, touched, report }),
      );
    },
    sizeOf(plan.deliveries),
  );
  await step("gemeenten", () => {
    updateGemeenten(db, { gemeenteByWoonplaats, referenceDate, touched });
    reportLackingWoonplaatsen(db, { area, gemeenteByWoonplaats }, report);
  });
  await step("adressen", () => updateAdressen(db, touched, report));
  await step("panden", () => updatePanden(db, touched));
  await step("counts", () => updateCounts(db));
  await step("postcodes", () => updatePostcodes(db));
  await step("search index", () => updateSearch(db));
  await step("borders of gemeenten", () => updateGemeenteBorders(db, touched));
  await step("statistics", () => updateStatistieken(db));
  await step("postcodegebieden", () => updatePostcodegebieden(db, touched, report));
  await step("lists by gebruiksdoel", () => updateDoelen(db));
  await step("spatial indexes", () => updateRtrees(db));
  await step("raster of panden", () => updatePandRaster(db));
  await step("verify", () => {
    const counts = writeUpdateMeta(db, { ...change, tallies, mutations: totals.mutations });
    verifyUpdate(db, counts);
  });
  return tallies;
}

/** A transaction for each step: what they keep to undo it, in memory, goes with its end. */
async function inTransaction<T>(db: Database, work: () => Promise<T>): Promise<T> {
  db.run("BEGIN");
  const result = await work();
  db.run("COMMIT");
  return result;
}

/** Bytes of XML: about what applying them writes beside the copy. */
function sizeOf(deliveries: readonly Delivery[]): number {
  return deliveries.flatMap(({ mutations }) => mutations).reduce((sum, entry) => sum + entry.sizeBytes, 0);
}
