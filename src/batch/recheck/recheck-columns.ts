/** The columns that a recheck adds to a list. */
import { formatBound } from "../../registry/history/days.ts";
import type { Rechecked } from "../../registry/history/recheck.ts";
import type { ColumnKind, Value } from "../../tables/table.ts";
import { addressColumns, type Declaration, describeSuccessors } from "../column-groups.ts";
import type { RowResult } from "../outcome.ts";

/** Declares a column of what became of an id. */
function column(kind: ColumnKind, value: (found: Rechecked) => Value): Declaration {
  return { group: "recheck", kind, value: ({ recheck }) => recheck && value(recheck) };
}

const dayOf = (day: number | null) => (day === null ? null : formatBound(day));
const listOrNull = (values: readonly string[]) => (values.length === 0 ? null : values);
const idsOf = ({ candidates }: Rechecked) => candidates.map(({ address }) => address.nummeraanduiding_id);

/** All columns, in their order. */
export const RECHECK_COLUMNS = {
  recheck_status: column("text", ({ status }) => status),
  recheck_reason: column("text", ({ reason }) => reason),
  recheck_changes: column("list", ({ changes }) => listOrNull(changes)),
  recheck_since: column("date", ({ since }) => dayOf(since)),
  recheck_document: column("text", ({ document }) => document),
  recheck_relation: column("text", ({ relation }) => relation),
  recheck_was: column("text", ({ before }) => before?.full_address ?? null),
  recheck_compared_on: column("date", ({ comparedOn }) => dayOf(comparedOn)),
  recheck_candidates: column("text", ({ candidates }) => describeSuccessors(candidates)),
  recheck_candidate_ids: column("list", (found) => listOrNull(idsOf(found))),
  recheck_date: { group: "recheck", kind: "date", value: ({ referenceDate }: RowResult) => referenceDate },
  ...addressColumns("recheck"),
} as const;
