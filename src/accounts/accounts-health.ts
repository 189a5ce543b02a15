/**
 * Flag in memory shared by all threads of a server: true while usage can be written to its store. One thread sets it
 * (UsageFlusher); every thread reads it.
 */
export class AccountsHealth {
  readonly #isUnwritable: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#isUnwritable = new Int32Array(memory);
  }

  get isWritable(): boolean {
    return Atomics.load(this.#isUnwritable, 0) === 0;
  }

  set isWritable(isWritable: boolean) {
    Atomics.store(this.#isUnwritable, 0, Number(!isWritable));
  }
}

export function allocateAccountsHealth(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
