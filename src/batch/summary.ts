/** Counts of geocoded rows. Plain data, so that threads can send theirs. */
import { MATCHES, type RowMatch, type RowOutcome } from "./outcome.ts";

export interface GeocodeSummary {
  rows: number;
  readonly byMatch: Record<RowMatch, number>;
  /** Rows without an address by code of the reason; only those that occur. */
  readonly byReason: Record<string, number>;
}

export function emptySummary(): GeocodeSummary {
  const byMatch = Object.fromEntries(MATCHES.map((match) => [match, 0])) as Record<RowMatch, number>;
  return { rows: 0, byMatch, byReason: {} };
}

/** Adds one row to the counts. */
export function countOutcome(
  summary: GeocodeSummary,
  { match, reason }: Pick<RowOutcome, "match" | "reason">,
): void {
  summary.rows++;
  summary.byMatch[match]++;
  if (reason !== null) {
    summary.byReason[reason] = (summary.byReason[reason] ?? 0) + 1;
  }
}

/** Adds the counts of other rows. */
export function mergeSummary(summary: GeocodeSummary, other: GeocodeSummary): void {
  summary.rows += other.rows;
  for (const match of MATCHES) {
    summary.byMatch[match] += other.byMatch[match];
  }
  for (const [reason, count] of Object.entries(other.byReason)) {
    summary.byReason[reason] = (summary.byReason[reason] ?? 0) + count;
  }
}
