type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without its undefined members: absent parameters become absent options. */
export function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
