import { isDiskFull } from "../../base/disk-fault.ts";
import { BackoffLogger, logInfo } from "../../base/log.ts";
import { isLocked } from "../../base/sqlite.ts";
import type { KeyStore } from "../key-store.ts";
import type { KeySlots } from "../memory/key-slots.ts";
import type { AccountsHealth, UsageFlusher } from "../usage-flusher.ts";
import { accountsPath, toAccountsError } from "./accounts-db.ts";
import { UsageLog } from "./usage-log.ts";

/** Milliseconds between flushes: the most usage that a crash can lose. */
const FLUSH_MS = 500;
/** Milliseconds without a successful flush after which a lock is reported as a failure: a normal write takes less. */
const LOCK_TOLERANCE_MS = 5_000;

interface FlusherOptions {
  readonly slots: KeySlots;
  readonly health: AccountsHealth;
  /** Key store whose readability is checked on behalf of all threads. */
  readonly keys: Pick<KeyStore, "assertReadable">;
}

/** Flushes a usage log periodically until closed. A failed write is reported and retried; its usage stays in memory. */
export function startUsageFlusher(dataDir: string, { slots, health, keys }: FlusherOptions): UsageFlusher {
  const log = new UsageLog(dataDir, slots);
  const failureLog = new BackoffLogger(
    "accounts.db cannot be used: keys in memory keep working, usage is counted in memory",
  );
  let lastFlushAtMs = performance.now();

  function flush(): void {
    try {
      keys.assertReadable();
      if (log.flush()) {
        logInfo("accounts.db was replaced: the keys and usage of the new file are in force");
      }
      lastFlushAtMs = performance.now();
      failureLog.reportSuccess();
      health.fault = undefined;
    } catch (error) {
      if (isLocked(error) && performance.now() - lastFlushAtMs < LOCK_TOLERANCE_MS) {
        return;
      }
      failureLog.reportFailure(toAccountsError(error, accountsPath(dataDir)).message);
      health.fault = isDiskFull(error) ? "disk full" : "other";
    }
  }

  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    loaded: undefined,
    flush,
    close() {
      clearInterval(timer);
      try {
        log.close();
      } catch (error) {
        failureLog.reportFailure(toAccountsError(error, accountsPath(dataDir)).message);
      }
    },
  };
}
