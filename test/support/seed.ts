/**
 * Seeds everything random in the tests, fast-check included; bunfig.toml loads it before each test file. The seed is
 * fixed unless TEST_SEED sets another, as `npm run test:nightly` does.
 */
import fc from "fast-check";
import { randomOf } from "../relevance/random.ts";

const given = process.env.TEST_SEED;

export const TEST_SEED = Number(given ?? 1);

if (!Number.isSafeInteger(TEST_SEED)) {
  throw new Error(`TEST_SEED must be an integer, not ${given}`);
}
if (given !== undefined) {
  process.stderr.write(`TEST_SEED=${TEST_SEED} repeats this run\n`);
}
fc.configureGlobal({ seed: TEST_SEED });

/** Returns a generator of numbers from 0 up to and without 1, from the seed of this run. */
export const testRandom = () => randomOf(TEST_SEED);
