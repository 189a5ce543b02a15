/** Reads and writes the accounts in the main thread of a serving process, which has its only database client. */

import { coalesce } from "../../base/coalesce.ts";
import { AppError } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Postgres } from "../../base/postgres.ts";
import { runOnPostgres } from "../../base/store-operations.ts";
import type { CallServer } from "../../base/thread-calls.ts";
import { type KeyChange, KeyMemory } from "../key-memory.ts";
import { KEYS_CHANNEL } from "../store-dialect.ts";
import type { SharedUsage } from "../usage-months.ts";
import { postgresStores } from "./postgres-stores.ts";
import { PostgresUsage } from "./postgres-usage.ts";
import { readKeys } from "./stored-keys.ts";

/** Event with a KeyChange. */
export const KEYS_CHANGED = "keys changed";

/** Reads the keys, follows their changes, and answers thread-stores.ts of all threads. */
export async function startAccountsHub(database: Postgres, calls: CallServer): Promise<{ stop(): void }> {
  const feed = new KeyFeed(database, (change) => calls.send(KEYS_CHANGED, change));
  await feed.start();
  // After a change the keys are read, so that this process uses it at once.
  const stores = postgresStores(database, () => feed.refresh());
  const usage = new PostgresUsage(database);
  calls.answer({ loadKeys: () => feed.list(), refreshKeys: () => feed.refresh() });
  calls.answerStore("keys", stores.keys);
  calls.answerStore("audit", stores.audit);
  calls.answerStore("links", stores.links);
  calls.answerStore("usage", {
    flush: (deltas) => usage.flush(deltas),
    listTotals: (months) => usage.listTotals(months),
  } satisfies SharedUsage);
  return { stop: () => feed.stop() };
}

/** Milliseconds between looks at the revision: a change is seen within a second even when no NOTIFY arrives. */
const POLL_MS = 500;

/** Follows the keys of a database: at each NOTIFY, twice a second, and after a lost connection. */
class KeyFeed {
  readonly #database: Postgres;
  readonly #memory = new KeyMemory();
  readonly #onChange: (change: KeyChange) => void;
  readonly #read = coalesce(() => this.#readChanges());
  /** Newest revision known; undefined until all keys are read, and after a lost connection. */
  #revision: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Postgres, onChange: (change: KeyChange) => void) {
    this.#database = database;
    this.#onChange = onChange;
  }

  /** Reads all keys and begins to follow them. */
  async start(): Promise<void> {
    await this.#database.listen(KEYS_CHANNEL, () => void this.refresh());
    await this.#read();
    this.#database.onReturn(() => {
      // The server may be another one that lacks known changes, or has other changes under the same revisions.
      this.#revision = undefined;
      void this.refresh();
    });
    this.#timer = setInterval(() => void this.refresh(), POLL_MS);
    this.#timer.unref();
  }

  /** Reads changes that were committed before this call; keeps the known keys while the server is away. */
  async refresh(): Promise<void> {
    if (this.#database.isAway) {
      return;
    }
    try {
      await this.#read();
    } catch (error) {
      if (!(error instanceof AppError)) {
        logError("the keys cannot be read", error);
      }
    }
  }

  list(): readonly KeyChange["keys"][number][] {
    return this.#memory.list();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #readChanges(): Promise<void> {
    const known = this.#revision;
    const { keys, revision, isAll } = await runOnPostgres(this.#database, readKeys(known));
    if (known !== this.#revision) {
      return;
    }
    this.#revision = revision;
    if (isAll || keys.length > 0) {
      this.#memory.apply({ keys, isAll });
      this.#onChange({ keys, isAll });
    }
  }
}
