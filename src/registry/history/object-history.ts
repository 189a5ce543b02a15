/** Lives of objects: their voorkomens, each as its record, with its document and registration. */
import { formatDayNumber } from "../../base/day-number.ts";
import { toGeoJson } from "../../geo/geojson.ts";
import type { Source } from "../read/records.ts";
import { formatIdentificatie, type Stage, stageOf, type TypeCode } from "../schema/object-types.ts";
import { changedFields } from "./changed-fields.ts";
import { DayView } from "./day-view.ts";
import { type Day, formatBound, isEmpty } from "./days.ts";
import { sourceOf } from "./details.ts";
import { pandRecordOn, verblijfsobjectRecordOn } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { type Announced, announcedOf } from "./records-on-day.ts";
import { geometryOf, isExisting, type UsableVoorkomen } from "./voorkomens.ts";

export interface LifeOptions {
  readonly geometry?: boolean;
  /** Adds document and times of registration. */
  readonly source?: boolean;
  /** Adds voorkomens that were valid on no day, because another replaced them. */
  readonly corrections?: boolean;
}

/** Voorkomen in an answer, before the fields of its record. */
interface LifeEntry extends Announced, Partial<Source> {
  voorkomen_identificatie: number;
  begin_geldigheid: string;
  eind_geldigheid: string | null;
  stage: Stage;
  /** Fields of the record that differ from the voorkomen before; empty for the first. */
  changed: string[];
}

/** Lists the voorkomens of a pand; undefined for one that the history does not know. */
export function listPandLife(past: Past, id: number, options: LifeOptions) {
  return listLife(past, { code: "PND", id, options }, (view, voorkomen) => {
    const { begin_geldigheid, eind_geldigheid, voorkomen_identificatie, ...record } = pandRecordOn(
      view,
      id,
      voorkomen,
      options,
    );
    return record;
  });
}

/** Lists the voorkomens of a verblijfsobject; undefined for one that the history does not know. */
export function listVerblijfsobjectLife(past: Past, id: number, options: LifeOptions) {
  return listLife(past, { code: "VBO", id, options }, (view, voorkomen) =>
    verblijfsobjectRecordOn(view, id, voorkomen, options),
  );
}

/**
 * Lists the voorkomens of a street; undefined for one that the history does not know. The name of a woonplaats that it
 * does not know is null.
 */
export function listOpenbareRuimteLife(past: Past, id: number, options: LifeOptions) {
  return listLife(past, { code: "OPR", id, options }, (view, { row }) => ({
    identificatie: formatIdentificatie(id),
    naam: row.naam,
    verkorte_naam: row.verkorte_naam,
    type: row.type,
    woonplaats_id: formatIdentificatie(row.woonplaats_id, 4),
    woonplaats_naam: view.findWoonplaats(row.woonplaats_id)?.naam ?? null,
    status: row.status,
  }));
}

/** Lists the voorkomens of a woonplaats; undefined for one that the history does not know. */
export function listWoonplaatsLife(past: Past, id: number, options: LifeOptions) {
  return listLife(past, { code: "WPL", id, options }, (_view, voorkomen) => ({
    identificatie: formatIdentificatie(id, 4),
    naam: voorkomen.row.naam,
    status: voorkomen.row.status,
    ...(options.geometry && { geometry: toGeoJson(geometryOf(voorkomen)) }),
  }));
}

interface LifeOf<C extends TypeCode> {
  readonly code: C;
  readonly id: number;
  readonly options: LifeOptions;
}

/** Lists the usable voorkomens of an object in order of number, each with its record. */
function listLife<C extends TypeCode, R extends object>(
  past: Past,
  { code, id, options }: LifeOf<C>,
  describe: (view: DayView, voorkomen: UsableVoorkomen<C>) => R,
): (LifeEntry & R)[] | undefined {
  if (past.listVoorkomens(code, id).length === 0) {
    return undefined;
  }
  let before: R | undefined;
  return listViewed(past, code, id)
    .filter(({ voorkomen }) => options.corrections || !isEmpty(voorkomen))
    .map(({ voorkomen, view }) => {
      const { row, stored, begin, end } = voorkomen;
      const record = describe(view, voorkomen);
      const entry: LifeEntry = {
        voorkomen_identificatie: stored.nr,
        begin_geldigheid: formatDayNumber(begin),
        eind_geldigheid: formatBound(end),
        ...announcedOf(past, begin),
        stage: stageOf(code, (row as { status: string }).status),
        changed: changedFields(before, record),
      };
      before = record;
      return { ...entry, ...record, ...(options.source && sourceOf(stored)) };
    });
}

/** Voorkomen with the view of the day that gives the names of other objects. */
export interface ViewedVoorkomen<C extends TypeCode> {
  readonly voorkomen: UsableVoorkomen<C>;
  readonly view: DayView;
}

/**
 * Lists the usable voorkomens of an object in order of number, corrections included. Each is viewed on its last day up
 * to the reference date, because the objects that it names are often registered after it begins. A voorkomen with an
 * ended status is viewed on the last day of the object, because the objects that it names end with it. An announced
 * voorkomen and a correction are viewed on their first day.
 */
export function listViewed<C extends TypeCode>(past: Past, code: C, id: number): ViewedVoorkomen<C>[] {
  let lastDay: Day | undefined;
  return past.listVoorkomens(code, id).flatMap((voorkomen) => {
    const { row, begin, end } = voorkomen;
    if (row === undefined) {
      return [];
    }
    let day = Math.max(begin, Math.min(end - 1, past.today));
    if (!isExisting(code, voorkomen)) {
      day = lastDay ?? day;
    } else if (!isEmpty(voorkomen)) {
      lastDay = day;
    }
    return [{ voorkomen: { ...voorkomen, row }, view: new DayView(past, day) }];
  });
}
