/**
 * A PostgreSQL cluster of its own: in a temporary folder, on 127.0.0.1 only, removed at the end. Needs Debian's
 * postgresql. As root the server runs as the user `postgres`.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../../src/base/errors.ts";
import { printSkipped } from "../extracts/reference-files.ts";
import { freePort } from "../processes/free-port.ts";
import { until } from "../processes/until.ts";

const PROGRAMS = "/usr/lib/postgresql";

interface ClusterOptions {
  /** Folder of the programs; by default the folder of the newest version. */
  readonly bin?: string | undefined;
  readonly port: string;
  /** Further options of the server, such as `-c shared_buffers=512MB`. */
  readonly options?: string;
}

export interface PostgresCluster {
  /** Folder of its socket. */
  readonly folder: string;
  readonly bin: string;
  readonly port: string;
  /** URL for the superuser `postgres`. */
  readonly url: string;
  /** Returns the process that accepts connections. */
  pid(): number;
  /** Starts it again after `stop` or `kill`. */
  start(): void;
  stop(): void;
  /** Ends all its processes with `kill -9`, as a power cut does; resolves when it can be started again. */
  kill(): Promise<void>;
  /** Stops all its processes from running (SIGSTOP): connections stay and nothing answers. */
  freeze(): void;
  thaw(): void;
  remove(): void;
}

/**
 * Returns true when PostgreSQL is installed. Otherwise prints that tests are skipped, or throws an Error where tests
 * must be complete (CI=true).
 */
export function hasPostgres(): boolean {
  if (existsSync(PROGRAMS)) {
    return true;
  }
  const missing = "PostgreSQL is not installed: apt-get install postgresql";
  if (process.env.CI === "true") {
    throw new Error(missing);
  }
  printSkipped(missing);
  return false;
}

export function startPostgres({ bin = newestBin(), port, options = "" }: ClusterOptions): PostgresCluster {
  const folder = mkdtempSync(join(tmpdir(), "baken-postgres-"));
  const data = join(folder, "data");
  const run = (tool: string, ...args: string[]) => runTool([join(bin, tool), ...args], folder);
  if (isRoot()) {
    const { stdout } = spawnSync("id", ["-u", "postgres"], { encoding: "utf8" });
    chownSync(folder, Number(stdout), Number(stdout));
  }
  chmodSync(folder, 0o755);
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8");
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off ${options}`;
  const pid = () => Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
  const stop = () => run("pg_ctl", "-D", data, "-m", "immediate", "stop");
  const signal = (name: NodeJS.Signals) => {
    const main = pid();
    for (const each of [main, ...childrenOf(main)]) {
      try {
        process.kill(each, name);
      } catch (error) {
        // A process of a connection may just have ended.
        if (codeOf(error) !== "ESRCH") {
          throw error;
        }
      }
    }
  };
  const cluster: PostgresCluster = {
    folder,
    bin,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid,
    start: () => run("pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "-o", settings, "start"),
    stop,
    async kill() {
      const main = pid();
      signal("SIGKILL");
      // It counts as running until the system has removed it, and another one would refuse to start.
      await until(() => !isRunning(main));
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    remove() {
      if (existsSync(join(data, "postmaster.pid"))) {
        signal("SIGCONT");
        stop();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  cluster.start();
  return cluster;
}

/** Returns a free port as the tools of PostgreSQL take it. */
export async function findFreePort(): Promise<string> {
  return String(freePort());
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function newestBin(): string {
  const versions = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  return join(PROGRAMS, versions[0]!, "bin");
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.trim().split(" ").filter(Boolean).map(Number);
}

/** Runs a tool of PostgreSQL, which refuses to be run by root. */
function runTool(command: readonly string[], cwd: string): void {
  const full = isRoot()
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command]
    : command;
  const { status, stderr, stdout } = spawnSync(full[0]!, full.slice(1), { encoding: "utf8", cwd });
  if (status !== 0) {
    throw new Error(`${command[0]} failed: ${stderr}${stdout}`);
  }
}
