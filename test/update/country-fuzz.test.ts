/** The first countries of country-fuzz.full.test.ts: enough to find a usual mistake in an update. */
import { expect, test } from "bun:test";
import { TEST_SEED } from "../support/seed.ts";
import { runFuzzRounds } from "../support/update-oracle/fuzz-rounds.ts";

const ROUNDS = 4;

test(`${ROUNDS} countries from seed ${TEST_SEED} on: updates lead to what an import gives`, async () => {
  expect(await runFuzzRounds(TEST_SEED, ROUNDS)).toBeGreaterThanOrEqual(ROUNDS);
}, 120_000);
