/** Writes the history file of a registry again when the registry has many recent objects. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { formatMegabytes, spaceLeft } from "../../base/disk-space.ts";
import type { Database } from "../../base/sqlite.ts";
import { attachedMeta, newAttachedFile } from "../../registry/file/attached-files.ts";
import { recentTables } from "../../registry/schema/history-schema.ts";
import { HistoryWriter } from "../derive/history/history-writer.ts";
import { verifyHistory } from "../derive/history/verify-history.ts";
import { formatBagDate } from "../extract/dates.ts";
import { verifyIntegrity } from "../integrity-checks.ts";
import type { AttachedDraft, ImportFolder } from "../publish.ts";
import type { ImportReport } from "../report.ts";
import { setMeta } from "../write-meta.ts";

/**
 * Maximum share of the addresses and panden that may be recent objects (some 200 bytes each), and the minimum of that
 * limit.
 */
const MAX_RECENT_PART = 1 / 20;
const MIN_RECENT_OBJECTS = 10_000;

/** Returns the number of recent objects at which the history is written again. */
export function recentLimitOf({ adressen, panden }: { adressen: number; panden: number }): number {
  return Math.max(MIN_RECENT_OBJECTS, MAX_RECENT_PART * (adressen + panden));
}

/** Work space in addition to the new file, as a part of its size: the file is copied once to take less room. */
const WORK_PART = 1.5;

interface Renewal {
  /** Path of the history file. */
  readonly former: string;
  /** YYYYMMDD. */
  readonly referenceDate: number;
  readonly report: ImportReport;
}

/**
 * Makes a new history file from the previous one and the recent objects of the draft. The draft then names the new file
 * and has no recent objects. Without room on the disk, reports that and returns an empty list. The draft must have no
 * open transaction.
 */
export async function renewHistory(
  db: Database,
  { draft, workDir }: Pick<ImportFolder, "draft" | "workDir">,
  { former, referenceDate, report }: Renewal,
): Promise<AttachedDraft[]> {
  const neededBytes = (1 + WORK_PART) * statSync(former).size;
  const freeBytes = spaceLeft(workDir);
  if (freeBytes < neededBytes) {
    const space = `it needs ${formatMegabytes(neededBytes)}; ${formatMegabytes(freeBytes)} are free`;
    report.add("file", "noticed", NO_SPACE, space);
    return [];
  }
  const folder = join(workDir, "history");
  const file = newAttachedFile("history", formatBagDate(referenceDate));
  const writer = new HistoryWriter({ folder, file });
  writer.openDraft(draft);
  writer.takeMerged(former);
  writer.finish(referenceDate);
  const { path } = writer;
  await verifyIntegrity(path, availableParallelism());
  verifyHistory(draft, path);
  db.transaction(() => {
    for (const table of recentTables()) {
      db.run(`DELETE FROM ${table}`);
    }
    setMeta(db, attachedMeta(file));
  })();
  return [{ draft: path, file }];
}

const NO_SPACE =
  "the history is not written again: there is no disk space for it, and the registry keeps growing";
