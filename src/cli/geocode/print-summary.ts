import { MATCHES } from "../../batch/outcome.ts";
import type { FileSummary } from "../../batch/run/summary.ts";
import type { WrittenResult } from "../../batch/run/write-result.ts";
import { printNote } from "../output.ts";
import { formatShare } from "./report/bar-list.ts";

/** Prints the counts by match and reason, each with the numbers of the first rows. */
export function printSummary({ summary, groups }: WrittenResult): void {
  const { rows, byMatch, byReason } = summary.counts;
  printNote(counted(rows, "row"));
  for (const match of MATCHES) {
    printNote(describe({ name: `  ${match}`, number: byMatch[match], rows }, examplesOf(summary, match)));
  }
  const reasons = Object.entries(byReason).sort(([, a], [, b]) => b - a);
  for (const [reason, number] of reasons) {
    printNote(describe({ name: `    ${reason}`, number, rows }, examplesOf(summary, reason)));
  }
  if (groups !== undefined) {
    printNote(`${count(groups)} different addresses`);
  }
}

/** Most rows that are named, so that a line fits into 80 characters. */
const MAX_EXAMPLES = 3;

/** Rows that need no attention have no examples. */
function examplesOf(summary: FileSummary, kind: string): string {
  const examples = kind === "exact" ? [] : summary.examplesOf(kind).slice(0, MAX_EXAMPLES);
  return examples.length === 0 ? "" : `  row ${examples.join(", ")}`;
}

function describe(line: { name: string; number: number; rows: number }, examples: string): string {
  const { name, number, rows } = line;
  const share = rows === 0 ? "" : formatShare(number, rows, "en").padStart(9);
  return `${name.padEnd(26)}${count(number).padStart(11)}${share}${examples}`;
}

/** Returns a number of things: `1 row`, `3,004 rows`. */
export function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}
