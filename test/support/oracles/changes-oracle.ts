/**
 * Checks the changes that registries report since earlier ones. It keeps the records of each registry: the expected
 * changes are their differences.
 */

import { openSnapshot, type Snapshot } from "../../../src/registry/file/snapshot.ts";
import { readAdres } from "../../../src/registry/read/adres-record.ts";
import { readPand } from "../../../src/registry/read/panden.ts";
import {
  type ChangeKind,
  type RecordChange,
  readRecordChanges,
} from "../../../src/registry/read/record-changes.ts";
import { readVerblijfsobject } from "../../../src/registry/read/verblijfsobjecten.ts";
import { formatIdentificatie } from "../../../src/registry/schema/object-types.ts";

const GEOMETRY = { geometry: true };

/** Table and reader of the records of each kind. */
const KINDS: Record<ChangeKind, readonly [table: string, read: (s: Snapshot, key: number) => unknown]> = {
  NUM: ["adres", (s, key) => readAdres(s, key, GEOMETRY)],
  VBO: ["verblijfsobject", (s, key) => readVerblijfsobject(s, key, GEOMETRY)],
  PND: ["pand", (s, key) => readPand(s, key, GEOMETRY)],
};
const KIND_NAMES = Object.keys(KINDS) as ChangeKind[];

/** Records with geometry as JSON, by identificatie. */
type Records = ReadonlyMap<string, string>;

export class ChangesOracle {
  /** By version, oldest first; then by kind. */
  readonly #earlier = new Map<string, ReadonlyMap<ChangeKind, Records>>();
  /** Number of lists compared with the differences of two registries. */
  comparisons = 0;

  /**
   * Compares the changes reported since each registry checked before with the differences of the records, in parts of
   * at most `limit` rows. Returns a line for each change that is wrong, missing or too many.
   */
  check(registry: string, limit: number): string[] {
    const snapshot = openSnapshot(registry);
    try {
      const now = new Map(KIND_NAMES.map((kind) => [kind, readRecords(snapshot, kind)]));
      const previous = [...this.#earlier.keys()].at(-1);
      const faults = [...this.#earlier].flatMap(([version, before]) => {
        this.comparisons += 1;
        return KIND_NAMES.flatMap((kind) => {
          const told = tellChanges(snapshot, kind, version, limit);
          // Since an older registry than the previous one, a record may have changed and changed back.
          const mayRepeat = version !== previous;
          return compareChanges(before.get(kind)!, now.get(kind)!, { told, mayRepeat }).map(
            (fault) => `changes of ${kind} since ${version}: ${fault}`,
          );
        });
      });
      this.#earlier.set(snapshot.meta.dataVersion, now);
      return faults;
    } finally {
      snapshot.close();
    }
  }
}

function readRecords(snapshot: Snapshot, kind: ChangeKind): Records {
  const [table, read] = KINDS[kind];
  const ids = snapshot.db.query<{ fid: number }, []>(`SELECT fid FROM ${table}`).all();
  return new Map(ids.map(({ fid }) => [formatIdentificatie(fid), JSON.stringify(read(snapshot, fid))]));
}

function tellChanges(snapshot: Snapshot, kind: ChangeKind, since: string, limit: number): Told["told"] {
  const told: RecordChange<ChangeKind>[] = [];
  let part: ReturnType<typeof readRecordChanges> | undefined;
  do {
    part = readRecordChanges(snapshot, kind, { since, cursor: part?.next, limit, include: GEOMETRY });
    told.push(...part.changes);
  } while (part.next !== undefined);
  return told;
}

interface Told {
  readonly told: readonly RecordChange<ChangeKind>[];
  /** True when an equal record may be reported as changed. */
  readonly mayRepeat: boolean;
}

function compareChanges(before: Records, now: Records, { told, mayRepeat }: Told): string[] {
  const ids = told.map((one) => one.identificatie);
  const byId = new Map(told.map((one) => [one.identificatie, one]));
  const faults = ids.join() === [...new Set(ids)].sort().join() ? [] : ["not in order, or a record twice"];
  for (const id of new Set([...before.keys(), ...now.keys(), ...ids])) {
    const [was, is] = [before.get(id), now.get(id)];
    const expected = describe(was, is);
    const { change = "none", record = null } = byId.get(id) ?? {};
    const isRepeated = mayRepeat && expected === "none" && change === "changed" && was !== undefined;
    if (change !== expected && !isRepeated) {
      faults.push(`${id} is told as ${change}, expected ${expected}: ${was} ${is}`);
    } else if (change !== "none" && JSON.stringify(record) !== (is ?? "null")) {
      faults.push(`${id} is told with ${JSON.stringify(record)}, expected ${is}`);
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
