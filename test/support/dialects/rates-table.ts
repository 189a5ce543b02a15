/** Rates of geocoding by kind of row, as the table in docs/geocode.md. */
import type { RowKind } from "./dirty-file.ts";
import type { Counts, Verdict } from "./tally.ts";

const COLUMNS: readonly Verdict[] = [
  "exact right",
  "exact wrong",
  "corrected right",
  "corrected wrong",
  "one_of_several",
  "none",
];

/** Returns the lines of the table: rows and rates in percent, summed over dialects. */
export function describeRates(kinds: ReadonlyMap<RowKind, readonly Counts[]>): string[] {
  const sum = (counts: readonly Counts[], of: keyof Counts) =>
    counts.reduce((total, each) => total + each[of], 0);
  const lines = [...kinds]
    .map(([kind, counts]) => ({ kind, rows: sum(counts, "rows"), counts }))
    .toSorted((a, b) => b.rows - a.rows)
    .map(({ kind, rows, counts }) => {
      const cells = COLUMNS.map((column) => percent(sum(counts, column), rows));
      return `| ${[kind, rows.toLocaleString("en"), ...cells].join(" | ")} |`;
    });
  return [
    `| rows | number | ${COLUMNS.join(" | ")} |`,
    `|---|${"---|".repeat(COLUMNS.length + 1)}`,
    ...lines,
  ];
}

/** Formats a share in percent, such as `12.3`. A share above 0 is never shown as 0. */
function percent(part: number, whole: number): string {
  const value = (100 * part) / whole;
  return part === 0 ? "0" : value < 0.05 ? "< 0.1" : value.toFixed(1).replace(/\.0$/, "");
}
