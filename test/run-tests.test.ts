import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RUNNER = join(import.meta.dir, "run-tests.ts");

/** Runs the runner on test files; returns what it prints, durations and paths left out. */
async function runOn(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "baken-run-tests-"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), `import { expect, test } from "bun:test";\n${text}`);
  }
  const env = { ...process.env, TMPDIR: folder };
  const child = Bun.spawn([process.execPath, RUNNER], { cwd: folder, env, stderr: "inherit" });
  const printed = (await child.stdout.text()).replaceAll(/\[[\d.]+m?s\]/g, "[#]").replaceAll(folder, "");
  rmSync(folder, { recursive: true });
  return { exitCode: await child.exited, printed };
}

const NOISE = `
process.stderr.write("skipped: no banana\\n");
test("good", () => void process.stderr.write("a log\\n"));
test.skip("left out", () => {});`;

test("of tests that pass, the summary and the reasons for skipping are printed", async () => {
  expect(await runOn({ "one.test.ts": NOISE, "two.test.ts": NOISE })).toEqual({
    exitCode: 0,
    printed: " 2 pass\n 2 skip\n 0 fail\nRan 4 tests across 2 files. [#]\nskipped: no banana\n",
  });
});

test("of a test that fails, its file, its log and the error are printed", async () => {
  const bad = `${NOISE}\ntest("bad", () => { process.stderr.write("the reason\\n"); expect(1).toBe(2); });`;
  const { exitCode, printed } = await runOn({ "one.test.ts": bad });
  expect(exitCode).toBe(1);
  expect(printed).toStartWith("one.test.ts:\nthe reason\n");
  expect(printed).toMatch(/Expected: 2\nReceived: 1\n[\s\S]*\(fail\) bad /);
  expect(printed).not.toContain("\na log\n");
  expect(printed).toEndWith("skipped: no banana\nall output: /baken-test.log\n");
});

test("an error outside of tests is printed", async () => {
  const { exitCode, printed } = await runOn({ "one.test.ts": `${NOISE}\nthrow new Error("torn");` });
  expect(exitCode).toBe(1);
  expect(printed).toContain("error: torn");
});

test("a run without tests says so", async () => {
  const { exitCode, printed } = await runOn({});
  expect([exitCode, printed]).toEqual([1, expect.stringContaining("No tests found!")]);
});
