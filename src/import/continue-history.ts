/** Continues the history of the registry that an import replaces: its log, and the changes of addresses. */
import { join } from "node:path";
import { openScratch, openWithAttached } from "../base/sqlite.ts";
import { inspectFolder } from "../registry/file/inspect-folder.ts";
import { openSnapshot, type RegistryMeta } from "../registry/file/snapshot.ts";
import { recordImportChanges } from "./address-changes.ts";
import { copyLog, nextLogId } from "./import-log.ts";
import type { ImportFolder } from "./publish.ts";
import { countRows } from "./verify.ts";
import { attachWorkDatabase } from "./work-database.ts";

/** Facts of an import that decide whether the registry before it can be compared with it. */
export interface ImportedData extends Pick<RegistryMeta, "isDemo" | "area"> {
  readonly dataDir: string;
}

/**
 * Copies the log of the registry that `current` names into the draft, on which no handle is open, and records the
 * changes since then. Returns their number, or null when none are kept: there is no registry of this schema, or it is
 * of other data, so that the changes would be as many as the addresses.
 */
export function continueHistory(
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
    db.run("UPDATE import_log SET address_changes = NULL");
    return null;
  }
  using db = openWithAttached(draft, "previous", previous);
  attachWorkDatabase(db, workDir);
  return db.transaction(() => {
    copyLog(db, previous);
    return recordImportChanges(db, nextLogId(db), countRows(db, "adres"));
  })();
}

/** Returns true when both are of the same area of the Netherlands, or both fictitious. */
function isOfSameData(previous: string, { isDemo, area }: Pick<RegistryMeta, "isDemo" | "area">): boolean {
  const snapshot = openSnapshot(previous);
  try {
    const { meta } = snapshot;
    return meta.isDemo === isDemo && meta.area.join() === area.join();
  } finally {
    snapshot.close();
  }
}
