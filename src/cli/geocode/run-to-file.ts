/** Geocodes a file to a file, through a journal with which an interrupted run can continue. */

import { basename, extname } from "node:path";
import { isDiskFault } from "../../base/disk-fault.ts";
import { DiskShortage } from "../../base/disk-space.ts";
import { sha256OfFile } from "../../base/sha256.ts";
import { shellWord } from "../../base/shell-word.ts";
import { buildId } from "../../base/version.ts";
import { fillJournal, type Journal, type JournalOwner } from "../../batch/run/journal.ts";
import {
  csvOptionsLike,
  joinJournal,
  layoutOf,
  type WrittenResult,
  writeMarkLike,
  writeResult,
} from "../../batch/run/write-result.ts";
import { fileTraitText } from "../../tables/file-trait.ts";
import type { TableWriter } from "../../tables/table.ts";
import { createTableWriter } from "../../tables/write/table-writer.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { StoppedBySignal, stopOnSignals } from "../stop-signals.ts";
import { type CommandRequest, formatOfOutput, type OpenedFile } from "./geocode-request.ts";
import { PLAN, UnfinishedRun } from "./unfinished-run.ts";

/** Run under way. */
interface Running extends OpenedFile {
  readonly request: CommandRequest;
  readonly run: UnfinishedRun;
  readonly journal: Journal;
  /** Number of rows to geocode in all. */
  readonly rows: number;
  readonly signal: AbortSignal;
}

/**
 * Geocodes to `request.out`. A run that ends early keeps its journal, unless it has no rows, and says how to continue.
 */
export async function runToFile(file: OpenedFile, request: CommandRequest): Promise<WrittenResult> {
  const owner = await describeOwner(file, request);
  const run = UnfinishedRun.start(request.out, request);
  let isKept = run.wasFound;
  try {
    const journal = await run.openJournal(owner);
    try {
      const result = await runPhases({ ...file, request, run, journal });
      isKept = false;
      return result;
    } catch (error) {
      isKept = journal.rows > 0;
      throw explainEnd(error, request, journal.rows);
    } finally {
      await journal.close();
    }
  } finally {
    run.close({ isKept });
  }
}

async function runPhases(file: Omit<Running, "rows" | "signal">): Promise<WrittenResult> {
  const { request, run, journal, source } = file;
  const rows = Math.min(source.rowCount, request.limit ?? source.rowCount);
  using stop = stopOnSignals();
  const running = { ...file, rows, signal: stop.signal };
  if (journal.rows > 0) {
    printNote(`Going on behind ${journal.rows.toLocaleString("en")} rows of ${run.folder}`);
  }
  await geocodeRest(running);
  if (run.isPublished) {
    // Only the summary is missing.
    return await writeRows(running, { crs: "rd", write: nothing, finish: nothing, close: nothing });
  }
  const result = await writeOutput(running);
  printResult(request.out);
  return result;
}

async function geocodeRest({
  snapshot,
  plan,
  source,
  request,
  journal,
  rows,
  signal,
}: Running): Promise<void> {
  const total = { count: rows - journal.rows, unit: "rows" };
  const { threads, limit } = request;
  await createStderrProgress().stage(
    plan.kind === "recheck" ? "recheck rows" : "geocode rows",
    (onRows) => fillJournal(source, journal, { snapshot, plan, threads, signal, limit, onRows }),
    total,
  );
}

/** Writes the output under another name, and gives it its own when it is complete. */
async function writeOutput(running: Running): Promise<WrittenResult> {
  const { source, plan, request, run } = running;
  const { out, replace } = request;
  const format = formatOfOutput(out);
  const draft = await run.createDraft();
  try {
    await writeMarkLike(source, format, draft.write);
    const layout = layoutOf(source, plan, basename(out, extname(out)));
    const makeScratchFolder = () => run.makeScratchFolder();
    const options = { ...csvOptionsLike(source), makeScratchFolder };
    const writer = createTableWriter(format, layout, draft.write, options);
    const result = await writeRows(running, writer);
    await draft.publish();
    run.publish({ replace });
    return result;
  } finally {
    await draft.close();
  }
}

async function writeRows(running: Running, writer: TableWriter): Promise<WrittenResult> {
  const { source, plan, request, journal, rows, signal } = running;
  try {
    return await createStderrProgress().stage(
      `write ${basename(request.out)}`,
      (onRows) => writeResult(source, joinJournal(source, journal), writer, { plan, signal, onRows }),
      { count: rows, unit: "rows" },
    );
  } finally {
    await writer.close();
  }
}

const nothing = async () => undefined;

/** Describes the inputs and options on which the lines of the journal depend. */
async function describeOwner(
  { snapshot, source, plan }: OpenedFile,
  { input, limit, ...request }: CommandRequest,
): Promise<JournalOwner> {
  const { version, meta } = snapshot;
  const { columns, hasHeader, traits, rowCount } = source;
  return {
    "the content of the input file": await sha256OfFile(input),
    "how the file is read (--encoding, --delimiter, --header, --sheet, --limit)": JSON.stringify({
      ...{ columns, hasHeader, traits: traits.map(fileTraitText), rowCount, limit },
    }),
    "the columns asked for (--columns, --add, --dedupe, --former, --since, --only-changed)": JSON.stringify([
      request.columns,
      request.add,
      request.dedupe,
      request.former,
      request.recheck,
    ]),
    [PLAN]: JSON.stringify(plan),
    "the registry": `${version} ${meta.importedAt}`,
    "the version of baken": buildId(),
  };
}

/** Returns the error to show for the end of a run, after a note on how to continue. */
function explainEnd(error: unknown, { out }: CommandRequest, rows: number): unknown {
  const hint =
    rows === 0 ? "" : ` ${rows.toLocaleString("en")} rows are kept. Go on with: ${resumeCommand()}`;
  if (error instanceof StoppedBySignal) {
    return new StoppedBySignal(error.signal, `Stopped.${hint}`);
  }
  if (hint !== "") {
    printNote(hint.trim());
  }
  if (error instanceof DiskShortage) {
    return new DiskShortage(out);
  }
  return isDiskFault(error) && !("path" in error) ? Object.assign(error, { path: out }) : error;
}

function resumeCommand(): string {
  const words = process.argv.slice(2).filter((word) => word !== "--resume");
  return ["baken", ...words, "--resume"].map(shellWord).join(" ");
}
