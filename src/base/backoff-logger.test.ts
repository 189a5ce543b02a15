import { expect, test } from "bun:test";
import { join } from "node:path";

/** Runs `script` in a process with a fake clock (`nowMs`); returns the log lines that it writes, each with its time. */
function runAndReadLog(script: string): { message: string; reason?: string; nowMs: number }[] {
  const code = `
    import { BackoffLogger } from ${JSON.stringify(join(import.meta.dir, "backoff-logger.ts"))};
    let nowMs = 0;
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text) => write(JSON.stringify({ ...JSON.parse(text), nowMs }) + "\\n");
    const failureLog = new BackoffLogger("it fails", () => nowMs);
    ${script}`;
  const { stderr } = Bun.spawnSync([process.execPath, "-e", code]);
  return stderr
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a repeated failure is logged at once and then at doubling intervals, up to an hour", () => {
  const lines = runAndReadLog(
    "for (; nowMs < 5 * 3_600_000; nowMs += 500) failureLog.reportFailure('full');",
  );
  const reportTimes = lines.map(({ nowMs }) => nowMs / 1000);
  expect(reportTimes.slice(0, 6)).toEqual([0, 1, 3, 7, 15, 31]);
  const pauses = reportTimes.slice(1).map((second, i) => second - reportTimes[i]!);
  expect(Math.max(...pauses)).toBe(3_600);
  expect(pauses.at(-1)).toBe(3_600);
  expect(lines.every(({ message, reason }) => message === "it fails" && reason === "full")).toBe(true);
});

test("another reason is logged at once, recovery is logged once, and then the back-off starts again", () => {
  const lines = runAndReadLog(`
    failureLog.reportSuccess();
    for (const reason of ["full", "full", "gone", "full", "gone"]) failureLog.reportFailure(reason);
    failureLog.reportSuccess();
    failureLog.reportSuccess();
    failureLog.reportFailure("full");`);
  expect(lines.map(({ message, reason }) => reason ?? message)).toEqual([
    "full",
    "gone",
    "recovered: it fails",
    "full",
  ]);
});
