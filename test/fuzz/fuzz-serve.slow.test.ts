/**
 * Sends malformed, extreme and hostile requests over all routes and methods, as bytes to `./baken serve` with two
 * threads: no 5xx, no hang, every refusal with its documented body, flat memory, and the same answers afterwards.
 * `npm run fuzz` is the long run.
 */
import { expect, test } from "bun:test";
import { TEST_SEED } from "../support/seed.ts";
import { fuzzServe, printReport } from "./fuzz-serve.ts";

const REQUESTS = 10_000;

test(`${REQUESTS} requests from seed ${TEST_SEED} are answered as they may be`, async () => {
  const report = await fuzzServe({ requests: REQUESTS, seed: TEST_SEED });
  printReport(TEST_SEED, report);
  expect(report.faults).toEqual([]);
  // More than a fifth succeed with 200, and every kind of refusal occurs.
  expect(report.statuses.get("200")! / REQUESTS).toBeGreaterThan(0.2);
  for (const status of [
    "202",
    "204",
    "304",
    "400",
    "401",
    "403",
    "404",
    "405",
    "413",
    "414",
    "415",
    "422",
    "429",
  ]) {
    expect(report.statuses.get(status), status).toBeGreaterThan(0);
  }
}, 600_000);
