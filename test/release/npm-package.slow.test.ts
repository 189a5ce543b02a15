/** Installs the npm package with the versions of npm and Node that users have, and uses it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { collectOutcome } from "../support/processes/baken-process.ts";
import { makeRelease, VERSION } from "../support/release/make-release.ts";
import {
  canReachRegistry,
  installNpmVersions,
  NODE_24,
  NPM_VERSIONS,
  runNpm,
} from "../support/release/npm-versions.ts";
import {
  type Program,
  runProgram,
  startProgram,
  useCommands,
  useServer,
  useStdio,
  writeBunTraps,
} from "../support/release/use-program.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const root = makeEmptyFolder();
const tarball = join(root, `dist/baken-${VERSION}.tgz`);
const folder = join(root, "user");
/** Short rounds (TEST_ROUNDS=1) use one version of npm, and Node of the system. */
const IS_SHORT = process.env.TEST_ROUNDS === "1";
const VERSIONS = IS_SHORT ? ["11"] : NPM_VERSIONS;
/** Node of the system (20 on CI machines), and a newer one that can replace its process by another program. */
const NODES = [Bun.which("node")!, ...(IS_SHORT ? [] : [NODE_24])];
afterAll(() => rmSync(root, { recursive: true }));

/** The command that `npm install --global` with that version of npm has made, run by that Node. */
function installed(version: string, node: string): Program {
  return { command: [node, join(root, `global-${version}/bin/baken`)], folder };
}

describe.if(canReachRegistry())("npm install --global ./baken.tgz", () => {
  beforeAll(() => {
    makeRelease(join(root, "dist"), "npm");
    installNpmVersions(root, VERSIONS);
    mkdirSync(join(root, "elsewhere"));
    writeBunTraps({ command: [], folder });
  }, 300_000);

  test.each(VERSIONS)(
    "npm %s installs it without a word, and npx runs it",
    async (version) => {
      const run = { folder: root, version, cwd: join(root, "elsewhere") };
      const { stderr } = runNpm(run, [
        "install",
        "--global",
        "--prefix",
        join(root, `global-${version}`),
        tarball,
      ]);
      expect(stderr).toBe("");
      for (const node of NODES) {
        expect(await runProgram(installed(version, node), "--version")).toBe(`${VERSION}\n`);
      }
      expect(runNpm(run, ["exec", "--yes", "--package", tarball, "--", "baken", "--version"]).stdout).toBe(
        `${VERSION}\n`,
      );
    },
    120_000,
  );

  test("does what the sources do", async () => {
    await useCommands(installed("11", NODES[0]!));
    for (const node of NODES) {
      await useServer(installed("11", node));
    }
    await useStdio(installed("11", NODES[0]!), VERSION);
  }, 180_000);

  test.each(NODES)(
    "%s passes signals and exit codes on",
    async (node) => {
      const program = installed("11", node);
      expect(await startProgram(program, ["serv"]).exited).toBe(1);
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        const { child } = await startStdio(program);
        child.kill(signal);
        // The program ends by itself, as it does from the sources.
        expect([await child.exited, child.signalCode]).toEqual([0, null]);
      }
      const { child, pid } = await startStdio(program);
      process.kill(pid, "SIGKILL");
      expect(await child.exited).toBe(137);
    },
    60_000,
  );

  test("says what to do where npm left optional packages out", async () => {
    const cwd = join(root, "elsewhere");
    runNpm({ folder: root, version: "11", cwd }, ["install", "--omit=optional", tarball]);
    const program = { command: [join(cwd, "node_modules/.bin/baken")], folder };
    const { exitCode, stdout, stderr } = await collectOutcome(startProgram(program, ["--version"]));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("--include=optional");
    expect(stderr).not.toContain("    at ");
  }, 60_000);
});

/** Starts an MCP server and waits for an answer. `pid` is Bun's: a child of Node, or Node's own process. */
async function startStdio(program: Program) {
  const child = startProgram(program, ["mcp", "--stdio", "--data", join(folder, "weesp")]);
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await child.stdout.getReader().read();
  const [bun] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ");
  return { child, pid: Number(bun) || child.pid };
}
