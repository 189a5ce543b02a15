/** Documents of the objects that a record of a day comes from, and their kenmerken under investigation on that day. */
import { formatDayNumber, formatMoment } from "../../base/day-number.ts";
import type { AdresRecord, KenmerkInOnderzoek, ObjectSource, Source } from "../read/records.ts";
import { kenmerkNames } from "../schema/in-onderzoek.ts";
import { formatIdentificatie, OBJECT_TYPES, type TypeCode, typeCodeOf } from "../schema/object-types.ts";
import type { HistoryVoorkomen } from "../schema/voorkomen-life.ts";
import { DayView } from "./day-view.ts";
import { formatBound } from "./days.ts";
import type { Past } from "./past.ts";

/** Details to add to a record, by their names in `include`. */
export interface DetailOptions {
  readonly source?: boolean;
  readonly in_onderzoek?: boolean;
}

type AddressParts = Pick<AdresRecord, "nummeraanduiding_id" | "adresseerbaar_object_id" | "woonplaats_id">;
/** Record of an address, or of one object. */
export type DetailedRecord = AddressParts | { readonly identificatie: string };

/** Returns the function that adds details to records of the reference date; `past` is opened only to add some. */
export function detailsOfToday(
  past: () => Past,
  options: DetailOptions,
): <R extends DetailedRecord>(record: R) => R {
  if (!options.source && !options.in_onderzoek) {
    return (record) => record;
  }
  const opened = past();
  const view = new DayView(opened, opened.today);
  return (record) => withDetails(view, record, options);
}

/** Adds details to a record of the day of a view. */
export function withDetails<R extends DetailedRecord>(view: DayView, record: R, options: DetailOptions): R {
  if (!options.source && !options.in_onderzoek) {
    return record;
  }
  const parts = "identificatie" in record ? [Number(record.identificatie)] : partsOfAdres(view, record);
  return {
    ...record,
    ...(options.source && { sources: parts.flatMap((id) => listSources(view, id)) }),
    ...(options.in_onderzoek && { in_onderzoek: parts.flatMap((id) => listInOnderzoek(view, id)) }),
  };
}

/** Returns the number, object, street and woonplaats of an address. */
function partsOfAdres(view: DayView, adres: AddressParts): number[] {
  const number = Number(adres.nummeraanduiding_id);
  const street = view.find("NUM", number)!.row.openbare_ruimte_id;
  return [number, Number(adres.adresseerbaar_object_id), street, Number(adres.woonplaats_id)];
}

function listSources(view: DayView, id: number): ObjectSource[] {
  const code = typeCodeOf(id)!;
  const voorkomen = view.find(code, id);
  return voorkomen === undefined ? [] : [objectSourceOf(code, id, voorkomen.stored)];
}

function listInOnderzoek(view: DayView, id: number): KenmerkInOnderzoek[] {
  const code = typeCodeOf(id)!;
  return view.listInOnderzoek(id).flatMap(({ begin, end, kenmerken, registeredMs, documentDay, document }) =>
    kenmerkNames(code, kenmerken).map((kenmerk) => ({
      ...nameObject(code, id),
      kenmerk,
      begin_geldigheid: formatDayNumber(begin),
      eind_geldigheid: formatBound(end),
      documentnummer: document,
      documentdatum: documentDay === null ? null : formatDayNumber(documentDay),
      tijdstip_registratie: formatMoment(registeredMs),
    })),
  );
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

/** Returns a voorkomen of an object with its document and times of registration. */
export function objectSourceOf(code: TypeCode, id: number, stored: HistoryVoorkomen): ObjectSource {
  return { ...nameObject(code, id), voorkomen_identificatie: stored.nr, ...sourceOf(stored) };
}

/** Returns the type of an object and its identificatie. */
function nameObject(code: TypeCode, id: number): Pick<ObjectSource, "object_type" | "identificatie"> {
  return {
    object_type: OBJECT_TYPES[code].table,
    identificatie: formatIdentificatie(id, code === "WPL" ? 4 : 16),
  };
}
