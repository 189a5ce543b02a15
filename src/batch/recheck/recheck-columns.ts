/** The columns that a recheck adds to a list. */
import { formatBound } from "../../registry/history/days.ts";
import type { Rechecked } from "../../registry/history/recheck.ts";
import { formatFullAddress } from "../../registry/schema/full-address.ts";
import { addressColumns, type Declaration, describeSuccessors } from "../column-groups.ts";

/** Result of a row, and the reference date. */
export interface RecheckResult extends Rechecked {
  readonly referenceDate: string;
}

const dayOf = (day: number | null) => (day === null ? null : formatBound(day));
const listOrNull = (values: readonly string[]) => (values.length === 0 ? null : values);

/** All columns, in their order. */
export const RECHECK_COLUMNS = {
  recheck_status: { group: "recheck", kind: "text", value: ({ status }) => status },
  recheck_reason: { group: "recheck", kind: "text", value: ({ reason }) => reason },
  recheck_changes: { group: "recheck", kind: "list", value: ({ changes }) => listOrNull(changes) },
  recheck_since: { group: "recheck", kind: "date", value: ({ since }) => dayOf(since) },
  recheck_document: { group: "recheck", kind: "text", value: ({ document }) => document },
  recheck_relation: { group: "recheck", kind: "text", value: ({ relation }) => relation },
  recheck_was: { group: "recheck", kind: "text", value: ({ before }) => before && formatFullAddress(before) },
  recheck_compared_on: { group: "recheck", kind: "date", value: ({ comparedOn }) => dayOf(comparedOn) },
  recheck_candidates: {
    group: "recheck",
    kind: "text",
    value: ({ candidates }) => describeSuccessors(candidates),
  },
  recheck_candidate_ids: {
    group: "recheck",
    kind: "list",
    value: ({ candidates }) => listOrNull(candidates.map(({ address }) => address.nummeraanduiding_id)),
  },
  recheck_date: { group: "recheck", kind: "date", value: ({ referenceDate }) => referenceDate },
  ...addressColumns("recheck"),
} as const satisfies Record<string, Declaration<RecheckResult>>;

export type RecheckColumnName = keyof typeof RECHECK_COLUMNS;
