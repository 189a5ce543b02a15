/** Sessions of the operator, in memory: a restart ends them all. */
import { createHash, randomBytes } from "node:crypto";

/** A session ends after this long without use, and this long after its login. */
const IDLE_MS = 30 * 60_000;
const ABSOLUTE_MS = 12 * 3_600_000;
/** Maximum number of sessions; a further login ends the one that was used least recently. */
const MAX_SESSIONS = 100;

const ID_BYTES = 32;
const NAME_BYTES = 4;

export interface Session {
  /** Name in log and audit; opens nothing. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

export class Sessions {
  /** By the hash of the id, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Begins a session; returns its name, and its id, which only the browser keeps. */
  begin(): { readonly id: string; readonly name: string } {
    const id = randomBytes(ID_BYTES).toString("base64url");
    const name = randomBytes(NAME_BYTES).toString("hex");
    const now = this.#clock();
    for (const key of this.#sessions.keys()) {
      if (this.#sessions.size < MAX_SESSIONS) {
        break;
      }
      this.#sessions.delete(key);
    }
    this.#sessions.set(hashOf(id), { name, createdAtMs: now, usedAtMs: now });
    return { id, name };
  }

  /** Returns the session unless it has ended. `isUse`: the operator acts, so the idle time starts again. */
  find(id: string, isUse: boolean): Session | undefined {
    const key = hashOf(id);
    const session = this.#sessions.get(key);
    const now = this.#clock();
    if (session === undefined || expiryOf(session) <= now) {
      this.#sessions.delete(key);
      return undefined;
    }
    if (!isUse) {
      return session;
    }
    const used = { ...session, usedAtMs: now };
    this.#sessions.delete(key);
    this.#sessions.set(key, used);
    return used;
  }

  end(id: string): void {
    this.#sessions.delete(hashOf(id));
  }

  endAll(): void {
    this.#sessions.clear();
  }
}

/** Returns the moment at which a session ends when it is not used again. */
export function expiryOf({ createdAtMs, usedAtMs }: Session): number {
  return Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS);
}

/** Hashes an id: looking up a hash takes as long for a nearly right id as for any other. */
function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
