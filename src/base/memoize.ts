/** Returns the cached value of `key`, computed at first use. */
export function memoize<K, T>(cache: Map<K, T>, key: K, compute: () => T): T {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) {
    return known as T;
  }
  const value = compute();
  cache.set(key, value);
  return value;
}

/** Returns a function that computes a value at its first call and keeps it. */
export function computeOnce<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}

/**
 * Returns a function that computes a value at the first call with an object and keeps it as long as the object;
 * undefined is not kept.
 */
export function memoizePerObject<K extends object, T extends object | undefined>(
  compute: (object: K) => T,
): (object: K) => T {
  const values = new WeakMap<K, T>();
  return (object) => {
    let value = values.get(object);
    if (value === undefined) {
      value = compute(object);
      values.set(object, value);
    }
    return value;
  };
}

/** Map that drops all its keys before it would have more than `maxKeys`. */
export class BoundedMap<K, T> extends Map<K, T> {
  readonly #maxKeys: number;

  constructor(maxKeys: number) {
    super();
    this.#maxKeys = maxKeys;
  }

  override set(key: K, value: T): this {
    if (this.size >= this.#maxKeys && !this.has(key)) {
      this.clear();
    }
    return super.set(key, value);
  }
}
