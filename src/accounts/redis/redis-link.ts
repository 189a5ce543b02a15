/** Connection to Redis that never blocks a caller: every call resolves in the time-out, perhaps without an answer. */
import { RedisClient } from "bun";
import { messageOf } from "../../base/errors.ts";
import { COUNTING_SCRIPT } from "./counting-script.ts";

/** Answers of the items of a call, in their order. */
export type Answers = readonly (readonly number[])[];

export interface RedisLinkOptions {
  readonly url: string;
  /** Maximum milliseconds from a call to its answer. */
  readonly timeoutMs: number;
  /** Maximum milliseconds between two attempts to connect. */
  readonly maxPauseMs: number;
  /** Called when Redis answers again, when it no longer does, and after each attempt to connect. */
  onChange?(isUp: boolean): void;
}

/** Maximum milliseconds for connecting, greeting included, unless the time-out of a call is longer. */
const CONNECT_TIMEOUT_MS = 500;
/** Maximum pause before the second attempt to connect; it doubles with each attempt. The pause is random, from 0 on. */
const FIRST_PAUSE_MS = 50;
/** Milliseconds between two looks at the oldest unanswered call. */
const WATCH_MS = 20;
/** Milliseconds between two measurements of the clock of Redis. */
const CLOCK_MS = 10_000;

interface Call {
  readonly atMs: number;
  resolve(answers: Answers | undefined): void;
}

type State = "starting" | "up" | "away";

/**
 * One connection, with a reconnection and a watchdog of its own: Bun's client has no time-out of a command, gives up
 * after some attempts, and its queue would send takes that were answered long ago.
 */
export class RedisLink {
  readonly #options: RedisLinkOptions;
  #client: RedisClient | undefined;
  #state: State = "starting";
  #isClosed = false;
  readonly #firstAttempt = Promise.withResolvers<void>();
  /** Calls without an answer, the oldest first. */
  readonly #waiting = new Set<Call>();
  #watchdog: NodeJS.Timeout | undefined;
  #watchedAtMs = 0;
  #wasLate = false;
  #failures = 0;
  #reasonAway: string | undefined;
  #retry: NodeJS.Timeout | undefined;
  #clockReadAtMs = Number.NEGATIVE_INFINITY;
  /** Milliseconds by which the clock of Redis is ahead of this machine's. */
  clockOffsetMs = 0;
  readonly #sha = new Bun.CryptoHasher("sha1").update(COUNTING_SCRIPT).digest("hex");

  /** Begins to connect; calls wait for the first attempt to succeed or fail. */
  constructor(options: RedisLinkOptions) {
    this.#options = options;
    void this.#connect();
  }

  /** Resolves when the first attempt to connect has succeeded or failed. */
  get started(): Promise<void> {
    return this.#firstAttempt.promise;
  }

  /** False while calls get no answer. */
  get isUp(): boolean {
    return this.#state !== "away";
  }

  /** Returns the reason why calls get no answer; undefined while they do. */
  get reasonAway(): string | undefined {
    return this.#reasonAway;
  }

  /** Runs the counting script; resolves with `undefined` when Redis does not answer in time. Never rejects. */
  call(keys: readonly string[], args: readonly string[]): Promise<Answers | undefined> {
    if (this.#state === "away") {
      return Promise.resolve(undefined);
    }
    const { promise, resolve } = Promise.withResolvers<Answers | undefined>();
    const call = { atMs: performance.now(), resolve };
    this.#waiting.add(call);
    this.#watch();
    void this.#run(call, [String(keys.length), ...keys, ...args]);
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#leave("closed");
    clearInterval(this.#watchdog);
  }

  async #run(call: Call, args: string[]): Promise<void> {
    try {
      if (this.#state === "starting") {
        await this.started;
      }
      if (!this.#waiting.has(call)) {
        return;
      }
      const answers = await this.#evaluate(this.#client!, args);
      if (this.#waiting.delete(call)) {
        this.#failures = 0;
        call.resolve(this.#readClock(answers, call.atMs));
      }
    } catch (error) {
      if (this.#waiting.has(call)) {
        this.#leave(messageOf(error));
      }
    }
  }

  /** Runs the script by its hash; sends its text when Redis has forgotten it, as after a restart or a failover. */
  async #evaluate(client: RedisClient, args: string[]): Promise<[number, ...number[][]]> {
    try {
      return await client.send("EVALSHA", [this.#sha, ...args]);
    } catch (error) {
      if (!messageOf(error).startsWith("NOSCRIPT")) {
        throw error;
      }
      return await client.send("EVAL", [COUNTING_SCRIPT, ...args]);
    }
  }

  #readClock([redisMs, ...answers]: [number, ...number[][]], askedAtMs: number): Answers {
    const now = performance.now();
    if (now - this.#clockReadAtMs > CLOCK_MS) {
      this.#clockReadAtMs = now;
      this.clockOffsetMs = Math.round(redisMs - (Date.now() - (now - askedAtMs) / 2));
    }
    return answers;
  }

  async #connect(): Promise<void> {
    const connectionTimeout = Math.max(CONNECT_TIMEOUT_MS, this.#options.timeoutMs);
    const client = new RedisClient(this.#options.url, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout,
    });
    this.#client = client;
    client.onclose = (error) => {
      if (this.#client === client && this.#state === "up") {
        this.#leave(error === undefined ? "the connection was closed" : messageOf(error));
      }
    };
    const deadline = setTimeout(() => client.close(), 2 * connectionTimeout);
    try {
      await client.connect();
      const askedAtMs = performance.now();
      // Fails where Redis cannot write: a replica, or no memory left.
      const [answers] = await Promise.all([
        this.#evaluate(client, ["0"]),
        client.send("SET", ["baken:probe", "1", "PX", "60000"]),
      ]);
      this.#clockReadAtMs = Number.NEGATIVE_INFINITY;
      this.#readClock(answers, askedAtMs);
      this.#enter();
    } catch (error) {
      client.close();
      this.#leave(messageOf(error));
    } finally {
      clearTimeout(deadline);
    }
  }

  #enter(): void {
    if (this.#isClosed) {
      this.#client?.close();
      return;
    }
    this.#state = "up";
    this.#firstAttempt.resolve();
    this.#reasonAway = undefined;
    this.#options.onChange?.(true);
  }

  /** Answers all calls that wait with `undefined`, and connects again after a pause. */
  #leave(reason: string): void {
    this.#state = "away";
    this.#firstAttempt.resolve();
    for (const { resolve } of this.#waiting) {
      resolve(undefined);
    }
    this.#waiting.clear();
    this.#client?.close();
    clearTimeout(this.#retry);
    // A thread that ends does not count as away.
    this.#reasonAway = this.#isClosed ? undefined : reason;
    this.#options.onChange?.(this.#isClosed);
    if (this.#isClosed) {
      return;
    }
    const pauseMs = Math.random() * Math.min(this.#options.maxPauseMs, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 30);
    this.#retry = setTimeout(() => void this.#connect(), pauseMs);
    this.#retry.unref();
  }

  #watch(): void {
    if (this.#watchdog === undefined) {
      this.#watchedAtMs = performance.now();
      this.#watchdog = setInterval(() => this.#checkOldest(), Math.min(WATCH_MS, this.#options.timeoutMs));
    }
  }

  /**
   * Leaves when the oldest call waits too long. A check that is late itself first lets answers that have arrived be
   * read.
   */
  #checkOldest(): void {
    const now = performance.now();
    const isLate = now - this.#watchedAtMs > 2 * WATCH_MS && !this.#wasLate;
    this.#watchedAtMs = now;
    this.#wasLate = isLate;
    const [oldest] = this.#waiting;
    if (oldest === undefined) {
      clearInterval(this.#watchdog);
      this.#watchdog = undefined;
    } else if (!isLate && now - oldest.atMs > this.#options.timeoutMs) {
      this.#leave(`no answer within ${this.#options.timeoutMs} ms`);
    }
  }
}
