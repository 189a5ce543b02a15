/** Installs a copy of this repository with the versions of npm that users have, and serves: README's two commands. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { start } from "../support/processes/baken-process.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
/** npm 12 needs a newer Node than Debian's. */
const NODE = join(REPOSITORY, "node_modules/node/bin/node");
const INSTALLED_FILES = ["baken", "package.json", "package-lock.json", "src", "NOTICE"];
const QUIET = ["--no-audit", "--no-fund"];

const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

function canReachRegistry(): boolean {
  const { exitCode } = Bun.spawnSync(["npm", "ping"], { stdout: "ignore", stderr: "ignore" });
  if (exitCode !== 0 && process.env.CI !== "true") {
    printSkipped("the npm registry cannot be reached");
    return false;
  }
  return true;
}

function runNpm(version: string, args: readonly string[], cwd: string) {
  const cli = join(folder, `npm-${version}`, "node_modules/npm/bin/npm-cli.js");
  const env = { ...process.env, PATH: `${join(NODE, "..")}:${process.env.PATH}` };
  const { exitCode, stderr } = Bun.spawnSync([NODE, cli, ...args], { cwd, env, stdout: "ignore" });
  expect(stderr.toString()).not.toContain("npm error");
  expect(exitCode).toBe(0);
}

/** Serves the demo country, as a user's first command does; returns the status of the printed request. */
async function firstStatus(cwd: string): Promise<number> {
  const child = start(["sh", "-c", 'cd "$0" && exec ./baken serve --port 0', cwd]);
  try {
    let printed = "";
    for await (const piece of child.stdout) {
      printed += Buffer.from(piece).toString();
      const [, authorization, url] = printed.match(/curl -H 'Authorization: (.+)' '(.+)'/) ?? [];
      if (url !== undefined) {
        return (await fetch(url, { headers: { authorization: authorization! } })).status;
      }
    }
    throw new Error(`serve has ended: ${await child.stderr.text()}`);
  } finally {
    child.kill();
    await child.exited;
  }
}

describe.if(canReachRegistry())("npm ci && ./baken serve", () => {
  beforeAll(() => {
    for (const version of ["10", "11", "12"]) {
      const prefix = ["--prefix", join(folder, `npm-${version}`)];
      const { exitCode } = Bun.spawnSync(["npm", "install", ...QUIET, ...prefix, `npm@${version}`]);
      expect(exitCode).toBe(0);
    }
  });

  test.each([
    ["10", []],
    ["11", []],
    ["12", []],
    ["12", ["--ignore-scripts"]],
  ])("npm %s %j", async (version, options) => {
    const clone = join(folder, "clone");
    for (const file of INSTALLED_FILES) {
      cpSync(join(REPOSITORY, file), join(clone, file), { recursive: true });
    }
    runNpm(version, ["ci", "--omit=dev", ...QUIET, ...options], clone);
    // Without its install script Bun's own package holds a stub, which is the case that the launcher knows.
    const isMoved = !existsSync(join(clone, "node_modules/@oven/bun-linux-x64/bin/bun"));
    expect(isMoved).toBe(options.length === 0);
    expect(await firstStatus(clone)).toBe(200);
    rmSync(clone, { recursive: true });
  });
});
