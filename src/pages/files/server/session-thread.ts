/** Worker thread of the page for files: writes results, so that no thread that serves does. */
import { mkdtempSync, renameSync, statSync, utimesSync } from "node:fs";
import { createDraft } from "../../../base/draft-file.ts";
import { joinJournal } from "../../../batch/run/geocode-table.ts";
import { wholeJournal } from "../../../batch/run/journal.ts";
import { openAddressTable } from "../../../batch/run/open-input.ts";
import { writeResult } from "../../../batch/run/write-result.ts";
import { answerTasks } from "../../../exports/geocode/turn-thread.ts";
import {
  type Decisions,
  decidedColumn,
  readDecisions,
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
import { type SessionFolder, SessionFolders } from "../../../exports/sessions/session-folder.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { TableFormat } from "../../../tables/formats.ts";
import type { WriteBytes } from "../../../tables/table.ts";
import type { Language } from "../../kit/server/preferences.ts";
import { renderReport } from "../../kit/server/report/report-page.ts";

/** Report of a file, in a language, under the name that its user gave it. */
interface ReportTask {
  readonly language: Language;
  readonly fileName: string;
}

/** Result in the folder of a session. */
export interface WrittenFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Result of a session to write. */
export interface ResultTask {
  readonly dataDir: string;
  readonly id: string;
  readonly registryPath: string;
  readonly wanted: Wanted;
}

type Wanted = TableFormat | ReportTask;
const OWNER_ONLY = 0o600;

answerTasks<ResultTask, WrittenFile>(
  async ({ dataDir, id, wanted }, snapshot) =>
    await write(new SessionFolders(dataDir).of(id), wanted, snapshot),
);

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
    await writeRows(session, { wanted, snapshot, decisions }, draft.write, watch);
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
  readonly wanted: Wanted;
  readonly snapshot: Snapshot;
  readonly decisions: Decisions;
}

/** Writes the rows with the decisions; calls `watch` for each batch of rows. */
async function writeRows(
  session: SessionFolder,
  { wanted, snapshot, decisions }: ResultToWrite,
  write: WriteBytes,
  watch: () => void,
): Promise<void> {
  const record = session.read();
  const plan = record?.file?.plan;
  const finished = readFinishedRun(session);
  if (record === undefined || plan === undefined || finished === undefined) {
    throw Object.assign(new Error("the session has ended"), { code: "ENOENT" });
  }
  const source = await openAddressTable({ name: "The file", path: session.inputPath }, record.options);
  try {
    const journal = wholeJournal(session.pathOf(finished.journal), finished.counts.rows);
    const isDecided = decisions.byRow.size > 0;
    const rows = watchBatches(joinJournal(source, journal), watch);
    const result = { source, plan, batches: isDecided ? withDecisions(rows, decisions) : rows };
    if (typeof wanted === "object") {
      const { language, fileName } = wanted;
      const counts = await writeResult(result, undefined);
      await write(Buffer.from(renderReport({ snapshot, fileName, plan, ...counts }, language)));
    } else {
      const further = isDecided ? [decidedColumn(result)] : [];
      const makeScratchFolder = () => mkdtempSync(session.pathOf(SCRATCH));
      await writeResult(result, { name: "geocoded", format: wanted, write, makeScratchFolder, further });
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
