import { type GeoJsonGeometry, toGeoJson } from "../../geo/geojson.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type RowOf, rowNames } from "../schema/field-types.ts";
import { formatFullAddress } from "../schema/full-address.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { ADDRESS } from "../schema/record-fields.ts";
import type { AdresRecord } from "./records.ts";
import { readObjectStage } from "./stages.ts";

export interface AdresOptions {
  geometry?: boolean;
  /** Adds the status of the object and its stage. */
  stage?: boolean;
  /** Adds the CBS buurt and wijk, and the veiligheidsregio. */
  areas?: boolean;
}

/** Columns of `adres` that {@link toAdresRecord} needs; select them with {@link ADRES_COLUMNS}. */
export type AdresRow = RowOf<typeof ADDRESS> & { fid: number };

export const ADRES_COLUMNS = ["fid", ...rowNames(ADDRESS)].join(", ");

const BY_ID = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid = ?`;

/** Reads one address by its key: about 1 µs in all. */
export function readAdres(s: Snapshot, id: number, options?: AdresOptions): AdresRecord | undefined {
  const row = s.statement<AdresRow>(BY_ID).get(id);
  return row === null ? undefined : toAdresRecord(s, row, options);
}

/** Converts a row of `adres` to a record. */
export function toAdresRecord(s: Snapshot, row: AdresRow, options?: AdresOptions): AdresRecord {
  const record = adresRecordIn(s.areas.woonplaatsen.get(row.woonplaats_id)!, row);
  if (options?.stage) {
    Object.assign(record, readObjectStage(s, row));
  }
  if (options?.areas) {
    Object.assign(record, readAdresAreas(s, row));
  }
  if (options?.geometry) {
    record.geometry = readObjectGeometry(s, row);
  }
  return record;
}

/** Woonplaats of a record, with the names that it and its gemeente and provincie have. */
export interface Place {
  readonly naam: string;
  readonly identificatie: string;
  readonly gemeente: {
    readonly naam: string;
    readonly code: string;
    readonly provincie: { readonly naam: string };
  };
}

/** Makes the record of an address in a woonplaats, without the extra data of {@link AdresOptions}. */
export function adresRecordIn(woonplaats: Place, row: AdresRow): AdresRecord {
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

/** Returns a record with the status of the object and its stage. */
export function withStage(s: Snapshot, record: AdresRecord): AdresRecord {
  const { type, adresseerbaar_object_id } = record;
  return {
    ...record,
    ...readObjectStage(s, { type, adresseerbaar_object_id: Number(adresseerbaar_object_id) }),
  };
}

const NO_BUURT = { buurt_code: null, buurt_naam: null, wijk_code: null, wijk_naam: null };
const BUURT_OF_ADRES = `SELECT b.code AS buurt_code, b.naam AS buurt_naam, k.code AS wijk_code, k.naam AS wijk_naam
  FROM adres a JOIN buurt b ON b.fid = a.buurt_id JOIN wijk k ON k.fid = b.wijk_id WHERE a.fid = ?`;
const VEILIGHEIDSREGIO = "SELECT naam FROM veiligheidsregio WHERE gemeente_code = ?";

type AdresAreas = Required<Pick<AdresRecord, keyof typeof NO_BUURT | "veiligheidsregio">>;

/** Reads the CBS buurt and wijk, and the veiligheidsregio; null where the registry does not know them. */
function readAdresAreas(s: Snapshot, { fid, woonplaats_id }: AdresRow): AdresAreas {
  const { gemeente } = s.areas.woonplaatsen.get(woonplaats_id)!;
  const buurt = s.statement<Omit<AdresAreas, "veiligheidsregio">>(BUURT_OF_ADRES).get(fid) ?? NO_BUURT;
  const veiligheidsregio = s.statement<{ naam: string }>(VEILIGHEIDSREGIO).get(gemeente.id)?.naam ?? null;
  return { ...buurt, veiligheidsregio };
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
  return joined ? joined.split("|") : [];
}
