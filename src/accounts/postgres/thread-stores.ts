/** The stores in PostgreSQL as a thread of a server sees them: through the hub of its process (accounts-hub.ts). */
import { coalesce } from "../../base/coalesce.ts";
import { openCaller, storeOfCaller, type ThreadCaller } from "../../base/thread-calls.ts";
import type { ApiKey } from "../api-key.ts";
import type { AuditLog } from "../audit.ts";
import { auditOperations } from "../audit-operations.ts";
import { type KeyChange, KeyMemory } from "../key-memory.ts";
import { keyChangeOperations, keyReportOperations } from "../key-operations.ts";
import type { KeyAdmin, KeyStore } from "../key-store.ts";
import type { LoginLinks } from "../login-link.ts";
import { LOGIN_LINK_OPERATIONS } from "../login-link-operations.ts";
import { POSTGRES } from "../store-dialect.ts";
import type { SharedUsage } from "../usage-months.ts";
import { KEYS_CHANGED } from "./accounts-hub.ts";

/** Longest wait of a request with an unknown token, while the database is slow or has just gone away. */
const REFRESH_LIMIT_MS = 250;

/** Opens the stores of a serving thread. */
export function openThreadStores(channel: string) {
  const calls = openCaller(channel);
  const operations = { ...keyReportOperations(POSTGRES), ...keyChangeOperations(POSTGRES) };
  return {
    keys: {
      ...openThreadKeys(calls),
      ...storeOfCaller<KeyAdmin>(calls, "keys", Object.keys(operations)),
    },
    audit: storeOfCaller<AuditLog>(calls, "audit", Object.keys(auditOperations(POSTGRES))),
    links: storeOfCaller<LoginLinks>(calls, "links", Object.keys(LOGIN_LINK_OPERATIONS)),
    usage: storeOfCaller<SharedUsage>(calls, "usage", ["flush", "listTotals"]),
    close: () => calls.close(),
  };
}

/** Keys in the memory of this thread, which the hub keeps up to date. */
function openThreadKeys(calls: ThreadCaller): KeyStore {
  const memory = new KeyMemory();
  calls.on(KEYS_CHANGED, (change) => memory.apply(change as KeyChange));
  const load = async () => {
    const keys = await calls.call<ApiKey[]>("loadKeys");
    memory.apply({ keys, isAll: true });
    loading = undefined;
  };
  const refresh = coalesce(() => calls.call<void>("refreshKeys"));
  /** Resolves with the first keys; undefined from then on. */
  let loading: Promise<void> | undefined = load();
  return {
    find: (id) => memory.find(id),
    refresh: () => loading ?? Promise.race([refresh(), Bun.sleep(REFRESH_LIMIT_MS)]),
    approvesOrigin: (origin) => memory.approvesOrigin(origin),
    // AccountsHealth says when the database is away.
    assertReadable() {},
  };
}
