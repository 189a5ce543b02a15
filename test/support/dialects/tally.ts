/** Counts what geocoding answers to rows with known addresses. */
import type { RowMatch } from "../../../src/batch/outcome.ts";
import type { DirtyFile, ExpectedRow, RowKind } from "./dirty-file.ts";

/** Answer to a row: its match and the id of the address, `""` without one. */
export interface Answer {
  readonly match: string;
  readonly id: string;
}

/** Number of rows by answer; `right` when the address is one that may be answered. */
export type Verdict =
  | "exact right"
  | "exact wrong"
  | "corrected right"
  | "corrected wrong"
  | "one_of_several"
  | "none";

export type Counts = Readonly<Record<Verdict, number>> & { readonly rows: number };

function verdictOf({ ids }: ExpectedRow, { match, id }: Answer): Verdict {
  if (match === "one_of_several" || match === "none") {
    return match;
  }
  return `${match as Exclude<RowMatch, "one_of_several" | "former" | "none">} ${ids.includes(id) ? "right" : "wrong"}`;
}

/** Counts the verdicts for each kind of row. */
export function tally(file: DirtyFile, answers: readonly Answer[]): Map<RowKind, Counts> {
  if (answers.length !== file.expected.length) {
    throw new Error(`${answers.length} answers to ${file.expected.length} rows`);
  }
  const counts = new Map<RowKind, Record<Verdict, number> & { rows: number }>();
  for (const [i, expected] of file.expected.entries()) {
    const of = counts.get(expected.kind) ?? {
      rows: 0,
      "exact right": 0,
      "exact wrong": 0,
      "corrected right": 0,
      "corrected wrong": 0,
      one_of_several: 0,
      none: 0,
    };
    of.rows += 1;
    of[verdictOf(expected, answers[i]!)] += 1;
    counts.set(expected.kind, of);
  }
  return counts;
}
