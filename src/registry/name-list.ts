/**
 * Keys of names (name-key.ts) in list order, joined into one string, so that a part of a name is found by scanning
 * memory: a few milliseconds for all 250,000 streets of the country.
 */
export interface NameList {
  readonly size: number;
  /** Every key, each followed by a line end, which no key holds. */
  readonly text: string;
  /** Where each key starts in `text`; one more than `size`. */
  readonly starts: Uint32Array;
}

/** `keys` in list order: equal keys lie next to each other. */
export function nameListOf(keys: readonly string[]): NameList {
  const starts = new Uint32Array(keys.length + 1);
  for (let i = 0; i < keys.length; i++) starts[i + 1] = starts[i]! + keys[i]!.length + 1;
  return { size: keys.length, text: keys.map((key) => `${key}\n`).join(""), starts };
}

/**
 * Writes to `into` the positions, ascending, of the keys that hold `part` and that `accepts` lets through, and returns
 * how many there are. `into` has room for all; `part` is a key too; an empty part is in every key.
 */
export function selectNames(
  { size, text, starts }: NameList,
  into: Uint32Array,
  { part, accepts }: { part: string; accepts: (position: number) => boolean },
): number {
  let count = 0;
  if (part === "") {
    for (let position = 0; position < size; position++) {
      if (accepts(position)) into[count++] = position;
    }
    return count;
  }
  let position = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, starts[position])) {
    while (starts[position + 1]! <= at) position++;
    if (accepts(position)) into[count++] = position;
    position++;
  }
  return count;
}

/**
 * The position at `rank` of a selection that runs from the last name to the first, equal names staying in ascending
 * order. Costs the number of equal names, not the size of the selection.
 */
export function descendingAt(list: NameList, selection: Uint32Array, rank: number): number {
  const mirrored = selection.length - 1 - rank;
  const key = keyAt(list, selection[mirrored]!);
  const isSame = (i: number) => i >= 0 && i < selection.length && keyAt(list, selection[i]!) === key;
  let first = mirrored;
  while (isSame(first - 1)) first--;
  let last = mirrored;
  while (isSame(last + 1)) last++;
  return selection[first + last - mirrored]!;
}

function keyAt({ text, starts }: NameList, position: number): string {
  return text.slice(starts[position], starts[position + 1]! - 1);
}
