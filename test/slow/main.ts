/**
 * Runs the slow tests, three files at a time: all; with `--gate` the short rounds of those that each CI runs; with
 * `--changed` those that the gate does not run whole, if their guarded folders differ from the commit CI_BASE. With
 * `--minutes N` no test starts after so many minutes. Names the tests that did not run, and exits with 1 when a test
 * fails.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBase, listChangedFiles } from "./changed-files.ts";
import { isCalledFor, type SlowTest } from "./slow-test.ts";
import { SLOW_TESTS } from "./slow-tests.ts";

const ROOT = join(import.meta.dir, "../..");
/** Files that run at a time: one more than CI has processors, because most tests also wait. */
const AT_ONCE = 3;

const inGate = process.argv.includes("--gate");

/** Returns the tests to run, and those that are left out. */
function select(): { selected: SlowTest[]; left: SlowTest[] } {
  if (inGate) {
    return { selected: SLOW_TESTS.filter(({ gate }) => gate !== undefined), left: [] };
  }
  if (!process.argv.includes("--changed")) {
    return { selected: [...SLOW_TESTS], left: [] };
  }
  const others = SLOW_TESTS.filter(({ gate, rounds }) => gate !== "whole" && (gate ?? 0) !== rounds);
  const base = findBase(ROOT, process.env.CI_BASE);
  const changed = base === undefined ? undefined : listChangedFiles(ROOT, base);
  if (changed === undefined) {
    process.stdout.write("CI_BASE does not name a commit of this clone: no slow test is called for\n");
    return { selected: [], left: others };
  }
  return { selected: others.filter((row) => isCalledFor(row, changed)), left: [] };
}

/** Runs the tests of a row; what they print appears when they have ended. Returns true when all passed. */
async function run({ file, rounds, gate }: SlowTest): Promise<boolean> {
  const asked = inGate ? gate : rounds;
  const env =
    asked === undefined || asked === "whole" ? process.env : { ...process.env, TEST_ROUNDS: `${asked}` };
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
const { selected: waiting, left } = select();
const failed: string[] = [];
let passed = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (waiting.length > 0 && performance.now() < deadlineMs) {
      const next = waiting.shift()!;
      if (await run(next)) {
        passed++;
      } else {
        failed.push(next.file);
      }
    }
  }),
);
const notRun = [...waiting, ...left];
const names = (title: string, files: readonly string[]) =>
  files.length === 0 ? "" : `slow tests that ${title}: ${files.join(", ")}\n`;
process.stdout.write(
  names(
    "did not run",
    notRun.map(({ file }) => file),
  ),
);
process.stdout.write(names("failed", failed));
process.stdout.write(`slow tests: ${passed} passed, ${failed.length} failed, ${notRun.length} did not run\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
