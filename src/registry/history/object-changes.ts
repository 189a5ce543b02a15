/** Changes of the objects of an area by the first day of the change. The cost of a part depends on its size. */
import { formatDayNumber } from "../../base/day-number.ts";
import { decodeIds, monthOf } from "../schema/change-months.ts";
import {
  formatIdentificatie,
  OBJECT_TYPES,
  TYPE_CODES,
  type TypeCode,
  typeCodeOf,
} from "../schema/object-types.ts";
import type { HistoryVoorkomen } from "../schema/voorkomen-life.ts";
import { changedFields } from "./changed-fields.ts";
import { includesDay, isEmpty, type Period } from "./days.ts";
import type { Past } from "./past.ts";
import { type RegisteredObject, registeredObject } from "./registered-object.ts";
import { findInForce, isExisting, type UsableVoorkomen, type Voorkomen } from "./voorkomens.ts";

/** Kinds of change: an object comes into existence, goes on with other values, or ceases to exist. */
export const OBJECT_CHANGES = ["added", "changed", "ended"] as const;

/** Types of object, as spelled in `type`. */
export const OBJECT_TYPE_NAMES = TYPE_CODES.map((code) => OBJECT_TYPES[code].table) as [
  ObjectTypeName,
  ...ObjectTypeName[],
];
type ObjectTypeName = (typeof OBJECT_TYPES)[TypeCode]["table"];

interface ObjectChange {
  type: ObjectTypeName;
  identificatie: string;
  begin_geldigheid: string;
  voorkomen_identificatie: number;
  change: (typeof OBJECT_CHANGES)[number];
  /** Names of the fields that differ, `geometry` among them; none without a voorkomen before. */
  fields: string[];
  /** Null without a voorkomen before. */
  before: RegisteredObject | null;
  after: RegisteredObject;
}

/** Place in a list of changes: after this voorkomen, in order of month, identificatie and number. */
export interface ObjectChangesCursor {
  readonly month: number;
  readonly id: number;
  readonly nr: number;
}

/** Changes of whole days, `end` exclusive. */
export interface ObjectChangesRequest extends Period {
  readonly woonplaatsen: readonly number[];
  readonly type?: ObjectTypeName | undefined;
  /** Name that must be among `fields`. */
  readonly field?: string | undefined;
  /** Absent for the begin. */
  readonly cursor?: ObjectChangesCursor | undefined;
  readonly limit: number;
}

export interface ObjectChanges {
  /** May be fewer than `limit`, or none, although others follow. */
  changes: ObjectChange[];
  /** Undefined at the end of the list. */
  next: ObjectChangesCursor | undefined;
}

/** Maximum objects whose lives a part reads, some 100 µs each. */
const MAX_READ = 500;

/**
 * Reads a part of the changes that begin within the period, in order of month, identificatie and number. Objects belong
 * to the woonplaats that they lie in today or lay in last.
 */
export function listObjectChanges(past: Past, request: ObjectChangesRequest): ObjectChanges {
  const { limit, field, cursor } = request;
  const changes: ObjectChange[] = [];
  let read = 0;
  for (let month = cursor?.month ?? monthOf(request.begin); month <= monthOf(request.end - 1); month++) {
    const reached = cursor?.month === month ? cursor : undefined;
    for (const { code, id } of listChanged(past, request, month, reached?.id ?? 0)) {
      if (read++ === MAX_READ) {
        return { changes, next: { month, id, nr: 0 } };
      }
      for (const voorkomen of past.listVoorkomens(code, id)) {
        const { nr } = voorkomen.stored;
        const isAsked = includesDay(request, voorkomen.begin) && monthOf(voorkomen.begin) === month;
        const isListed = reached?.id === id && nr <= reached.nr;
        const change = isAsked && !isListed ? changeBy(past, code, voorkomen) : undefined;
        if (change === undefined || (field !== undefined && !change.fields.includes(field))) {
          continue;
        }
        if (changes.length === limit) {
          return { changes, next: { month, id, nr: nr - 1 } };
        }
        changes.push(change);
      }
    }
  }
  return { changes, next: undefined };
}

const IDS = (table: string) =>
  `SELECT object_ids FROM ${table} WHERE month = ? AND woonplaats_id IN (SELECT value FROM json_each(?))`;
const STORED_IDS = IDS("change_month");
const RECENT_IDS = IDS("recent_change_month");
const RECENT_PLACE = "SELECT woonplaats_id AS place FROM recent_object WHERE object_id = ?";

/** Lists the objects from `first` on with a voorkomen that begins in a month, ascending. */
function* listChanged(
  past: Past,
  { woonplaatsen, type }: ObjectChangesRequest,
  month: number,
  first: number,
): Generator<{ code: TypeCode; id: number }> {
  const places = new Set(woonplaatsen);
  const parameters = [month, JSON.stringify(woonplaatsen)];
  const ids = [
    ...past.history.statement(STORED_IDS).values(...parameters),
    ...past.snapshot.statement(RECENT_IDS).values(...parameters),
  ].flatMap(([blob]) => decodeIds(blob as Uint8Array).filter((id) => id >= first));
  const recentPlace = past.snapshot.statement<{ place: number | null }>(RECENT_PLACE);
  let before: number | undefined;
  for (const id of Float64Array.from(ids).sort()) {
    const code = typeCodeOf(id);
    if (id === before || code === undefined || (type !== undefined && OBJECT_TYPES[code].table !== type)) {
      continue;
    }
    before = id;
    // An update may have moved the object: the history file still lists it at its former place.
    const recent = recentPlace.get(id);
    if (recent === null || (recent.place !== null && places.has(recent.place))) {
      yield { code, id };
    }
  }
}

/** Returns the change by a voorkomen; undefined for a correction, and for an object that exists on neither side. */
function changeBy<C extends TypeCode>(
  past: Past,
  code: C,
  voorkomen: Voorkomen<C>,
): ObjectChange | undefined {
  if (isEmpty(voorkomen) || !isUsable(voorkomen)) {
    return undefined;
  }
  const { stored, begin } = voorkomen;
  const inForce = findInForce(past.listVoorkomens(code, stored.id), begin - 1);
  const former = inForce !== undefined && isUsable(inForce) ? inForce : undefined;
  const existed = former !== undefined && isExisting(code, former);
  const exists = isExisting(code, voorkomen);
  if (!existed && !exists) {
    return undefined;
  }
  const before = former === undefined ? null : registeredObject(code, former, past.today);
  const after = registeredObject(code, voorkomen, past.today);
  const fields = changedFields(before ?? undefined, after);
  if (former !== undefined && !isSameGeometry(former, voorkomen)) {
    fields.push("geometry");
  }
  return {
    type: OBJECT_TYPES[code].table,
    identificatie: formatIdentificatie(stored.id, code === "WPL" ? 4 : 16),
    begin_geldigheid: formatDayNumber(begin),
    voorkomen_identificatie: stored.nr,
    change: !existed ? "added" : exists ? "changed" : "ended",
    fields,
    before,
    after,
  };
}

function isUsable<C extends TypeCode>(voorkomen: Voorkomen<C>): voorkomen is UsableVoorkomen<C> {
  return voorkomen.row !== undefined;
}

interface Stored {
  readonly stored: HistoryVoorkomen;
}

function isSameGeometry({ stored: { geom: a } }: Stored, { stored: { geom: b } }: Stored): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}
