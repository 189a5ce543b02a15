/** Lists of lists as typed arrays: all items in one run, and where each list starts. */
import type { VocabularyArrays } from "./vocabulary.ts";

/** How often each of the numbers below `count` occurs. */
export function countsBy(numbers: readonly number[], count: number): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const number of numbers) counts[number]!++;
  return counts;
}

export function startsOf(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, i) => {
    starts[i + 1] = starts[i]! + size;
  });
  return starts;
}

/** Turns "what each item names" around: for each of `count` things, the items that name it, ascending. */
export function listsBy(name: string, count: number, named: readonly (readonly number[])[]) {
  const starts = startsOf(countsBy(named.flat(), count));
  const next = starts.slice();
  const items = new Uint32Array(starts[count]!);
  named.forEach((list, item) => {
    for (const thing of list) items[next[thing]!++] = item;
  });
  return { [`${name}Starts`]: starts, [`${name}s`]: items };
}

export function prefixed(name: string, { bytes, starts, shared }: VocabularyArrays) {
  return { [`${name}Bytes`]: bytes, [`${name}Starts`]: starts, [`${name}Shared`]: shared };
}
