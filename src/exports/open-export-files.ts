import { join } from "node:path";
import type { StorageLocation } from "../base/storage-location.ts";
import { openStore } from "../storage/open-storage.ts";
import { openExportBucket } from "./export-bucket.ts";
import type { ExportFiles } from "./export-files.ts";
import { openExportFolder } from "./export-folder.ts";

export interface ExportFilesOptions {
  readonly dataDir: string;
  /** Absent: the folder `exports` of the data folder. */
  readonly exportStore?: StorageLocation | undefined;
  /** Longest wait for an answer of S3 storage in milliseconds, for threads that serve requests. */
  readonly storeAnswerMs?: number | undefined;
}

/** Milliseconds for which a file that no job owns stays where servers with other jobs may write too. */
const UNOWNED_MS = 24 * 3_600_000;

/** Opens the files without reading anything. Throws `usage` when credentials are missing. */
export function openExportFiles({ dataDir, exportStore, storeAnswerMs }: ExportFilesOptions): ExportFiles {
  if (exportStore === undefined) {
    return openExportFolder(join(dataDir, "exports"), { parent: dataDir, unownedMs: 0 });
  }
  if (exportStore.kind === "folder") {
    return openExportFolder(exportStore.path, { parent: undefined, unownedMs: UNOWNED_MS });
  }
  return openExportBucket(openStore(exportStore, storeAnswerMs), UNOWNED_MS);
}
