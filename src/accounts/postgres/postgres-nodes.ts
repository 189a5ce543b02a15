import type { Postgres } from "../../base/postgres.ts";
import { type Migrations, migrate } from "../../base/postgres-migrations.ts";
import type { NodeStore, ReportAnswer, StoredNode } from "../node-store.ts";

/** Seconds after its last report from which a node is silent. */
const SILENT_S = 10;

const NODE_TABLES: Migrations = {
  part: "nodes",
  steps: [
    `CREATE TABLE node (
       name text PRIMARY KEY,
       facts text NOT NULL,
       reported_at timestamptz NOT NULL
     )`,
  ],
};

/** Nodes in PostgreSQL, by its clock; the first report makes their table. */
export class PostgresNodes implements NodeStore {
  readonly #database: Postgres;
  #isPrepared = false;

  constructor(database: Postgres) {
    this.#database = database;
  }

  async report(name: string, facts: string): Promise<ReportAnswer> {
    if (!this.#isPrepared) {
      await migrate(this.#database, [NODE_TABLES]);
      this.#isPrepared = true;
    }
    return await this.#database.run(async (sql) => {
      await sql`
        INSERT INTO node (name, facts, reported_at) VALUES (${name}, ${facts}, now())
        ON CONFLICT (name) DO UPDATE SET facts = excluded.facts, reported_at = excluded.reported_at`;
      await sql`DELETE FROM node WHERE reported_at < now() - interval '1 day'`;
      const askedMs = Date.now();
      const [row] = await sql<{ now_ms: number; nodes: number }[]>`
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
          (SELECT count(*)::integer FROM node
           WHERE reported_at > now() - make_interval(secs => ${SILENT_S})) AS nodes`;
      const clockOffsetMs = Math.round(row!.now_ms - (askedMs + Date.now()) / 2);
      return { clockOffsetMs, nodes: row!.nodes };
    });
  }

  async remove(name: string): Promise<void> {
    await this.#database.run((sql) => sql`DELETE FROM node WHERE name = ${name}`);
  }

  async list(): Promise<StoredNode[]> {
    const rows = await this.#database.run(
      (sql) => sql<{ name: string; facts: string; age_s: number }[]>`
        SELECT name, facts, extract(epoch FROM now() - reported_at)::float8 AS age_s FROM node ORDER BY name`,
    );
    return rows.map(({ name, facts, age_s }) => ({
      name,
      facts,
      silentSeconds: age_s > SILENT_S ? Math.round(age_s) : null,
    }));
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
