/** Reads what the registry of a data folder tells of changes. */

import { openSnapshot } from "../../../src/registry/file/snapshot.ts";
import { type AddressChanges, readAddressChanges } from "../../../src/registry/read/address-changes.ts";
import { currentOf } from "../update-oracle/demo-chain.ts";

export interface ToldChanges {
  /** Version of the registry. */
  readonly version: string;
  /** Kind of change by nummeraanduiding. */
  readonly changes: Record<string, string>;
}

/** Returns all changes since a version or date; none without `since`. */
export function tellChanges(dataDir: string, since?: string): ToldChanges {
  const snapshot = openSnapshot(currentOf(dataDir));
  try {
    const version = snapshot.meta.dataVersion;
    const changes: Record<string, string> = {};
    let part: AddressChanges | undefined;
    do {
      part = readAddressChanges(snapshot, { since: since ?? version, cursor: part?.next, limit: 5 });
      for (const { nummeraanduiding_id, change } of part.changes) {
        changes[nummeraanduiding_id] = change;
      }
    } while (part.next !== undefined);
    return { version, changes };
  } finally {
    snapshot.close();
  }
}
