/** Empty Debian machines: a folder made by debootstrap, entered with chroot or booted by systemd-nspawn. Needs root. */
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printSkipped } from "../extracts/reference-files.ts";
import { findProgram } from "../processes/find-program.ts";

/** Debian 12 and 13. */
export type Suite = "bookworm" | "trixie";
const MIRROR = "http://deb.debian.org/debian";
/** Packages of Debian's own installer beyond the minimum, and curl. Installed once; each machine is a copy. */
const PACKAGES = "systemd,systemd-sysv,dbus,adduser,init-system-helpers,curl";
const cachedRoot = (suite: Suite) => join(tmpdir(), `baken-debian-${suite}`);

/**
 * Returns true where empty machines can be made. Otherwise prints that tests are skipped, or throws an Error where
 * tests must be complete (CI=true) and only programs are missing.
 */
export function canMakeMachines(): boolean {
  const missing = ["debootstrap", "systemd-nspawn"].filter((name) => findProgram(name) === undefined);
  const mayMount = Bun.spawnSync(["unshare", "--mount", "true"], { stderr: "ignore" }).success;
  if (missing.length === 0 && mayMount && process.getuid!() === 0) {
    return true;
  }
  if (missing.length > 0 && process.env.CI === "true") {
    throw new Error(`missing: ${missing.join(", ")}: apt-get install debootstrap systemd-container`);
  }
  printSkipped(
    missing.length > 0
      ? `${missing.join(" and ")} are not installed: apt-get install debootstrap systemd-container`
      : "empty Debian machines need root and the right to mount",
  );
  return false;
}

/** Makes a machine; returns its root folder. `removeRoot` removes it. */
export function makeDebianRoot(suite: Suite = "bookworm"): string {
  const cached = cachedRoot(suite);
  if (!existsSync(cached)) {
    const draft = mkdtempSync(`${cached}-draft-`);
    runOrThrow([
      findProgram("debootstrap")!,
      "--variant=minbase",
      `--include=${PACKAGES}`,
      suite,
      draft,
      MIRROR,
    ]);
    keepFirst(draft, cached);
  }
  const root = mkdtempSync(join(tmpdir(), "baken-machine-"));
  runOrThrow(["cp", "--archive", "--reflink=auto", `${cached}/.`, root]);
  // Services run as other users, who must be able to enter their root.
  chmodSync(root, 0o755);
  return root;
}

/** Keeps a finished root as the cached one, unless a test in another process was faster. */
function keepFirst(draft: string, cached: string): void {
  try {
    renameSync(draft, cached);
  } catch (error) {
    removeRoot(draft);
    if (!existsSync(cached)) {
      throw error;
    }
  }
}

export function removeRoot(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

/**
 * Returns the command that runs `words` in a root folder, as its own process, with /proc of this machine, which Bun
 * needs. The mount ends with the process.
 */
export function inRoot(root: string, words: readonly string[], user?: string): string[] {
  const identity = user === undefined ? [] : [`--userspec=${user}`];
  return ["unshare", `--mount-proc=${join(root, "proc")}`, "chroot", ...identity, root, ...words];
}

function runOrThrow(words: readonly string[]): void {
  const { success, stdout, stderr } = Bun.spawnSync([...words]);
  if (!success) {
    throw new Error(`${words.join(" ")} failed: ${stdout}${stderr}`);
  }
}
