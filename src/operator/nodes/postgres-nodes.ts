/** Nodes of a cluster, each of which reports in PostgreSQL. */
import type { Postgres } from "../../base/postgres.ts";
import { type Migrations, migrate } from "../../base/postgres-migrations.ts";
import type { NodeAnswer, NodeFacts } from "../answers.ts";

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

/** What the database answers to a report. */
export interface ReportAnswer {
  /** Milliseconds by which its clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** Number of nodes that are not silent. */
  readonly nodes: number;
}

/** Makes the table of the nodes; does nothing when it is there. */
export async function prepareNodes(database: Postgres): Promise<void> {
  await migrate(database, [NODE_TABLES]);
}

/** Stores what a node tells about itself, and forgets those that are silent for a day. */
export async function reportNode(database: Postgres, name: string, facts: NodeFacts): Promise<ReportAnswer> {
  return await database.run(async (sql) => {
    await sql`
      INSERT INTO node (name, facts, reported_at) VALUES (${name}, ${JSON.stringify(facts)}, now())
      ON CONFLICT (name) DO UPDATE SET facts = excluded.facts, reported_at = excluded.reported_at`;
    const storedAtMs = Date.now();
    const [row] = await sql<{ now_ms: number; nodes: number }[]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
        (SELECT count(*)::integer FROM node WHERE reported_at > now() - make_interval(secs => ${SILENT_S})) AS nodes`;
    const answeredAtMs = Date.now();
    await sql`DELETE FROM node WHERE reported_at < now() - interval '1 day'`;
    return {
      clockOffsetMs: Math.round(row!.now_ms - (storedAtMs + answeredAtMs) / 2),
      nodes: row!.nodes,
    };
  });
}

/** Forgets a node that has stopped in order. */
export async function removeNode(database: Postgres, name: string): Promise<void> {
  await database.run((sql) => sql`DELETE FROM node WHERE name = ${name}`);
}

/** Lists the nodes by their name; those that ended otherwise too, for a day. */
export async function listNodes(database: Postgres): Promise<NodeAnswer[]> {
  const rows = await database.run(
    (sql) => sql<{ name: string; facts: string; age_s: number }[]>`
      SELECT name, facts, extract(epoch FROM now() - reported_at)::float8 AS age_s FROM node ORDER BY name`,
  );
  return rows.map(({ name, facts, age_s }) => ({
    name,
    ...(JSON.parse(facts) as NodeFacts),
    silentSeconds: age_s > SILENT_S ? Math.round(age_s) : null,
  }));
}
