/** Lists of lists as typed arrays: all items in one run, and the offset of each list. */

export interface Lists<T extends Uint8Array | Uint32Array = Uint32Array> {
  /** Offset of each list in `items`; one longer than the number of lists. */
  readonly starts: Uint32Array;
  readonly items: T;
}

export function startsOf(sizes: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) {
    starts[i + 1] = starts[i]! + sizes[i]!;
  }
  return starts;
}

/** Returns the length of each list. */
export function sizesOf({ starts }: Pick<Lists, "starts">): Uint32Array {
  return starts.subarray(1).map((end, i) => end - starts[i]!);
}

export function listsOf(lists: readonly (readonly number[])[]): Lists {
  return { starts: startsOf(lists.map(({ length }) => length)), items: Uint32Array.from(lists.flat()) };
}

/** Returns the lists of `a`, then the lists of `b`. */
export function joinLists<T extends Uint8Array | Uint32Array>(a: Lists<T>, b: Lists<T>): Lists<T> {
  const starts = joinArrays(
    a.starts.subarray(0, -1),
    b.starts.map((start) => start + a.items.length),
  );
  return { starts, items: joinArrays(a.items, b.items) };
}

/** Returns the lists at the positions in `order`, in that order. */
export function pickLists<T extends Uint8Array | Uint32Array>(
  { starts, items }: Lists<T>,
  order: Uint32Array,
): Lists<T> {
  const picked = startsOf(order.map((list) => starts[list + 1]! - starts[list]!));
  const target = emptyLike(items, picked.at(-1)!);
  order.forEach((list, i) => {
    target.set(items.subarray(starts[list], starts[list + 1]), picked[i]);
  });
  return { starts: picked, items: target };
}

/** Replaces every item by the number at its position in `numbers`. */
export function renumber({ starts, items }: Lists, numbers: Uint32Array): Lists {
  return { starts, items: items.map((item) => numbers[item]!) };
}

/** Inverts the lists: returns for each of `count` items the lists that contain it, ascending, each once. */
export function invertLists(lists: Lists, count: number): Lists {
  const sizes = new Uint32Array(count);
  eachOnce(lists, count, (item) => sizes[item]!++);
  const starts = startsOf(sizes);
  const next = starts.slice();
  const inverted = new Uint32Array(starts[count]!);
  eachOnce(lists, count, (item, list) => {
    inverted[next[item]!++] = list;
  });
  return { starts, items: inverted };
}

function eachOnce(
  { starts, items }: Lists,
  count: number,
  visit: (item: number, list: number) => void,
): void {
  const lastSeen = new Uint32Array(count);
  for (let list = 0; list < starts.length - 1; list++) {
    for (let i = starts[list]!; i < starts[list + 1]!; i++) {
      const item = items[i]!;
      if (lastSeen[item] === list + 1) {
        continue;
      }
      lastSeen[item] = list + 1;
      visit(item, list);
    }
  }
}

type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export function joinArrays<T extends TypedArray>(a: T, b: T): T {
  const joined = emptyLike(a, a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function emptyLike<T extends TypedArray>(array: T, length: number): T {
  return new (array.constructor as new (length: number) => T)(length);
}
