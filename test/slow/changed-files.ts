/** Finds the files that differ from the merge base of a working tree and its main branch. */

/** Runs git in a folder; returns its output, or `undefined` when it fails. */
function git(folder: string, ...args: string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(["git", ...args], { cwd: folder, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}

/**
 * Returns the commit to compare with; `undefined` when it is not known. `CI_BASE` names it; else it is where HEAD left
 * origin/main. On origin/main itself that commit would be HEAD, which says nothing of what was tested before.
 */
function findBase(folder: string, named: string | undefined): string | undefined {
  if (named !== undefined && named !== "") {
    return git(folder, "merge-base", "HEAD", named);
  }
  const base = git(folder, "merge-base", "HEAD", "origin/main");
  return base === git(folder, "rev-parse", "HEAD") ? undefined : base;
}

/**
 * Returns the paths of files that differ from the merge base, by path from the root: committed, changed and untracked
 * ones. Returns `undefined` when the merge base is not known: outside a clone, in a shallow one, on the main branch.
 */
export function listChangedFiles(folder: string, namedBase: string | undefined): string[] | undefined {
  const base = findBase(folder, namedBase);
  const changed = base && git(folder, "diff", "--name-only", "--no-renames", base);
  const untracked = git(folder, "ls-files", "--others", "--exclude-standard");
  if (changed === undefined || untracked === undefined) {
    return undefined;
  }
  return [...changed.split("\n"), ...untracked.split("\n")].filter((path) => path !== "");
}
