/** Usage that nodes write to a shared store, as two numbers that only grow: they merge by maximum in any order. */

/** What this node has counted for a key since it last handed over. */
export interface UsageDelta {
  readonly keyId: number;
  /** Month as month.ts counts them. */
  readonly month: number;
  /** Requests taken; never negative. With 0 and 0 only the total is asked for. */
  readonly taken: number;
  /** Requests given back; never negative. */
  readonly returned: number;
  /** Time of the last use, in milliseconds since 1970; 0 when there was none. */
  readonly lastUsedAtMs: number;
}

/** What all nodes have counted and written for a key in a month. */
export interface UsageTotal {
  readonly keyId: number;
  readonly month: number;
  readonly taken: number;
  readonly returned: number;
}

export interface SharedUsage {
  /**
   * Adds the deltas and resolves with the totals of their keys and months. The deltas are handed over: never pass them
   * again, not even after a rejection. It then keeps them in memory and writes them, exactly once, with a later call,
   * whose totals include theirs. Rejects with `unavailable` while the store is away.
   */
  flush(deltas: readonly UsageDelta[]): Promise<UsageTotal[]>;
  /** Resolves with the totals of all keys in these months. */
  listTotals(months: readonly number[]): Promise<UsageTotal[]>;
}
