/** Returns the cached value of `key`, made by `find` at first use; clears the cache when it holds `most` keys. */
export function remembered<T>(
  memo: Map<string, T>,
  key: string,
  find: (key: string) => T,
  most = Number.POSITIVE_INFINITY,
): T {
  if (memo.has(key)) return memo.get(key)!;
  if (memo.size >= most) memo.clear();
  const found = find(key);
  memo.set(key, found);
  return found;
}
