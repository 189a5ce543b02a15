/** Keys, audit and login links in PostgreSQL. */
import type { Postgres } from "../../base/postgres.ts";
import { type AsyncStore, asyncStore, type Operation, runOnPostgres } from "../../base/store-operations.ts";
import type { AuditLog } from "../audit.ts";
import { auditOperations } from "../audit-operations.ts";
import { keyChangeOperations, keyReportOperations } from "../key-operations.ts";
import type { KeyAdmin } from "../key-store.ts";
import type { LoginLinks } from "../login-link.ts";
import { LOGIN_LINK_OPERATIONS } from "../login-link-operations.ts";
import { POSTGRES } from "../store-dialect.ts";

export interface PostgresStores {
  readonly keys: AsyncStore<KeyAdmin>;
  readonly audit: AsyncStore<AuditLog>;
  readonly links: AsyncStore<LoginLinks>;
}

/** Returns the stores of a database; `afterChange` runs before a change of keys resolves. */
export function postgresStores(
  database: Postgres,
  afterChange: () => Promise<void> = async () => {},
): PostgresStores {
  const run = <T>(operation: Operation<T>) => runOnPostgres(database, operation);
  const runChange = async <T>(operation: Operation<T>) => {
    const result = await run(operation);
    await afterChange();
    return result;
  };
  return {
    keys: {
      ...asyncStore(keyReportOperations(POSTGRES), run),
      ...asyncStore(keyChangeOperations(POSTGRES), runChange),
    },
    audit: asyncStore(auditOperations(POSTGRES), run),
    links: asyncStore(LOGIN_LINK_OPERATIONS, run),
  };
}
