/**
 * A PostgreSQL cluster for one bench: in a temporary folder, on 127.0.0.1 only, stopped and removed at the end. Needs
 * Debian's postgresql. As root the server runs as the user `postgres`.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";

const PROGRAMS = "/usr/lib/postgresql";

interface ClusterOptions {
  /** Folder of the programs; that of the newest version by default. */
  readonly bin?: string | undefined;
  readonly port: string;
}

export interface Cluster {
  /** Folder of its socket. */
  readonly folder: string;
  /** Process that accepts connections. */
  readonly pid: number;
  /** The only connection. */
  readonly sql: SQL;
  /** Copies lines of COPY's text format into a table. */
  copy(table: string, lines: Iterable<string>): Promise<void>;
  stop(): Promise<void>;
}

export function startCluster({ bin = newestBin(), port }: ClusterOptions): Cluster {
  const folder = mkdtempSync(join(tmpdir(), "baken-postgres-"));
  const isRoot = process.getuid?.() === 0;
  const data = join(folder, "data");
  const run = (tool: string, ...args: string[]) => runTool([join(bin, tool), ...args], folder, isRoot);
  if (isRoot) {
    const { stdout } = spawnSync("id", ["-u", "postgres"], { encoding: "utf8" });
    chownSync(folder, Number(stdout), Number(stdout));
  }
  chmodSync(folder, 0o755);
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8");
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c shared_buffers=512MB -c work_mem=64MB`;
  run("pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "-o", settings, "start");
  const sql = new SQL(`postgres://postgres@127.0.0.1:${port}/postgres`, { max: 1 });
  return {
    folder,
    pid: Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10),
    sql,
    copy: (table, lines) => copyLines([join(bin, "psql"), "-p", port], table, lines),
    async stop() {
      await sql.close();
      run("pg_ctl", "-D", data, "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newestBin(): string {
  const versions = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  return join(PROGRAMS, versions[0]!, "bin");
}

/** Runs a tool of PostgreSQL, which refuses to be run by root. */
function runTool(command: readonly string[], cwd: string, isRoot: boolean): void {
  const full = isRoot
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command]
    : command;
  const { status, stderr, stdout } = spawnSync(full[0]!, full.slice(1), { encoding: "utf8", cwd });
  if (status !== 0) {
    throw new Error(`${command[0]} failed: ${stderr}${stdout}`);
  }
}

const BATCH_CHARACTERS = 1_000_000;

async function copyLines(psql: readonly string[], table: string, lines: Iterable<string>): Promise<void> {
  const copying = Bun.spawn(
    [...psql, "-h", "127.0.0.1", "-U", "postgres", "-q", "-c", `COPY ${table} FROM STDIN`],
    { stdin: "pipe", stderr: "inherit" },
  );
  let batch = "";
  for (const line of lines) {
    batch += `${line}\n`;
    if (batch.length > BATCH_CHARACTERS) {
      copying.stdin.write(batch);
      await copying.stdin.flush();
      batch = "";
    }
  }
  copying.stdin.write(batch);
  await copying.stdin.end();
  if ((await copying.exited) !== 0) {
    throw new Error(`COPY ${table} failed`);
  }
}
