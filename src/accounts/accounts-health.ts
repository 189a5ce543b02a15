/**
 * Whether usage can be written, in memory that all threads of a server share: one of them writes (usage-keeper.ts), all
 * of them are asked.
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

export function allotAccountsHealth(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
