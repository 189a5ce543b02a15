/** Returns the cached value of `key`, computed at first use; clears the cache when it holds `maxKeys` keys. */
export function memoize<T>(
  cache: Map<string, T>,
  key: string,
  compute: (key: string) => T,
  maxKeys = Number.POSITIVE_INFINITY,
): T {
  if (cache.has(key)) {
    return cache.get(key)!;
  }
  if (cache.size >= maxKeys) {
    cache.clear();
  }
  const value = compute(key);
  cache.set(key, value);
  return value;
}
