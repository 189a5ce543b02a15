/**
 * Address of a nummeraanduiding on a day, by the rules of an import of that day (docs/records.md), or the reason why
 * there is none.
 */
import { toGeoJson } from "../../geo/geojson.ts";
import { isInNetherlands, type Position, positionOf } from "../../geo/position.ts";
import { type AdresOptions, adresRecordIn, splitList } from "../read/adres-record.ts";
import { choosePand } from "../read/choose-pand.ts";
import type { AdresRecord } from "../read/records.ts";
import {
  ADDRESSABLE_CODES,
  type AddressableType,
  formatIdentificatie,
  OBJECT_TYPES,
  stageOf,
  toIdentificatieKey,
} from "../schema/object-types.ts";
import type { DayView, WoonplaatsOnDay } from "./day-view.ts";
import { firstDayOf } from "./days.ts";
import type { ObjectAbsence, Voorkomen } from "./voorkomens.ts";

/** Reasons why a nummeraanduiding has no address on a day, in the order in which they are looked for. */
export const ABSENCES = [
  "not_yet",
  "ended",
  "corrected",
  "no_object",
  "no_street",
  "no_woonplaats",
] as const satisfies (ObjectAbsence | string)[];
export type Absence = (typeof ABSENCES)[number];

/** Object that an address belongs to, in the voorkomen of the day. */
interface AddressedObject {
  readonly type: AddressableType;
  readonly id: number;
  readonly voorkomen: Voorkomen<"VBO" | "LIG" | "STA">;
  readonly isNevenadres: boolean;
  readonly position: Position;
}

/** Address of a day in its parts. */
export interface AdresOnDay {
  readonly id: number;
  readonly number: Voorkomen<"NUM">["row"];
  readonly object: AddressedObject;
  readonly street: Voorkomen<"OPR">["row"];
  readonly woonplaats: WoonplaatsOnDay;
}

/** Finds the address of a nummeraanduiding; undefined for one never heard of. */
export function findAdresOn(view: DayView, id: number): AdresOnDay | Absence | undefined {
  const number = view.find("NUM", id)?.row;
  if (number === undefined) {
    return view.absenceOf("NUM", id);
  }
  const object = findObject(view, id);
  if (object === undefined) {
    return "no_object";
  }
  const street = view.find("OPR", number.openbare_ruimte_id)?.row;
  if (street === undefined) {
    return "no_street";
  }
  const woonplaats = view.findWoonplaats(number.woonplaats_id ?? street.woonplaats_id);
  return woonplaats === undefined ? "no_woonplaats" : { id, number, object, street, woonplaats };
}

/** Returns true for an address; false for a reason without one. */
export function isAdres(found: AdresOnDay | Absence | undefined): found is AdresOnDay {
  return typeof found === "object";
}

/** Finds the object that names a nummeraanduiding: as its hoofdadres before as a nevenadres, then in their order. */
function findObject(view: DayView, nummeraanduiding: number): AddressedObject | undefined {
  let further: AddressedObject | undefined;
  for (const { type, id } of view.listNamingObjects(nummeraanduiding)) {
    const voorkomen = view.find(ADDRESSABLE_CODES[type], id);
    const { hoofdadres_id, nevenadres_ids } = voorkomen?.row ?? {};
    const isHoofdadres = hoofdadres_id === nummeraanduiding;
    const isNamed = isHoofdadres || listKeys(nevenadres_ids ?? null).includes(nummeraanduiding);
    const position = voorkomen && positionOf(voorkomen.geometry());
    if (!isNamed || position === undefined || !isInNetherlands(position)) {
      continue;
    }
    const object = { type, id, voorkomen, isNevenadres: !isHoofdadres, position };
    if (isHoofdadres) {
      return object;
    }
    further ??= object;
  }
  return further;
}

/** Returns the keys of a repeated field of identificaties. */
export function listKeys(joined: string | null): number[] {
  return splitList(joined).map(toIdentificatieKey);
}

/** Makes the record of an address of the day. */
export function adresRecordOn(view: DayView, adres: AdresOnDay, options: AdresOptions = {}): AdresRecord {
  const { id, number, object, street, woonplaats } = adres;
  const record = adresRecordIn(woonplaats, {
    fid: id,
    type: object.type,
    huisnummer: number.huisnummer,
    huisletter: number.huisletter,
    huisnummertoevoeging: number.huisnummertoevoeging,
    postcode: number.postcode,
    straatnaam: street.naam,
    verkorte_straatnaam: street.verkorte_naam,
    woonplaats_id: woonplaats.id,
    adresseerbaar_object_id: object.id,
    ...residenceColumns(view, object),
    ...object.position,
  });
  const { status } = object.voorkomen.row;
  if (options.stage) {
    record.object_status = status;
    record.stage = stageOf(ADDRESSABLE_CODES[object.type], status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(object.voorkomen.geometry());
  }
  return record;
}

/** Returns the columns that only the address of a verblijfsobject has. */
function residenceColumns(view: DayView, { voorkomen, type }: AddressedObject) {
  if (type !== "verblijfsobject") {
    return { gebruiksdoel: null, oppervlakte: null, pand_id: null, bouwjaar: null };
  }
  const residence = voorkomen as Voorkomen<"VBO">;
  const { gebruiksdoel, oppervlakte } = residence.row;
  const pand_id = pandOf(view, residence);
  return { gebruiksdoel, oppervlakte, pand_id, bouwjaar: pand_id === null ? null : bouwjaarOf(view, pand_id) };
}

/** Returns the pand that a verblijfsobject lies in on the day; null when none that it names exists. */
export function pandOf(view: DayView, residence: Voorkomen<"VBO">): number | null {
  const existing = listKeys(residence.row.pand_ids).filter((id) => view.find("PND", id) !== undefined);
  const chosen = choosePand(
    existing,
    () => residence.geometry(),
    (id) => view.find("PND", id)!.geometry(),
  );
  return chosen ?? null;
}

function bouwjaarOf(view: DayView, pand: number): number | null {
  return believedBouwjaar(view, view.find("PND", pand)!.row.bouwjaar);
}

const BOUWJAAR = OBJECT_TYPES.PND.fields[0];

/** Returns a bouwjaar; null when it lies so far behind the day that it is not plausible yet. */
export function believedBouwjaar(view: DayView, bouwjaar: number | null): number | null {
  if (bouwjaar === null) {
    return null;
  }
  const believedFrom = firstDayOf(BOUWJAAR.plausibleFrom(bouwjaar));
  view.changesOn(believedFrom);
  return view.day < believedFrom ? null : bouwjaar;
}

/** Formats the identificatie of a pand; null when there is none. */
export function formatPand(pand: number | null): string | null {
  return pand === null ? null : formatIdentificatie(pand);
}
