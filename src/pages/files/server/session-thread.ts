/** Worker thread of the page for files: reads users' files and writes results, so that no thread that serves does. */
import { mkdtempSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { createDraft } from "../../../base/draft-file.ts";
import { AppError } from "../../../base/errors.ts";
import { lowerPriority } from "../../../base/process-resources.ts";
import { type ThreadFault, toThreadFault } from "../../../base/thread-calls.ts";
import { filledText } from "../../../batch/cells/address-cells.ts";
import { type Sample, tryColumns } from "../../../batch/columns/trial.ts";
import { isWithoutAddresses, planGeocoding } from "../../../batch/plan-geocoding.ts";
import { findIdColumns } from "../../../batch/recheck/plan-recheck.ts";
import { wholeJournal } from "../../../batch/run/journal.ts";
import { openAddressTable } from "../../../batch/run/open-input.ts";
import {
  csvOptionsLike,
  joinJournal,
  layoutOf,
  type WrittenResult,
  writeMarkLike,
  writeResult,
} from "../../../batch/run/write-result.ts";
import {
  type Decisions,
  readDecisions,
  withDecidedColumn,
  withDecisions,
} from "../../../exports/sessions/decisions.ts";
import {
  keepWithinLimit,
  makingName,
  removeOldResults,
  resultName,
  SCRATCH,
} from "../../../exports/sessions/result-space.ts";
import { readFinishedRun } from "../../../exports/sessions/review-rows.ts";
import {
  type SessionFolder,
  SessionFolders,
  type SessionRecord,
  type SurveyedFile,
} from "../../../exports/sessions/session-folder.ts";
import { openSnapshot, type Snapshot } from "../../../registry/file/snapshot.ts";
import type { TableFormat } from "../../../tables/formats.ts";
import type { TableSource, TableWriter, WriteBytes } from "../../../tables/table.ts";
import { valueText } from "../../../tables/write/row-values.ts";
import { createTableWriter } from "../../../tables/write/table-writer.ts";
import type { Language } from "../../kit/server/preferences.ts";
import { renderReport } from "../../kit/server/report/report-page.ts";

/** Report of a file, in a language, under the name that its user gave it. */
export interface ReportTask {
  readonly language: Language;
  readonly fileName: string;
}

/** Result in the folder of a session. */
export interface WrittenFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Work for one session: to survey its file, or to write its result. */
export type SessionTask = {
  readonly dataDir: string;
  readonly id: string;
  readonly registryPath: string;
} & ({ readonly survey: SessionRecord["options"] } | { readonly write: TableFormat | ReportTask });

export type SessionAnswer =
  | { readonly file: SurveyedFile }
  | { readonly written: WrittenFile }
  | { readonly refused: string; readonly reason: string }
  | { readonly fault: ThreadFault };

declare const self: Worker;

lowerPriority();
self.onmessage = async ({ data }: MessageEvent<SessionTask>) => self.postMessage(await answer(data));

async function answer(task: SessionTask): Promise<SessionAnswer> {
  let snapshot: Snapshot | undefined;
  try {
    snapshot = openSnapshot(task.registryPath);
    const session = new SessionFolders(task.dataDir).of(task.id);
    return "survey" in task
      ? { file: await survey(session, task.survey, snapshot) }
      : { written: await write(session, task.write, snapshot) };
  } catch (error) {
    const isOfFile = error instanceof AppError && error.code === "usage";
    return isOfFile
      ? { refused: error.message, reason: String(error.details.extra?.reason ?? "columns") }
      : { fault: toThreadFault(error) };
  } finally {
    snapshot?.close();
  }
}

/** Name by which messages call a user's file. */
const NAME = "The file";
const FIRST_ROWS = 10;
const MAX_CELL = 200;
const SAMPLES = 3;

async function survey(
  session: SessionFolder,
  options: SessionRecord["options"],
  snapshot: Snapshot,
): Promise<SurveyedFile> {
  const source = await openAddressTable(
    { name: NAME, path: session.inputPath },
    options,
    options.recheck !== undefined,
  );
  try {
    const { rowCount: rows, columns, hasHeader, headRows, traits } = source;
    const planned = await planColumns(source, options, snapshot);
    const firstRows = await firstRowsOf(source);
    const samples = columns.map((_, index) => samplesOf(source, index));
    const ids = findIdColumns(source, snapshot);
    const found = { ...planned, ...(ids && { ids }) };
    return { rows, columns, hasHeader, headRows, traits, ...found, firstRows, samples };
  } finally {
    await source.close();
  }
}

/** Returns no plan where nothing is recognised: a person chooses the columns then. Theirs must be able to be one. */
async function planColumns(
  source: TableSource,
  options: SessionRecord["options"],
  snapshot: Snapshot,
): Promise<Pick<SurveyedFile, "plan" | "exact">> {
  try {
    const plan = await planGeocoding(source, { snapshot }, options);
    if (plan.kind === "recheck") {
      return { plan };
    }
    const sample: Sample = { snapshot, rows: source.sample, pause: async () => {} };
    const exact = plan.exact ?? (await tryColumns(sample, plan.uses, source.sample.length)).exact;
    return { plan, exact };
  } catch (error) {
    if (options.uses === undefined && isWithoutAddresses(error)) {
      return {};
    }
    throw error;
  }
}

async function firstRowsOf(source: TableSource): Promise<string[][]> {
  const shown: string[][] = [];
  for await (const { rows } of source.batches()) {
    for (const row of rows) {
      if (shown.length === FIRST_ROWS) {
        return shown;
      }
      shown.push(row.map((cell) => valueText(cell).trim().slice(0, MAX_CELL)));
    }
  }
  return shown;
}

/** Returns some cells of a column that differ, as text. */
function samplesOf({ sample }: TableSource, index: number): string[] {
  const texts = new Set<string>();
  for (const row of sample) {
    const text = filledText(row[index]).slice(0, MAX_CELL);
    if (text !== "" && texts.add(text).size === SAMPLES) {
      break;
    }
  }
  return [...texts];
}

type Wanted = TableFormat | ReportTask;

/** Writes the result with the decisions by hand, unless it is there already. */
async function write(session: SessionFolder, wanted: Wanted, snapshot: Snapshot): Promise<WrittenFile> {
  const decisions = await readDecisions(session);
  const name = nameOf(wanted, decisions);
  const existing = statSync(session.pathOf(name), { throwIfNoEntry: false });
  if (existing !== undefined) {
    // Keeps its place among the results while the link is followed.
    utimesSync(session.pathOf(name), new Date(), new Date());
    return { name, sizeBytes: existing.size };
  }
  removeOldResults(session, name);
  const making = makingName();
  const draft = await createDraft(session.pathOf(making), OWNER_ONLY);
  try {
    const watch = () => keepWithinLimit(session, making);
    await writeRows({ session, wanted, snapshot, decisions, write: draft.write, watch });
    watch();
    const sizeBytes = await draft.publish();
    renameSync(session.pathOf(making), session.pathOf(name));
    return { name, sizeBytes };
  } finally {
    await draft.close();
  }
}

function nameOf(wanted: Wanted, { revision }: Decisions): string {
  return typeof wanted === "string"
    ? resultName(revision, "", wanted)
    : resultName(revision, `${wanted.language} ${wanted.fileName}`, "html");
}

interface ResultToWrite {
  readonly session: SessionFolder;
  readonly wanted: Wanted;
  readonly snapshot: Snapshot;
  readonly decisions: Decisions;
  readonly write: WriteBytes;
  /** Called for each batch of rows. */
  watch(): void;
}

async function writeRows({
  session,
  wanted,
  snapshot,
  decisions,
  write,
  watch,
}: ResultToWrite): Promise<void> {
  const record = session.read();
  const plan = record?.file?.plan;
  const finished = readFinishedRun(session);
  if (record === undefined || plan === undefined || finished === undefined) {
    throw Object.assign(new Error("the session has ended"), { code: "ENOENT" });
  }
  const { options } = record;
  const input = { name: NAME, path: session.inputPath };
  const source = await openAddressTable(input, options, options.recheck !== undefined);
  try {
    const journal = wholeJournal(session.pathOf(finished.journal), finished.counts.rows);
    const isDecided = decisions.byRow.size > 0;
    const rows = watchBatches(joinJournal(source, journal), watch);
    const batches = isDecided ? withDecisions(rows, decisions) : rows;
    const writeTo = (writer: TableWriter) => writeResult(source, batches, writer, { plan });
    if (typeof wanted === "object") {
      const { language, fileName } = wanted;
      const result = await writeTo(NO_WRITER);
      await write(Buffer.from(renderReport({ snapshot, fileName, plan, ...result }, language)));
    } else {
      const plain = layoutOf(source, plan, "geocoded");
      const layout = isDecided ? withDecidedColumn(plain, plan) : plain;
      await writeTable(session, { source, layout, format: wanted, write }, writeTo);
    }
  } finally {
    await source.close();
  }
}

async function* watchBatches<T>(batches: AsyncIterable<T>, watch: () => void): AsyncGenerator<T> {
  for await (const batch of batches) {
    watch();
    yield batch;
  }
}

const OWNER_ONLY = 0o600;
const nothing = async () => undefined;
/** Writer of a report, which holds counts alone. */
const NO_WRITER: TableWriter = { crs: "rd", write: nothing, finish: nothing, close: nothing };

interface TableToWrite {
  readonly source: TableSource;
  readonly layout: ReturnType<typeof layoutOf>;
  readonly format: TableFormat;
  readonly write: WriteBytes;
}

async function writeTable(
  session: SessionFolder,
  { source, layout, format, write }: TableToWrite,
  writeRows: (writer: TableWriter) => Promise<WrittenResult>,
): Promise<void> {
  const scratch: string[] = [];
  const makeScratchFolder = () => {
    const path = mkdtempSync(session.pathOf(SCRATCH));
    scratch.push(path);
    return path;
  };
  await writeMarkLike(source, format, write);
  const writer = createTableWriter(format, layout, write, { ...csvOptionsLike(source), makeScratchFolder });
  try {
    await writeRows(writer);
  } finally {
    await writer.close();
    for (const path of scratch) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
