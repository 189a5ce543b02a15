/** Records of a day of panden, verblijfsobjecten, streets, woonplaatsen and gemeenten, as an import of that day has them. */
import { formatDayNumber } from "../../base/day-number.ts";
import { toGeoJson } from "../../geo/geojson.ts";
import { positionOf } from "../../geo/position.ts";
import { gemeenteRecordOf } from "../read/gemeenten.ts";
import { openbareRuimteRecordIn } from "../read/openbare-ruimten.ts";
import { type PandOptions, toPandRecord } from "../read/panden.ts";
import type {
  GemeenteRecord,
  OpenbareRuimteRecord,
  PandRecord,
  VerblijfsobjectRecord,
  WoonplaatsRecord,
} from "../read/records.ts";
import { type VerblijfsobjectOptions, verblijfsobjectRecordOf } from "../read/verblijfsobjecten.ts";
import { woonplaatsRecordOf } from "../read/woonplaatsen.ts";
import { formatIdentificatie, stageOf, toIdentificatieKey } from "../schema/object-types.ts";
import { adresRecordOn, believedBouwjaar, findAdresOn, isAdres, listKeys, pandOf } from "./adres-on-day.ts";
import type { DayView, WoonplaatsOnDay } from "./day-view.ts";
import { formatBound } from "./days.ts";
import { geometryOf, type UsableVoorkomen } from "./voorkomens.ts";

/** Returns the record of a pand in a voorkomen that the view of its day has. */
export function pandRecordOn(
  view: DayView,
  id: number,
  voorkomen: UsableVoorkomen<"PND">,
  options: Pick<PandOptions, "geometry" | "stage"> = {},
): PandRecord {
  const { row, stored, begin, end } = voorkomen;
  const record = toPandRecord({
    fid: id,
    bouwjaar: believedBouwjaar(view, row.bouwjaar),
    status: row.status,
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
  options: VerblijfsobjectOptions = {},
): VerblijfsobjectRecord {
  const { row } = voorkomen;
  const nevenadressen = listKeys(row.nevenadres_ids).filter((adres) => isAdres(findAdresOn(view, adres)));
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
  if (options.address) {
    const hoofdadres = findAdresOn(view, toIdentificatieKey(record.hoofdadres_nummeraanduiding_id));
    record.address = isAdres(hoofdadres) ? adresRecordOn(view, hoofdadres) : null;
  }
  if (options.stage) {
    record.stage = stageOf("VBO", row.status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(geometryOf(voorkomen));
  }
  return record;
}

/** Returns the record of a street in a woonplaats of the day. */
export function openbareRuimteRecordOn(
  woonplaats: WoonplaatsOnDay,
  id: number,
  { row }: UsableVoorkomen<"OPR">,
): OpenbareRuimteRecord {
  return openbareRuimteRecordIn(woonplaats, {
    fid: id,
    naam: row.naam,
    verkorte_naam: row.verkorte_naam,
    type: row.type,
    status: row.status,
  });
}
