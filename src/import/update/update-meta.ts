import { basename } from "node:path";
import type { Database } from "../../base/sqlite.ts";
import { newDataVersion } from "../../registry/file/data-versions.ts";
import type { RegistryMeta } from "../../registry/file/registry-meta.ts";
import { isTouchedTable } from "../derive/touched.ts";
import { formatDate } from "../extract/dates.ts";
import { appendToLog, demoFlag, type LoggedDelivery } from "../import-log.ts";
import { storeLayerCounts } from "../layer-counts.ts";
import type { ImportReport } from "../report.ts";
import { countRows } from "../verify.ts";
import { setMeta } from "../write-meta.ts";
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
  const counts = storeLayerCounts(db, (table) => countUpdated(db, table));
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

/**
 * Returns the number of rows of a table or view: of a table whose changes are known the previous number plus their
 * difference, because counting would read the whole country.
 */
function countUpdated(db: Database, table: string): number {
  if (!isTouchedTable(table)) {
    return countRows(db, table);
  }
  return db
    .query<{ n: number }, [string]>(
      `SELECT (SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ?)
        + (SELECT count(*) FROM work.touched_${table} t CROSS JOIN ${table} now ON now.fid = t.fid)
        - (SELECT count(*) FROM work.old_${table}) AS n`,
    )
    .get(table)!.n;
}
