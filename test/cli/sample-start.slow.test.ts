/** The first start of a server where it may go wrong: killed at random moments, without environment, without network. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inspectFolder } from "../../src/registry/file/inspect-folder.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { BAKEN, kill, start, untilReported } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { testRandom } from "../support/seed.ts";
import { startServe } from "../support/servers/serve-process.ts";

/** Ten starts: seconds each on an idle machine, minutes on a busy one. */
setDefaultTimeout(900_000);

const root = mkdtempSync(join(tmpdir(), "baken-first-start-"));
afterAll(() => rmSync(root, { recursive: true }));

const SAMPLE = "Sample: Weesp, 15 October 2021 (part of Amsterdam since 2022): 12,034 addresses.";
/** The executable itself: the launcher would set variables. */
const EXECUTABLE = join(dirname(BAKEN), process.arch === "arm64" ? "linux-arm64" : "linux-x64", "baken");
const KILLS = 10;
/** Number of lines that an import of the sample prints, including the line that announces it. */
let reported = 0;

/** Starts the command, and returns what it prints until the request that `serve` prints last; ends it by SIGTERM. */
async function serveOnce(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string> },
) {
  const child = Bun.spawn([...command], { ...options, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const errors = new Response(child.stderr).text();
  let printed = "";
  for await (const piece of child.stdout) {
    printed += Buffer.from(piece).toString();
    if (/^ {2}curl .*\n/m.test(printed)) {
      child.kill("SIGTERM");
    }
  }
  const exitCode = await child.exited;
  return { exitCode, printed, errors: await errors };
}

beforeAll(async () => {
  const command = [BAKEN, "serve", "--port", "0", "--data", join(root, "counted")];
  const { errors } = await serveOnce(command, { env: { PATH: process.env.PATH! } });
  reported = errors.split("\n").length - 1;
  expect(reported).toBeGreaterThan(20);
});

test("ten kills at random moments leave a new folder each time, in which the next start begins again", async () => {
  const dataDir = join(root, "killed");
  const random = testRandom();
  const states: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const child = start([BAKEN, "serve", "--port", "0", "--data", dataDir]);
    await untilReported(child, 1 + Math.floor(random() * (reported - 1)));
    expect(await kill(child)).toBe(true);
    const status = inspectFolder(dataDir);
    // The last stage may end before the kill arrives.
    const state = status.state === "pointed" ? status.registry.state : status.state;
    expect({ round, state }).toEqual({ round, state: expect.stringMatching(/^(new|valid)$/) });
    states.push(state);
    if (state === "valid") {
      rmSync(dataDir, { recursive: true });
    }
  }
  expect(states).toContain("new");
  const server = await startServe(dataDir);
  expect(server.printed()).toContain(SAMPLE);
  await server.signal("SIGTERM");
  expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
});

test("the executable serves in an empty folder without any environment", async () => {
  const cwd = join(root, "empty");
  mkdirSync(cwd);
  const { exitCode, printed } = await serveOnce(["env", "-i", EXECUTABLE, "serve", "--port", "0"], { cwd });
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: expect.stringContaining(SAMPLE) });
  expect(readdirSync(cwd)).toEqual(["data"]);
});

test("no network is needed", async () => {
  if (process.getuid?.() !== 0 || !hasProgram("unshare", "util-linux") || !existsSync("/sbin/ip")) {
    return printSkipped("a closed network is made by root with unshare and ip");
  }
  const closed = ["unshare", "--net", "sh", "-c", '/sbin/ip link set lo up && exec "$@"', "sh"];
  const command = [...closed, BAKEN, "serve", "--port", "0", "--data", join(root, "offline")];
  const { exitCode, printed } = await serveOnce(command, { env: { PATH: process.env.PATH! } });
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: expect.stringContaining(SAMPLE) });
});
