type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the object without its undefined members: absent parameters become absent options. */
export function defined<T extends object>(values: T): Defined<T> {
  const kept: Defined<T> = {};
  for (const name in values) {
    if (values[name] !== undefined) kept[name] = values[name] as Exclude<T[typeof name], undefined>;
  }
  return kept;
}
