import type { Snapshot } from "../registry/file/snapshot.ts";
import { CHANGES, type RecordChange, readAllRecordChanges } from "../registry/read/record-changes.ts";
import type { ExportFormat } from "./formats.ts";
import { addresses } from "./kinds/addresses.ts";
import type { ExportRow } from "./kinds/export-kind.ts";
import type { ExportTable } from "./write-export.ts";

const COLUMNS = {
  change: { kind: "text", description: "What happened to the address: added, changed or removed" },
  ...addresses.columns,
} as const;

/** Values of an address that was removed, without its identificatie. */
const ABSENT = Object.fromEntries(Object.keys(addresses.columns).map((name) => [name, null]));

/** Changes since a version as a table, and their numbers, which count up while its rows are read. */
export interface ChangesTable {
  readonly table: ExportTable;
  readonly counts: Record<RecordChange<"NUM">["change"], number>;
}

/** Returns the table of the changes since a version or date. */
export function changesTable(snapshot: Snapshot, since: string, format: ExportFormat): ChangesTable {
  const counts = Object.fromEntries(CHANGES.map((change) => [change, 0])) as ChangesTable["counts"];
  function* readRows(): Generator<ExportRow[]> {
    const include = { stage: true, areas: true };
    for (const { changes } of readAllRecordChanges(snapshot, "NUM", { since, include })) {
      yield changes.map((one) => {
        counts[one.change] += 1;
        return toRow(one);
      });
    }
  }
  const { geometryType } = addresses;
  return {
    table: { name: "changes", columns: COLUMNS, geometryType, rows: readRows(), format },
    counts,
  };
}

function toRow({ identificatie, change, record }: RecordChange<"NUM">): ExportRow {
  if (record === null) {
    return { record: { change, ...ABSENT, nummeraanduiding_id: identificatie }, geometry: null };
  }
  const { geometry: _, sources: _sources, in_onderzoek: _inOnderzoek, ...values } = record;
  return { record: { change, ...values } };
}
