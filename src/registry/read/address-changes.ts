/** Lists the addresses that came, changed or went since an earlier version of the data. */

import { type DataVersion, findDataVersion, listDataVersions } from "../file/data-versions.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { type AdresOptions, readAdres } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

export const CHANGES = ["added", "changed", "removed"] as const;

export interface AddressChange {
  readonly nummeraanduiding_id: string;
  readonly change: (typeof CHANGES)[number];
  /** The record now; null when it was removed. */
  readonly address: AdresRecord | null;
}

/** Place in a list of changes: the version that the list leads to, and the last address (a key) before the place. */
export interface ChangesCursor {
  readonly version: string;
  readonly after: number;
}

export interface ChangesRequest extends AdresOptions {
  /** Version or date, as in {@link findDataVersion}. */
  readonly since: string;
  /** Place to go on from; absent for the begin. */
  readonly cursor?: ChangesCursor | undefined;
  /** Maximum number of changes. */
  readonly limit: number;
}

/** Part of a list of changes, in order of nummeraanduiding. */
export interface AddressChanges {
  readonly since: DataVersion;
  /**
   * Version that the list leads to: the served one when its first part was read. Of later versions, published
   * meanwhile, the list may have some changes; it has all of this one.
   */
  readonly until: DataVersion;
  /** May be fewer than `limit`, or none, although others follow. */
  readonly changes: readonly AddressChange[];
  /** Undefined at the end of the list. */
  readonly next: ChangesCursor | undefined;
}

/**
 * Reads a part of the changes since a version, at a cost that depends on `limit` only. Several changes of an address
 * are one: what came and went is left out, and a record that changed and changed back is listed as `changed`. Throws
 * `changes_gone` and `changes_not_ready` as `findDataVersion` does.
 */
export function readAddressChanges(s: Snapshot, request: ChangesRequest): AddressChanges {
  const { since: asked, cursor, limit, ...options } = request;
  const since = findDataVersion(s, asked);
  const until = findDataVersion(s, cursor?.version ?? s.meta.dataVersion);
  const rows = readRows(s, since, { after: cursor?.after ?? 0, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const changes: AddressChange[] = [];
  let previous = 0;
  for (const { adres_id, existed } of rows.slice(0, limit)) {
    if (adres_id === previous) {
      continue;
    }
    previous = adres_id;
    const address = readAdres(s, adres_id, options) ?? null;
    if (address !== null || existed === 1) {
      const change = address === null ? "removed" : existed === 1 ? "changed" : "added";
      changes.push({ nummeraanduiding_id: formatIdentificatie(adres_id), change, address });
    }
  }
  return { since, until, changes, next: last && { version: until.version, after: last.adres_id } };
}

/** Yields all changes since a version, part by part. */
export function* readAllAddressChanges(
  s: Snapshot,
  since: string,
  options: AdresOptions,
): Generator<AddressChanges> {
  let part: AddressChanges | undefined;
  do {
    part = readAddressChanges(s, { ...options, since, cursor: part?.next, limit: PART_ROWS });
    yield part;
  } while (part.next !== undefined);
}

const PART_ROWS = 1_000;

interface ChangeRow {
  readonly adres_id: number;
  readonly existed: number;
}

/**
 * Reads rows of `address_change` of all versions after `since` in order of address, then of version: the first row of
 * an address tells whether it existed in `since`. SQLite merges the sorted rows of the versions and stops at the limit.
 */
function readRows(
  s: Snapshot,
  since: DataVersion,
  { after, limit }: { after: number; limit: number },
): ChangeRow[] {
  const later = listDataVersions(s).filter(({ importId }) => importId > since.importId);
  if (later.length === 0) {
    return [];
  }
  const ofVersion = (_: DataVersion, i: number) =>
    `SELECT adres_id, import_id, existed FROM address_change WHERE import_id = ?${i + 3} AND adres_id > ?1`;
  const sql = `${later.map(ofVersion).join(" UNION ALL ")} ORDER BY adres_id, import_id LIMIT ?2`;
  return s.statement<ChangeRow>(sql).all(after, limit, ...later.map(({ importId }) => importId));
}
