/**
 * Changes small countries in arbitrary ways over several days. An import followed by updates must end with the same
 * rows as an import of the final state.
 */
import { expect, test } from "bun:test";
import { TEST_SEED } from "../support/seed.ts";
import { runFuzzRounds } from "../support/update-oracle/fuzz-rounds.ts";

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 40);

test(`${ROUNDS} countries from seed ${TEST_SEED} on: updates lead to what an import gives`, async () => {
  expect(await runFuzzRounds(TEST_SEED, ROUNDS)).toBeGreaterThanOrEqual(ROUNDS);
}, 600_000);
