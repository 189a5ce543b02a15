import { coalesce } from "../../base/coalesce.ts";
import { AppError } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Postgres } from "../../base/postgres.ts";
import { type KeyChange, KeyMemory } from "../key-memory.ts";
import { KEYS_CHANNEL } from "./schema.ts";
import { readKeys } from "./stored-keys.ts";

/** Milliseconds between looks at the revision: a change is seen within a second even when no NOTIFY arrives. */
const POLL_MS = 500;

/** Follows the keys of a database: at each NOTIFY, twice a second, and anew after a lost connection. */
export class KeyFeed {
  readonly #database: Postgres;
  readonly #memory = new KeyMemory();
  readonly #onChange: (change: KeyChange) => void;
  readonly #read = coalesce(() => this.#readChanges());
  /** Newest revision known; undefined until all keys are read, anew after a lost connection. */
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
      // The server may be another one, which lacks changes that were seen or has others under their numbers.
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
    const { keys, revision, isAll } = await this.#database.run((sql) => readKeys(sql, known));
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
