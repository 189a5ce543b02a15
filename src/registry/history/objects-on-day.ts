/**
 * Records of a day, each as an import of that day has it, or the reason why there is none; undefined for an object that
 * the history does not know.
 */
import { formatDayNumber } from "../../base/day-number.ts";
import { toGeoJson } from "../../geo/geojson.ts";
import { positionOf } from "../../geo/position.ts";
import type { AdresOptions } from "../read/adres-record.ts";
import { gemeenteRecordOf, woonplaatsRecordOf } from "../read/areas.ts";
import { openbareRuimteRecordIn } from "../read/openbare-ruimten.ts";
import { type PandOptions, toPandRecord } from "../read/panden.ts";
import type {
  AdresRecord,
  GemeenteRecord,
  OpenbareRuimteRecord,
  PandRecord,
  VerblijfsobjectRecord,
  WoonplaatsRecord,
} from "../read/records.ts";
import { type VerblijfsobjectOptions, verblijfsobjectRecordOf } from "../read/verblijfsobjecten.ts";
import { formatIdentificatie, stageOf, type TypeCode } from "../schema/object-types.ts";
import {
  type Absence,
  adresRecordOn,
  believedBouwjaar,
  findAdresOn,
  isAdres,
  pandOf,
  splitKeys,
} from "./adres-on-day.ts";
import type { DayView } from "./day-view.ts";
import { formatBound, includesDay } from "./days.ts";
import { type DetailedRecord, type DetailOptions, withDetails } from "./details.ts";
import type { WoonplaatsPeriod } from "./past.ts";
import { geometryOf, type UsableVoorkomen } from "./voorkomens.ts";

/** Reads a record on the day of a view. */
export type ReadRecord<R> = (view: DayView) => R | Absence | undefined;

/** Returns the reading of the address of a nummeraanduiding. */
export function readingOfAdres(
  id: number,
  options: AdresOptions & DetailOptions = {},
): ReadRecord<AdresRecord> {
  return (view) => {
    const found = findAdresOn(view, id);
    return isAdres(found) ? withDetails(view, adresRecordOn(view, found, options), options) : found;
  };
}

export type ObjectOptions = Pick<PandOptions, "geometry" | "stage">;

/** Returns the reading of a pand. */
export function readingOfPand(
  id: number,
  options: ObjectOptions & DetailOptions = {},
): ReadRecord<PandRecord> {
  return readingOf("PND", id, options, (view, voorkomen) => pandRecordOn(view, id, voorkomen, options));
}

/** Returns the reading of a verblijfsobject. */
export function readingOfVerblijfsobject(
  id: number,
  options: VerblijfsobjectOptions & DetailOptions = {},
): ReadRecord<VerblijfsobjectRecord> {
  return readingOf("VBO", id, options, (view, voorkomen) => {
    const record = verblijfsobjectRecordOn(view, id, voorkomen, options);
    if (options.address) {
      const adres = readingOfAdres(voorkomen.row.hoofdadres_id)(view);
      record.address = typeof adres === "object" ? adres : null;
    }
    return record;
  });
}

/** Returns the reading of a street, which exists as long as its woonplaats does. */
export function readingOfOpenbareRuimte(
  id: number,
  options: DetailOptions = {},
): ReadRecord<OpenbareRuimteRecord> {
  return readingOf("OPR", id, options, (view, voorkomen) => {
    const woonplaats = view.findWoonplaats(voorkomen.row.woonplaats_id);
    return woonplaats === undefined
      ? "no_woonplaats"
      : openbareRuimteRecordIn(woonplaats, { fid: id, ...voorkomen.row });
  });
}

/** Returns the reading of a woonplaats. */
export function readingOfWoonplaats(
  id: number,
  options: { geometry?: boolean } & DetailOptions = {},
): ReadRecord<WoonplaatsRecord> {
  return readingOf("WPL", id, options, (view, voorkomen) => {
    const woonplaats = view.findWoonplaats(id);
    if (woonplaats === undefined) {
      return "no_woonplaats";
    }
    const record = woonplaatsRecordOf(woonplaats);
    return options.geometry ? { ...record, geometry: toGeoJson(geometryOf(voorkomen)) } : record;
  });
}

/** Returns the reading of a gemeente, which exists while a woonplaats lies in it. */
export function readingOfGemeente(code: number): ReadRecord<GemeenteRecord> {
  return (view) => {
    const periods = view.listWoonplaatsPeriods(code);
    if (periods.length === 0) {
      return undefined;
    }
    const gemeente = view.gemeente(code);
    const woonplaatsen = periods.map(({ woonplaats }) => view.findWoonplaats(woonplaats));
    if (woonplaatsen.some((one) => one?.gemeente.code === gemeente.code)) {
      return gemeenteRecordOf(gemeente);
    }
    return absenceOfGemeente(view, periods);
  };
}

/** Returns the reason why a gemeente in which these woonplaatsen ever lay does not exist on the day. */
function absenceOfGemeente(view: DayView, periods: readonly WoonplaatsPeriod[]): Absence {
  const lives = periods.map((period) => ({ ...period, why: view.absenceOf("WPL", period.woonplaats) }));
  const known = lives.filter(({ why }) => why !== undefined);
  const isLacking = lives.some((life) => life.why === undefined && includesDay(life, view.day));
  if (known.length === 0 || isLacking) {
    return "no_woonplaats";
  }
  return known.every(({ begin, why }) => view.day < begin || why === "not_yet") ? "not_yet" : "ended";
}

function readingOf<C extends TypeCode, R extends DetailedRecord>(
  code: C,
  id: number,
  options: DetailOptions,
  make: (view: DayView, voorkomen: UsableVoorkomen<C>) => R | Absence,
): ReadRecord<R> {
  return (view) => {
    const voorkomen = view.find(code, id);
    const made = voorkomen === undefined ? view.absenceOf(code, id) : make(view, voorkomen);
    return typeof made === "object" ? withDetails(view, made, options) : made;
  };
}

/** Returns the record of a pand in a voorkomen that the view of its day has. */
export function pandRecordOn(
  view: DayView,
  id: number,
  voorkomen: UsableVoorkomen<"PND">,
  options: ObjectOptions = {},
): PandRecord {
  const { row, stored, begin, end } = voorkomen;
  const record = toPandRecord({
    fid: id,
    ...row,
    bouwjaar: believedBouwjaar(view, row.bouwjaar),
    geconstateerd: Number(stored.geconstateerd),
    voorkomen_identificatie: stored.nr,
    begin_geldigheid: formatDayNumber(begin),
    eind_geldigheid: formatBound(end),
  });
  if (options.stage) {
    record.stage = stageOf("PND", row.status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(geometryOf(voorkomen));
  }
  return record;
}

/** Returns the record of a verblijfsobject in a voorkomen that the view of its day has. */
export function verblijfsobjectRecordOn(
  view: DayView,
  id: number,
  voorkomen: UsableVoorkomen<"VBO">,
  options: ObjectOptions = {},
): VerblijfsobjectRecord {
  const { row } = voorkomen;
  const nevenadressen = splitKeys(row.nevenadres_ids).filter((adres) => isAdres(findAdresOn(view, adres)));
  const record = verblijfsobjectRecordOf({
    fid: id,
    gebruiksdoel: row.gebruiksdoel,
    oppervlakte: row.oppervlakte,
    status: row.status,
    pand_id: pandOf(view, voorkomen),
    hoofdadres_id: row.hoofdadres_id,
    nevenadressen: nevenadressen.map((adres) => formatIdentificatie(adres)).join("|"),
    ...positionOf(geometryOf(voorkomen)),
  });
  if (options.stage) {
    record.stage = stageOf("VBO", row.status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(geometryOf(voorkomen));
  }
  return record;
}
