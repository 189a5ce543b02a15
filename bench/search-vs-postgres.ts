/**
 * Compares the quality of search with what a user would build otherwise: PostgreSQL with full text, unaccent and pg_trgm
 * on the same data. The same generated lines for both; the share of right first results by kind. bench/run.ts compares
 * their speed.
 *
 *   node_modules/.bin/bun bench/search-vs-postgres.ts --data <data folder> [--queries 100 per kind] [--bin /usr/lib/postgresql/15/bin]
 *
 * Needs Debian's postgresql, postgresql-contrib and PostGIS.
 */
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import type { SQL } from "bun";
import { openRegistry } from "../src/registry/file/open-registry.ts";
import { searchAdressen } from "../src/search/search.ts";
import { readKnownAddresses } from "../test/relevance/addresses.ts";
import { type Judgement, judge, scoresOf } from "../test/relevance/judge.ts";
import { makeQueries } from "../test/relevance/noise.ts";
import { QUERIES, wordsOf } from "./run/rival-queries.ts";
import { startCluster } from "./shared/postgres.ts";
import { loadAdressen } from "./shared/postgres-adressen.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    queries: { type: "string", default: "100" },
    bin: { type: "string" },
    port: { type: "string", default: "54329" },
  },
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Returns the id of the first match by full text with every word; when there is none, of the nearest line by
 * trigrams.
 */
async function searchPostgres(sql: SQL, line: string): Promise<string | undefined> {
  const words = wordsOf(line).join(" ");
  const exact = await sql.unsafe(QUERIES.words, [words]);
  const [first] = exact.length > 0 ? exact : await sql.unsafe(QUERIES.near, [words]);
  return first?.nummeraanduiding_id;
}

function printTable(ours: readonly Judgement[], theirs: readonly Judgement[]): void {
  const share = (right: number, total: number) =>
    `${((100 * right) / Math.max(1, total)).toFixed(1)} %`.padStart(10);
  print(`${"first result right".padEnd(32)}${"baken".padStart(10)}${"PostgreSQL".padStart(12)}`);
  const scores = scoresOf(theirs);
  scoresOf(ours).forEach(({ kind, right, total }, i) => {
    print(`${kind.padEnd(32)}${share(right, total)}  ${share(scores[i]!.right, total)}`);
  });
}

const snapshot = openRegistry(values.data, (error) => {
  throw error;
}).current()!;
const all = readKnownAddresses(values.data);
const queries = makeQueries(all, Number(values.queries), 5);
print(
  `${all.length.toLocaleString("en")} addresses, ${queries.length.toLocaleString("en")} lines; ${statSync(snapshot.path).size / 1e6} MB registry`,
);

async function judgeAnswers(ask: (line: string) => Promise<string | undefined>): Promise<Judgement[]> {
  const firsts = new Map<string, string | undefined>();
  for (const { line } of queries) {
    firsts.set(line, await ask(line));
  }
  return judge(queries, all, (line) => firsts.get(line));
}

const cluster = startCluster(values);
try {
  const { sql } = cluster;
  const started = performance.now();
  await loadAdressen(cluster, snapshot);
  const [{ size }] = await sql`SELECT pg_total_relation_size('adres') AS size`;
  print(
    `PostgreSQL: loaded in ${((performance.now() - started) / 1000).toFixed(0)} s, ${(Number(size) / 1e6).toFixed(0)} MB`,
  );
  const theirs = await judgeAnswers((line) => searchPostgres(sql, line));
  const search = async (line: string) =>
    searchAdressen(snapshot, line, { page: 1, perPage: 1 }).rows[0]?.nummeraanduiding_id;
  printTable(await judgeAnswers(search), theirs);
} finally {
  await cluster.stop();
}
