/** Tests that a service whose output is the journal of systemd writes no token there. */
import { afterAll, expect, test } from "bun:test";
import { fstatSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, runBaken } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** Serves with standard output in a file that the environment names as the journal, or not; returns the output. */
async function greetingOf(dataDir: string, isJournal: boolean): Promise<string> {
  const path = join(folder, `output-${isJournal}`);
  const output = openSync(path, "w");
  const { dev, ino } = fstatSync(output);
  const child = Bun.spawn([BAKEN, "serve", "--port", "0", "--data", dataDir], {
    stdout: output,
    stderr: "ignore",
    env: { PATH: process.env.PATH!, JOURNAL_STREAM: `${dev}:${isJournal ? ino : ino + 1}` },
  });
  await until(() => /^ {2}curl .*\n/m.test(readFileSync(path, "utf8")));
  child.kill();
  await child.exited;
  return readFileSync(path, "utf8");
}

test("the first key is made where somebody reads its token, not for the journal", async () => {
  const dataDir = await makeDemoFolder(500);
  expect(await greetingOf(dataDir, true)).toContain("Bearer <id>|<secret>");
  expect((await runBaken(["keys", "list", "--data", dataDir])).stdout).not.toContain("first");
  expect(await greetingOf(dataDir, false)).toMatch(/Bearer \d+\|bkn_/);
});
