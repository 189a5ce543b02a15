import type { Snapshot } from "../../../../src/registry/file/snapshot.ts";
import { toDay } from "../../../../src/registry/history/days.ts";
import { Past } from "../../../../src/registry/history/past.ts";
import { recheck } from "../../../../src/registry/history/recheck.ts";
import { type OracleRecheck, toOracleForm } from "./recheck-form.ts";

/** Rechecks the ids of the oracle's answers; returns the first answers that differ. */
export function compareRecheck(snapshot: Snapshot, answers: readonly OracleRecheck[]): unknown[] {
  const differences: unknown[] = [];
  let past = new Past(snapshot);
  for (const [i, expected] of answers.entries()) {
    past = i % 1_000 === 0 ? new Past(snapshot) : past;
    const { id, day } = expected;
    const made = { id, day, ...toOracleForm(recheck(past, Number(id), toDay(day))) };
    if (!Bun.deepEquals(made, expected) && differences.length < 5) {
      differences.push({ expected, made });
    }
  }
  return differences;
}

export function countStatuses(answers: readonly OracleRecheck[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
