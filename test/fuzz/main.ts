/**
 * Sends malformed, extreme and hostile requests over all routes and methods to `./baken serve` on a fictitious country.
 * Exits 1 at any 5xx, hang, unreadable answer, answer after more than `--max-ms`, or growing memory.
 *
 * npm run fuzz -- [--requests 100000] [--seed N] [--max-ms 1000]
 */
import { parseArgs } from "node:util";
import { fuzzServe, printReport } from "./fuzz-serve.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    "max-ms": { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
const seed = Number(values.seed);
const result = await fuzzServe({ requests: Number(values.requests), seed, maxMs: Number(values["max-ms"]) });
printReport(seed, result);
process.exitCode = result.faults.length === 0 ? 0 : 1;
