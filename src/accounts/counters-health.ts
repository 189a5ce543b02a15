/** Maximum threads of a process, the first one included. */
const MAX_THREADS = 1_000;

/**
 * Flags in memory shared by all threads of a server: set for each thread that cannot reach the counters of all nodes,
 * and counts alone meanwhile.
 */
export class CountersHealth {
  readonly #isAway: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#isAway = new Int32Array(memory);
  }

  /** True while all threads reach the counters; always with counters in memory. */
  get isReachable(): boolean {
    return !this.#isAway.includes(1);
  }

  setReachable(threadIndex: number, isReachable: boolean): void {
    Atomics.store(this.#isAway, threadIndex, Number(!isReachable));
  }
}

export function allocateCountersHealth(): SharedArrayBuffer {
  return new SharedArrayBuffer(MAX_THREADS * Int32Array.BYTES_PER_ELEMENT);
}
