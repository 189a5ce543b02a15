/**
 * Result of geocoding one row of a user's file, and the reasons why a row has no address: a closed list for counting.
 * `texts/reasons.ts` has their texts.
 */
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import { RECHECK_STATUSES, type Rechecked } from "../registry/history/recheck.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import type { ReasonOf, Refusal } from "../search/refusal.ts";
import type { Value } from "../tables/table.ts";
import type { Correction } from "./corrections.ts";

/**
 * `exact`, `corrected` and `one_of_several` as in `docs/search.md`; `none` when no address is certain; `former`: an
 * address that no longer exists, only when these are requested.
 */
export const MATCHES = ["exact", "corrected", "one_of_several", "none", "former"] as const;
export type RowMatch = (typeof MATCHES)[number];

/** Matches of geocoded rows, and statuses of rechecked ones. */
export const ROW_STATUSES = [...MATCHES, ...RECHECK_STATUSES] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** Facts of every row. */
interface RowFacts {
  readonly match: RowStatus;
  /** For counting: code of the reason of `none` or `unknown`, from a closed list; fields of `changed`; else null. */
  readonly reason: string | null;
  readonly adres: AdresRecord | null;
  /**
   * Equal for rows that are the same address though written differently: its nummeraanduiding_id, or normalised text of
   * a row without an address; null for an empty row, and for an id.
   */
  readonly groupKey: string | null;
}

/** All that is known of a row; the values of its added columns are made from it. */
export interface RowResult extends RowFacts {
  /** Reason of `none`. */
  readonly refusal: RowRefusal | null;
  /** Differences between row and address. */
  readonly corrected: readonly Correction[] | null;
  readonly suggestions: readonly AdresRecord[];
  /** Metres from the position of the row; null for rows of addresses. */
  readonly distanceM: number | null;
  /** The former address that the row names: the address found, or the one reported with `none`. */
  readonly former: FormerAdres | null;
  /** Result of the recheck of the id of the row; null for rows of addresses. */
  readonly recheck: Rechecked | null;
  /** Date until which the id was rechecked; null for rows of addresses. */
  readonly referenceDate: string | null;
}

/** Fields of a result that most results do not have. */
export const NOTHING_ELSE = {
  reason: null,
  refusal: null,
  corrected: null,
  suggestions: [],
  distanceM: null,
  former: null,
  recheck: null,
  referenceDate: null,
} as const;

/** Outcome of one row, with the values of the added columns. */
export interface RowOutcome extends RowFacts {
  /** Values of the added columns, in their order. */
  readonly values: readonly Value[];
}

/** Reasons of rows, besides the reasons of lines. */
const OF_ROWS = [
  "empty",
  "other country",
  /** The postcode is one of another country. */
  "abroad",
  /** The registry covers a part of the country, and not the place or postcode. */
  "place not loaded",
  /** A spreadsheet has changed the house number. */
  "damaged number",
  "not a house number",
  "unknown postcode",
  /** A column that is not used is another address at this number. */
  "doubtful column",
  "too long",
  "not a position",
  "swapped coordinates",
  "outside the Netherlands",
  "no address near",
  /** A person said that the row has no address. */
  "by hand",
] as const;

interface RowRefusalDetails {
  readonly "other country": { readonly country: string };
  readonly abroad: { readonly postcode: string };
  readonly "place not loaded": { readonly area: string };
  readonly "damaged number": { readonly text: string; readonly by: "date" | "rounding" };
  readonly "not a house number": { readonly text: string };
  readonly "unknown postcode": { readonly postcode: string };
  readonly "doubtful column": { readonly column: string; readonly text: string };
  readonly "no address near": { readonly radiusM: number };
}

export type RowRefusal = Refusal | ReasonOf<(typeof OF_ROWS)[number], RowRefusalDetails>;

/** Code of any reason. */
export type RowReason = RowRefusal["why"];
