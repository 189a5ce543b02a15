/** Runs an update: applies mutation deliveries to a copy of the served registry and publishes it as the next one. */
import { basename, dirname, join } from "node:path";
import type { Database } from "../../base/sqlite.ts";
import { renewMetadata } from "../../geo/geopackage-tables.ts";
import { type HistoryFile, openHistory } from "../../registry/file/history-file.ts";
import { newDataVersion } from "../../registry/file/new-data-version.ts";
import { ALL_GEMEENTEN, type RegistryMeta } from "../../registry/file/registry-meta.ts";
import { findForeignChange, sealRegistry } from "../../registry/file/seal.ts";
import { dropIndexTriggers } from "../../registry/schema/geopackage.ts";
import { formatIdentificatie, type TypeCode } from "../../registry/schema/object-types.ts";
import { storeRelations } from "../derive/gemeente-woonplaats.ts";
import { recordUpdateChanges } from "../derive/record-changes.ts";
import { collectTouchedRows, isTouchedTable } from "../derive/touched.ts";
import { formatBagDate, parseDate } from "../extract/dates.ts";
import {
  gemeentenValidOn,
  type Relation,
  readRelations,
  readWoonplaatsenOf,
} from "../extract/extract-header.ts";
import { appendToLog, demoFields, type LoggedDelivery, nextLogId } from "../import-log.ts";
import type { Progress } from "../progress.ts";
import { type AttachedDraft, type ImportFolder, openImportFolder } from "../publish.ts";
import { asDiskFault } from "../refuse.ts";
import { ImportReport } from "../report.ts";
import { DERIVED_STEPS } from "../steps/derived-steps.ts";
import { countTableRows } from "../verify.ts";
import { openWithWorkDatabase } from "../work-database.ts";
import { setMeta, storeLayerCounts } from "../write-meta.ts";
import { applyMutations, type MutationTally } from "./apply-mutations.ts";
import { type Delivery, readDeliveries } from "./delivery.ts";
import { copyRegistry, readCurrentRegistry } from "./open-current.ts";
import { type DeliveryPlan, orderDeliveries } from "./order-deliveries.ts";
import { readMutations } from "./read-mutations.ts";
import { type StagedHistory, verifyRecentObjects, writeRecentObjects } from "./recent-objects.ts";
import { recentLimitOf, renewHistory } from "./renew-history.ts";
import { StagedInOnderzoek } from "./staged-in-onderzoek.ts";
import { StagedLives } from "./staged-lives.ts";
import { StagedMutations } from "./staged-mutations.ts";
import { verifyUpdate } from "./verify-update.ts";

export interface UpdateOptions {
  readonly dataDir: string;
  /** Mutation deliveries, in any order. */
  readonly files: readonly string[];
  /** True to apply a delivery that begins after the registry's date, although the mutations between are missing. */
  readonly allowGap?: boolean;
  /** Number of registries to keep in the data folder, including the new one. */
  readonly keepRegistries?: number;
  /**
   * Number of recent objects in the registry above which the history is written again; by default a part of all objects
   * (renew-history.ts).
   */
  readonly maxRecentObjects?: number;
}

export interface UpdateResult extends DeliveryPlan {
  /**
   * File name of the new registry in the data folder; undefined when there was nothing to apply and nothing was
   * published.
   */
  readonly registry: string | undefined;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  readonly area: RegistryMeta["area"];
  readonly report: ImportReport;
  readonly tallies: Readonly<Record<TypeCode, MutationTally>> | undefined;
}

/**
 * Applies all given deliveries or none, to a copy of the registry that is published once it is verified. A refusal
 * (AppError `import_refused`), a fault or `kill -9` leaves the served registry untouched.
 */
export async function runUpdate(options: UpdateOptions, progress: Progress): Promise<UpdateResult> {
  const { dataDir, files, allowGap = false } = options;
  // Checked before anything is written, so that a mistyped folder is not created.
  readCurrentRegistry(dataDir);
  const folder = openImportFolder(dataDir, options);
  const report = new ImportReport();
  try {
    const { path, meta, area, appliedDeliveries, knownGaps } = readCurrentRegistry(dataDir);
    const withHistory = meta.attached.length > 0;
    const given = await progress.stage("identify files", () =>
      readDeliveries(files, folder.workDir, withHistory),
    );
    const previousDate = parseDate(meta.referenceDate)!;
    const plan = orderDeliveries(given, {
      referenceDate: previousDate,
      area,
      appliedDeliveries,
      knownGaps,
      allowGap,
    });
    const result = { ...plan, area: meta.area, report };
    const referenceDate = plan.deliveries.at(-1)?.period.to;
    if (referenceDate === undefined) {
      return { ...result, registry: undefined, referenceDate: meta.referenceDate, tallies: undefined };
    }
    await progress.stage("copy the registry", () =>
      copyRegistry(path, folder.draft, sumXmlBytes(plan.deliveries)),
    );
    const { maxRecentObjects } = options;
    const input = { path, plan, previousDate, referenceDate, meta, maxRecentObjects, report };
    const { tallies, attached } = await updateDraft(folder, input, progress);
    const date = formatBagDate(referenceDate);
    const registry = await progress.stage("publish", () => {
      // Changes by another program are in the copy too, so that it must not be sealed.
      const isForeign = findForeignChange(dataDir) !== undefined;
      for (const draft of isForeign ? [] : [folder.draft, ...attached.map((one) => one.draft)]) {
        sealRegistry(draft);
      }
      return folder.publish(date, { base: basename(path), attached });
    });
    return { ...result, registry, referenceDate: date, tallies };
  } catch (error) {
    throw asDiskFault(error, dataDir);
  } finally {
    folder.close();
  }
}

interface DraftUpdate {
  /** Path of the registry before the update. */
  readonly path: string;
  readonly plan: DeliveryPlan;
  /** Reference date before the update, and the new one; YYYYMMDD. */
  readonly previousDate: number;
  readonly referenceDate: number;
  /** Metadata of the registry before the update. */
  readonly meta: RegistryMeta;
  readonly maxRecentObjects: number | undefined;
  readonly report: ImportReport;
}

interface UpdatedDraft {
  readonly tallies: Record<TypeCode, MutationTally>;
  /** The history file when it was written again. */
  readonly attached: readonly AttachedDraft[];
}

/** Brings the draft, a copy of the served registry, to its new date, with the history that the registry names. */
async function updateDraft(
  folder: ImportFolder,
  input: DraftUpdate,
  progress: Progress,
): Promise<UpdatedDraft> {
  const history = openHistory([dirname(input.path)], input.meta.attached);
  try {
    return await updateWithHistory(folder, { ...input, history }, progress);
  } finally {
    history?.close();
  }
}

async function updateWithHistory(
  folder: ImportFolder,
  { history, ...input }: DraftUpdate & { history: HistoryFile | undefined },
  progress: Progress,
): Promise<UpdatedDraft> {
  using db = openWithWorkDatabase(folder.draft, folder.workDir);
  dropIndexTriggers(db);
  collectTouchedRows(db);
  const { relationFiles } = input.plan.deliveries.at(-1)!;
  const relations = readRelations(relationFiles, input.referenceDate);
  const staged = new StagedMutations(db);
  const ofHistory = history && {
    lives: new StagedLives(db, history, staged),
    inOnderzoek: new StagedInOnderzoek(db, history),
  };
  const applied = { ...input, staged, ofHistory };
  const { tallies, mutationCount } = await applyDeliveries(db, applied, progress);
  const step: Step = (name, work) => progress.stage(name, () => db.transaction(work)());
  await updateDerivedTables(db, { ...input, relations }, step);
  if (ofHistory !== undefined) {
    await step("history", () => writeRecentObjects(db, ofHistory, input.referenceDate));
  }
  const recordChanges = await step("changes of records", () =>
    recordUpdateChanges(db, nextLogId(db), input.meta.counts.adressen),
  );
  await step("verify", () => {
    const counts = writeUpdateMeta(db, { ...input, tallies, mutationCount, recordChanges });
    verifyUpdate(db, counts);
    if (ofHistory !== undefined) {
      verifyRecentObjects(db);
    }
  });
  return { tallies, attached: await renewLargeHistory(db, folder, input, progress) };
}

/** Writes the history again when the registry has too many recent objects. */
async function renewLargeHistory(
  db: Database,
  folder: ImportFolder,
  { path, meta, maxRecentObjects = recentLimitOf(meta.counts), referenceDate, report }: DraftUpdate,
  progress: Progress,
): Promise<AttachedDraft[]> {
  const file = meta.attached.find(({ kind }) => kind === "history");
  if (file === undefined || countTableRows(db, "recent_object") <= maxRecentObjects) {
    return [];
  }
  const former = join(dirname(path), file.name);
  return await progress.stage("write the history again", () =>
    renewHistory(db, folder, { former, referenceDate, report }),
  );
}

interface AppliedUpdate extends DraftUpdate {
  readonly staged: StagedMutations;
  readonly ofHistory: StagedHistory | undefined;
}

/** Applies the mutations of all deliveries to the base tables; returns the tallies and the number of mutations read. */
async function applyDeliveries(
  db: Database,
  { ofHistory, ...update }: AppliedUpdate,
  progress: Progress,
): Promise<{ tallies: Record<TypeCode, MutationTally>; mutationCount: number }> {
  const { plan, meta, report } = update;
  const { deliveries } = plan;
  const woonplaatsen = meta.area.includes(ALL_GEMEENTEN)
    ? undefined
    : readWoonplaatsenOf(deliveries.at(-1)!.relationFiles, new Set(meta.area.map(Number)));
  const totals = { groups: 0, mutations: 0 };
  const tallies = await progress.stage(
    "apply mutations",
    (advance) => {
      const options = { report, totals, advance, withHistory: ofHistory !== undefined };
      const streams = deliveries.map((one) => readMutations(one, options));
      const lives = ofHistory?.lives;
      return inTransaction(db, () => applyMutations(db, { ...update, streams, woonplaatsen, lives }));
    },
    sumXmlBytes(deliveries),
  );
  await inTransaction(db, async () => {
    for (const entry of deliveries.flatMap((one) => one.inOnderzoekFiles)) {
      ofHistory?.inOnderzoek.read(entry, report);
    }
  });
  return { tallies, mutationCount: totals.mutations };
}

/** Runs one stage in a transaction. */
type Step = <T>(name: string, work: () => T) => Promise<T>;

interface DerivedUpdate extends DraftUpdate {
  /** Gemeenten of woonplaatsen through time, from the last delivery. */
  readonly relations: readonly Relation[];
}

/** Updates every derived table from the touched rows. */
async function updateDerivedTables(
  db: Database,
  { relations, referenceDate, meta, report }: DerivedUpdate,
  step: Step,
): Promise<void> {
  const gemeenteByWoonplaats = gemeentenValidOn(referenceDate, relations);
  await inTransaction(db, async () => storeRelations(db, relations));
  reportMissingWoonplaatsen(db, { area: meta.area, gemeenteByWoonplaats }, report);
  const context = { report, gemeenten: { gemeenteByWoonplaats, referenceDate } };
  for (const { name, update } of DERIVED_STEPS) {
    await step(name, () => update(db, context));
  }
}

/**
 * Runs `work` in a transaction. Each step has its own, so that the undo data it keeps in memory is freed when it ends.
 */
async function inTransaction<T>(db: Database, work: () => Promise<T>): Promise<T> {
  db.run("BEGIN");
  const result = await work();
  db.run("COMMIT");
  return result;
}

/** Returns the bytes of XML: about as many as applying the deliveries writes in addition to the copy. */
function sumXmlBytes(deliveries: readonly Delivery[]): number {
  return deliveries
    .flatMap(({ mutationFiles }) => mutationFiles)
    .reduce((sum, entry) => sum + entry.sizeBytes, 0);
}

interface AreaOnDate {
  /** Codes of the registry's gemeenten. */
  readonly area: readonly string[];
  /** Gemeente of each woonplaats on the new date. */
  readonly gemeenteByWoonplaats: ReadonlyMap<number, number>;
}

/**
 * Reports woonplaatsen that moved from other gemeenten to a gemeente of the registry: no delivery contains their
 * objects.
 */
function reportMissingWoonplaatsen(
  db: Database,
  { area, gemeenteByWoonplaats }: AreaOnDate,
  report: ImportReport,
): void {
  const gemeenten = new Set(area.map(Number));
  const findKnown = db.query<unknown, [number]>(`SELECT 1 FROM woonplaats WHERE fid = ?1
    UNION ALL SELECT 1 FROM voorkomen WHERE object_id = ?1 UNION ALL SELECT 1 FROM ended_object WHERE fid = ?1 LIMIT 1`);
  for (const [woonplaats, gemeente] of gemeenteByWoonplaats) {
    if (gemeenten.has(gemeente) && findKnown.get(woonplaats) === null) {
      report.add("WPL", "noticed", MISSING_OBJECTS, formatIdentificatie(woonplaats, 4));
    }
  }
}

const MISSING_OBJECTS =
  "moved to a gemeente of the registry, but no delivery contains its objects: import an extract of that gemeente";

interface UpdateSummary {
  readonly plan: DeliveryPlan;
  /** YYYYMMDD. */
  readonly referenceDate: number;
  /** Metadata of the registry before the update. */
  readonly meta: RegistryMeta;
  /** Number of mutations read. */
  readonly mutationCount: number;
  readonly tallies: object;
  /** Number of changes of records that were recorded; null for none. */
  readonly recordChanges: number | null;
  readonly report: ImportReport;
}

/** Writes the metadata of an updated registry and its row of the import log; returns its counts. */
function writeUpdateMeta(db: Database, summary: UpdateSummary): RegistryMeta["counts"] {
  const { plan, tallies, report, recordChanges } = summary;
  const referenceDate = formatBagDate(summary.referenceDate);
  const completedAt = new Date().toISOString();
  const dataVersion = newDataVersion(referenceDate);
  renewMetadata(db);
  const counts = storeLayerCounts(db, (table) => countUpdated(db, table));
  setMeta(db, {
    reference_date: referenceDate,
    imported_at: completedAt,
    data_version: dataVersion,
    counts: JSON.stringify(counts),
  });
  const deliveries = plan.deliveries.map(toLoggedDelivery);
  const gaps = plan.gaps.map(formatDates);
  const logged = { ...demoFields(summary.meta), deliveries, gaps, tallies, problems: report.problems };
  const recordsProcessed = summary.mutationCount;
  const line = { referenceDate, completedAt, recordsProcessed, dataVersion, recordChanges, report: logged };
  appendToLog(db, { kind: "update", ...line });
  return counts;
}

function toLoggedDelivery({ file, period, areas, digest }: Delivery): LoggedDelivery {
  return { file: basename(file), ...formatDates(period), areas, digest };
}

function formatDates({ from, to }: { from: number; to: number }): { from: string; to: string } {
  return { from: formatBagDate(from), to: formatBagDate(to) };
}

/**
 * Returns the number of rows of a table or view: of a table whose changes are known the previous number plus their
 * difference, because counting would read the whole country.
 */
function countUpdated(db: Database, table: string): number {
  if (!isTouchedTable(table)) {
    return countTableRows(db, table);
  }
  return db
    .query<{ n: number }, [string]>(
      `SELECT (SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ?)
        + (SELECT count(*) FROM work.touched_${table} t CROSS JOIN ${table} now ON now.fid = t.fid)
        - (SELECT count(*) FROM work.old_${table}) AS n`,
    )
    .get(table)!.n;
}
