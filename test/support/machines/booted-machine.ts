/** A Debian machine whose systemd runs, in a network of its own. */
import { readFileSync } from "node:fs";
import { type CommandOutcome, collectOutcome, start } from "../processes/baken-process.ts";
import { until } from "../processes/until.ts";
import { makeDebianRoot, removeRoot, type Suite } from "./debian-root.ts";

const PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
const BOOT_LIMIT_MS = 60_000;

export interface BootedMachine {
  readonly root: string;
  /** Runs a command in the machine, as root, until it ends. */
  run(...words: string[]): Promise<CommandOutcome>;
  /** Runs a line of the shell; returns its standard output. Throws an Error when its exit code is not 0. */
  sh(line: string): Promise<string>;
  /** Powers the machine off and removes it. */
  remove(): Promise<void>;
}

/** Boots a machine; resolves when systemd has started all. */
export async function bootMachine(suite?: Suite): Promise<BootedMachine> {
  const root = makeDebianRoot(suite);
  const flags = ["--boot", "--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe"];
  const nspawn = start(["systemd-nspawn", `--directory=${root}`, ...flags]);
  const enter = (words: readonly string[]) => {
    const leader = childOf(nspawn.pid);
    return start(["nsenter", `--target=${leader}`, "--all", "env", "-i", PATH, ...words]);
  };
  const run = async (...words: string[]) => await collectOutcome(enter(words));
  await until(async () => {
    if (nspawn.exitCode !== null) {
      throw new Error(`systemd-nspawn ended: ${await new Response(nspawn.stderr).text()}`);
    }
    return childOf(nspawn.pid) !== undefined && isUp((await run("systemctl", "is-system-running")).stdout);
  }, BOOT_LIMIT_MS);
  return {
    root,
    run,
    async sh(line) {
      const { exitCode, stdout, stderr } = await run("sh", "-c", line);
      if (exitCode !== 0) {
        throw new Error(`${line} ended with ${exitCode}: ${stdout}${stderr}`);
      }
      return stdout;
    },
    async remove() {
      await run("systemctl", "poweroff");
      await nspawn.exited;
      removeRoot(root);
    },
  };
}

function isUp(state: string): boolean {
  return ["running", "degraded"].includes(state.trim());
}

/** Returns the process id of the machine's systemd, the only child of systemd-nspawn. */
function childOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0] || undefined;
  } catch {
    return undefined;
  }
}
