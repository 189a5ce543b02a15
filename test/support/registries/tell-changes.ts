/** Reads the changes that the registry of a data folder reports. */

import { openSnapshot } from "../../../src/registry/file/snapshot.ts";
import {
  type ChangeKind,
  type RecordChanges,
  readRecordChanges,
} from "../../../src/registry/read/record-changes.ts";
import { currentOf } from "../update-oracle/demo-chain.ts";

export interface ToldChanges {
  /** Version of the registry. */
  readonly version: string;
  /** Kind of change by identificatie. */
  readonly changes: Record<string, string>;
}

/** Returns all changes since a version or date; none without `since`. */
export function tellChanges(dataDir: string, since?: string, kind: ChangeKind = "NUM"): ToldChanges {
  const snapshot = openSnapshot(currentOf(dataDir));
  try {
    const version = snapshot.meta.dataVersion;
    const changes: Record<string, string> = {};
    let part: RecordChanges<ChangeKind> | undefined;
    do {
      part = readRecordChanges(snapshot, kind, { since: since ?? version, cursor: part?.next, limit: 5 });
      for (const { identificatie, change } of part.changes) {
        changes[identificatie] = change;
      }
    } while (part.next !== undefined);
    return { version, changes };
  } finally {
    snapshot.close();
  }
}
