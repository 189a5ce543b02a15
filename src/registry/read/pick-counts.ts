/** Returns the counts under these names, zeros too. */
export function pickCounts<Name extends string>(
  counts: ReadonlyMap<string, number>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>;
}
