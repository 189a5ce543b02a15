/** `include=source` and `include=in_onderzoek`: fields that the history adds to current records. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { type DetailedRecord, type DetailOptions, detailsOfToday } from "../registry/history/details.ts";
import { Past } from "../registry/history/past.ts";

/** Values of `include` of records that are made from objects of the BAG. */
export const DETAILS = ["source", "in_onderzoek"] as const;

/** Returns the function that adds the details asked for to a current record. Throws `history_not_kept`. */
export function detailed(s: Snapshot, include: DetailOptions): <R extends DetailedRecord>(record: R) => R {
  return detailsOfToday(() => new Past(s), include);
}
