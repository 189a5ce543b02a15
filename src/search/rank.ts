/** The order of what was found, and the addresses on one page of it. */
import type { Snapshot } from "../registry/snapshot.ts";
import { listIdsOfStreet, listNumberOfStreet } from "../registry/street-numbers.ts";
import { isLonger } from "./collect-numbers.ts";
import { type Entry, GROUPS } from "./entry.ts";
import type { StreetIndex } from "./street-index.ts";

/** Best first; equal ones in the order of streets: larger places first, then by name. Each address once. */
export function rank(entries: Entry[]): Entry[] {
  entries.sort(
    (a, b) => b.score - a.score || a.street - b.street || GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group),
  );
  return withoutDoubles(entries);
}

/** An address that two readings of the line lead to counts where it ranks best. */
function withoutDoubles(entries: readonly Entry[]): Entry[] {
  const taken = new Set<number | string>();
  const isOneKind =
    entries.every(({ group }) => group === "all") || entries.every(({ ids }) => ids === undefined);
  return entries.flatMap((entry) => {
    const { street, group, number } = entry;
    if (entry.ids !== undefined) return withoutTaken(entry, taken);
    if (isOneKind && group !== "all") return [entry];
    const whole = `${street}`;
    const part = `${street} ${number} ${group}`;
    const isTaken = taken.has(`any ${whole}`)
      ? group === "all" || taken.has(whole) || taken.has(part)
      : false;
    if (isTaken) return [];
    taken.add(`any ${whole}`).add(group === "all" ? whole : part);
    return [entry];
  });
}

function withoutTaken(entry: Entry, taken: Set<number | string>): Entry[] {
  const { street, number } = entry;
  const isCovered = taken.has(`${street}`) || taken.has(`${street} ${number} others`);
  const ids = isCovered ? [] : entry.ids!.filter((id) => !taken.has(id));
  for (const id of ids) taken.add(id);
  if (ids.length === 0) return [];
  taken.add(`any ${street}`);
  return [{ ...entry, ids, count: ids.length }];
}

export function totalOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}

interface Source {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
}

/** Keys of the addresses from `offset` on. Entries before are skipped by their counts, whatever the page. */
export function idsOfPage(
  source: Source,
  entries: readonly Entry[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const ids: number[] = [];
  let skip = offset;
  for (const entry of entries) {
    if (ids.length === limit) break;
    if (skip >= entry.count) {
      skip -= entry.count;
      continue;
    }
    ids.push(...idsOf(source, entry, { offset: skip, limit: limit - ids.length }));
    skip = 0;
  }
  return ids;
}

/** Keys of an entry's addresses in natural order. */
export function idsOf(
  { snapshot, index }: Source,
  entry: Entry,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const { street, group, number, count } = entry;
  if (entry.ids !== undefined) return entry.ids.slice(offset, offset + limit);
  const key = index.keyOf(street);
  if (group === "all") return listIdsOfStreet(snapshot, key, { total: count, offset, limit });
  const ids: number[] = [];
  for (const each of group === "longer" ? longerNumbers(index, street, number!) : [number!]) {
    if (ids.length >= offset + limit) break;
    for (const row of listNumberOfStreet(snapshot, key, each)) {
      const isPlain = row.huisletter === null && row.huisnummertoevoeging === null;
      if (group === "longer" || isPlain === (group === "plain")) ids.push(row.fid);
    }
  }
  return ids.slice(offset, offset + limit);
}

function longerNumbers(index: StreetIndex, street: number, number: number): number[] {
  return [...index.numbersOf(street)].map((entry) => entry.number).filter((other) => isLonger(other, number));
}
