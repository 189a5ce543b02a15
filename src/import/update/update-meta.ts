import { basename } from "node:path";
import type { Database } from "../../base/sqlite.ts";
import { newDataVersion } from "../../registry/data-versions.ts";
import type { RegistryMeta } from "../../registry/registry-meta.ts";
import { formatDate } from "../extract/dates.ts";
import { appendToLog, demoFlag, type LoggedDelivery } from "../import-log.ts";
import type { ImportReport } from "../report.ts";
import { COUNTED_TABLES, setMeta } from "../write-meta.ts";
import type { Delivery } from "./delivery.ts";
import type { DeliveryPlan } from "./order-deliveries.ts";

export interface UpdateSummary {
  readonly plan: DeliveryPlan;
  /** YYYYMMDD. */
  readonly referenceDate: number;
  /** Metadata of the registry before the update. */
  readonly meta: RegistryMeta;
  /** Number of mutations read. */
  readonly mutationCount: number;
  readonly tallies: object;
  /** Number of changes of addresses that were recorded; null for none. */
  readonly addressChanges: number | null;
  readonly report: ImportReport;
}

/** Writes the metadata of an updated registry and its row of the import log; returns its counts. */
export function writeUpdateMeta(db: Database, summary: UpdateSummary): RegistryMeta["counts"] {
  const { plan, tallies, report, addressChanges } = summary;
  const referenceDate = formatDate(summary.referenceDate);
  const completedAt = new Date().toISOString();
  const dataVersion = newDataVersion(referenceDate);
  const counts = addCountDifferences(db, summary.meta.counts);
  setMeta(db, {
    reference_date: referenceDate,
    imported_at: completedAt,
    data_version: dataVersion,
    counts: JSON.stringify(counts),
  });
  const deliveries = plan.deliveries.map(toLoggedDelivery);
  const gaps = plan.gaps.map(formatDates);
  const logged = { ...demoFlag(summary.meta.isDemo), deliveries, gaps, tallies, problems: report.problems };
  const recordsProcessed = summary.mutationCount;
  const line = { referenceDate, completedAt, recordsProcessed, dataVersion, addressChanges, report: logged };
  appendToLog(db, { kind: "update", ...line });
  return counts;
}

function toLoggedDelivery({ file, period, areas, digest }: Delivery): LoggedDelivery {
  return { file: basename(file), ...formatDates(period), areas, digest };
}

function formatDates({ from, to }: { from: number; to: number }): { from: string; to: string } {
  return { from: formatDate(from), to: formatDate(to) };
}

/** Returns the previous counts plus the differences of the touched rows: counting all would read the whole country. */
function addCountDifferences(db: Database, previous: RegistryMeta["counts"]): RegistryMeta["counts"] {
  const counts = Object.entries(COUNTED_TABLES).map(([key, table]) => {
    const difference = db
      .query<{ n: number }, []>(
        `SELECT (SELECT count(*) FROM work.touched_${table} t CROSS JOIN ${table} now ON now.fid = t.fid)
          - (SELECT count(*) FROM work.old_${table}) AS n`,
      )
      .get()!.n;
    return [key, previous[key as keyof RegistryMeta["counts"]] + difference];
  });
  return Object.fromEntries(counts);
}
