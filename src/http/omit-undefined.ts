type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the object without its undefined members: absent parameters become absent options. */
export function omitUndefined<T extends object>(values: T): WithoutUndefined<T> {
  const result: WithoutUndefined<T> = {};
  for (const name in values) {
    if (values[name] !== undefined) {
      result[name] = values[name] as Exclude<T[typeof name], undefined>;
    }
  }
  return result;
}
