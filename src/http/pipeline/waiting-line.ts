/**
 * The requests that wait for a serving thread. The event loop reads requests in turns, and a thread answers most of
 * them at once. When a turn takes long, further requests wait here, the first one first, so that the loop can continue
 * reading. Requests that would wait too long are refused instead.
 */
import type { Awaitable } from "../../base/awaitable.ts";

/** Answers a request that waited this long, in milliseconds; `isRefused` when it must be refused. */
type Answer = (queuedMs: number, isRefused: boolean) => Awaitable<Response>;

/** Work of one turn after which further requests wait, in milliseconds. */
const TURN_MS = 50;
/** Longest turn that answers waiting requests. Such a turn takes as long as reading new requests took before it. */
const MAX_TURN_MS = 500;
/** Requests of one turn that continue after it, such as those with a body. Further requests wait. */
const UNFINISHED_PER_TURN = 32;
/** Longest pause between two turns of the event loop of a thread that was not idle between them, in milliseconds. */
const NO_PAUSE_MS = 1;
/** Weight of the last turn in the mean time of a request. */
const LAST_TURN = 0.3;

interface Waiting {
  readonly arrivedMs: number;
  readonly answer: Answer;
  readonly resolve: (response: Awaitable<Response>) => void;
  next: Waiting | undefined;
}

export class WaitingLine {
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  #isInTurn = false;
  #beganMs = Number.NEGATIVE_INFINITY;
  #endedMs = Number.NEGATIVE_INFINITY;
  #busySinceMs = 0;
  /** Milliseconds after which this turn is over. */
  #turnMs = TURN_MS;
  #unfinished = 0;
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #count = 0;
  /** Mean time of a request while others waited, in milliseconds; 0 before the first. */
  #meanMs = 0;
  #answeringSinceMs = 0;
  #answeredMs = 0;
  #answered = 0;

  /** A request waits at most `maxWaitMs`; 0: all are answered at once, however long that takes. */
  constructor(maxWaitMs: number, now: () => number = () => performance.now()) {
    this.#maxWaitMs = maxWaitMs;
    this.#now = now;
  }

  /** Returns true when a request that arrives now must wait for others. */
  isBusy(nowMs: number): boolean {
    return this.#maxWaitMs > 0 && (this.#first !== undefined || (this.#isInTurn && this.#isTurnOver(nowMs)));
  }

  /** Counts a request that is answered at once but not finished. */
  countUnfinished(): void {
    this.#unfinished++;
  }

  /**
   * Returns for how many milliseconds a request that begins now can have waited while the thread worked on others: at
   * most, because the time of its arrival is unknown. Requests of one turn wait for each other, and requests that
   * arrive during a turn begin in the next one.
   */
  queuedMs(startedMs: number): number {
    if (!this.#isInTurn) {
      this.#beginTurn(startedMs);
      setImmediate(this.#endTurn);
    }
    return startedMs - this.#busySinceMs;
  }

  /** Answers a request after those that wait, or refuses it now when they take too long. */
  wait(arrivedMs: number, answer: Answer): Awaitable<Response> {
    if (this.#count * this.#meanMs > this.#maxWaitMs) {
      return answer(0, true);
    }
    if (this.#first === undefined) {
      this.#answeredMs = arrivedMs;
    }
    const { promise, resolve } = Promise.withResolvers<Response>();
    const waiting = { arrivedMs, answer, resolve, next: undefined };
    if (this.#last === undefined) {
      this.#first = waiting;
    } else {
      this.#last.next = waiting;
    }
    this.#last = waiting;
    this.#count++;
    return promise;
  }

  #beginTurn(nowMs: number): void {
    this.#isInTurn = true;
    this.#busySinceMs = nowMs - this.#endedMs < NO_PAUSE_MS ? this.#beganMs : nowMs;
    this.#beganMs = nowMs;
    this.#turnMs = TURN_MS;
    this.#unfinished = 0;
  }

  readonly #endTurn = (): void => {
    this.#isInTurn = false;
    this.#endedMs = this.#now();
    if (this.#first !== undefined) {
      this.#answerWaiting();
    }
  };

  /** Answers waiting requests for the time of a turn; the event loop reads new ones before the next. */
  #answerWaiting(): void {
    const nowMs = this.#now();
    this.#measure(nowMs);
    const readMs = nowMs - this.#answeredMs;
    this.#beginTurn(nowMs);
    this.#turnMs = Math.min(Math.max(TURN_MS, readMs), MAX_TURN_MS);
    while (this.#first !== undefined && !this.#isTurnOver(this.#now())) {
      this.#answer(this.#first);
    }
    if (this.#first === undefined) {
      this.#last = undefined;
      this.#answered = 0;
      this.#meanMs = 0;
    }
    this.#answeredMs = this.#now();
    setImmediate(this.#endTurn);
  }

  /** Updates the mean by all that happened since the last turn that answered waiting requests. */
  #measure(nowMs: number): void {
    if (this.#answered > 0) {
      const meanMs = (nowMs - this.#answeringSinceMs) / this.#answered;
      this.#meanMs = this.#meanMs === 0 ? meanMs : this.#meanMs + (meanMs - this.#meanMs) * LAST_TURN;
    }
    this.#answeringSinceMs = nowMs;
    this.#answered = 0;
  }

  #answer({ arrivedMs, answer, resolve, next }: Waiting): void {
    this.#first = next;
    this.#count--;
    const queuedMs = this.#now() - arrivedMs;
    const isRefused = queuedMs > this.#maxWaitMs;
    const response = answer(queuedMs, isRefused);
    this.#answered += Number(!isRefused);
    this.#unfinished += Number(response instanceof Promise);
    resolve(response);
  }

  #isTurnOver(nowMs: number): boolean {
    return nowMs - this.#beganMs > this.#turnMs || this.#unfinished >= UNFINISHED_PER_TURN;
  }
}
