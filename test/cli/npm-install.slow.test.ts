/** Installs a copy of this repository with the versions of npm that users have, and serves: README's two commands. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { start } from "../support/processes/baken-process.ts";
import { canReachRegistry, installNpmVersions, runNpm } from "../support/release/npm-versions.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const INSTALLED_FILES = ["baken", "package.json", "package-lock.json", "src", "NOTICE"];

const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

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
  beforeAll(() => installNpmVersions(folder));

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
    runNpm({ folder, version, cwd: clone }, ["ci", "--omit=dev", ...options]);
    // Without its install script Bun's own package holds a stub, which is the case that the launcher knows.
    const isMoved = !existsSync(join(clone, "node_modules/@oven/bun-linux-x64/bin/bun"));
    expect(isMoved).toBe(options.length === 0);
    expect(await firstStatus(clone)).toBe(200);
    rmSync(clone, { recursive: true });
  });
});
