/** Lists the names of the fields that differ between two records of an object; none without `before`. */
export function changedFields(before: object | undefined, after: object): string[] {
  if (before === undefined) {
    return [];
  }
  const values = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
}
