import type { SQL } from "bun";
import type { Postgres } from "../../base/postgres.ts";
import { USAGE_DAYS_KEPT } from "../key-store.ts";
import {
  formatMonth,
  parseMonth,
  type SharedUsage,
  type UsageDelta,
  type UsageTotal,
} from "../usage-months.ts";

/** Deltas of one statement, which takes some ten milliseconds. */
const BATCH_DELTAS = 2_000;
/** Milliseconds between removals of days out of retention. */
const SWEEP_MS = 6 * 3_600_000;

/** Deltas under a number that the database remembers for this node, so that it can tell whether they were written. */
interface Batch {
  readonly seq: number;
  readonly deltas: readonly UsageDelta[];
}

/**
 * Usage in PostgreSQL. A batch whose outcome is unknown (a lost COMMIT) is written again under its number, which the
 * database takes once.
 */
export class PostgresUsage implements SharedUsage {
  readonly #database: Postgres;
  readonly #node = crypto.randomUUID();
  readonly #pending = new Map<string, UsageDelta>();
  #batch: Batch | undefined;
  #seq = 0;
  #lastFlush: Promise<unknown> = Promise.resolve();
  #nextSweepAtMs = 0;

  constructor(database: Postgres) {
    this.#database = database;
  }

  flush(deltas: readonly UsageDelta[]): Promise<UsageTotal[]> {
    for (const delta of deltas) {
      this.#hold(delta);
    }
    const flushed = this.#lastFlush.then(() => this.#writeAll());
    this.#lastFlush = flushed.catch(() => {});
    return flushed;
  }

  listTotals(months: readonly number[]): Promise<UsageTotal[]> {
    const names = JSON.stringify(months.map(formatMonth));
    return this.#database.run(async (sql) => {
      const rows: TotalRow[] = await sql`
        SELECT key_id, month, taken::float8 AS taken, returned::float8 AS returned FROM key_usage
        WHERE month IN (SELECT json_array_elements_text((${names}::text)::json))`;
      return rows.map(totalOfRow);
    });
  }

  #hold(delta: UsageDelta): void {
    const name = `${delta.keyId} ${delta.month}`;
    const held = this.#pending.get(name);
    this.#pending.set(
      name,
      held === undefined
        ? delta
        : {
            ...delta,
            taken: held.taken + delta.taken,
            returned: held.returned + delta.returned,
            lastUsedAtMs: Math.max(held.lastUsedAtMs, delta.lastUsedAtMs),
          },
    );
  }

  async #writeAll(): Promise<UsageTotal[]> {
    // A node without requests writes nothing, but must notice an outage too.
    this.#database.assertReachable();
    const totals: UsageTotal[] = [];
    for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
      const { seq, deltas } = batch;
      totals.push(...(await this.#database.run((sql) => writeBatch(sql, this.#node, { seq, deltas }))));
      this.#batch = undefined;
    }
    if (performance.now() >= this.#nextSweepAtMs) {
      this.#nextSweepAtMs = performance.now() + SWEEP_MS;
      await this.#database.run(removeOld);
    }
    return totals;
  }

  #nextBatch(): Batch | undefined {
    if (this.#batch === undefined && this.#pending.size > 0) {
      const taken = [...this.#pending].slice(0, BATCH_DELTAS);
      for (const [name] of taken) {
        this.#pending.delete(name);
      }
      this.#batch = { seq: ++this.#seq, deltas: taken.map(([, delta]) => delta) };
    }
    return this.#batch;
  }
}

interface TotalRow {
  readonly key_id: number;
  readonly month: string;
  readonly taken: number;
  readonly returned: number;
}

function totalOfRow({ key_id, month, taken, returned }: TotalRow): UsageTotal {
  return { keyId: key_id, month: parseMonth(month), taken, returned };
}

/** Rows of a batch in the order of their keys, so that nodes lock them in one order and never wait in a circle. */
const DELTAS = `json_to_recordset(($1::text)::json) AS delta
  (key_id integer, month text, taken bigint, returned bigint, unused_ms float8, day date)`;

/** Time of the last use by the clock of the database, which all nodes share. */
const LAST_USED = "now() - unused_ms * interval '1 millisecond'";

const ADD_SQL = `
WITH is_new AS (
  INSERT INTO node_flush AS flush (node, seq, flushed_at) VALUES ($2, $3, now())
  ON CONFLICT (node) DO UPDATE SET seq = excluded.seq, flushed_at = now() WHERE flush.seq < excluded.seq
  RETURNING 1
), added_to_days AS (
  INSERT INTO key_usage_day AS used (day, key_id, taken, returned)
  SELECT day, key_id, sum(taken), sum(returned) FROM ${DELTAS}
  WHERE EXISTS (SELECT 1 FROM is_new) AND day IS NOT NULL AND taken + returned > 0
  GROUP BY day, key_id ORDER BY day, key_id
  ON CONFLICT (day, key_id) DO UPDATE
  SET taken = used.taken + excluded.taken, returned = used.returned + excluded.returned
)
INSERT INTO key_usage AS used (key_id, month, taken, returned, last_used_at)
SELECT key_id, month, taken, returned, ${LAST_USED} FROM ${DELTAS}
WHERE EXISTS (SELECT 1 FROM is_new) AND (taken + returned > 0 OR unused_ms IS NOT NULL)
ORDER BY key_id, month
ON CONFLICT (key_id, month) DO UPDATE
SET taken = used.taken + excluded.taken, returned = used.returned + excluded.returned,
  last_used_at = greatest(used.last_used_at, excluded.last_used_at)`;

const TOTALS_SQL = `
SELECT used.key_id, used.month, used.taken::float8 AS taken, used.returned::float8 AS returned
FROM key_usage used JOIN ${DELTAS} USING (key_id, month)`;

/**
 * Adds a batch unless its number was added before, in one statement, and returns the totals of its keys and months. A
 * negative day never shows: refunded requests were taken on that day, or within a flush of it.
 */
async function writeBatch(sql: SQL, node: string, { seq, deltas }: Batch): Promise<UsageTotal[]> {
  const rows = JSON.stringify(
    deltas.map(({ keyId, month, taken, returned, lastUsedAtMs }) => {
      const isUsed = lastUsedAtMs !== 0;
      const unusedMs = isUsed ? Math.max(0, Date.now() - lastUsedAtMs) : null;
      const day = isUsed ? new Date(lastUsedAtMs).toISOString().slice(0, 10) : null;
      return { key_id: keyId, month: formatMonth(month), taken, returned, unused_ms: unusedMs, day };
    }),
  );
  await sql.unsafe(ADD_SQL, [rows, node, seq]);
  const totals = await sql.unsafe<TotalRow[]>(TOTALS_SQL, [rows]);
  return totals.map(totalOfRow);
}

async function removeOld(sql: SQL): Promise<void> {
  await sql`DELETE FROM key_usage_day WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${USAGE_DAYS_KEPT}::integer`;
  await sql`DELETE FROM node_flush WHERE flushed_at < now() - interval '7 days'`;
}
