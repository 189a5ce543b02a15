/**
 * Runs the slow tests, three files at a time: all, or with `--changed` those that changes call for since the commit on
 * which each passed (all with CI_ALL=1). With `--minutes N` no test starts after so many minutes, and those that did not
 * run are named. Exits with 1 when a test fails; writes the commit of a clean working tree into the file of passed
 * commits, for the tests that pass.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoize } from "../../src/base/memoize.ts";
import { findPassedCommit, listChangedFiles, recordPassed } from "./changed-files.ts";
import { isCalledFor, SLOW_TESTS, type SlowTest } from "./slow-tests.ts";

const ROOT = join(import.meta.dir, "../..");
/** Files that run at a time: one more than CI has processors, because most tests also wait. */
const AT_ONCE = 3;

function select(): readonly SlowTest[] {
  if (!process.argv.includes("--changed") || process.env.CI_ALL === "1") {
    return SLOW_TESTS;
  }
  const changedSince = new Map<string, readonly string[] | undefined>();
  return SLOW_TESTS.filter((row) => {
    const base = findPassedCommit(ROOT, row.file, process.env.CI_BASE);
    const changed =
      base === undefined ? undefined : memoize(changedSince, base, () => listChangedFiles(ROOT, base));
    return isCalledFor(row, changed);
  });
}

/** Runs the tests of a row; what they print appears when they have ended. Returns true when all passed. */
async function run({ file, rounds }: SlowTest): Promise<boolean> {
  const env = rounds === undefined ? process.env : { ...process.env, TEST_ROUNDS: `${rounds}` };
  const command = [process.execPath, "test", "--timeout", "120000", `./${file}`];
  // A file, because a server that a failed test leaves would hold a pipe open.
  const output = join(mkdtempSync(join(tmpdir(), "baken-slow-")), "output");
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], {
    cwd: ROOT,
    env,
    stdout: Bun.file(output),
  });
  const passed = (await child.exited) === 0;
  process.stdout.write(readFileSync(output, "utf8"));
  rmSync(dirname(output), { recursive: true });
  return passed;
}

/** Returns the time from which on no test starts, in milliseconds of performance.now(). */
function readDeadline(): number {
  const at = process.argv.indexOf("--minutes");
  return at < 0 ? Number.POSITIVE_INFINITY : performance.now() + Number(process.argv[at + 1]) * 60_000;
}

const deadlineMs = readDeadline();
const selected = select();
process.stdout.write(`slow tests: ${selected.length} of ${SLOW_TESTS.length} run\n`);
const waiting = [...selected];
const passed: string[] = [];
let failures = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (waiting.length > 0 && performance.now() < deadlineMs) {
      const next = waiting.shift()!;
      if (await run(next)) {
        passed.push(next.file);
      } else {
        failures++;
      }
    }
  }),
);
recordPassed(ROOT, passed);
if (waiting.length > 0) {
  process.stdout.write(`slow tests that did not run: ${waiting.map(({ file }) => file).join(", ")}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
