/** The versions of npm that users have, each installed in a folder of its own. */
import { expect } from "bun:test";
import { join, resolve } from "node:path";
import { printSkipped } from "../extracts/reference-files.ts";

/** npm 12 needs a newer Node than Debian's. */
export const NODE_24 = resolve(import.meta.dir, "../../../node_modules/node/bin/node");
export const NPM_VERSIONS = ["10", "11", "12"] as const;
/** Without the last one npm sometimes prints that a newer npm exists. */
const QUIET = ["--no-audit", "--no-fund", "--no-update-notifier"];

export function canReachRegistry(): boolean {
  const { exitCode } = Bun.spawnSync(["npm", "ping"], { stdout: "ignore", stderr: "ignore" });
  if (exitCode !== 0 && process.env.CI !== "true") {
    printSkipped("the npm registry cannot be reached");
    return false;
  }
  return true;
}

/** Installs versions of npm below a folder. */
export function installNpmVersions(folder: string, versions: readonly string[] = NPM_VERSIONS): void {
  for (const version of versions) {
    installPackages(join(folder, `npm-${version}`), [`npm@${version}`]);
  }
}

/** Installs packages of the registry into a folder of their own. */
export function installPackages(folder: string, packages: readonly string[]): void {
  const { exitCode } = Bun.spawnSync(["npm", "install", ...QUIET, "--prefix", folder, ...packages]);
  expect(exitCode).toBe(0);
}

/** A run of npm: a version that `installNpmVersions` has installed below `folder`, in the working folder `cwd`. */
export interface NpmRun {
  readonly folder: string;
  readonly version: string;
  readonly cwd: string;
}

/**
 * Runs a command of npm without the user's settings, and without those that an npm running the tests passes on. The
 * command must end with 0. Returns its outputs.
 */
export function runNpm({ folder, version, cwd }: NpmRun, args: readonly string[]) {
  const cli = join(folder, `npm-${version}`, "node_modules/npm/bin/npm-cli.js");
  const path = `${join(NODE_24, "..")}:${process.env.PATH}`;
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const env = {
    ...Object.fromEntries(inherited),
    PATH: path,
    npm_config_userconfig: join(folder, "no-npmrc"),
  };
  const { exitCode, stdout, stderr } = Bun.spawnSync([NODE_24, cli, ...args, ...QUIET], { cwd, env });
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  return { stdout: stdout.toString(), stderr: stderr.toString() };
}
