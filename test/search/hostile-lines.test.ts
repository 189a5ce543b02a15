/**
 * Tests that no input is slow: 200 characters of anything are answered within 20 ms, on a country of over 200,000
 * addresses. The one exception to "no timed tests": it measures processor time in a process of its own, after warm-up,
 * and takes the lowest of a few attempts, so that other load on the machine does not make it fail. Prints the slowest
 * lines.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { importDemo } from "../relevance/import-folders.ts";
import { type HostileTimes, LIMIT_MS, SEED } from "../relevance/time-hostile.ts";

const MINUTES = 60_000;
const PROGRAM = join(import.meta.dir, "../relevance/time-hostile.ts");

let dataDir: string;
beforeAll(() => {
  dataDir = importDemo();
}, 5 * MINUTES);
afterAll(() => rmSync(dataDir, { recursive: true }));

test.each(["search", "suggest"])(
  "200 hostile characters > %s takes less than 20 ms",
  (searcher) => {
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, PROGRAM, dataDir, searcher], {
      stderr: "inherit",
    });
    expect(exitCode).toBe(0);
    const { addresses, lines, otherLengths, slowest }: HostileTimes = JSON.parse(stdout.toString());
    expect(addresses).toBeGreaterThanOrEqual(200_000);
    expect(lines).toBeGreaterThan(600);
    expect(otherLengths).toEqual([]);
    const written = slowest.map(({ line, ms }) => `${ms.toFixed(1)} ms: ${JSON.stringify(line)}`);
    process.stderr.write(
      [`${searcher}: ${lines} lines, seed ${SEED}, slowest:`, ...written, ""].join("\n  "),
    );
    expect(slowest.filter(({ ms }) => ms >= LIMIT_MS)).toEqual([]);
  },
  5 * MINUTES,
);
