import { expect, test } from "bun:test";
import { join } from "node:path";

/** Runs `script` in a process with a fake clock (`nowMs`); returns the log lines that it writes, each with its time. */
function linesOf(script: string): { message: string; reason?: string; nowMs: number }[] {
  const code = `
    import { BackoffLogger } from ${JSON.stringify(join(import.meta.dir, "backoff-logger.ts"))};
    let nowMs = 0;
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text) => write(JSON.stringify({ ...JSON.parse(text), nowMs }) + "\\n");
    const trouble = new BackoffLogger("it fails", () => nowMs);
    ${script}`;
  const { stderr } = Bun.spawnSync([process.execPath, "-e", code]);
  return stderr
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("what keeps failing is told at once and then at doubling intervals, up to an hour", () => {
  const lines = linesOf("for (; nowMs < 5 * 3_600_000; nowMs += 500) trouble.failed('full');");
  const told = lines.map(({ nowMs }) => nowMs / 1000);
  expect(told.slice(0, 6)).toEqual([0, 1, 3, 7, 15, 31]);
  const pauses = told.slice(1).map((second, i) => second - told[i]!);
  expect(Math.max(...pauses)).toBe(3_600);
  expect(pauses.at(-1)).toBe(3_600);
  expect(lines.every(({ message, reason }) => message === "it fails" && reason === "full")).toBe(true);
});

test("another reason is told at once, the end once, and then all begins anew", () => {
  const lines = linesOf(`
    trouble.succeeded();
    for (const reason of ["full", "full", "gone", "full", "gone"]) trouble.failed(reason);
    trouble.succeeded();
    trouble.succeeded();
    trouble.failed("full");`);
  expect(lines.map(({ message, reason }) => reason ?? message)).toEqual([
    "full",
    "gone",
    "no longer: it fails",
    "full",
  ]);
});
