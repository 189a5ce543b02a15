/** Finds the files that differ from a commit. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Runs git in a folder; returns its output, or `undefined` when it fails. */
function git(folder: string, ...args: string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(["git", ...args], { cwd: folder, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}

/**
 * Returns the commit where HEAD left a commit of this name. Returns `undefined` without a name, outside a clone, in a
 * shallow one, and for a commit that is unknown here.
 */
export function findBase(folder: string, named: string | undefined): string | undefined {
  return named ? git(folder, "merge-base", "HEAD", named) : undefined;
}

/** Listed among changed files when the program needs other packages, or other versions of them. */
export const DEPENDENCIES = "package.json#dependencies";

/** Returns the code of a source without its comments and types; the text itself where it is no TypeScript. */
function codeOf(path: string, text: string): string {
  const loader = /\.(tsx?)$/.exec(path)?.[1];
  return loader === undefined
    ? text
    : new Bun.Transpiler({ loader: loader === "ts" ? "ts" : "tsx" }).transformSync(text);
}

/** Returns true when a file has another code than in a commit, or is in one of both only. */
function hasCodeChanged(folder: string, base: string, path: string): boolean {
  const before = git(folder, "show", `${base}:${path}`);
  const file = join(folder, path);
  if (before === undefined || !existsSync(file)) {
    return true;
  }
  try {
    return codeOf(path, before) !== codeOf(path, readFileSync(file, "utf8").trim());
  } catch {
    // A text that does not parse is a change.
    return true;
  }
}

/**
 * Returns the paths, from the root, of files that differ from a commit by more than comments and types: committed,
 * changed and untracked ones, and `DEPENDENCIES`. Returns `undefined` outside a clone.
 */
export function listChangedFiles(folder: string, base: string): string[] | undefined {
  const changed = git(folder, "diff", "--name-only", "--no-renames", base);
  const untracked = git(folder, "ls-files", "--others", "--exclude-standard");
  if (changed === undefined || untracked === undefined) {
    return undefined;
  }
  const files = [...changed.split("\n"), ...untracked.split("\n")].filter(
    (path) => path !== "" && hasCodeChanged(folder, base, path),
  );
  return haveDependenciesChanged(folder, base) ? [...files, DEPENDENCIES] : files;
}

function haveDependenciesChanged(folder: string, base: string): boolean {
  const file = join(folder, "package.json");
  const dependenciesOf = (text: string | undefined) => JSON.stringify(JSON.parse(text || "{}").dependencies);
  const now = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  return dependenciesOf(now) !== dependenciesOf(git(folder, "show", `${base}:package.json`));
}
