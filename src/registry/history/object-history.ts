/** Lives of objects: their voorkomens, each as its record, with the document and registration behind it. */
import { formatDayNumber, formatMoment } from "../../base/day-number.ts";
import { toGeoJson } from "../../geo/geojson.ts";
import { formatIdentificatie, type Stage, stageOf, type TypeCode } from "../schema/object-types.ts";
import type { HistoryVoorkomen } from "../schema/voorkomen-life.ts";
import { changedFields } from "./changed-fields.ts";
import { DayView } from "./day-view.ts";
import { formatBound, isEmpty } from "./days.ts";
import { pandRecordOn, verblijfsobjectRecordOn } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { geometryOf, type UsableVoorkomen } from "./voorkomens.ts";

export interface LifeOptions {
  readonly geometry?: boolean;
  /** Adds document and times of registration. */
  readonly source?: boolean;
  /** Adds voorkomens that were valid on no day, because another replaced them. */
  readonly corrections?: boolean;
}

/** Document of a voorkomen, and when it was registered, local time as the registry writes it. */
export interface Source {
  documentnummer: string | null;
  documentdatum: string | null;
  geconstateerd: boolean;
  tijdstip_registratie: string | null;
  eind_registratie: string | null;
  tijdstip_registratie_lv: string | null;
  eind_registratie_lv: string | null;
}

/** Voorkomen in an answer, before the fields of its record. */
interface LifeEntry extends Partial<Source> {
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

/** Lists the usable voorkomens of an object in order of number, each with the record of its first day. */
function listLife<C extends TypeCode, R extends object>(
  past: Past,
  { code, id, options }: LifeOf<C>,
  describe: (view: DayView, voorkomen: UsableVoorkomen<C>) => R,
): (LifeEntry & R)[] | undefined {
  const voorkomens = past.listVoorkomens(code, id);
  if (voorkomens.length === 0) {
    return undefined;
  }
  let before: R | undefined;
  return voorkomens.flatMap((voorkomen) => {
    const { row, stored, begin, end } = voorkomen;
    if (row === undefined || (isEmpty(voorkomen) && !options.corrections)) {
      return [];
    }
    const record = describe(new DayView(past, begin), { ...voorkomen, row });
    const entry: LifeEntry = {
      voorkomen_identificatie: stored.nr,
      begin_geldigheid: formatDayNumber(begin),
      eind_geldigheid: formatBound(end),
      stage: stageOf(code, (row as { status: string }).status),
      changed: changedFields(before, record),
    };
    before = record;
    return { ...entry, ...record, ...(options.source && sourceOf(stored)) };
  });
}

/** Returns the document and the times of registration of a voorkomen. */
export function sourceOf(stored: HistoryVoorkomen): Source {
  const time = (moment: number | null) => (moment === null ? null : formatMoment(moment));
  return {
    documentnummer: stored.document,
    documentdatum: stored.documentDay === null ? null : formatDayNumber(stored.documentDay),
    geconstateerd: stored.geconstateerd,
    tijdstip_registratie: time(stored.registeredMs),
    eind_registratie: time(stored.endRegisteredMs),
    tijdstip_registratie_lv: time(stored.registeredLvMs),
    eind_registratie_lv: time(stored.endRegisteredLvMs),
  };
}
