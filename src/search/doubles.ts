/** No address twice: one that several readings of a line lead to counts where it ranks best. */
import type { Entry } from "./entry.ts";
import { holdsKey, idsOf, type Source } from "./page-of-entries.ts";

/** `entries` best first, and not apart. Only where two readings lead to one street is anything compared, and seldom read. */
export function withoutDoubles(source: Source, entries: Entry[]): Entry[] {
  const kept = new Map<number, Entry[]>();
  return entries.flatMap((entry) => {
    const better = kept.get(entry.street);
    if (better === undefined) kept.set(entry.street, [entry]);
    const rest = better === undefined ? entry : withoutThose(source, entry, better);
    if (rest !== undefined) better?.push(rest);
    return rest ?? [];
  });
}

/** Whether no two entries can hold one address: the groups of one reading hold different ones, and so do whole streets. */
export function areApart(entries: readonly Entry[]): boolean {
  const reading = entries[0]?.match.reading;
  return (
    entries.every(({ group }) => group === "all") || entries.every(({ match }) => match.reading === reading)
  );
}

/** What `better` ones leave of an entry of the same street. A whole street is left out when any of it ranks better. */
function withoutThose(source: Source, entry: Entry, better: readonly Entry[]): Entry | undefined {
  if (entry.group === "all" || better.some(({ group }) => group === "all")) return undefined;
  const rivals = better.filter((other) => mayOverlap(entry, other));
  if (rivals.length === 0) return entry;
  const isCounted = [entry, ...rivals].every(({ group }) => group === "number");
  return isCounted ? withoutKeys(source, entry, rivals) : withoutIds(source, entry, rivals);
}

/** Groups of one reading are apart, and so are numbers. What may follow a number that is being typed is never counted. */
function mayOverlap(a: Entry, b: Entry): boolean {
  const [number, other] = [a.match.reading.number, b.match.reading.number];
  const isApart = number !== undefined && other !== undefined && number !== other;
  return a.match.reading !== b.match.reading && !isApart && a.group !== "longer" && b.group !== "longer";
}

/** By what the index knows of the number. */
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
