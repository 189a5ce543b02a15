/**
 * Name keys (name-key.ts) in list order, joined into one string for substring search by a memory scan: a few
 * milliseconds for all 250,000 streets of the country.
 */
export interface NameList {
  readonly size: number;
  /** All keys, each followed by a line feed, which no key contains. */
  readonly text: string;
  /** Start of each key in `text`, and the end of the last one: `size` + 1 items. */
  readonly starts: Uint32Array;
}

/** Builds a list from `keys` in list order: equal keys must be adjacent. */
export function createNameList(keys: readonly string[]): NameList {
  const starts = new Uint32Array(keys.length + 1);
  for (let i = 0; i < keys.length; i++) {
    starts[i + 1] = starts[i]! + keys[i]!.length + 1;
  }
  return { size: keys.length, text: keys.map((key) => `${key}\n`).join(""), starts };
}

/**
 * Writes to `into` the positions, ascending, of the keys that contain `part` and that `accepts` accepts; returns
 * their number. `into` must have room for all keys; `part` must be a name key too; an empty part matches every key.
 */
export function selectNames(
  { size, text, starts }: NameList,
  into: Uint32Array,
  { part, accepts }: { part: string; accepts: (position: number) => boolean },
): number {
  let count = 0;
  if (part === "") {
    for (let position = 0; position < size; position++) {
      if (accepts(position)) {
        into[count++] = position;
      }
    }
    return count;
  }
  let position = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, starts[position])) {
    while (starts[position + 1]! <= at) {
      position++;
    }
    if (accepts(position)) {
      into[count++] = position;
    }
    position++;
  }
  return count;
}

/**
 * Returns the position at `rank` of a selection in descending order of name, with equal names in ascending order. The
 * cost depends on the number of equal names, not on the size of the selection.
 */
export function positionAtDescendingRank(list: NameList, selection: Uint32Array, rank: number): number {
  const mirroredRank = selection.length - 1 - rank;
  const key = keyAt(list, selection[mirroredRank]!);
  const isSame = (i: number) => i >= 0 && i < selection.length && keyAt(list, selection[i]!) === key;
  let first = mirroredRank;
  while (isSame(first - 1)) {
    first--;
  }
  let last = mirroredRank;
  while (isSame(last + 1)) {
    last++;
  }
  return selection[first + last - mirroredRank]!;
}

function keyAt({ text, starts }: NameList, position: number): string {
  return text.slice(starts[position], starts[position + 1]! - 1);
}
