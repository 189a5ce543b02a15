import type { SQL } from "bun";
import { AppError } from "./errors.ts";
import { POSTGRES_SCHEMA, type Postgres } from "./postgres.ts";

/** Number of the advisory lock under which one node migrates and the others wait: `bkn` as bytes. */
const MIGRATION_LOCK = 0x626b6e;
/** Enough for the other nodes, which wait for the lock, on a slow server. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** Tables of one part of baken, and the statements that bring them from each version to the next one. */
export interface Migrations {
  readonly part: string;
  /** Statements of version 1, 2, …; a released one never changes. */
  readonly steps: readonly string[];
}

/**
 * Brings the tables of the parts to their newest version, in one transaction; nodes may start together. Rejects when a
 * newer program has made them.
 */
export async function migrate(database: Postgres, parts: readonly Migrations[]): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.unsafe(`SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await sql.unsafe(TABLE);
    for (const part of parts) {
      await migratePart(sql, part, database.address);
    }
  }, MIGRATION_TIMEOUT_MS);
}

/** One row per part: its version. Made here, because every other table is made by a step that it counts. */
const TABLE = `
CREATE SCHEMA IF NOT EXISTS ${POSTGRES_SCHEMA};
CREATE TABLE IF NOT EXISTS schema_version (part text PRIMARY KEY, version integer NOT NULL)`;

async function migratePart(sql: SQL, { part, steps }: Migrations, address: string): Promise<void> {
  const [row] = await sql<{ version: number }[]>`SELECT version FROM schema_version WHERE part = ${part}`;
  const version = row?.version ?? 0;
  if (version > steps.length) {
    throw new AppError(
      "unavailable",
      `PostgreSQL at ${address} has tables of a newer baken (${part} ${version}, this one knows ${steps.length}): update this one.`,
    );
  }
  for (const step of steps.slice(version)) {
    await sql.unsafe(step);
  }
  await sql`
    INSERT INTO schema_version (part, version) VALUES (${part}, ${steps.length})
    ON CONFLICT (part) DO UPDATE SET version = excluded.version`;
}
