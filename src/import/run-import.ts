/** Runs an import: makes a registry of the given files and publishes it. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { releaseFront, reserveFront } from "../base/front-pages.ts";
import type { HistoryChoice } from "../base/setting-values.ts";
import { type Database, MAPPED_BYTES, openFinished, openScratch, openWithAttached } from "../base/sqlite.ts";
import { inspectFolder } from "../registry/file/inspect-folder.ts";
import { sealRegistry } from "../registry/file/seal.ts";
import { openSnapshot, type RegistryMeta } from "../registry/file/snapshot.ts";
import { createGeopackageTables } from "../registry/schema/geopackage.ts";
import { ADRES_INDEXES_DDL, createTables, INDEXES_DDL } from "../registry/schema/schema.ts";
import {
  type Companions,
  type DownloadedCompanions,
  readCompanions,
  storeCompanions,
} from "./companions/companions.ts";
import type { DeriveContext, Place } from "./derive/derived-step.ts";
import { storeRelations } from "./derive/gemeente-woonplaats.ts";
import { deriveBuurten } from "./derive/links/buurten.ts";
import { deriveAdressen } from "./derive/links/link-adressen.ts";
import { choosePanden, derivePandLinks } from "./derive/links/link-panden.ts";
import { deriveLinks } from "./derive/links/links-derive.ts";
import { recordImportChanges } from "./derive/record-changes.ts";
import type { RtreeFile } from "./derive/spatial/layer-boxes.ts";
import { deriveRtrees } from "./derive/spatial/rtrees.ts";
import { formatBagDate } from "./extract/dates.ts";
import { type ExtractHeader, readHeaders } from "./extract/extract-header.ts";
import {
  areaOfExtracts,
  type GivenFiles,
  readSources,
  type Sources,
  sourceNames,
  sumXmlBytes,
} from "./extract/sources.ts";
import { copyLog, nextLogId } from "./import-log.ts";
import { verifyIntegrity } from "./integrity-checks.ts";
import { assertMayReplace } from "./may-replace.ts";
import { ObjectStage, ParsePool } from "./objects/object-stage.ts";
import type { Progress } from "./progress.ts";
import { type AttachedDraft, type ImportFolder, openImportFolder } from "./publish.ts";
import { asDiskFault } from "./refuse.ts";
import { ImportReport } from "./report.ts";
import { stepsAt } from "./steps/derived-steps.ts";
import { beginHistory } from "./threads/begin-history.ts";
import type { HistoryThread } from "./threads/history-thread.ts";
import { SideTables } from "./threads/side-tables.ts";
import { countTableRows, verifyContents } from "./verify.ts";
import { attachWorkDatabase, openWithWorkDatabase } from "./work-database.ts";
import { writeMeta } from "./write-meta.ts";

export interface ImportOptions extends GivenFiles {
  readonly downloaded?: DownloadedCompanions | undefined;
  /** Command that reads a file of names or borders on trial (companions/check-companion.ts). */
  readonly checkCommand?: readonly string[] | undefined;
  readonly dataDir: string;
  /** True for data that anything may replace: the sample, or an invented country. */
  readonly isDemo?: boolean;
  /** Place of the sample that baken ships (registry/file/test-data.ts); absent for other data. */
  readonly sample?: string;
  /**
   * True when the user gave --yes: the new registry may replace one that may-replace.ts otherwise protects, and numbers
   * of files may be missing.
   */
  readonly isConfirmed?: boolean;
  /** True to refuse whatever deviates from official files, even if it is harmless. */
  readonly isStrict?: boolean;
  readonly threads?: number;
  /**
   * `full` makes a history file next to the registry, when the disk has room for it. Default: the choice with which the
   * current registry was imported, `full` without one.
   */
  readonly history?: HistoryChoice | undefined;
  /** Number of registries to keep in the data folder, including the new one. */
  readonly keepRegistries?: number;
}

export interface ImportResult {
  /** File name of the registry in the data folder. */
  readonly registry: string;
  readonly referenceDate: string;
  readonly report: ImportReport;
}

/**
 * Reads, derives, verifies and publishes. A refusal (AppError `import_refused`), a fault or `kill -9` leaves the served
 * registry untouched.
 */
export async function runImport(options: ImportOptions, progress: Progress): Promise<ImportResult> {
  const { dataDir, isDemo = false, isConfirmed = false } = options;
  // Checked before anything is written, and before the hour that reading may take.
  assertMayReplace(dataDir, { isDemo, isConfirmed });
  return await importInto(openImportFolder(dataDir, options), options, progress);
}

/** Runs an import in a folder that is already locked; closes the folder. */
export async function importInto(
  folder: ImportFolder,
  options: ImportOptions,
  progress: Progress,
): Promise<ImportResult> {
  const { dataDir, isDemo = false, isConfirmed = false, isStrict = false } = options;
  const report = new ImportReport({ isStrict });
  const historyChoice = options.history ?? readHistoryChoice(dataDir);
  let pool: ParsePool | undefined;
  try {
    const sources = await progress.stage("identify files", () =>
      readSources(options, {
        workDir: folder.workDir,
        report,
        allowsMissingFiles: isConfirmed,
        withHistory: historyChoice === "full",
      }),
    );
    // Before the headers, so that the worker threads are up by the time there are objects to read.
    pool = new ParsePool(options.threads ?? countUsefulThreads(sources));
    const header = await progress.stage("read headers", () => readHeaders(sources.extracts, report));
    const companions = await progress.stage("read names and borders", () =>
      readCompanions({ ...options, files: sources.companions, report }),
    );
    const date = formatBagDate(header.referenceDate);
    using sides = new SideTables(folder);
    using history = await beginHistory(folder, { sources, report, date, choice: historyChoice }, progress);
    const inputs = { sources, header, companions, report, pool, sides, history, isStrict };
    const rtrees = await buildTables(folder, inputs, progress);
    await progress.stage("spatial indexes", () => deriveRtrees(folder.draft, rtrees));
    const area = areaOfExtracts(sources.extracts);
    const recordChanges = await progress.stage("changes of records", () =>
      continueHistory(folder, { dataDir, isDemo, area }),
    );
    const facts = { header, sources, report, options, area, recordChanges, historyChoice, history };
    await progress.stage("verify", () => verifyDraft(folder.draft, facts));
    const registry = await progress.stage("publish", () => {
      const attached = history === undefined ? [] : [history];
      for (const path of [folder.draft, ...attached.map(({ draft }) => draft)]) {
        sealRegistry(path);
      }
      return folder.publish(date, { attached });
    });
    return { registry, referenceDate: date, report };
  } catch (error) {
    throw asDiskFault(error, dataDir);
  } finally {
    pool?.close();
    folder.close();
  }
}

/**
 * Bytes of XML for which one more reading thread pays: each takes 0.1 to 0.2 s of processor time to start and to
 * compile its code. Weesp, 98 MB, takes 1.9 s with two threads and 3.4 s with sixteen.
 */
const BYTES_PER_THREAD = 40e6;

function countUsefulThreads(sources: Sources): number {
  const bytes = sumXmlBytes(sources);
  return Math.min(availableParallelism(), Math.ceil(bytes / BYTES_PER_THREAD) || 1);
}

interface DraftFacts {
  readonly header: ExtractHeader;
  readonly sources: Sources;
  readonly report: ImportReport;
  readonly options: ImportOptions;
  readonly area: readonly string[];
  readonly recordChanges: number | null;
  readonly historyChoice: HistoryChoice;
  readonly history: (HistoryThread & AttachedDraft) | undefined;
}

/** Writes the metadata of the finished draft; throws `import_refused` when it or its history may not be served. */
async function verifyDraft(
  draft: string,
  { header, sources, report, options, history, ...facts }: DraftFacts,
): Promise<void> {
  const { dataDir, isDemo = false, isConfirmed = false } = options;
  writeMeta(draft, {
    ...facts,
    referenceDate: formatBagDate(header.referenceDate),
    isDemo,
    sample: options.sample,
    sources: sourceNames(sources),
    attached: history === undefined ? [] : [history.file],
    report,
  });
  const { threads = availableParallelism() } = options;
  await Promise.all([history?.verify(draft), verifyIntegrity(draft, threads)]);
  using db = openFinished(draft);
  verifyContents(db, report);
  assertMayReplace(dataDir, { isDemo, isConfirmed, adressen: countTableRows(db, "adres") });
}

interface BuildInputs {
  readonly sources: Sources;
  readonly header: ExtractHeader;
  readonly companions: Companions;
  readonly report: ImportReport;
  readonly pool: ParsePool;
  readonly sides: SideTables;
  readonly history: HistoryThread | undefined;
  readonly isStrict: boolean;
}

/** Builds all tables and indexes of the draft but the R*Trees; returns the files with the R*Trees of large layers. */
async function buildTables(
  folder: ImportFolder,
  inputs: BuildInputs,
  progress: Progress,
): Promise<RtreeFile[]> {
  createDraft(folder.draft);
  const front = reserveFront(folder.draft, sumFrontBytes(inputs.sources), MAPPED_BYTES);
  await loadTables(folder, inputs, progress);
  // From here on `adres` and what follows take the front of the file, which servers map.
  releaseFront(folder.draft, front);
  return await deriveTables(folder, inputs, progress);
}

/** Loads names, borders and objects, and links addresses to objects and panden. */
async function loadTables(folder: ImportFolder, inputs: BuildInputs, progress: Progress): Promise<void> {
  const { sources, header, companions, report, pool, history, isStrict } = inputs;
  using db = openDraft(folder);
  const { extracts } = sources;
  const { referenceDate } = header;
  const objects = new ObjectStage(db, { extracts, referenceDate, report, pool, history, isStrict });

  await progress.stage("store names and borders", () => storeCompanions(db, companions));
  await objects.load(["WPL"], progress);
  storeRelations(db, header.relations);
  const runSteps = stepRunner(db, { report, gemeenten: header }, progress);
  await runSteps("load");
  await objects.load(["OPR", "NUM", "VBO", "LIG", "STA"], progress);
  await progress.stage("link addresses to objects", () => deriveLinks(db, report));
  await progress.stage("link addresses to panden", () => derivePandLinks(db));
  await objects.load(["PND"], progress);
  // Frees their memory for the steps that follow.
  pool.close();
  db.run("COMMIT");
}

/** Derives all other tables and indexes but the R*Trees; returns the files with the R*Trees of large layers. */
async function deriveTables(
  folder: ImportFolder,
  { header, report, sides, history }: BuildInputs,
  progress: Progress,
): Promise<RtreeFile[]> {
  using db = openDraft(folder);
  await progress.stage("begin tables of panden", () => sides.begin("panden", db));
  await progress.stage("choose one of several panden", () => choosePanden(db, report));
  await progress.stage("buurten", () => deriveBuurten(db, report));
  await progress.stage("adressen", () => deriveAdressen(db));
  await progress.stage("begin tables of adressen", () => sides.begin("adressen", db));
  if (history !== undefined) {
    await progress.stage("begin indexes of the history", () =>
      history.beginFinish(db, folder.draft, header.referenceDate),
    );
  }
  await progress.stage("indexes of adressen", () => ADRES_INDEXES_DDL.forEach((ddl) => void db.run(ddl)));
  const runSteps = stepRunner(db, { report, gemeenten: header }, progress);
  await runSteps("before search");
  await progress.stage("begin search index", () => sides.begin("search", db));
  await progress.stage("indexes", () => createOtherIndexes(db));
  await runSteps("main");
  db.run("COMMIT");
  const rtrees = await progress.stage("tables of panden and adressen", () => sides.finish(db));
  db.run("BEGIN");
  await runSteps("last");
  db.run("COMMIT");
  return rtrees;
}

/** Returns a function that runs the steps of a place, each as a stage. */
function stepRunner(
  db: Database,
  context: DeriveContext,
  progress: Progress,
): (place: Place) => Promise<void> {
  return async (place) => {
    for (const { name, derive } of stepsAt(place)) {
      await progress.stage(name, () => derive(db, context));
    }
  };
}

/** Creates the indexes that no step reads, while other threads go on. */
function createOtherIndexes(db: Database): void {
  for (const ddl of INDEXES_DDL.slice(ADRES_INDEXES_DDL.length)) {
    db.run(ddl);
  }
}

/**
 * Bytes of `adres` and its index by postcode for each byte of XML of nummeraanduidingen: 0.13 in Weesp, 0.18 in a
 * invented country without its past. Pages that they leave go to the tables that follow, which are larger.
 */
const FRONT_PART = 0.18;

/** Returns the bytes of the tables that the front of the registry is reserved for. */
function sumFrontBytes({ extracts }: Sources): number {
  const files = extracts.flatMap(({ objects }) => objects.get("NUM") ?? []);
  return FRONT_PART * files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Creates the draft registry with empty tables. */
function createDraft(draft: string): void {
  using db = openScratch(draft);
  createGeopackageTables(db);
  createTables(db);
}

/** Opens the draft with its work database, and begins a transaction. */
function openDraft({ draft, workDir }: ImportFolder): Database {
  const db = openWithWorkDatabase(draft, workDir);
  db.run("BEGIN");
  return db;
}

/** Facts of an import that decide whether the previous registry can be compared with the new one. */
interface ImportedData extends Pick<RegistryMeta, "isDemo" | "area"> {
  readonly dataDir: string;
}

/**
 * Copies the log of the registry that `current` names into the draft, on which no handle is open, and records the
 * changes since then. Returns their number, or null when none are kept: there is no registry of this schema, or it is
 * of other data, so that the changes would be as many as the addresses.
 */
function continueHistory(
  { draft, workDir }: Pick<ImportFolder, "draft" | "workDir">,
  { dataDir, ...data }: ImportedData,
): number | null {
  const status = inspectFolder(dataDir);
  if (status.state !== "pointed" || status.registry.facts === undefined) {
    return null;
  }
  const previous = join(dataDir, status.registry.name);
  if (status.registry.state !== "valid" || !isOfSameData(previous, data)) {
    using db = openScratch(draft);
    copyLog(db, previous);
    db.run("UPDATE import_log SET record_changes = NULL");
    return null;
  }
  using db = openWithAttached(draft, "previous", previous);
  attachWorkDatabase(db, workDir);
  return db.transaction(() => {
    copyLog(db, previous);
    return recordImportChanges(db, nextLogId(db), countTableRows(db, "adres"));
  })();
}

/** Returns the choice of history with which the registry of `current` was imported; `full` without a registry. */
function readHistoryChoice(dataDir: string): HistoryChoice {
  const status = inspectFolder(dataDir);
  return (status.state === "pointed" ? status.registry.facts?.history : undefined) ?? "full";
}

/** Returns true when both are of the same area of the Netherlands, or both test data. */
function isOfSameData(previous: string, { isDemo, area }: Pick<RegistryMeta, "isDemo" | "area">): boolean {
  const snapshot = openSnapshot(previous);
  try {
    const { meta } = snapshot;
    return meta.isDemo === isDemo && meta.area.join() === area.join();
  } finally {
    snapshot.close();
  }
}
