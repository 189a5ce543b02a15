import type { SharedUsage, UsageTotal } from "../usage-months.ts";
import { type CountingBatch, markMonthItem, mergeMonthItem } from "./counting-items.ts";

/** Milliseconds for which totals are offered to a Redis without their month: another node may add the month. */
const OFFER_MS = 10_000;
/** Milliseconds without questions about months after the store of usage did not answer. */
const PAUSE_MS = 1_000;

/** Restores single months that Redis has lost and that requests wait for; one for each thread. */
export class MonthSeeds {
  readonly #usage: SharedUsage;
  readonly #batch: CountingBatch;
  /** Totals of the next question to the store of usage, by name. */
  #next: { readonly totals: Map<string, UsageTotal>; readonly done: Promise<boolean> } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #askAfterMs = 0;

  constructor(usage: SharedUsage, batch: CountingBatch) {
    this.#usage = usage;
    this.#batch = batch;
  }

  /** Resolves with true when Redis has the month; with false when that fails or takes longer than `timeoutMs`. */
  async seed(keyId: number, month: number, timeoutMs: number): Promise<boolean> {
    if (performance.now() < this.#askAfterMs || timeoutMs <= 0) {
      return false;
    }
    const { promise: isLate, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const isSeeded = await Promise.race([this.#ask({ keyId, month, taken: 0, returned: 0 }), isLate]);
    clearTimeout(timer);
    return isSeeded;
  }

  /** Adds a month to the next question, which is sent after the answer to the previous question. */
  #ask(unknown: UsageTotal): Promise<boolean> {
    if (this.#next === undefined) {
      const totals = new Map<string, UsageTotal>();
      const done = this.#last.then(() => this.#bring(totals));
      this.#next = { totals, done };
      this.#last = done;
    }
    this.#next.totals.set(nameOf(unknown), unknown);
    return this.#next.done;
  }

  async #bring(totals: Map<string, UsageTotal>): Promise<boolean> {
    this.#next = undefined;
    try {
      const questions = Array.from(totals.values(), (total) => ({ ...total, lastUsedAtMs: 0 }));
      for (const total of await this.#usage.flush(questions)) {
        totals.set(nameOf(total), total);
      }
    } catch {
      this.#askAfterMs = performance.now() + PAUSE_MS;
      return false;
    }
    const places = Array.from(totals.values(), (total) => this.#batch.add(() => mergeMonthItem(total, true)));
    const answers = await Promise.all(places.map(({ answers }) => answers));
    return !answers.includes(undefined);
  }
}

/**
 * Adds all usage of this month and the next one to Redis, then marks these months: a key that Redis does not know has
 * then used nothing, so that no first request of a key waits for the store of usage. One for each process.
 */
export class MonthLoader {
  readonly #usage: SharedUsage;
  readonly #batch: CountingBatch;

  constructor(usage: SharedUsage, batch: CountingBatch) {
    this.#usage = usage;
    this.#batch = batch;
  }

  /** Loads the totals that Redis lacks. Resolves with false when Redis or the store does not answer. */
  async load(month: number): Promise<boolean> {
    const isLoaded = await Promise.all([month, month + 1].map((each) => this.#loadMonth(each)));
    return !isLoaded.includes(false);
  }

  async #loadMonth(month: number): Promise<boolean> {
    const known = await this.#mark(month, false);
    if (known !== 0) {
      return known === 1;
    }
    const totals = await this.#usage.listTotals([month]).catch(() => undefined);
    if (totals === undefined) {
      return false;
    }
    const places = totals.map((total) => this.#batch.add(() => mergeMonthItem(total, true)));
    const answers = await Promise.all(places.map(({ answers }) => answers));
    return !answers.includes(undefined) && (await this.#mark(month, true)) === 1;
  }

  async #mark(month: number, isSet: boolean): Promise<number | undefined> {
    const { answers, item } = this.#batch.add(() => markMonthItem(month, isSet));
    return (await answers)?.[item]?.[0];
  }
}

/**
 * Raises the months in Redis to the totals of the store of usage. Once all nodes have written, these totals include the
 * requests that nodes counted without Redis and those that Redis has lost. One for each process.
 */
export class MonthMerges {
  readonly #batch: CountingBatch;
  readonly #offers = new Map<string, { readonly total: UsageTotal; readonly atMs: number }>();

  constructor(batch: CountingBatch) {
    this.#batch = batch;
  }

  /** Keeps totals until Redis has them; a later total replaces an earlier one. */
  add(totals: readonly UsageTotal[]): void {
    for (const total of totals) {
      this.#offers.set(nameOf(total), { total, atMs: performance.now() });
    }
  }

  /** Offers all totals to Redis. Drops totals that Redis has taken, and old ones of months that it lacks. */
  async merge(): Promise<void> {
    const offers = [...this.#offers];
    const places = offers.map(([, { total }]) => this.#batch.add(() => mergeMonthItem(total, false)));
    for (const [i, { answers, item }] of places.entries()) {
      const [name, offer] = offers[i]!;
      const answer = (await answers)?.[item];
      const isOld = performance.now() - offer.atMs > OFFER_MS;
      if (answer !== undefined && (answer[0] === 1 || isOld) && this.#offers.get(name) === offer) {
        this.#offers.delete(name);
      }
    }
  }
}

function nameOf({ keyId, month }: UsageTotal): string {
  return `${keyId} ${month}`;
}
