/** Databases of a PostgreSQL cluster that tests start, one for each test that wants its own. */
import { SQL } from "bun";
import type { AccountsPlace } from "../../../src/accounts/accounts-place.ts";
import { startAccounts } from "../../../src/accounts/open-accounts.ts";
import { startJobs } from "../../../src/exports/open-job-store.ts";
import { findFreePort, type PostgresCluster, startPostgres } from "../servers/postgres-cluster.ts";

export interface Databases {
  readonly cluster: PostgresCluster;
  /** Creates an empty database; returns its URL. */
  create(): Promise<string>;
  remove(): void;
}

export async function startDatabases(): Promise<Databases> {
  const cluster = startPostgres({ port: await findFreePort() });
  let created = 0;
  return {
    cluster,
    async create() {
      const name = `baken${++created}`;
      await using admin = new SQL(cluster.url, { max: 1 });
      await admin.unsafe(`CREATE DATABASE ${name}`);
      return cluster.url.replace(/\/postgres$/, `/${name}`);
    },
    remove: () => cluster.remove(),
  };
}

/** Place of a database; its data folder does not exist, because nothing is stored in it. */
export function placeOf(url: string, timeoutMs = 2_000): AccountsPlace {
  return { dataDir: "/nowhere", postgres: { url, timeoutMs } };
}

/** Starts keys, usage and jobs as a serving process does. */
export async function startNode(url: string, timeoutMs?: number) {
  const accounts = await startAccounts(placeOf(url, timeoutMs));
  await startJobs(accounts);
  return accounts;
}
