import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { configureLog, LOG_LEVELS, redactSecrets, renderLogLine } from "./log.ts";

afterAll(() => configureLog({ log: "json", logLevel: "info" }));

/** Returns the line without its time. */
const lineOf = (...record: Parameters<typeof renderLogLine>) => renderLogLine(...record)?.slice(25);

test("JSON has all fields, null ones too", () => {
  configureLog({ log: "json", logLevel: "info" });
  const { time, ...rest } = JSON.parse(renderLogLine("warn", "a b", { n: 1, none: null, text: 'x"\n' })!);
  expect(rest).toEqual({ level: "warn", message: "a b", n: 1, none: null, text: 'x"\n' });
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(10_000);
});

test("text has its level in a column, plain values as they are, and no missing ones", () => {
  configureLog({ log: "text", logLevel: "info" });
  expect(lineOf("info", "request", { path: "/api/v1/Bûter", status: 200, key: null })).toBe(
    "INFO  request path=/api/v1/Bûter status=200\n",
  );
  expect(lineOf("error", "failed", { error: "" })).toBe('ERROR failed error=""\n');
});

test.each([
  ["two words", '"two words"'],
  ["a=b", '"a=b"'],
  ['say "x"', '"say \\"x\\""'],
  ["/x\nERROR forged", '"/x\\nERROR forged"'],
  ["\u001b[31m", '"\\u001b[31m"'],
  ["\u009b31m", '"\\u{9b}31m"'],
  ["a\u2028b", '"a\\u{2028}b"'],
  ["\u202egnp", '"\\u{202e}gnp"'],
])("the value %j can neither end the line nor steer a terminal", (value, shown) => {
  configureLog({ log: "text", logLevel: "info" });
  expect(lineOf("info", "m", { value })).toBe(`INFO  m value=${shown}\n`);
});

test("levels below the chosen one are not written, it and those above are", () => {
  for (const [index, logLevel] of LOG_LEVELS.entries()) {
    configureLog({ log: "json", logLevel });
    const written = LOG_LEVELS.filter((level) => renderLogLine(level, "m", {}) !== undefined);
    expect(written).toEqual(LOG_LEVELS.slice(index));
  }
});

test.each([
  ["Bearer 1|bkn_abcDEF123 and", "Bearer 1|bkn_… and"],
  ["postgres://u:secret@h:5432/d", "postgres://u:…@h:5432/d"],
  ["at postgres://u:p@ss:w@h/d?x=1 and redis://:pw@h", "at postgres://u:…@h/d?x=1 and redis://:…@h"],
  ["postgres://u@h/d", "postgres://u@h/d"],
  [
    "at postgres://u:a/b c%d@e?f#g@h:1/d and postgresql://u:12/3@h",
    "at postgres://u:…@h:1/d and postgresql://u:…@h",
  ],
  ['{"a":"rediss://:a/b\\"c@h"}', '{"a":"rediss://:…@h"}'],
  ["https://u:a@b@h/d@e", "https://u:…@h/d@e"],
  ["https://h:8080/a@b", "https://h:8080/a@b"],
  ["no secret: a@b", "no secret: a@b"],
])("%j becomes %j", (text, masked) => {
  expect(redactSecrets(text)).toBe(masked);
});

/** Runs `script` in a process with a fake clock (`nowMs`); returns the log lines that it writes, each with its time. */
function runAndReadLog(script: string): { message: string; reason?: string; nowMs: number }[] {
  const code = `
    import { BackoffLogger } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
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
