/** Result of geocoding one row of a user's file. */
import type { AdresRecord } from "../registry/read/records.ts";
import type { Value } from "../tables/table.ts";

/** `exact`, `corrected` and `one_of_several` as in `docs/search.md`; `none` when no address is certain. */
export const MATCHES = ["exact", "corrected", "one_of_several", "none"] as const;
export type RowMatch = (typeof MATCHES)[number];

/** Outcome of one row, with the values of the added columns. */
export interface RowOutcome {
  readonly match: RowMatch;
  /** Code of the reason of `none`, from a closed list, for counting; null otherwise. */
  readonly reason: string | null;
  readonly adres: AdresRecord | null;
  /** Values of the added columns, in their order. */
  readonly values: readonly Value[];
  /**
   * Equal for rows that are the same address though written differently: its nummeraanduiding_id, or normalised text of
   * a row without an address; null for an empty row.
   */
  readonly groupKey: string | null;
}
