/**
 * Address of a nummeraanduiding on a day, by the rules of an import of that day (docs/records.md), or the reason why
 * there is none.
 */
import { toGeoJson } from "../../geo/geojson.ts";
import { positionOf } from "../../geo/position.ts";
import { type AdresOptions, adresRecordIn, splitList } from "../read/adres-record.ts";
import { choosePand } from "../read/choose-pand.ts";
import type { AdresRecord } from "../read/records.ts";
import {
  type ADDRESSABLE_CODES,
  type AddressableType,
  OBJECT_TYPES,
  stageOf,
  toIdentificatieKey,
  typeCodeOf,
} from "../schema/object-types.ts";
import type { DayView, WoonplaatsOnDay } from "./day-view.ts";
import { firstDayOf } from "./days.ts";
import { geometryOf, type ObjectAbsence, type UsableVoorkomen } from "./voorkomens.ts";

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

type AddressableCode = (typeof ADDRESSABLE_CODES)[AddressableType];

/** Object that an address belongs to, in the voorkomen of the day. */
interface AddressedObject {
  readonly code: AddressableCode;
  readonly id: number;
  readonly voorkomen: UsableVoorkomen<AddressableCode>;
  readonly isNevenadres: boolean;
}

/** Address of a day in its parts. */
export interface AdresOnDay {
  readonly id: number;
  readonly number: UsableVoorkomen<"NUM">["row"];
  readonly object: AddressedObject;
  readonly street: UsableVoorkomen<"OPR">["row"];
  readonly woonplaats: WoonplaatsOnDay;
}

/** Finds the address of a nummeraanduiding; undefined for an unknown one. */
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
  for (const id of view.listNamingObjects(nummeraanduiding)) {
    const code = typeCodeOf(id) as AddressableCode;
    const voorkomen = view.find(code, id);
    if (voorkomen === undefined) {
      continue;
    }
    const { hoofdadres_id, nevenadres_ids } = voorkomen.row;
    if (hoofdadres_id === nummeraanduiding) {
      return { code, id, voorkomen, isNevenadres: false };
    }
    if (splitKeys(nevenadres_ids).includes(nummeraanduiding)) {
      further ??= { code, id, voorkomen, isNevenadres: true };
    }
  }
  return further;
}

/** Returns the keys of a repeated field of identificaties. */
export function splitKeys(joined: string | null): number[] {
  return splitList(joined).map(toIdentificatieKey);
}

/** Makes the record of an address of the day. */
export function adresRecordOn(view: DayView, adres: AdresOnDay, options: AdresOptions = {}): AdresRecord {
  const { id, number, object, street, woonplaats } = adres;
  const record = adresRecordIn(woonplaats, {
    fid: id,
    type: OBJECT_TYPES[object.code].table,
    huisnummer: number.huisnummer,
    huisletter: number.huisletter,
    huisnummertoevoeging: number.huisnummertoevoeging,
    postcode: number.postcode,
    straatnaam: street.naam,
    verkorte_straatnaam: street.verkorte_naam,
    woonplaats_id: woonplaats.id,
    adresseerbaar_object_id: object.id,
    ...residenceColumns(view, object),
    ...positionOf(geometryOf(object.voorkomen)),
  });
  const { status } = object.voorkomen.row;
  if (options.stage) {
    record.object_status = status;
    record.stage = stageOf(object.code, status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(geometryOf(object.voorkomen));
  }
  return record;
}

/** Returns the columns that only the address of a verblijfsobject has. */
function residenceColumns(view: DayView, { voorkomen, code }: AddressedObject) {
  if (code !== "VBO") {
    return { gebruiksdoel: null, oppervlakte: null, pand_id: null, bouwjaar: null };
  }
  const residence = voorkomen as UsableVoorkomen<"VBO">;
  const { gebruiksdoel, oppervlakte } = residence.row;
  const pand_id = pandOf(view, residence);
  return {
    gebruiksdoel,
    oppervlakte,
    pand_id,
    bouwjaar: pand_id === null ? null : bouwjaarOf(view, pand_id),
  };
}

/** Returns the pand that a verblijfsobject lies in on the day; null when none that it names exists. */
export function pandOf(view: DayView, residence: UsableVoorkomen<"VBO">): number | null {
  const existing = splitKeys(residence.row.pand_ids).filter((id) => view.find("PND", id) !== undefined);
  const chosen = choosePand(
    existing,
    () => geometryOf(residence),
    (id) => geometryOf(view.find("PND", id)!),
  );
  return chosen ?? null;
}

function bouwjaarOf(view: DayView, pand: number): number | null {
  return believedBouwjaar(view, view.find("PND", pand)!.row.bouwjaar);
}

const BOUWJAAR = OBJECT_TYPES.PND.fields[0];

/** Returns a bouwjaar; null when it is so long after the day that it is not plausible yet. */
export function believedBouwjaar(view: DayView, bouwjaar: number | null): number | null {
  if (bouwjaar === null) {
    return null;
  }
  const believedFrom = firstDayOf(BOUWJAAR.plausibleFrom(bouwjaar));
  view.changesOn(believedFrom);
  return view.day < believedFrom ? null : bouwjaar;
}
