/** Removes duplicate addresses: one that several readings of a line find is kept where it ranks best. */
import type { Entry } from "./entry.ts";
import { holdsKey, idsOf, type Source } from "./page-of-entries.ts";

/**
 * Returns the entries without duplicate addresses; `entries` are sorted best first and may overlap (see areApart).
 * Compares only entries of the same street, and seldom reads addresses.
 */
export function withoutDuplicates(source: Source, entries: Entry[]): Entry[] {
  const kept = new Map<number, Entry[]>();
  return entries.flatMap((entry) => {
    const better = kept.get(entry.street);
    if (better === undefined) kept.set(entry.street, [entry]);
    const rest = better === undefined ? entry : withoutThose(source, entry, better);
    if (rest !== undefined) better?.push(rest);
    return rest ?? [];
  });
}

/** Returns true when no two entries share an address: groups of one reading are disjoint, and so are whole streets. */
export function areApart(entries: readonly Entry[]): boolean {
  const reading = entries[0]?.match.reading;
  return (
    entries.every(({ group }) => group === "all") || entries.every(({ match }) => match.reading === reading)
  );
}

/** Removes from an entry what `better` ones of its street hold; drops a whole street when any part ranks better. */
function withoutThose(source: Source, entry: Entry, better: readonly Entry[]): Entry | undefined {
  if (entry.group === "all" || better.some(({ group }) => group === "all")) return undefined;
  const rivals = better.filter((other) => mayOverlap(entry, other));
  if (rivals.length === 0) return entry;
  const isCounted = [entry, ...rivals].every(({ group }) => group === "number");
  return isCounted ? withoutKeys(source, entry, rivals) : withoutIds(source, entry, rivals);
}

/**
 * Returns true when two entries may share an address: not groups of one reading, nor different numbers. Group
 * `longer` occurs only while typing, when no total is counted, and is left as it is.
 */
function mayOverlap(a: Entry, b: Entry): boolean {
  const [number, other] = [a.match.reading.number, b.match.reading.number];
  const isApart = number !== undefined && other !== undefined && number !== other;
  return a.match.reading !== b.match.reading && !isApart && a.group !== "longer" && b.group !== "longer";
}

/** Removes what rivals hold by designationKey, from the index alone. */
function withoutKeys({ index }: Source, entry: Entry, rivals: readonly Entry[]): Entry | undefined {
  const block = index.findNumber(entry.street, entry.match.reading.number!)!;
  const all = [{ key: "", count: block.plain }, ...index.designationsIn(block)];
  const left = all.filter(
    ({ key, count }) => count > 0 && holdsKey(entry, key) && !rivals.some((rival) => holdsKey(rival, key)),
  );
  const count = left.reduce((sum, each) => sum + each.count, 0);
  if (count === entry.count) return entry;
  return count === 0 ? undefined : { ...entry, count, keys: new Set(left.map(({ key }) => key)) };
}

function withoutIds(source: Source, entry: Entry, rivals: readonly Entry[]): Entry | undefined {
  const taken = new Set(rivals.flatMap((rival) => allIds(source, rival)));
  const ids = allIds(source, entry).filter((id) => !taken.has(id));
  return ids.length === 0 ? undefined : { ...entry, group: "rows", ids, count: ids.length };
}

function allIds(source: Source, entry: Entry): readonly number[] {
  return idsOf(source, entry, { offset: 0, limit: entry.count });
}
