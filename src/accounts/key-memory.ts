import { type ApiKey, isKeyInForce } from "./api-key.ts";
import { approvesOrigin } from "./origins.ts";

/** All keys, in memory, for requests. */
export class KeyMemory {
  #keys = new Map<number, ApiKey>();
  #approvedOrigins: readonly string[] = [];

  find(id: number): ApiKey | undefined {
    return this.#keys.get(id);
  }

  /** Returns true when any browser key in force approves the origin. */
  approvesOrigin(origin: string): boolean {
    return approvesOrigin(this.#approvedOrigins, origin);
  }

  list(): ApiKey[] {
    return [...this.#keys.values()];
  }

  /** Sets new and changed keys; with `isAll`, forgets all others. */
  apply({ keys, isAll }: KeyChange): void {
    if (isAll) {
      this.#keys = new Map();
    }
    for (const key of keys) {
      this.#keys.set(key.id, key);
    }
    this.#approvedOrigins = originsInForce(this.list());
  }
}

export interface KeyChange {
  readonly keys: readonly ApiKey[];
  /** True when these are all keys. */
  readonly isAll: boolean;
}

/**
 * Returns the origins of all browser keys in force. A key that expires later keeps its origins here until the next
 * change, which is harmless: only preflights use them.
 */
function originsInForce(keys: readonly ApiKey[]): string[] {
  const now = Date.now();
  const browserKeys = keys.filter((key) => key.kind === "browser" && isKeyInForce(key, now));
  return [...new Set(browserKeys.flatMap(({ origins }) => origins))];
}
