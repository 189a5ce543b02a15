/**
 * Runs the slow tests, three files at a time: all, or with `--changed` those that the changes since a commit call for on
 * which all passed (all when it is not known, or with CI_ALL=1). Exits with 1 when a test fails; without that, writes
 * the commit of a clean working tree into the file of the commit that passed.
 */
import { join } from "node:path";
import { findPassedCommit, listChangedFiles, recordPassedCommit } from "./changed-files.ts";
import { SLOW_TESTS, type SlowTest, selectSlowTests } from "./slow-tests.ts";

const ROOT = join(import.meta.dir, "../..");
/** Files that run at a time: one more than CI has processors, because most tests also wait. */
const AT_ONCE = 3;

function select(): readonly SlowTest[] {
  if (!process.argv.includes("--changed") || process.env.CI_ALL === "1") {
    return SLOW_TESTS;
  }
  const base = findPassedCommit(ROOT, process.env.CI_BASE);
  const known = base === undefined ? "no commit is known on which they passed" : `changes since ${base}`;
  process.stdout.write(`slow tests: ${known}\n`);
  return selectSlowTests(base === undefined ? undefined : listChangedFiles(ROOT, base));
}

/** Runs the tests of a row; what they print appears when they have ended. Returns true when all passed. */
async function run({ file, rounds }: SlowTest): Promise<boolean> {
  const env = rounds === undefined ? process.env : { ...process.env, TEST_ROUNDS: `${rounds}` };
  const command = [process.execPath, "test", "--timeout", "120000", `./${file}`];
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], { cwd: ROOT, env });
  const said = await new Response(child.stdout).text();
  const passed = (await child.exited) === 0;
  process.stdout.write(said);
  return passed;
}

const selected = select();
process.stdout.write(`slow tests: ${selected.length} of ${SLOW_TESTS.length} run\n`);
const waiting = [...selected];
let failed = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      failed += Number(!(await run(next)));
    }
  }),
);
if (failed === 0) {
  recordPassedCommit(ROOT);
}
process.exitCode = failed === 0 ? 0 : 1;
