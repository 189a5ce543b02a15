/** Requests by key in the last hour and month, refused and failed ones apart; in memory, since the process started. */
import type { Exchange } from "../context.ts";

/** Requests with one key; `keyId` is null for those without a key. */
export interface KeyTraffic extends TrafficSums {
  readonly keyId: number | null;
}

interface TrafficSums {
  readonly requests: number;
  /** Refused for their key or a limit: 401, 403, 429. */
  readonly refused: number;
  /** Failed by a fault of the server: 500 and above. */
  readonly failed: number;
}

/** Sums of a minute or day; `at` is its beginning in milliseconds since 1970. */
interface TrafficBar extends TrafficSums {
  readonly at: number;
}

export interface KeyTrafficReport {
  /** Minutes of the last hour and days (UTC) of the last month that have requests, oldest first. */
  readonly minutes: readonly TrafficBar[];
  readonly days: readonly TrafficBar[];
  /** Sums by key, most requests first. */
  readonly hourByKey: readonly KeyTraffic[];
  readonly monthByKey: readonly KeyTraffic[];
}

const REFUSED = [401, 403, 429];
/** Milliseconds for which a thread adds requests up before it reports them. */
const REPORT_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Periods of one length; the last `kept` are kept. */
class Periods {
  readonly #lengthMs: number;
  readonly #kept: number;
  readonly #sums = new Map<number, Map<number | null, TrafficSums>>();

  constructor(lengthMs: number, kept: number) {
    this.#lengthMs = lengthMs;
    this.#kept = kept;
  }

  add({ keyId, ...sums }: KeyTraffic, nowMs: number): void {
    const period = Math.floor(nowMs / this.#lengthMs);
    const keys = this.#sums.get(period) ?? new Map<number | null, TrafficSums>();
    this.#sums.set(period, keys);
    keys.set(keyId, sumOf(keys.get(keyId), sums));
    this.#forget(period);
  }

  bars(nowMs: number): TrafficBar[] {
    return this.#current(nowMs).map(([period, keys]) => ({
      at: period * this.#lengthMs,
      ...[...keys.values()].reduce(sumOf, NOTHING),
    }));
  }

  byKey(nowMs: number): KeyTraffic[] {
    const total = new Map<number | null, TrafficSums>();
    for (const [keyId, sums] of this.#current(nowMs).flatMap(([, keys]) => [...keys])) {
      total.set(keyId, sumOf(total.get(keyId), sums));
    }
    return [...total]
      .map(([keyId, sums]) => ({ keyId, ...sums }))
      .sort((a, b) => b.requests - a.requests || (a.keyId ?? 0) - (b.keyId ?? 0));
  }

  #current(nowMs: number): [number, Map<number | null, TrafficSums>][] {
    this.#forget(Math.floor(nowMs / this.#lengthMs));
    return [...this.#sums].toSorted(([a], [b]) => a - b);
  }

  #forget(period: number): void {
    for (const old of this.#sums.keys()) {
      if (old <= period - this.#kept) {
        this.#sums.delete(old);
      }
    }
  }
}

const NOTHING: TrafficSums = { requests: 0, refused: 0, failed: 0 };

function sumOf(a: TrafficSums = NOTHING, b: TrafficSums = NOTHING): TrafficSums {
  return { requests: a.requests + b.requests, refused: a.refused + b.refused, failed: a.failed + b.failed };
}

/** Keeps the traffic of all threads; in the process's own thread. */
export class KeyTrafficHistory {
  readonly #minutes = new Periods(MINUTE_MS, 60);
  readonly #days = new Periods(DAY_MS, 31);

  add(traffic: readonly KeyTraffic[], nowMs: number): void {
    for (const one of traffic) {
      this.#minutes.add(one, nowMs);
      this.#days.add(one, nowMs);
    }
  }

  report(nowMs: number): KeyTrafficReport {
    return {
      minutes: this.#minutes.bars(nowMs),
      days: this.#days.bars(nowMs),
      hourByKey: this.#minutes.byKey(nowMs),
      monthByKey: this.#days.byKey(nowMs),
    };
  }
}

/** Returns a function that adds requests of a thread up and passes them on every second. */
export function countByKey(report: (traffic: readonly KeyTraffic[]) => void): (exchange: Exchange) => void {
  let counted = new Map<number | null, { -readonly [Sum in keyof TrafficSums]: number }>();
  const send = () => {
    const traffic = [...counted].map(([keyId, sums]) => ({ keyId, ...sums }));
    counted = new Map();
    report(traffic);
  };
  return ({ admission: { key }, status }) => {
    if (counted.size === 0) {
      setTimeout(send, REPORT_MS).unref();
    }
    const keyId = key?.id ?? null;
    let sums = counted.get(keyId);
    if (sums === undefined) {
      sums = { ...NOTHING };
      counted.set(keyId, sums);
    }
    sums.requests += 1;
    sums.refused += Number(REFUSED.includes(status));
    sums.failed += Number(status >= 500);
  };
}
