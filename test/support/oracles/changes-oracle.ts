/**
 * Checks what registries tell of the changes since earlier ones: the address records of each are kept, and the changes
 * expected are the differences between these.
 */

import { openSnapshot, type Snapshot } from "../../../src/registry/file/snapshot.ts";
import {
  type AddressChange,
  type AddressChanges,
  readAddressChanges,
} from "../../../src/registry/read/address-changes.ts";
import { readAdres } from "../../../src/registry/read/adres-record.ts";

/** Address records with geometry as JSON, by nummeraanduiding. */
type Records = ReadonlyMap<string, string>;

export class ChangesOracle {
  /** By version, oldest first. */
  readonly #earlier = new Map<string, Records>();
  /** Number of lists compared with the differences of two registries. */
  comparisons = 0;

  /**
   * Compares the changes since each registry that was checked before with the differences, in parts of at most `limit`
   * rows. Returns a line for each change that is wrong, missing or too many.
   */
  check(registry: string, limit: number): string[] {
    const snapshot = openSnapshot(registry);
    try {
      const now = readRecords(snapshot);
      const previous = [...this.#earlier.keys()].at(-1);
      const faults = [...this.#earlier].flatMap(([version, before]) => {
        this.comparisons += 1;
        const told = tellChanges(snapshot, version, limit);
        // Only of the last registry it is known that equal records were equal all the time.
        return compareChanges(before, now, { told, mayRepeat: version !== previous }).map(
          (fault) => `changes since ${version}: ${fault}`,
        );
      });
      this.#earlier.set(snapshot.meta.dataVersion, now);
      return faults;
    } finally {
      snapshot.close();
    }
  }
}

function readRecords(snapshot: Snapshot): Records {
  const ids = snapshot.db.query<{ fid: number }, []>("SELECT fid FROM adres").all();
  const records = ids.map(({ fid }) => readAdres(snapshot, fid, { geometry: true })!);
  return new Map(records.map((record) => [record.nummeraanduiding_id, JSON.stringify(record)]));
}

function tellChanges(snapshot: Snapshot, since: string, limit: number): AddressChange[] {
  const told: AddressChange[] = [];
  let part: AddressChanges | undefined;
  do {
    part = readAddressChanges(snapshot, { since, cursor: part?.next, limit, geometry: true });
    told.push(...part.changes);
  } while (part.next !== undefined);
  return told;
}

interface Told {
  readonly told: readonly AddressChange[];
  /** True when an address whose record is the same may be told as changed. */
  readonly mayRepeat: boolean;
}

function compareChanges(before: Records, now: Records, { told, mayRepeat }: Told): string[] {
  const ids = told.map((one) => one.nummeraanduiding_id);
  const byId = new Map(told.map((one) => [one.nummeraanduiding_id, one]));
  const faults = ids.join() === [...new Set(ids)].sort().join() ? [] : ["not in order, or an address twice"];
  for (const id of new Set([...before.keys(), ...now.keys(), ...ids])) {
    const [was, is] = [before.get(id), now.get(id)];
    const expected = describe(was, is);
    const { change = "none", address = null } = byId.get(id) ?? {};
    const isRepeated = mayRepeat && expected === "none" && change === "changed" && was !== undefined;
    if (change !== expected && !isRepeated) {
      faults.push(`${id} is told as ${change}, expected ${expected}: ${was} ${is}`);
    } else if (change !== "none" && JSON.stringify(address) !== (is ?? "null")) {
      faults.push(`${id} is told with ${JSON.stringify(address)}, expected ${is}`);
    }
  }
  return faults;
}

function describe(was: string | undefined, is: string | undefined): string {
  if (was === is) {
    return "none";
  }
  return was === undefined ? "added" : is === undefined ? "removed" : "changed";
}
