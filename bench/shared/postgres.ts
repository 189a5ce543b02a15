/** A PostgreSQL cluster for one bench. */
import { join } from "node:path";
import { SQL } from "bun";
import { startPostgres } from "../../test/support/servers/postgres-cluster.ts";
import { endWithProcess } from "./endings.ts";

interface ClusterOptions {
  /** Folder of the programs; by default the folder of the newest version. */
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

export function startCluster(options: ClusterOptions): Cluster {
  const cluster = startPostgres({ ...options, options: "-c shared_buffers=512MB -c work_mem=64MB" });
  const end = endWithProcess(() => cluster.remove());
  const sql = new SQL(cluster.url, { max: 1 });
  return {
    folder: cluster.folder,
    pid: cluster.pid(),
    sql,
    copy: (table, lines) => copyLines([join(cluster.bin, "psql"), "-p", cluster.port], table, lines),
    async stop() {
      await sql.close();
      end();
    },
  };
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
