/**
 * The engines that nodes of a cluster share: PostgreSQL, Redis and S3-compatible storage, each a process of its own,
 * with a proxy for faults between each node and each engine.
 */

import { freePort } from "../processes/free-port.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import type { NodeSettings } from "./node-cluster.ts";
import { hasPostgres, type PostgresCluster, startPostgres } from "./postgres-cluster.ts";
import { hasProxy } from "./proxy-process.ts";
import { hasRedis, type RedisProcess, startRedis } from "./redis-process.ts";
import { BUCKET, type S3Server, startS3 } from "./s3-server.ts";

export type EngineName = "postgres" | "redis" | "storage";

/** Connections of one node to the engines. */
type Links = Readonly<Record<EngineName, FaultProxy>>;

export interface SharedEngines {
  readonly postgres: PostgresCluster;
  readonly redis: RedisProcess;
  readonly storage: S3Server;
  /** Links of each node, by its index. */
  readonly links: readonly Links[];
  /** Settings by which the node with this index uses the engines through its links. */
  settingsOf(index: number): NodeSettings;
  remove(): Promise<void>;
}

/** Returns true when all programs of a cluster are installed; else prints what is missing, or throws in CI. */
export function hasClusterPrograms(): boolean {
  return [hasPostgres(), hasRedis(), hasProxy("haproxy")].every(Boolean);
}

export async function startSharedEngines(nodes: number, random?: () => number): Promise<SharedEngines> {
  const postgres = startPostgres({ port: `${freePort()}` });
  const [redis, storage] = await Promise.all([startRedis(), startS3()]);
  const storagePort = Number(new URL(storage.endpoint).port);
  const links = await Promise.all(
    Array.from({ length: nodes }, async (): Promise<Links> => {
      const [toPostgres, toRedis, toStorage] = await Promise.all(
        [Number(postgres.port), redis.port, storagePort].map((port) => startFaultProxy(port, random)),
      );
      return { postgres: toPostgres!, redis: toRedis!, storage: toStorage! };
    }),
  );
  return {
    postgres,
    redis,
    storage,
    links,
    settingsOf: (index) => ({ flags: [], env: variablesFor(links[index]!) }),
    async remove() {
      await Promise.all(links.flatMap((one) => Object.values(one).map((link) => link.stop())));
      await Promise.all([redis.stop(), storage.close()]);
      postgres.remove();
    },
  };
}

function variablesFor({ postgres, redis, storage }: Links): Record<string, string> {
  return {
    BAKEN_ACCOUNTS: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    BAKEN_COUNTERS: `redis://127.0.0.1:${redis.port}`,
    BAKEN_EXPORT_STORE: `s3://${BUCKET}/exports`,
    S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
}
