/** Lists the objects that the history knows, in memory that does not grow with their number. */
import { type AdresFilter, acceptedWoonplaatsen, hasArea } from "../read/adres-filter.ts";
import { decodeIds } from "../schema/change-months.ts";
import { sideTable, voorkomenTable } from "../schema/history-schema.ts";
import { type TypeCode, typeCodeOf } from "../schema/object-types.ts";
import type { Past } from "./past.ts";

/** Types of objects that exports of the past have. */
export type ListedCode = "NUM" | "VBO" | "PND";

/** Objects in a list: few enough to pause between two. */
const LIST_LENGTH = 32;

/**
 * Yields the keys of all objects of a type that were ever registered, ascending, a list at a time. With an area in the
 * filter, those that lie there today or, when they ended, lay there last, woonplaats by woonplaats: memory holds the
 * keys of one.
 */
export function* listObjectsInOrder(past: Past, code: ListedCode, filter: AdresFilter): Generator<number[]> {
  if (!hasArea(filter)) {
    yield* listAll(past, code);
    return;
  }
  for (const woonplaats of [...acceptedWoonplaatsen(past.snapshot, filter)].sort((a, b) => a - b)) {
    const ids = listInWoonplaats(past, code, woonplaats);
    for (let at = 0; at < ids.length; at += LIST_LENGTH) {
      yield Array.from(ids.subarray(at, at + LIST_LENGTH));
    }
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

const monthsOf = (of: "history" | "recent") =>
  `SELECT object_ids AS ids FROM ${sideTable("change_month", of)} WHERE woonplaats_id = ?`;
const IS_RECENT = "SELECT 1 FROM recent_object WHERE object_id = ?";
/** Woonplaats of an object that has a record today; no row for another. */
const PLACE_TODAY: Readonly<Record<ListedCode, string>> = {
  NUM: "SELECT woonplaats_id AS woonplaats FROM adres WHERE fid = ?",
  VBO: `SELECT woonplaats_id AS woonplaats FROM verblijfsobject v JOIN adres ON adres.fid = v.hoofdadres_id
    WHERE v.fid = ?`,
  PND: "SELECT woonplaats_id AS woonplaats FROM pand WHERE fid = ?",
};

/** Returns the keys of the objects of a woonplaats, ascending: every object has a voorkomen that begins in a month. */
function listInWoonplaats({ snapshot, history }: Past, code: ListedCode, woonplaats: number): Float64Array {
  const isRecent = snapshot.statement(IS_RECENT);
  const placeToday = snapshot.statement<{ woonplaats: number }>(PLACE_TODAY[code]);
  const ids = new Set<number>();
  const collect = (rows: readonly { readonly ids: Uint8Array }[], isOfPlace: (id: number) => boolean) => {
    for (const row of rows) {
      for (const id of decodeIds(row.ids)) {
        if (!ids.has(id) && typeCodeOf(id) === code && isOfPlace(id)) {
          ids.add(id);
        }
      }
    }
  };
  const rowsOf = (of: "history" | "recent") => {
    const source = of === "recent" ? snapshot : history;
    return source.statement<{ ids: Uint8Array }>(monthsOf(of)).all(woonplaats);
  };
  // The rows of the file no longer hold of a recent object; those of updates keep each place that it has had since.
  collect(rowsOf("history"), (id) => isRecent.get(id) === null);
  collect(rowsOf("recent"), (id) => (placeToday.get(id)?.woonplaats ?? woonplaats) === woonplaats);
  return Float64Array.from(ids).sort();
}
