/** Agreement of servers in PostgreSQL, by its clock. */
import { hostname } from "node:os";
import type { SQL } from "bun";
import type { Postgres } from "../base/postgres.ts";
import { type Migrations, migrate } from "../base/postgres-migrations.ts";
import type { Agreement, Rollout, Version } from "./rollout.ts";

/** Seconds after its last report for which a server counts as living. */
const ALIVE_S = 5;
/** Seconds from the agreement to the swap: every server has read it by then. */
const SWITCH_AFTER_S = 1;

const MIGRATIONS: Migrations = {
  part: "registry",
  steps: [
    `CREATE TABLE registry_agreement (
       one boolean PRIMARY KEY DEFAULT true CHECK (one),
       sha256 text,
       published_at bigint NOT NULL DEFAULT 0,
       switch_at timestamptz NOT NULL DEFAULT now()
     );
     INSERT INTO registry_agreement DEFAULT VALUES;
     CREATE TABLE registry_server (
       server text PRIMARY KEY,
       ready_sha256 text,
       ready_since timestamptz NOT NULL,
       reported_at timestamptz NOT NULL
     )`,
  ],
};

export interface PostgresRolloutOptions {
  readonly database: Postgres;
  /** Seconds after which a server that is ready no longer waits for the others. */
  readonly waitSeconds: number;
}

/** Opens the agreement; makes its tables at the first report. */
export function openPostgresRollout({ database, waitSeconds }: PostgresRolloutOptions): Rollout {
  const server = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  let migrated: Promise<void> | undefined;
  return {
    async report(ready) {
      migrated ??= migrate(database, [MIGRATIONS]);
      await migrated.catch((error) => {
        migrated = undefined;
        throw error;
      });
      return await database.transaction(async (sql) => {
        await storeReport(sql, server, ready);
        await moveAgreement(sql, { server, ready, waitSeconds });
        return await readAgreement(sql);
      });
    },
    async close() {
      await database.run((sql) => sql`DELETE FROM registry_server WHERE server = ${server}`).catch(() => {});
    },
  };
}

async function storeReport(sql: SQL, server: string, ready: Version | undefined): Promise<void> {
  await sql`
    INSERT INTO registry_server AS known (server, ready_sha256, ready_since, reported_at)
    VALUES (${server}, ${ready?.sha256 ?? null}, now(), now())
    ON CONFLICT (server) DO UPDATE SET
      ready_since = CASE WHEN known.ready_sha256 IS NOT DISTINCT FROM excluded.ready_sha256
        THEN known.ready_since ELSE now() END,
      ready_sha256 = excluded.ready_sha256,
      reported_at = now()`;
  await sql`DELETE FROM registry_server WHERE reported_at < now() - interval '1 day'`;
}

interface Move {
  readonly server: string;
  readonly ready: Version | undefined;
  readonly waitSeconds: number;
}

/** Moves the agreement to a version that is published later than the agreed one; its row decides between servers. */
async function moveAgreement(sql: SQL, { server, ready, waitSeconds }: Move): Promise<void> {
  if (ready === undefined) {
    return;
  }
  await sql`
    UPDATE registry_agreement
    SET sha256 = ${ready.sha256}, published_at = ${ready.publishedAt},
      switch_at = now() + make_interval(secs => ${SWITCH_AFTER_S})
    WHERE published_at < ${ready.publishedAt} AND (
      NOT EXISTS (
        SELECT 1 FROM registry_server
        WHERE reported_at > now() - make_interval(secs => ${ALIVE_S})
          AND ready_sha256 IS DISTINCT FROM ${ready.sha256})
      OR EXISTS (
        SELECT 1 FROM registry_server
        WHERE server = ${server} AND ready_since < now() - make_interval(secs => ${waitSeconds})))`;
}

async function readAgreement(sql: SQL): Promise<Agreement> {
  const [row] = await sql<{ sha256: string | null; switch_in_ms: number }[]>`
    SELECT sha256, (extract(epoch FROM switch_at - clock_timestamp()) * 1000)::float8 AS switch_in_ms
    FROM registry_agreement`;
  return { sha256: row?.sha256 ?? undefined, switchInMs: row?.switch_in_ms ?? 0 };
}
