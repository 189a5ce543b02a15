import { inTransaction, type Operation, type OperationsOf, query } from "../base/store-operations.ts";
import {
  AUDIT_COLUMNS,
  type AuditLog,
  type AuditRecord,
  type AuditRow,
  auditValuesOf,
  entryOfRow,
} from "./audit.ts";
import type { StoreDialect } from "./store-dialect.ts";

const INSERT = `INSERT INTO audit (${AUDIT_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`;
const LIST = `
SELECT id, ${AUDIT_COLUMNS} FROM audit
WHERE id < coalesce(?1, id + 1) AND subject = coalesce(?2, subject) ORDER BY id DESC LIMIT ?3`;
const LIST_USES = `
SELECT day, network, requests, last_at FROM key_use WHERE key_id = ?1 AND day > ?2 ORDER BY last_at DESC`;

const USE_COLUMNS = {
  day: "date",
  key_id: "integer",
  network: "text",
  requests: "bigint",
  last_at: "timestamptz",
};
/** Rows in the order of their keys, so that nodes lock them in one order and never wait in a circle. */
const addUsesSql = (dialect: StoreDialect) => `
INSERT INTO key_use AS used (day, key_id, network, requests, last_at)
SELECT day, key_id, network, sum(requests), max(last_at) FROM ${dialect.rowsOfJson(USE_COLUMNS)}
GROUP BY day, key_id, network ORDER BY day, key_id, network
ON CONFLICT (day, key_id, network) DO UPDATE SET
  requests = used.requests + excluded.requests,
  last_at = CASE WHEN used.last_at > excluded.last_at THEN used.last_at ELSE excluded.last_at END`;

interface UseRow {
  readonly day: string;
  readonly network: string;
  readonly requests: number;
  readonly last_at: string;
}

/** Records an entry, in the transaction of the caller where it has one. */
export function* insertAudit(record: AuditRecord): Operation<void> {
  yield* query(INSERT, ...auditValuesOf(record));
}

export function auditOperations(dialect: StoreDialect): OperationsOf<AuditLog> {
  const addUses = addUsesSql(dialect);
  return {
    record: insertAudit,
    *list({ limit, beforeId, subject }) {
      const rows = yield* query<AuditRow>(LIST, beforeId ?? null, subject ?? null, limit);
      return rows.map(entryOfRow);
    },
    *addUses(uses) {
      const rows = uses.map(({ keyId, network, requests, lastMs }) => {
        const last_at = new Date(lastMs).toISOString();
        return { day: dayOf(last_at), key_id: keyId, network, requests, last_at };
      });
      yield* query(addUses, JSON.stringify(rows));
    },
    *listUses(keyId, days) {
      const rows = yield* query<UseRow>(LIST_USES, keyId, dayOf(timeAgo(days)));
      return rows.map(({ day, last_at, ...use }) => ({ day: dayOf(day), ...use, lastAt: last_at }));
    },
    *keepDays(days) {
      const firstDay = dayOf(timeAgo(days - 1));
      yield* inTransaction(function* () {
        yield* query("DELETE FROM audit WHERE at < ?1", `${firstDay}T00:00:00.000Z`);
        yield* query("DELETE FROM key_use WHERE day < ?1", firstDay);
      });
    },
  };
}

function timeAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Returns the day (UTC) of a time in ISO 8601. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}
