/** Begins the history file of an import, when one is wanted and the disk has room for it. */
import { join } from "node:path";
import { formatMegabytes, spaceLeft } from "../../base/disk-space.ts";
import type { HistoryChoice } from "../../base/setting-values.ts";
import { type AttachedFile, newAttachedFile } from "../../registry/file/attached-files.ts";
import { spaceForHistory } from "../../registry/file/registry-files.ts";
import { type HistoryTask, historyDraftIn } from "../derive/history/history-writer.ts";
import { type Sources, sumXmlBytes } from "../extract/sources.ts";
import type { Progress } from "../progress.ts";
import type { AttachedDraft, ImportFolder } from "../publish.ts";
import type { ImportReport } from "../report.ts";
import { HistoryThread } from "./history-thread.ts";

interface HistoryRequest {
  readonly sources: Sources;
  readonly report: ImportReport;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly choice: HistoryChoice;
}

/** History file that is being made. */
class HistoryDraft extends HistoryThread implements AttachedDraft {
  readonly file: AttachedFile;
  readonly draft: string;

  constructor(task: HistoryTask, xmlBytes: number) {
    super(task, xmlBytes);
    this.file = task.file;
    this.draft = historyDraftIn(task.folder);
  }
}

/** Begins the history file; returns undefined when none is wanted, or the disk has no room for it. */
export async function beginHistory(
  { workDir }: ImportFolder,
  { sources, report, date, choice }: HistoryRequest,
  progress: Progress,
): Promise<HistoryDraft | undefined> {
  if (choice !== "full") {
    return undefined;
  }
  const xmlBytes = sumXmlBytes(sources);
  const needed = spaceForHistory(xmlBytes);
  return await progress.stage(`space for the history, ${formatMegabytes(needed.historyBytes)}`, () => {
    const freeBytes = spaceLeft(workDir);
    if (freeBytes >= needed.allBytes) {
      const folder = join(workDir, "history");
      return new HistoryDraft({ folder, file: newAttachedFile("history", date) }, xmlBytes);
    }
    const space = `it needs ${formatMegabytes(needed.allBytes)} with the registry; ${formatMegabytes(freeBytes)} are free`;
    report.add("file", "noticed", NO_SPACE_FOR_HISTORY, space);
    return undefined;
  });
}

const NO_SPACE_FOR_HISTORY = "NO HISTORY is kept: the disk has no room for it";
