import type { CountingItem } from "./counting-items.ts";
import type { Answers, RedisLink } from "./redis-link.ts";

/** Place of a take in a call: its answer is that of `item`, as the take number `turn` of it. */
export interface Place {
  readonly answers: Promise<Answers | undefined>;
  readonly item: number;
  readonly turn: number;
}

/** Items of one call: bounds the time for which the script keeps Redis from other calls. */
const MAX_ITEMS = 128;

interface OpenCall {
  readonly items: CountingItem[];
  /** Numbers of the items by group. */
  readonly groups: Map<string, number>;
  readonly answers: PromiseWithResolvers<Answers | undefined>;
}

/** Collects the items of one turn of the event loop, and sends them in one call. */
export class CountingBatch {
  readonly #link: RedisLink;
  #open: OpenCall | undefined;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** Adds an item. Takes of one group are alike, and become one item with their number. */
  add(createItem: () => CountingItem, group?: string): Place {
    const call = this.#openCall();
    const known = group === undefined ? undefined : call.groups.get(group);
    if (known !== undefined) {
      return { answers: call.answers.promise, item: known, turn: call.items[known]!.numbers[1]!++ };
    }
    const item = call.items.push(createItem()) - 1;
    if (group !== undefined) {
      call.groups.set(group, item);
    }
    if (call.items.length === MAX_ITEMS) {
      this.#send(call);
    }
    return { answers: call.answers.promise, item, turn: 0 };
  }

  #openCall(): OpenCall {
    if (this.#open === undefined) {
      const call = { items: [], groups: new Map(), answers: Promise.withResolvers<Answers | undefined>() };
      this.#open = call;
      setImmediate(() => this.#send(call));
    }
    return this.#open;
  }

  #send(call: OpenCall): void {
    if (this.#open !== call) {
      return;
    }
    this.#open = undefined;
    const keys = call.items.flatMap((item) => item.keys);
    const args = call.items.flatMap((item) => item.numbers.map(String));
    call.answers.resolve(this.#link.call(keys, args));
  }
}
