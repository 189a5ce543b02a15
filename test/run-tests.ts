/**
 * Runs `bun test` with the given arguments. Prints why tests failed, what was skipped and the summary; everything that
 * the tests wrote is in a file, which is named when a test failed. Exits as `bun test` does.
 */
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

/** Most characters of what is printed of a failed test. */
const MAX_BLOCK = 20_000;
const FULL_OUTPUT = join(tmpdir(), "baken-test.log");

/** Yields the lines to print, of the lines that `bun test` prints. Calls `onTest` for each test that did not fail. */
export async function* selectLines(
  lines: AsyncIterable<string>,
  onTest: () => void = () => {},
): AsyncGenerator<string> {
  const skipped = new Set<string>();
  /** Name of the file, and lines since the last test that ended. */
  let file = "";
  let block = "";
  let dashes = 0;
  let isSummary = false;
  for await (const line of lines) {
    isSummary ||= /^ ?\d+ (pass|tests? failed:)$/.test(line);
    if (line === "# Unhandled error between tests") {
      dashes = 2;
    }
    if (line.startsWith("skipped: ")) {
      skipped.add(line);
    } else if (isSummary || dashes > 0) {
      yield line;
      dashes -= Number(line.startsWith("-----"));
    } else if (/^\((pass|skip|todo)\) /.test(line)) {
      block = "";
      onTest();
    } else if (/\.test\.tsx?:$/.test(line)) {
      file = line;
    } else {
      block = `${block}${line}\n`.slice(-MAX_BLOCK);
    }
    if (!isSummary && line.startsWith("(fail) ")) {
      yield `${file}\n${block}`;
      block = "";
    }
  }
  if (!isSummary) {
    // The run itself failed.
    yield block;
  }
  yield* skipped;
}

if (import.meta.main) {
  const command = [process.execPath, "test", "--timeout", "120000", ...process.argv.slice(2)];
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], { stdin: "ignore" });
  const full = createWriteStream(FULL_OUTPUT);
  const output = Readable.fromWeb(child.stdout as never);
  output.pipe(full);
  let tests = 0;
  const showProgress = () => {
    tests++;
    if (process.stdout.isTTY) {
      process.stdout.write(`\r${tests} tests\r`);
    }
  };
  for await (const line of selectLines(createInterface({ input: output }), showProgress)) {
    process.stdout.write(`${line}\n`);
  }
  process.exitCode = await child.exited;
  if (process.exitCode !== 0) {
    process.stdout.write(`all output: ${FULL_OUTPUT}\n`);
  }
}
