/**
 * Sends malformed, extreme and hostile requests over all routes and methods to `./baken serve` on a fictitious country.
 * Exits 1 at any 5xx, hang, unreadable answer, answer after more than `--max-ms`, or growing memory.
 *
 * npm run fuzz -- [--requests 100000] [--seed N] [--max-ms 1000] [--under /kadaster/location-api]
 *
 * `--under` asks only the paths of interfaces of other services that begin so.
 */
import { parseArgs } from "node:util";
import { fuzzServe, printReport } from "./fuzz-serve.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    under: { type: "string" },
    "max-ms": { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
const seed = Number(values.seed);
const { requests, under, "max-ms": maxMs } = values;
const result = await fuzzServe({ requests: Number(requests), seed, maxMs: Number(maxMs), under });
printReport(seed, result);
process.exitCode = result.faults.length === 0 ? 0 : 1;
