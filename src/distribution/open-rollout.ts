/** Agreement of several servers on the registry to serve, so that all swap at one time: in PostgreSQL, by its clock. */
import { hostname } from "node:os";
import type { SQL } from "bun";
import type { RunningAccounts } from "../accounts/open-accounts.ts";
import type { Postgres } from "../base/postgres.ts";
import { type Migrations, migrate } from "../base/postgres-migrations.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";

/** Opens the agreement with the servers that share these accounts; undefined for a server that shares none. */
export function openRollout({ database }: RunningAccounts, waitSeconds: number): Rollout | undefined {
  return database && openPostgresRollout({ database: database.postgres, waitSeconds });
}

/** Seconds after its last report for which a server counts as living. */
const ALIVE_S = 5;
/** Seconds from the agreement to the swap: every server has read it by then. */
const SWITCH_AFTER_S = 1;

/**
 * Servers agree only with servers of the same registry schema: during an upgrade the others cannot serve the same file.
 * The tables of the part `registry` belong to programs with one agreement for all schemas.
 */
const MIGRATIONS: Migrations = {
  part: "registry of a schema",
  steps: [
    `CREATE TABLE schema_agreement (
       schema integer PRIMARY KEY,
       sha256 text,
       published_at bigint NOT NULL DEFAULT 0,
       switch_at timestamptz NOT NULL DEFAULT now()
     );
     CREATE TABLE schema_server (
       server text PRIMARY KEY,
       schema integer NOT NULL,
       ready_sha256 text,
       ready_since timestamptz NOT NULL,
       reported_at timestamptz NOT NULL
     )`,
  ],
};

interface PostgresRolloutOptions {
  readonly database: Postgres;
  /** Seconds after which a server that is ready no longer waits for the others. */
  readonly waitSeconds: number;
  /** Schema of the registries that this server can serve. */
  readonly schema?: number;
}

/** Opens the agreement of servers in PostgreSQL, by its clock. Makes its tables at the first report. */
export function openPostgresRollout({
  database,
  waitSeconds,
  schema = SCHEMA_VERSION,
}: PostgresRolloutOptions): Rollout {
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
        const report = { server, schema, ready };
        await storeReport(sql, report);
        await moveAgreement(sql, report, waitSeconds);
        return await readAgreement(sql, schema);
      });
    },
    async close() {
      await database.run((sql) => sql`DELETE FROM schema_server WHERE server = ${server}`).catch(() => {});
    },
  };
}

interface Report {
  readonly server: string;
  readonly schema: number;
  readonly ready: Version | undefined;
}

async function storeReport(sql: SQL, { server, schema, ready }: Report): Promise<void> {
  await sql`INSERT INTO schema_agreement (schema) VALUES (${schema}) ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO schema_server AS known (server, schema, ready_sha256, ready_since, reported_at)
    VALUES (${server}, ${schema}, ${ready?.sha256 ?? null}, now(), now())
    ON CONFLICT (server) DO UPDATE SET
      ready_since = CASE WHEN known.ready_sha256 IS NOT DISTINCT FROM excluded.ready_sha256
        THEN known.ready_since ELSE now() END,
      ready_sha256 = excluded.ready_sha256,
      reported_at = now()`;
  await sql`DELETE FROM schema_server WHERE reported_at < now() - interval '1 day'`;
}

/** Moves the agreement to a version that is published later than the agreed one; its row decides between servers. */
async function moveAgreement(
  sql: SQL,
  { server, schema, ready }: Report,
  waitSeconds: number,
): Promise<void> {
  if (ready === undefined) {
    return;
  }
  await sql`
    UPDATE schema_agreement
    SET sha256 = ${ready.sha256}, published_at = ${ready.publishedAt},
      switch_at = now() + make_interval(secs => ${SWITCH_AFTER_S})
    WHERE schema = ${schema} AND published_at < ${ready.publishedAt} AND (
      NOT EXISTS (
        SELECT 1 FROM schema_server
        WHERE schema = ${schema} AND reported_at > now() - make_interval(secs => ${ALIVE_S})
          AND ready_sha256 IS DISTINCT FROM ${ready.sha256})
      OR EXISTS (
        SELECT 1 FROM schema_server
        WHERE server = ${server} AND ready_since < now() - make_interval(secs => ${waitSeconds})))`;
}

async function readAgreement(sql: SQL, schema: number): Promise<Agreement> {
  const [row] = await sql<{ sha256: string | null; switch_in_ms: number }[]>`
    SELECT sha256, (extract(epoch FROM switch_at - clock_timestamp()) * 1000)::float8 AS switch_in_ms
    FROM schema_agreement WHERE schema = ${schema}`;
  return { sha256: row?.sha256 ?? undefined, switchInMs: row?.switch_in_ms ?? 0 };
}

/** A published registry, as the servers agree on it. */
interface Version {
  readonly sha256: string;
  /** Later for each publish: an agreement never goes back. */
  readonly publishedAt: number;
}

/** Agreement of the servers. */
export interface Agreement {
  /** Hash of the registry to serve; undefined before the first. */
  readonly sha256: string | undefined;
  /** Milliseconds until it is served by all; negative afterwards. */
  readonly switchInMs: number;
}

export interface Rollout {
  /**
   * Reports that this server lives and which version it could serve at once, and returns what all have agreed on. When
   * every living server is ready for the version, or this one has been for long enough, the agreement moves to it.
   */
  report(ready: Version | undefined): Promise<Agreement>;
  /** Tells the others that this server no longer counts. */
  close(): Promise<void>;
}
