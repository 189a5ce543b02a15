/** Geocodes a file to a file, through a journal with which an interrupted run can continue. */

import { basename, extname } from "node:path";
import { isDiskFault } from "../../base/disk-fault.ts";
import { DiskShortage } from "../../base/disk-space.ts";
import type { DraftFile } from "../../base/draft-file.ts";
import { sha256OfFile } from "../../base/sha256.ts";
import { shellWord } from "../../base/shell-word.ts";
import { buildId } from "../../base/version.ts";
import { geocodeTable } from "../../batch/run/geocode-table.ts";
import type { Journal, JournalOwner } from "../../batch/run/journal.ts";
import { type ResultFile, type WrittenResult, writeResult } from "../../batch/run/write-result.ts";
import { fileTraitText } from "../../tables/file-trait.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { StoppedBySignal, stopOnSignals } from "../stop-signals.ts";
import { type CommandRequest, formatOfOutput, type OpenedFile } from "./geocode-request.ts";
import { PLAN, UnfinishedRun } from "./unfinished-run.ts";

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
      const result = await geocodeWith(journal, run, file, request);
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

async function geocodeWith(
  journal: Journal,
  run: UnfinishedRun,
  { snapshot, source, plan }: OpenedFile,
  { out, replace, threads, limit }: CommandRequest,
): Promise<WrittenResult> {
  using stop = stopOnSignals();
  const { signal } = stop;
  if (journal.rows > 0) {
    printNote(`Continuing after ${journal.rows.toLocaleString("en")} rows of ${run.folder}`);
  }
  const write = (draft: DraftFile | undefined) =>
    createStderrProgress().stage(
      plan.kind === "recheck" ? "recheck rows" : "geocode rows",
      (onRows) => {
        const options = { snapshot, plan, threads, limit, journal, onRows, signal };
        const rows = { source, plan, batches: geocodeTable(source, options) };
        return writeResult(rows, draft && fileOf(draft, run));
      },
      { count: Math.min(source.rowCount, limit ?? source.rowCount), unit: "rows" },
    );
  if (run.isPublished) {
    // Only the summary is missing.
    return await write(undefined);
  }
  const draft = await run.createDraft();
  try {
    const result = await write(draft);
    await draft.publish();
    run.publish({ replace });
    printResult(out);
    return result;
  } finally {
    await draft.close();
  }
}

/** Describes the output, which is written under another name until it is complete. */
function fileOf({ write }: DraftFile, run: UnfinishedRun): ResultFile {
  const { out } = run;
  const name = basename(out, extname(out));
  return { name, format: formatOfOutput(out), write, makeScratchFolder: () => run.makeScratchFolder() };
}

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
    rows === 0 ? "" : ` ${rows.toLocaleString("en")} rows are kept. Continue with: ${resumeCommand()}`;
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
