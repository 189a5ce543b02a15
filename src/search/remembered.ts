/** Looked up once for each key; all is forgotten when `most` are known. */
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
