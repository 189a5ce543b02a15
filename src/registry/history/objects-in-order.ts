/** Lists the objects that the history knows, in memory that does not grow with their number. */
import { isRecentObject } from "../index/life-reader.ts";
import { type AdresFilter, acceptedWoonplaatsen, hasArea } from "../read/adres-filter.ts";
import { decodeIds } from "../schema/change-months.ts";
import { lookupTable, voorkomenTable } from "../schema/history-schema.ts";
import { type TypeCode, typeCodeOf } from "../schema/object-types.ts";
import type { Past } from "./past.ts";

/** Types of objects that exports of history have. */
export type ListedCode = "NUM" | "VBO" | "PND";

/** Objects in a list: few enough to pause between two. */
const LIST_LENGTH = 32;
/** Current objects that are read at once; most may be elsewhere. */
const PAGE_LENGTH = 1_000;

/**
 * Yields the keys of all objects of a type that were ever registered, ascending, a list at a time; empty lists are
 * places to pause. With an area in the filter, yields objects that are there today, and objects without a record today
 * that were there last; keys of the latter objects are kept in memory.
 */
export function* listObjectsInOrder(past: Past, code: ListedCode, filter: AdresFilter): Generator<number[]> {
  if (!hasArea(filter)) {
    yield* listAll(past, code);
    return;
  }
  const accepted = acceptedWoonplaatsen(past.snapshot, filter);
  const ended = listEnded(past, code, accepted);
  let at = 0;
  for (const { last, ids: existing } of pagesOfToday(past, code, accepted)) {
    const from = at;
    while (at < ended.length && ended[at]! <= last) {
      at++;
    }
    const ids = [...existing, ...ended.subarray(from, at)].sort((a, b) => a - b);
    yield* listsOf(ids);
  }
}

/** Yields lists of keys, at least one. */
function* listsOf(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at === 0 || at < ids.length; at += LIST_LENGTH) {
    yield ids.slice(at, at + LIST_LENGTH);
  }
}

const nextIds = (table: string) =>
  `SELECT DISTINCT object_id FROM ${table} WHERE object_id > ? ORDER BY object_id LIMIT ${LIST_LENGTH}`;

function* listAll({ snapshot, history }: Past, code: TypeCode): Generator<number[]> {
  const stored = history.statement(nextIds(voorkomenTable(code, "history")));
  const recent = snapshot.statement(nextIds(voorkomenTable(code, "recent")));
  for (let last = -1; ; ) {
    const found = new Set([...stored.values(last), ...recent.values(last)].map(([id]) => Number(id)));
    const ids = [...found].sort((a, b) => a - b).slice(0, LIST_LENGTH);
    if (ids.length === 0) {
      return;
    }
    yield ids;
    last = ids.at(-1)!;
  }
}

/** Keys and woonplaatsen of the objects that have a record today; no index leads from a woonplaats to all of them. */
const TODAY: Readonly<Record<ListedCode, string>> = {
  NUM: "SELECT fid, woonplaats_id AS woonplaats FROM adres",
  VBO: `SELECT v.fid AS fid, a.woonplaats_id AS woonplaats FROM verblijfsobject v
    JOIN adres a ON a.fid = v.hoofdadres_id`,
  PND: "SELECT fid, woonplaats_id AS woonplaats FROM pand",
};
const keyOf = (code: ListedCode) => (code === "VBO" ? "v.fid" : "fid");

/** Yields pages of keys, ascending, of objects that lie in some woonplaatsen today, each up to and with `last`. */
function* pagesOfToday({ snapshot }: Past, code: ListedCode, accepted: ReadonlySet<number>) {
  const key = keyOf(code);
  const page = snapshot.statement<{ fid: number; woonplaats: number }>(
    `${TODAY[code]} WHERE ${key} > ? ORDER BY ${key} LIMIT ${PAGE_LENGTH}`,
  );
  for (let last = -1; last < Number.POSITIVE_INFINITY; ) {
    const rows = page.all(last);
    last = rows.length < PAGE_LENGTH ? Number.POSITIVE_INFINITY : rows.at(-1)!.fid;
    yield { last, ids: rows.filter(({ woonplaats }) => accepted.has(woonplaats)).map(({ fid }) => fid) };
  }
}

const monthsOf = (of: "history" | "recent") =>
  `SELECT object_ids AS ids FROM ${lookupTable("change_month", of)}
   WHERE woonplaats_id IN (SELECT value FROM json_each(?))`;

/**
 * Returns the keys of the objects that lay in some woonplaatsen last and have no record today, ascending. Searches all
 * months, because every object has a voorkomen that begins in some month.
 */
function listEnded(
  { snapshot, history }: Past,
  code: ListedCode,
  accepted: ReadonlySet<number>,
): Float64Array {
  const today = snapshot.statement(`${TODAY[code]} WHERE ${keyOf(code)} = ?`);
  const ids = new Set<number>();
  const woonplaatsen = JSON.stringify([...accepted]);
  for (const of of ["history", "recent"] as const) {
    const source = of === "recent" ? snapshot : history;
    for (const row of source.statement<{ ids: Uint8Array }>(monthsOf(of)).all(woonplaatsen)) {
      for (const id of decodeIds(row.ids)) {
        // The rows in the file are outdated for a recent object.
        const isListed = typeCodeOf(id) === code && !(of === "history" && isRecentObject(snapshot, id));
        if (isListed && !ids.has(id) && today.get(id) === null) {
          ids.add(id);
        }
      }
    }
  }
  return Float64Array.from(ids).sort();
}
