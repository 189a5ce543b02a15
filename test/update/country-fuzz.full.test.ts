/**
 * Changes small countries in arbitrary ways over several days: an import with its updates must end with the same rows
 * as an import of the final state of the deliveries. BAKEN_FUZZ_SEED sets the first seed, BAKEN_FUZZ_ROUNDS the number
 * of rounds.
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type FuzzPlan,
  planOf,
  plansWithFewerChanges,
  plansWithFewerObjects,
} from "../support/update-oracle/fuzz-plan.ts";
import { type FuzzOutcome, runPlan } from "../support/update-oracle/run-fuzz-plan.ts";

const FIRST_SEED = Number(process.env.BAKEN_FUZZ_SEED ?? 1);
const ROUNDS = Number(process.env.BAKEN_FUZZ_ROUNDS ?? 80);
/** Maximum time to shrink a failing case. */
const SHRINK_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), "baken-update-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true }));
let rounds = 0;

async function runOnce(plan: FuzzPlan): Promise<FuzzOutcome> {
  const own = join(folder, String(++rounds));
  try {
    return await runPlan(plan, own);
  } finally {
    rmSync(own, { recursive: true, force: true });
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

test(`${ROUNDS} countries from seed ${FIRST_SEED} on: updates lead to what an import gives`, async () => {
  let comparisons = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
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
  expect(comparisons).toBeGreaterThanOrEqual(ROUNDS);
}, 600_000);
