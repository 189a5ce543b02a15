/** Runs fuzz plans of consecutive seeds, and reports the smallest failing plan it finds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FuzzPlan, planOf, plansWithFewerChanges, plansWithFewerObjects } from "./fuzz-plan.ts";
import { type FuzzOutcome, runPlan } from "./run-fuzz-plan.ts";

/** Maximum time to shrink a failing plan. */
const SHRINK_MS = 30_000;

/**
 * Runs `rounds` plans from the seed on and returns the number of comparisons made. Throws an Error with the differences
 * when an updated registry is not what an import gives.
 */
export async function runFuzzRounds(firstSeed: number, rounds: number): Promise<number> {
  let comparisons = 0;
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const plan = planOf(seed);
    const outcome = await runOnce(plan);
    comparisons += outcome.comparisons;
    if (outcome.differences.length === 0) {
      continue;
    }
    const [smaller, again] = await shrink(plan, outcome);
    throw new Error(
      [`seed ${seed}: ${JSON.stringify(smaller)}`, ...again.log, "", ...again.differences.slice(0, 12)].join(
        "\n",
      ),
    );
  }
  return comparisons;
}

async function runOnce(plan: FuzzPlan): Promise<FuzzOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "baken-update-fuzz-"));
  try {
    return await runPlan(plan, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the smallest plan found that still fails, and its result: fewer changes first, then fewer objects. */
async function shrink(plan: FuzzPlan, outcome: FuzzOutcome): Promise<[FuzzPlan, FuzzOutcome]> {
  const until = performance.now() + SHRINK_MS;
  let best: [FuzzPlan, FuzzOutcome] = [plan, outcome];
  for (const smallerOf of [plansWithFewerChanges, plansWithFewerObjects, plansWithFewerChanges]) {
    for (let found: typeof best | undefined = best; found !== undefined; ) {
      best = found;
      found = await findFailing(smallerOf(best[0]), until);
    }
  }
  return best;
}

async function findFailing(
  plans: Iterable<FuzzPlan>,
  until: number,
): Promise<[FuzzPlan, FuzzOutcome] | undefined> {
  for (const plan of plans) {
    if (performance.now() > until) {
      return undefined;
    }
    const outcome = await runOnce(plan);
    if (outcome.differences.length > 0) {
      return [plan, outcome];
    }
  }
  return undefined;
}
