import { type GeoJsonGeometry, toGeoJson } from "../../geo/geojson.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { rowNames, type TableRowOf } from "../schema/field-types.ts";
import { formatFullAddress } from "../schema/full-address.ts";
import {
  ADDRESSABLE_CODES,
  ADDRESSABLE_TYPES,
  type AddressableType,
  formatIdentificatie,
  OBJECT_TYPES,
  type Stage,
  stageOf,
} from "../schema/object-types.ts";
import { ADDRESS } from "../schema/record-fields.ts";
import { findAreasOfBuurt } from "./buurten.ts";
import type { AdresRecord } from "./records.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

export interface AdresOptions {
  geometry?: boolean;
  /** Adds the status of the object and its stage. */
  stage?: boolean;
  /** Adds the CBS buurt and wijk, and the veiligheidsregio. */
  areas?: boolean;
}

/** Columns of `adres` that {@link toAdresRecord} needs; select them with {@link ADRES_COLUMNS}. */
export type AdresRow = PlainAdresRow & {
  object_status: number;
  buurt_id: number | null;
};
/** Columns of the fields that a record always has. */
type PlainAdresRow = TableRowOf<typeof ADDRESS> & { fid: number };

/** Columns of the fields that a record always has. */
export const PLAIN_COLUMNS: readonly string[] = ["fid", ...rowNames(ADDRESS)];
export const ADRES_COLUMNS = [...PLAIN_COLUMNS, "object_status", "buurt_id"].join(", ");

const BY_ID = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid = ?`;

/** Reads one address by its key: about 1 µs in all. */
export function readAdres(s: Snapshot, id: number, options?: AdresOptions): AdresRecord | undefined {
  const row = s.statement<AdresRow>(BY_ID).get(id);
  return row === null ? undefined : toAdresRecord(s, row, options);
}

/** Statement that reads rows of `adres` by a list of keys as JSON, in its order; further conditions may follow. */
export const ADRESSEN_BY_IDS = `SELECT ${ADRES_COLUMNS} FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed`;

/** Number of addresses up to which reading each by its key is faster than all by one statement. */
const FEW = 3;

/** Reads the addresses with these keys in their order, without unknown ones; many in 0.7 of the time of single ones. */
export function readAdressen(s: Snapshot, ids: readonly number[], options?: AdresOptions): AdresRecord[] {
  if (ids.length <= FEW) {
    return ids.flatMap((id) => readAdres(s, id, options) ?? []);
  }
  const rows = s.statement<AdresRow>(ADRESSEN_BY_IDS).all(JSON.stringify(ids));
  return rows.map((row) => toAdresRecord(s, row, options));
}

/** Areas of CBS where the registry does not know them. */
const NO_BUURT = { buurt_code: null, buurt_naam: null, wijk_code: null, wijk_naam: null };

/** Converts a row of `adres` to a record. */
export function toAdresRecord(s: Snapshot, row: AdresRow, options?: AdresOptions): AdresRecord {
  const woonplaats = s.areas.woonplaatsen.get(row.woonplaats_id)!;
  const record = adresRecordIn(woonplaats, row);
  if (options?.stage) {
    const { status, stage } = OBJECT_STATES[row.type][row.object_status]!;
    record.object_status = status;
    record.stage = stage;
  }
  if (options?.areas) {
    const buurt = row.buurt_id === null ? NO_BUURT : findAreasOfBuurt(s, row.buurt_id);
    // One by one: `Object.assign` takes half a microsecond.
    record.buurt_code = buurt.buurt_code;
    record.buurt_naam = buurt.buurt_naam;
    record.wijk_code = buurt.wijk_code;
    record.wijk_naam = buurt.wijk_naam;
    record.veiligheidsregio = woonplaats.gemeente.veiligheidsregio;
  }
  if (options?.geometry) {
    record.geometry = readObjectGeometry(s, row);
  }
  return record;
}

/** Woonplaats of a record, with the names that it and its gemeente and provincie have. */
export interface RecordPlace {
  readonly naam: string;
  readonly identificatie: string;
  readonly gemeente: {
    readonly naam: string;
    readonly code: string;
    readonly provincie: { readonly naam: string };
  };
}

/** Makes the record of an address in a woonplaats, without the extra data of {@link AdresOptions}. */
export function adresRecordIn(woonplaats: RecordPlace, row: PlainAdresRow): AdresRecord {
  const { gemeente } = woonplaats;
  const record: AdresRecord = {
    nummeraanduiding_id: formatIdentificatie(row.fid),
    type: row.type,
    huisnummer: row.huisnummer,
    huisletter: row.huisletter,
    huisnummertoevoeging: row.huisnummertoevoeging,
    postcode: row.postcode,
    straatnaam: row.straatnaam,
    verkorte_straatnaam: row.verkorte_straatnaam,
    woonplaats_naam: woonplaats.naam,
    woonplaats_id: woonplaats.identificatie,
    gemeente_naam: gemeente.naam,
    gemeente_code: gemeente.code,
    provincie_naam: gemeente.provincie.naam,
    gebruiksdoel: splitList(row.gebruiksdoel),
    oppervlakte: row.oppervlakte,
    // Only nummeraanduidingen with this status are addresses (docs/records.md, "Which records exist"), so the table
    // has no status column.
    status: "Naamgeving uitgegeven",
    pand_id: row.pand_id === null ? null : formatIdentificatie(row.pand_id),
    adresseerbaar_object_id: formatIdentificatie(row.adresseerbaar_object_id),
    bouwjaar: row.bouwjaar,
    latitude: row.latitude,
    longitude: row.longitude,
    rd_x: row.rd_x,
    rd_y: row.rd_y,
    full_address: "",
  };
  record.full_address = formatFullAddress(record);
  return record;
}

/** Status of an object with an address and its stage, by type and number of the status. */
const OBJECT_STATES = Object.fromEntries(
  ADDRESSABLE_TYPES.map((type) => {
    const code = ADDRESSABLE_CODES[type];
    return [
      type,
      OBJECT_TYPES[code].statuses.map((status: string) => ({ status, stage: stageOf(code, status) })),
    ];
  }),
) as Record<AddressableType, { status: string; stage: Stage }[]>;

/** Returns the status of the object of an address. */
export function objectStatusOf({
  type,
  object_status,
}: {
  type: AddressableType;
  object_status: number;
}): string {
  return OBJECT_STATES[type][object_status]!.status;
}

/** Reads the geometry of the addressable object: the outline of a ligplaats or standplaats. */
function readObjectGeometry(s: Snapshot, { type, adresseerbaar_object_id }: AdresRow): GeoJsonGeometry {
  const { geom } = s
    .statement<{ geom: Uint8Array }>(`SELECT geom FROM ${type} WHERE fid = ?`)
    .get(adresseerbaar_object_id)!;
  return toGeoJson(decodeGpkgGeometry(geom));
}

/** Splits the values of a repeated field, in the order delivered. */
export function splitList(joined: string | null): string[] {
  if (!joined) {
    return [];
  }
  // Nearly always one value, which the engine would look up in its cache of split texts.
  return joined.includes("|") ? joined.split("|") : [joined];
}
