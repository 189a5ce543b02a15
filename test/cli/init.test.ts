/** Runs `baken init` in folders in every usual state, and runs the commands that it names. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCommand } from "../../src/cli/command.ts";
import { COMMANDS, commandName } from "../../src/cli/commands/index.ts";
import { fingerprintOf, runBaken } from "../support/processes/baken-process.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-init-"));
const served = makeDataFolder();
afterAll(() => {
  rmSync(root, { recursive: true });
  rmSync(served, { recursive: true });
});

async function explain(dataDir: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await runBaken(["init", "--data", dataDir]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(10);
  return lines;
}

/** Returns the arguments of each baken command in the lines. */
function commandsIn(lines: readonly string[]): string[][] {
  const found = lines.flatMap((line) => /^ {2}.{10} baken (.*?)(?: {3}#.*)?$/.exec(line)?.[1] ?? []);
  return found.map((text) =>
    [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, plain]) => (double ?? single ?? plain)!,
    ),
  );
}

test("a missing folder: how to try it and how to get real data; nothing is made", async () => {
  const dataDir = join(root, "my data");
  const lines = await explain(dataDir);
  expect(lines[0]).toBe(`${dataDir} has no registry yet.`);
  const commands = commandsIn(lines);
  expect(commands.map(([name]) => name)).toEqual([
    "serve",
    "import",
    "import",
    "keys",
    "find",
    "status",
    "--help",
  ]);
  expect(commands[1]).toEqual(["import", "--download", "--data", dataDir]);
  expect(existsSync(dataDir)).toBe(false);
});

test("an empty folder, and one with keys only, have no registry yet", async () => {
  const dataDir = join(root, "keys");
  mkdirSync(dataDir);
  expect((await explain(dataDir))[0]).toBe(`${dataDir} has no registry yet.`);
  issueKey(dataDir, {});
  expect((await explain(dataDir))[0]).toBe(`${dataDir} has no registry yet.`);
});

test("a folder with a registry: what it holds, how to serve and update it; nothing is changed", async () => {
  issueKey(served, {});
  const before = fingerprintOf(served);
  const lines = await explain(served);
  expect(lines[0]).toMatch(/: BAG data of 2021-10-15, .*, 17 addresses; 1 key; \d+ GB free\.$/);
  expect(commandsIn(lines).map(([name]) => name)).toEqual([
    "serve",
    "update",
    "keys",
    "find",
    "status",
    "--help",
  ]);
  expect(fingerprintOf(served)).toEqual(before);
});

test("a registry that cannot be served: the fault with its remedy", async () => {
  const dataDir = join(root, "broken");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "current"), "registry-2020-01-01.gpkg\n");
  const [first] = await explain(dataDir);
  expect(first).toContain("no registry can be served: ");
  expect(first).toContain("baken import");
});

test("the commands it names parse", async () => {
  for (const argv of [
    ...commandsIn(await explain(served)),
    ...commandsIn(await explain(join(root, "none"))),
  ]) {
    const name = commandName(argv);
    if (name === undefined) {
      expect(argv).toEqual(["--help"]);
      continue;
    }
    parseCommand(await COMMANDS[name]!(), argv.slice(name.split(" ").length));
  }
});
