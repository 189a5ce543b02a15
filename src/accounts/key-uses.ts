/** Uses of server keys by network, on their way from the requests to the audit. */
import type { Awaitable } from "../base/awaitable.ts";
import { BoundedMap, memoize } from "../base/memoize.ts";
import type { ApiKey } from "./api-key.ts";
import { AUDIT_DAYS, type AuditLog, type KeyUse, OTHER_NETWORKS } from "./audit.ts";
import { networkRange } from "./ip-address.ts";

/** Milliseconds for which a thread adds uses up before it reports them. */
const REPORT_MS = 1_000;
/** Milliseconds between writes: the most that a crash can lose. */
const WRITE_MS = 5_000;
/** Networks of a key that are counted separately on one day; the others count together, to limit disk use. */
export const NETWORKS_PER_DAY = 100;
/** Networks counted separately in one batch, for the same reason. */
const MOST_IN_BATCH = 1_000;
/** Milliseconds between removals of days out of retention. */
const SWEEP_MS = 6 * 3_600_000;

/** Networks of the addresses seen last: server keys are used from few. */
const networks = new BoundedMap<string, string>(1_024);

/**
 * Returns the use of a key by a request; undefined for a browser or link key: it may be public, and its networks would
 * be networks of visitors.
 */
export function useOf(
  key: ApiKey | undefined,
  caller: { readonly clientAddress: string },
): KeyUse | undefined {
  if (key?.kind !== "server") {
    return undefined;
  }
  const { clientAddress } = caller;
  const network = memoize(networks, clientAddress, () => networkRange(clientAddress) || OTHER_NETWORKS);
  return { keyId: key.id, network, requests: 1, lastMs: Date.now() };
}

/** Uses of a key from a network on a day, as far as a batch has added them up. */
type AddedUse = { -readonly [Field in keyof KeyUse]: KeyUse[Field] };

/** Adds uses up and passes them on together; uses that could not be sent are sent again. */
class UseBatch {
  readonly #pauseMs: number;
  readonly #send: (uses: KeyUse[]) => Awaitable<void>;
  #uses: AddedUse[] = [];
  /** The same uses by key and day, then by network. Every request looks here, so names are not joined to one text. */
  #byKeyAndDay = new Map<number, Map<string, AddedUse>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pauseMs: number, send: (uses: KeyUse[]) => Awaitable<void>) {
    this.#pauseMs = pauseMs;
    this.#send = send;
  }

  add(use: KeyUse): void {
    const networks = this.#networksOf(use);
    const isFull = this.#uses.length >= MOST_IN_BATCH && !networks.has(use.network);
    const network = isFull ? OTHER_NETWORKS : use.network;
    const held = networks.get(network);
    if (held === undefined) {
      const added = { ...use, network };
      networks.set(network, added);
      this.#uses.push(added);
    } else {
      held.requests += use.requests;
      held.lastMs = use.lastMs;
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.#pauseMs).unref();
  }

  #networksOf({ keyId, lastMs }: KeyUse): Map<string, AddedUse> {
    const number = dayOf(lastMs) * KEYS + keyId;
    return memoize(this.#byKeyAndDay, number, () => new Map<string, AddedUse>());
  }

  /** Sends the added uses; synchronous when the receiver is. */
  flush(): Awaitable<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#uses;
    this.#uses = [];
    this.#byKeyAndDay = new Map();
    if (uses.length === 0) {
      return;
    }
    const keep = () => {
      for (const use of uses) {
        this.add(use);
      }
    };
    try {
      const sent = this.#send(uses);
      return sent instanceof Promise ? sent.catch(keep) : sent;
    } catch {
      keep();
    }
  }
}

/** More than the highest id of a key. */
const KEYS = 2 ** 32;
const DAY_MS = 86_400_000;
const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

export interface UseCounter {
  count(use: KeyUse | undefined): void;
  /** Passes on the counted uses. */
  flush(): Awaitable<void>;
  /** Passes on the rest. */
  close(): Awaitable<void>;
}

/** Counts the uses of a thread that does not write them. */
export function reportUses(report: (uses: readonly KeyUse[]) => void): UseCounter {
  const batch = new UseBatch(REPORT_MS, report);
  return {
    count: (use) => use && batch.add(use),
    flush: () => batch.flush(),
    close: () => batch.flush(),
  };
}

/**
 * Counts uses and writes them to the audit, and removes from it uses older than `days`; once for a process. While
 * the store is away, uses are kept in memory.
 */
export function writeUses(audit: AuditLog, days = AUDIT_DAYS): UseCounter {
  const batch = new UseBatch(WRITE_MS, (uses) => audit.addUses(uses));
  const networks = new NetworksOfToday();
  // A failure is not reported here: usage, which is in the same store, reports it.
  const sweep = async () => {
    try {
      await audit.keepDays(days);
    } catch {}
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();
  void sweep();
  return {
    count: (use) => use && batch.add(networks.limit(use)),
    flush: () => batch.flush(),
    close() {
      clearInterval(timer);
      return batch.flush();
    },
  };
}

/** The networks from which each key was used on the latest day. */
class NetworksOfToday {
  #day = 0;
  #networks = new Map<number, Set<string>>();

  /** Returns the use, counted to the other networks when its key has too many networks today. */
  limit(use: KeyUse): KeyUse {
    const day = dayOf(use.lastMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#networks = new Map();
    }
    const known = memoize(this.#networks, use.keyId, () => new Set<string>());
    if (known.size >= NETWORKS_PER_DAY && !known.has(use.network)) {
      return { ...use, network: OTHER_NETWORKS };
    }
    known.add(use.network);
    return use;
  }
}
