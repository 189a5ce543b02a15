import { BackoffLogger } from "../base/backoff-logger.ts";
import { logInfo } from "../base/log.ts";
import { isLocked } from "../base/sqlite.ts";
import { accountsFault, accountsPath } from "./accounts-db.ts";
import type { AccountsHealth } from "./accounts-health.ts";
import type { KeySlots } from "./key-slots.ts";
import type { KeyStore } from "./key-store.ts";
import { UsageLog } from "./usage-log.ts";

/** Milliseconds between flushes: the most usage that a crash can lose. */
const FLUSH_MS = 500;
/** Milliseconds without a successful flush after which a lock is reported as trouble: a normal write is shorter. */
const LOCK_MS = 5_000;

export interface UsageKeeper {
  /** Checks the keys and writes usage at once; a timer does so every `FLUSH_MS`. */
  flush(): void;
  close(): void;
}

interface Kept {
  readonly slots: KeySlots;
  readonly health: AccountsHealth;
  /** Key store whose readability is checked on behalf of all threads. */
  readonly keys: Pick<KeyStore, "assertReadable">;
}

/** Flushes a usage log periodically until closed. A failed write is reported and retried; its usage stays in memory. */
export function keepUsage(dataDir: string, { slots, health, keys }: Kept): UsageKeeper {
  const log = new UsageLog(dataDir, slots);
  const trouble = new BackoffLogger("accounts.db cannot be used: known keys go on, usage waits in memory");
  let writtenAtMs = performance.now();

  function flush(): void {
    try {
      keys.assertReadable();
      if (log.flush()) logInfo("accounts.db was replaced: its keys and its usage count from now on");
      writtenAtMs = performance.now();
      trouble.succeeded();
      health.isWritable = true;
    } catch (error) {
      if (isLocked(error) && performance.now() - writtenAtMs < LOCK_MS) return;
      trouble.failed(accountsFault(error, accountsPath(dataDir)).message);
      health.isWritable = false;
    }
  }

  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    flush,
    close() {
      clearInterval(timer);
      try {
        log.close();
      } catch (error) {
        trouble.failed(accountsFault(error, accountsPath(dataDir)).message);
      }
    },
  };
}
