/** Gathers the summary of a geocoded file row by row, in constant memory. */

import { RECHECK_STATUSES, UNKNOWN_REASONS } from "../../registry/history/recheck.ts";
import { MATCHES, ROW_STATUSES, type RowOutcome, type RowStatus } from "../outcome.ts";
import type { GeocodePlan } from "../plan.ts";
import type { GeocodedRow } from "./geocoded-row.ts";
import { PointGrid } from "./point-grid.ts";

/** Counts of geocoded rows. */
interface GeocodeSummary {
  rows: number;
  readonly byMatch: Record<RowStatus, number>;
  /** Rows by the reason of their outcome; only those that occur. */
  readonly byReason: Record<string, number>;
}

export function emptySummary(): GeocodeSummary {
  const byMatch = Object.fromEntries(ROW_STATUSES.map((match) => [match, 0])) as Record<RowStatus, number>;
  return { rows: 0, byMatch, byReason: {} };
}

/** Lists the matches or statuses to show, in order: `former` only where there are any. */
export function listMatches({ kind }: GeocodePlan, byMatch: GeocodeSummary["byMatch"]): readonly RowStatus[] {
  return kind === "recheck"
    ? RECHECK_STATUSES
    : MATCHES.filter((match) => match !== "former" || byMatch.former > 0);
}

/** Lists the reasons of a match or status with their counts, the most frequent first. */
export function listReasons(
  { byReason }: GeocodeSummary,
  match: RowStatus,
): [reason: string, rows: number][] {
  const isUnknown = (reason: string) => (UNKNOWN_REASONS as readonly string[]).includes(reason);
  const isOf = (reason: string) =>
    match === "none" ||
    (match === "unknown" && isUnknown(reason)) ||
    (match === "changed" && !isUnknown(reason));
  return Object.entries(byReason)
    .filter(([reason]) => isOf(reason))
    .sort(([, a], [, b]) => b - a);
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

const MAX_EXAMPLES = 5;

export class FileSummary {
  readonly counts = emptySummary();
  readonly byGemeente = new Map<string, number>();
  readonly points = new PointGrid();
  readonly #examples = new Map<string, number[]>();

  /** Adds a row; `number` is its row number as a spreadsheet shows it. */
  add(row: GeocodedRow, number: number): void {
    const { match, reason, place } = row;
    countOutcome(this.counts, row);
    this.#addExample(reason ?? match, number);
    if (place !== null) {
      const [x, y, , , gemeente] = place;
      this.byGemeente.set(gemeente, (this.byGemeente.get(gemeente) ?? 0) + 1);
      this.points.add({ x, y });
    }
  }

  /** Returns the numbers of the first rows with this match or this reason. */
  examplesOf(kind: string): readonly number[] {
    return this.#examples.get(kind) ?? [];
  }

  #addExample(kind: string, number: number): void {
    const examples = this.#examples.get(kind);
    if (examples === undefined) {
      this.#examples.set(kind, [number]);
    } else if (examples.length < MAX_EXAMPLES) {
      examples.push(number);
    }
  }
}
