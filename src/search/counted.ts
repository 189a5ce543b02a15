/** List that is counted before any of it is read. */
export interface Counted<T> {
  readonly count: number;
  list(offset: number, limit: number): T[];
}

export function toCounted<T>(items: readonly T[]): Counted<T> {
  return { count: items.length, list: (offset, limit) => items.slice(offset, offset + limit) };
}

export function mapCounted<T, U>({ count, list }: Counted<T>, map: (item: T) => U): Counted<U> {
  return { count, list: (offset, limit) => list(offset, limit).map(map) };
}

/** Joins lists one after the other. */
export function joinCounted<T>(lists: readonly Counted<T>[]): Counted<T> {
  return {
    count: lists.reduce((sum, { count }) => sum + count, 0),
    list(offset, limit) {
      const items: T[] = [];
      let skip = offset;
      for (const { count, list } of lists) {
        if (skip < count && items.length < limit) {
          items.push(...list(skip, limit - items.length));
        }
        skip = Math.max(0, skip - count);
      }
      return items;
    },
  };
}
