/** Asks a database whether it can hold the accounts, without changing it. */
import { Postgres, type PostgresOptions } from "../../base/postgres.ts";
import { TABLES } from "./schema.ts";

export interface DatabaseFinding {
  /** Milliseconds by which its clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** Reason why a server cannot use it, with the remedy; undefined without any. */
  readonly fault: { readonly text: string; readonly remedy: string } | undefined;
}

interface Row {
  readonly now_ms: number;
  readonly is_standby: boolean;
  readonly may_create: boolean;
  readonly has_tables: boolean;
}

/** Throws `unavailable` when the database cannot be reached, or refuses. */
export async function examinePostgres(options: PostgresOptions): Promise<DatabaseFinding> {
  const database = new Postgres(options);
  try {
    // Opens the connection first, so that connecting does not count as a difference of the clocks.
    await database.run((sql) => sql`SELECT 1`);
    const askedMs = Date.now();
    const [row] = await database.run(
      (sql) => sql<Row[]>`
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
          pg_is_in_recovery() AS is_standby,
          has_database_privilege(current_database(), 'CREATE') AS may_create,
          to_regclass('baken.schema_version') IS NOT NULL AS has_tables`,
    );
    const clockOffsetMs = Math.round(row!.now_ms - (askedMs + Date.now()) / 2);
    return { clockOffsetMs, fault: await findFault(database, row!) };
  } finally {
    await database.close();
  }
}

async function findFault(database: Postgres, row: Row): Promise<DatabaseFinding["fault"]> {
  if (row.is_standby) {
    return { text: "is a standby, which takes no changes", remedy: "Name the primary in --accounts." };
  }
  if (!row.has_tables) {
    return row.may_create
      ? undefined
      : {
          text: "has no tables of baken, and its user may not make them",
          remedy: "Grant the user of the URL CREATE on the database.",
        };
  }
  const parts = await database.run(
    (sql) => sql<{ part: string; version: number }[]>`SELECT part, version FROM schema_version`,
  );
  const isNewer = TABLES.some(({ part, steps }) =>
    parts.some((stored) => stored.part === part && stored.version > steps.length),
  );
  return isNewer ? { text: "has tables of a newer baken", remedy: "Update this one." } : undefined;
}
