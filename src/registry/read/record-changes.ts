/** Lists the addresses, verblijfsobjecten and panden that came, changed or went since an earlier version. */

import { type DataVersion, findDataVersion, listDataVersions } from "../file/data-versions.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { readAdres } from "./adres-record.ts";
import { readPand } from "./panden.ts";
import { readVerblijfsobject } from "./verblijfsobjecten.ts";

export const CHANGES = ["added", "changed", "removed"] as const;

/** Functions that read a record by its key, by kind of record: the type whose identificatie the record has. */
const READERS = { NUM: readAdres, VBO: readVerblijfsobject, PND: readPand } as const;

/** Kind of records whose changes are kept. */
export type ChangeKind = keyof typeof READERS;
type RecordOptions<K extends ChangeKind> = NonNullable<Parameters<(typeof READERS)[K]>[2]>;
type ChangedRecord<K extends ChangeKind> = NonNullable<ReturnType<(typeof READERS)[K]>>;

export interface RecordChange<K extends ChangeKind> {
  readonly identificatie: string;
  readonly change: (typeof CHANGES)[number];
  /** The record now; null when it was removed. */
  readonly record: ChangedRecord<K> | null;
}

/** Place in a list of changes: the version that the list leads to, and the key of the last record before the place. */
export interface ChangesCursor {
  readonly version: string;
  readonly after: number;
}

export interface ChangesRequest<K extends ChangeKind> {
  /** Version or date, as in {@link findDataVersion}. */
  readonly since: string;
  /** Place to go on from; absent for the begin. */
  readonly cursor?: ChangesCursor | undefined;
  /** Maximum number of changes. */
  readonly limit: number;
  /** Extra data of the records. */
  readonly include?: RecordOptions<K>;
}

/** Part of a list of changes, in order of identificatie. */
export interface RecordChanges<K extends ChangeKind> {
  readonly since: DataVersion;
  /**
   * Version that the list leads to: the version that was served when the first part was read. The list has all changes
   * up to this version, and may have some changes of later versions that were published meanwhile.
   */
  readonly until: DataVersion;
  /** May be fewer than `limit`, or none, although others follow. */
  readonly changes: readonly RecordChange<K>[];
  /** Undefined at the end of the list. */
  readonly next: ChangesCursor | undefined;
}

/**
 * Reads a part of the changes since a version, at a cost that depends on `limit` only. Several changes of a record are
 * one: a record that came and went is left out, one that changed and changed back is listed as `changed`. Throws
 * `changes_gone` and `changes_not_ready` as `findDataVersion` does.
 */
export function readRecordChanges<K extends ChangeKind>(
  s: Snapshot,
  kind: K,
  { since: asked, cursor, limit, include }: ChangesRequest<K>,
): RecordChanges<K> {
  const since = findDataVersion(s, asked);
  const until = findDataVersion(s, cursor?.version ?? s.meta.dataVersion);
  const rows = readRows(s, since, { kind, after: cursor?.after ?? 0, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const read = READERS[kind] as RecordReader<K>;
  const changes: RecordChange<K>[] = [];
  let previous = 0;
  for (const { record_id, existed } of rows.slice(0, limit)) {
    if (record_id === previous) {
      continue;
    }
    previous = record_id;
    const record = read(s, record_id, include) ?? null;
    if (record !== null || existed === 1) {
      const change = record === null ? "removed" : existed === 1 ? "changed" : "added";
      changes.push({ identificatie: formatIdentificatie(record_id), change, record });
    }
  }
  return { since, until, changes, next: last && { version: until.version, after: last.record_id } };
}

type RecordReader<K extends ChangeKind> = (
  s: Snapshot,
  key: number,
  options: RecordOptions<K> | undefined,
) => ChangedRecord<K> | undefined;

/** Yields all changes since a version, part by part. */
export function* readAllRecordChanges<K extends ChangeKind>(
  s: Snapshot,
  kind: K,
  request: Pick<ChangesRequest<K>, "since" | "include">,
): Generator<RecordChanges<K>> {
  let part: RecordChanges<K> | undefined;
  do {
    part = readRecordChanges(s, kind, { ...request, cursor: part?.next, limit: PART_ROWS });
    yield part;
  } while (part.next !== undefined);
}

const PART_ROWS = 1_000;

interface ChangeRow {
  readonly record_id: number;
  readonly existed: number;
}

/**
 * Reads rows of `record_change` of all versions after `since` in order of record, then of version: the first row of a
 * record tells whether it existed in `since`. SQLite merges the sorted rows of the versions and stops at the limit.
 */
function readRows(
  s: Snapshot,
  since: DataVersion,
  { kind, after, limit }: { kind: ChangeKind; after: number; limit: number },
): ChangeRow[] {
  const later = listDataVersions(s).filter(({ importId }) => importId > since.importId);
  if (later.length === 0) {
    return [];
  }
  const ofVersion = (_: DataVersion, i: number) =>
    `SELECT record_id, import_id, existed FROM record_change
      WHERE import_id = ?${i + 4} AND kind = ?1 AND record_id > ?2`;
  const sql = `${later.map(ofVersion).join(" UNION ALL ")} ORDER BY record_id, import_id LIMIT ?3`;
  return s.statement<ChangeRow>(sql).all(kind, after, limit, ...later.map(({ importId }) => importId));
}
