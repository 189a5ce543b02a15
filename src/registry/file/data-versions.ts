/** Versions of the data: names of registries, for clients that keep a copy of one. */

import { isCalendarDay } from "../../base/calendar-day.ts";
import { AppError } from "../../base/errors.ts";
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "./snapshot.ts";

/** A version: its reference date and twelve random digits, because two registries may have the same date. */
export const DATA_VERSION = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/;
const DATE_LENGTH = 10;

/** Returns true for a version or a date (YYYY-MM-DD), which {@link findDataVersion} takes. */
export function isVersionOrDate(text: string): boolean {
  return DATA_VERSION.test(text) ? isCalendarDay(text.slice(0, DATE_LENGTH)) : isCalendarDay(text);
}

/** Registry that the served one comes from, or the served one itself. */
export interface DataVersion {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  /** Its row of `import_log`. */
  readonly importId: number;
  /** True when the changes since this version are kept (schema.ts). */
  readonly isKept: boolean;
}

const VERSIONS = `SELECT id AS importId, data_version AS version, reference_date AS referenceDate,
    id >= (SELECT max(id) FROM import_log WHERE record_changes IS NULL) AS isKept
  FROM import_log WHERE data_version IS NOT NULL ORDER BY id`;

/** Lists the versions that led to the served registry, itself last. */
export const listDataVersions = memoizePerObject((s: Snapshot): readonly DataVersion[] =>
  s
    .statement<Omit<DataVersion, "isKept"> & { isKept: number }>(VERSIONS)
    .all()
    .map((row) => ({ ...row, isKept: row.isKept === 1 })),
);

/**
 * Finds the version that `since` names: a version, or a date (YYYY-MM-DD), which means the first registry of the newest
 * date up to it, so that the changes since then are enough for a copy of any registry of that date. Throws
 * `changes_gone` when the changes since then are not known, `changes_not_ready` for a version of a later date.
 */
export function findDataVersion(s: Snapshot, since: string): DataVersion {
  const versions = listDataVersions(s);
  const found = DATA_VERSION.test(since)
    ? versions.find(({ version }) => version === since)
    : findByDate(versions, since);
  if (found === undefined) {
    const isVersion = DATA_VERSION.test(since);
    if (isVersion && dateOf(since) > dateOf(s.meta.dataVersion)) {
      return refuseNewer(s, since);
    }
    return refuse(
      s,
      isVersion
        ? `The served data does not come from a version ${since}.`
        : `There was no data of ${since} or before.`,
    );
  }
  if (!found.isKept) {
    return refuse(s, `The changes since ${since} are no longer kept.`);
  }
  return found;
}

function findByDate(versions: readonly DataVersion[], date: string): DataVersion | undefined {
  const dates = versions.map(({ referenceDate }) => referenceDate).filter((one) => one <= date);
  const newest = dates.sort().at(-1);
  return versions.find(({ referenceDate }) => referenceDate === newest);
}

/** Returns the reference date (YYYY-MM-DD) of a version. */
function dateOf(version: string): string {
  return version.slice(0, 10);
}

/**
 * Throws `changes_not_ready` for a version of a later date than the served one: while nodes switch registries, a client
 * may have it from a node that is ahead of this one.
 */
function refuseNewer({ meta }: Snapshot, version: string): never {
  throw new AppError(
    "changes_not_ready",
    `The data here is of ${dateOf(meta.dataVersion)}, older than version ${version}. Ask again in a minute. When that does ` +
      "not help, the service went back to earlier data: fetch everything again with an export.",
  );
}

function refuse(s: Snapshot, reason: string): never {
  const oldest = listDataVersions(s).find(({ isKept }) => isKept)?.version;
  const kept = oldest === undefined ? "" : ` The oldest version with changes is ${oldest}.`;
  throw new AppError(
    "changes_gone",
    `${reason}${kept} Fetch everything again with an export, and follow the changes from its version on.`,
  );
}
