/**
 * Runs the slow tests one after another: all, or with `--changed` those that the changes since the merge base call for
 * (all when that is not known, or with CI_ALL=1). Exits with 1 when a test fails.
 */
import { join } from "node:path";
import { listChangedFiles } from "./changed-files.ts";
import { SLOW_TESTS, type SlowTest, selectSlowTests } from "./slow-tests.ts";

const ROOT = join(import.meta.dir, "../..");

function select(): readonly SlowTest[] {
  if (!process.argv.includes("--changed") || process.env.CI_ALL === "1") {
    return SLOW_TESTS;
  }
  const changed = listChangedFiles(ROOT, process.env.CI_BASE);
  if (changed === undefined) {
    process.stdout.write("slow tests: the merge base is not known (CI_BASE names it), so all run\n");
  }
  return selectSlowTests(changed);
}

const selected = select();
process.stdout.write(`slow tests: ${selected.length} of ${SLOW_TESTS.length} run\n`);
let failed = 0;
for (const { file, rounds } of selected) {
  const env = rounds === undefined ? process.env : { ...process.env, TEST_ROUNDS: `${rounds}` };
  const command = [process.execPath, "test", "--timeout", "120000", `./${file}`];
  const child = Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  failed += Number((await child.exited) !== 0);
}
process.exitCode = failed === 0 ? 0 : 1;
