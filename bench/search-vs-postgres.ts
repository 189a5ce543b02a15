/**
 * Compares search with what a user would build otherwise: PostgreSQL with full text, unaccent and pg_trgm on the same
 * data. The same generated lines for both; quality per kind and latency, both in one process over a local connection.
 *
 *   node_modules/.bin/bun bench/search-vs-postgres.ts --data <data folder> [--queries 100 per kind] [--bin /usr/lib/postgresql/15/bin]
 *
 * Needs Debian's postgresql and postgresql-contrib.
 */
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import type { SQL } from "bun";
import { openRegistry } from "../src/registry/open-registry.ts";
import { searchAdressen } from "../src/search/search.ts";
import { type KnownAddress, readKnownAddresses } from "../test/relevance/addresses.ts";
import { type Judgement, judge, scoresOf } from "../test/relevance/judge.ts";
import { makeQueries } from "../test/relevance/noise.ts";
import { startCluster } from "./shared/postgres.ts";

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

/** Loads one row for each address, with the full text and the trigrams of its line. */
async function load(sql: SQL, all: readonly KnownAddress[]): Promise<void> {
  await sql.unsafe("CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm;");
  await sql.unsafe(`CREATE TEXT SEARCH CONFIGURATION dutch_address (COPY = simple);
    ALTER TEXT SEARCH CONFIGURATION dutch_address ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
    CREATE TABLE adres (id text, line text, number int, tsv tsvector)`);
  const size = 5_000;
  for (let i = 0; i < all.length; i += size) {
    const part = all.slice(i, i + size);
    await sql`INSERT INTO adres (id, line, number) SELECT * FROM unnest(
      ${sql.array(
        part.map(({ id }) => id),
        "TEXT",
      )},
      ${sql.array(part.map(lineOf), "TEXT")},
      ${sql.array(
        part.map(({ number }) => number),
        "INT",
      )})`;
  }
  await sql.unsafe(`UPDATE adres SET tsv = to_tsvector('dutch_address', line);
    CREATE INDEX ON adres USING gin (tsv);
    CREATE INDEX ON adres USING gin (line gin_trgm_ops);
    ANALYZE adres`);
}

function lineOf({ street, number, letter, addition, postcode, city }: KnownAddress): string {
  return `${street} ${number}${letter} ${addition} ${postcode} ${city}`.replace(/\s+/g, " ");
}

/**
 * Returns the id of the first match by full text with every word; when there is none, of the nearest line by
 * trigrams.
 */
async function searchPostgres(sql: SQL, line: string): Promise<string | undefined> {
  const words = line.match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.join(" ").replace(/\b([1-9]\d{3}) ([a-z]{2})\b/i, "$1$2");
  const exact = await sql`SELECT id FROM adres WHERE tsv @@ plainto_tsquery('dutch_address', ${joined})
    ORDER BY length(line), id LIMIT 1`;
  if (exact.length > 0) {
    return exact[0].id;
  }
  const near =
    await sql`SELECT id FROM adres WHERE line % ${joined} ORDER BY similarity(line, ${joined}) DESC, id LIMIT 1`;
  return near[0]?.id;
}

interface Run {
  readonly judgements: Judgement[];
  readonly times: number[];
}

function table(bakenRun: Run, postgresRun: Run): void {
  const share = (right: number, total: number) =>
    `${((100 * right) / Math.max(1, total)).toFixed(1)} %`.padStart(10);
  print(`${"first result right".padEnd(32)}${"baken".padStart(10)}${"PostgreSQL".padStart(12)}`);
  const scores = scoresOf(postgresRun.judgements);
  scoresOf(bakenRun.judgements).forEach(({ kind, right, total }, i) => {
    print(`${kind.padEnd(32)}${share(right, total)}  ${share(scores[i]!.right, total)}`);
  });
  for (const [name, at] of [
    ["p50", 0.5],
    ["p90", 0.9],
    ["p99", 0.99],
  ] as const) {
    const ms = ({ times }: Run) => times.toSorted((a, b) => a - b)[Math.floor(at * times.length)]!;
    const [a, b] = [ms(bakenRun), ms(postgresRun)];
    print(
      `${`${name} milliseconds`.padEnd(32)}${a.toFixed(2).padStart(10)}${b.toFixed(2).padStart(12)}   1 : ${(b / a).toFixed(0)}`,
    );
  }
}

const snapshot = openRegistry(values.data, (error) => {
  throw error;
}).current()!;
const all = readKnownAddresses(values.data);
const queries = makeQueries(all, Number(values.queries), 5);
print(
  `${all.length.toLocaleString("en")} addresses, ${queries.length.toLocaleString("en")} lines; ${statSync(snapshot.path).size / 1e6} MB registry`,
);

async function measure(ask: (line: string) => Promise<string | undefined>): Promise<Run> {
  const firsts = new Map<string, string | undefined>();
  const times: number[] = [];
  for (const { line } of queries) {
    const started = performance.now();
    firsts.set(line, await ask(line));
    times.push(performance.now() - started);
  }
  return { judgements: judge(queries, all, (line) => firsts.get(line)), times };
}

const cluster = startCluster(values);
try {
  const { sql } = cluster;
  const started = performance.now();
  await load(sql, all);
  const [{ size }] = await sql`SELECT pg_total_relation_size('adres') AS size`;
  print(
    `PostgreSQL: loaded in ${((performance.now() - started) / 1000).toFixed(0)} s, ${(Number(size) / 1e6).toFixed(0)} MB`,
  );
  const postgresRun = await measure((line) => searchPostgres(sql, line));
  const search = async (line: string) =>
    searchAdressen(snapshot, line, { page: 1, perPage: 1 }).rows[0]?.nummeraanduiding_id;
  await measure(search);
  table(await measure(search), postgresRun);
} finally {
  await cluster.stop();
}
