import { AppError } from "../../base/errors.ts";

/** Maximum distinct keys that one server process can count; only the memory of slots in use is touched. */
export const MAX_KEYS = 262_144;

/**
 * Offsets of the 64-bit words of a slot. Even and odd months have one word each, so that the previous month stays until
 * it has been written. MONTHS is the usage on which the quota is checked; TAKEN and RETURNED are what this process has
 * counted and only grow. The first half of LAST_USED holds seconds since 1970. UNSHARED is the part of a rate window
 * that the store of all nodes does not know yet.
 */
const KEY_ID = 0;
export const RATE_WINDOW = 1;
export const MONTHS = 2;
export const LAST_USED = 4;
export const TAKEN = 5;
export const RETURNED = 7;
export const UNSHARED = 9;
const SLOT_WORDS = 10;

/** Memory for the counts of keys: the slots, then the list of slots in use, in the order of their first use. */
export interface KeySlotsMemory {
  readonly slots: SharedArrayBuffer;
  /** Number of slots in use, then each slot number plus one; 0 marks an entry that is being written. */
  readonly used: SharedArrayBuffer;
}

export function allocateKeySlots(): KeySlotsMemory {
  return {
    slots: new SharedArrayBuffer(MAX_KEYS * SLOT_WORDS * BigInt64Array.BYTES_PER_ELEMENT),
    used: new SharedArrayBuffer((MAX_KEYS + 1) * Int32Array.BYTES_PER_ELEMENT),
  };
}

/** Slots of keys in memory shared by threads; a key keeps its slot for the life of the process. */
export class SlotTable {
  readonly #words: BigInt64Array;
  readonly #used: Int32Array;
  /** First word of the slot of each key that this thread has counted. */
  readonly #slots = new Map<number, number>();

  constructor({ slots, used }: KeySlotsMemory) {
    this.#words = new BigInt64Array(slots);
    this.#used = new Int32Array(used);
  }

  /** Enumerates the key and the first word of every slot that any thread has claimed. */
  *list(): Generator<{ readonly keyId: number; readonly slot: number }> {
    const usedCount = Atomics.load(this.#used, 0);
    for (let i = 1; i <= usedCount; i++) {
      const slot = (Atomics.load(this.#used, i) - 1) * SLOT_WORDS;
      if (slot >= 0) {
        yield { keyId: Number(Atomics.load(this.#words, slot + KEY_ID)), slot };
      }
    }
  }

  /** Returns the first word of the key's slot; claims one for a new key. */
  slotOf(keyId: number): number {
    const known = this.#slots.get(keyId);
    if (known !== undefined) {
      return known;
    }
    const slot = this.#claimSlot(keyId) * SLOT_WORDS;
    this.#slots.set(keyId, slot);
    return slot;
  }

  /** Claims or finds the key's slot by linear probing. Ids are sequential from 1, so an id is its own hash. */
  #claimSlot(keyId: number): number {
    const id = BigInt(keyId);
    for (let tried = 0; tried < MAX_KEYS; tried++) {
      const slot = (keyId + tried) % MAX_KEYS;
      const owner = Atomics.compareExchange(this.#words, slot * SLOT_WORDS + KEY_ID, 0n, id);
      if (owner === 0n) {
        Atomics.store(this.#used, Atomics.add(this.#used, 0, 1) + 1, slot + 1);
      }
      if (owner === 0n || owner === id) {
        return slot;
      }
    }
    throw new AppError(
      "unavailable",
      `This server has counted the requests of its maximum of ${MAX_KEYS} keys. Restart it.`,
    );
  }
}
