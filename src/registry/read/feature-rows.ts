/** Reads objects by their keys with all that a layer of features shows of them, whatever asked for the keys. */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type AddressableType, formatIdentificatie, OBJECT_TYPES } from "../schema/object-types.ts";
import { ADRES_COLUMNS, type AdresRow, splitList, toAdresRecord } from "./adres-record.ts";
import { readBoundary } from "./area-geometry.ts";
import { PAND_COLUMNS, type PandRow, toPandRecord } from "./panden.ts";
import { postcodegebiedenOf } from "./postcodegebieden.ts";
import type { AdresRecord, PandRecord } from "./records.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

/** Position as published: degrees with 8 decimals, RD metres with 3. */
type PublishedPoint = Pick<AdresRecord, "latitude" | "longitude" | "rd_x" | "rd_y">;

/** Columns that the features of all layers share. */
export interface FeatureRow {
  readonly key: number;
  /** Point as published, or geometry in RD; null for an area without a border. */
  readonly place: PublishedPoint | Geometry | null;
}

export interface AdresFeature extends FeatureRow {
  readonly adres: AdresRecord;
}

const ADRESSEN = `SELECT ${ADRES_COLUMNS} FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed`;

export function readAdresFeatures(s: Snapshot, keys: readonly number[]): AdresFeature[] {
  return s
    .statement<AdresRow>(ADRESSEN)
    .all(JSON.stringify(keys))
    .map((row) => {
      const adres = toAdresRecord(s, row);
      return { key: row.fid, place: adres, adres };
    });
}

/** Verblijfsobject, ligplaats or standplaats with the address that it has as its hoofdadres. */
export interface ObjectFeature extends FeatureRow {
  readonly status: string;
  /** Purposes and floor area; only of a verblijfsobject. */
  readonly gebruiksdoel: readonly string[];
  readonly oppervlakte: number | null;
  readonly pandIds: readonly string[];
  readonly hoofdadresId: string;
  /** Null when the hoofdadres is no address, or one of another object. */
  readonly adres: AdresRecord | null;
}

interface ObjectRow extends PublishedPoint {
  readonly fid: number;
  readonly status: number;
  readonly hoofdadres_id: number;
  readonly gebruiksdoel: string | null;
  readonly oppervlakte: number | null;
  readonly pand_id: number | null;
  readonly pand_ids: string | null;
  readonly geom: Uint8Array;
}

const OBJECT_COLUMNS = {
  verblijfsobject: "gebruiksdoel, oppervlakte, pand_id, pand_ids, latitude, longitude, rd_x, rd_y",
  ligplaats: "geom",
  standplaats: "geom",
} as const satisfies Record<AddressableType, string>;

const STATUSES: Record<AddressableType, readonly string[]> = {
  verblijfsobject: OBJECT_TYPES.VBO.statuses,
  ligplaats: OBJECT_TYPES.LIG.statuses,
  standplaats: OBJECT_TYPES.STA.statuses,
};

export function readObjectFeatures(
  s: Snapshot,
  type: AddressableType,
  keys: readonly number[],
): ObjectFeature[] {
  const sql = `SELECT fid, status, hoofdadres_id, ${OBJECT_COLUMNS[type]} FROM ${LISTED_KEYS}
    CROSS JOIN ${type} ON fid = listed`;
  const rows = s.statement<ObjectRow>(sql).all(JSON.stringify(keys));
  const adressen = new Map(
    readAdresFeatures(s, [...new Set(rows.map((row) => row.hoofdadres_id))]).map(({ key, adres }) => [
      key,
      adres,
    ]),
  );
  return rows.map((row) => {
    const adres = adressen.get(row.hoofdadres_id);
    const isOfObject = adres?.adresseerbaar_object_id === formatIdentificatie(row.fid);
    return {
      key: row.fid,
      place: type === "verblijfsobject" ? row : decodeGpkgGeometry(row.geom),
      status: STATUSES[type][row.status]!,
      gebruiksdoel: splitList(row.gebruiksdoel ?? null),
      oppervlakte: row.oppervlakte ?? null,
      pandIds: pandIdsOf(row),
      hoofdadresId: formatIdentificatie(row.hoofdadres_id),
      adres: isOfObject ? adres : null,
    };
  });
}

function pandIdsOf({ pand_id, pand_ids }: Pick<ObjectRow, "pand_id" | "pand_ids">): string[] {
  if (pand_ids) {
    return splitList(pand_ids).map((id) => formatIdentificatie(Number(id)));
  }
  return typeof pand_id === "number" ? [formatIdentificatie(pand_id)] : [];
}

/** Pand with the verblijfsobjecten that have an address in it, by id. */
export interface PandFeature extends FeatureRow {
  readonly pand: PandRecord;
  readonly residenceCount: number;
  readonly residences: readonly PandResidence[];
}

interface PandResidence {
  readonly id: string;
  readonly gebruiksdoel: readonly string[];
  readonly oppervlakte: number | null;
}

const PANDEN = `SELECT ${PAND_COLUMNS}, geom FROM ${LISTED_KEYS} CROSS JOIN pand ON pand.fid = listed`;
const RESIDENCES = `SELECT DISTINCT pand_adres.pand_id AS pand, adresseerbaar_object_id AS id, gebruiksdoel, oppervlakte
  FROM ${LISTED_KEYS} CROSS JOIN pand_adres ON pand_adres.pand_id = listed CROSS JOIN adres ON adres.fid = adres_id
  WHERE type = 'verblijfsobject' ORDER BY 1, 2`;

interface ResidenceRow {
  readonly pand: number;
  readonly id: number;
  readonly gebruiksdoel: string | null;
  readonly oppervlakte: number | null;
}

export function readPandFeatures(s: Snapshot, keys: readonly number[]): PandFeature[] {
  const json = JSON.stringify(keys);
  const residences = Map.groupBy(s.statement<ResidenceRow>(RESIDENCES).all(json), ({ pand }) => pand);
  return s
    .statement<PandRow & { geom: Uint8Array }>(PANDEN)
    .all(json)
    .map((row) => ({
      key: row.fid,
      place: decodeGpkgGeometry(row.geom),
      pand: toPandRecord(row),
      residenceCount: row.verblijfsobject_count,
      residences: (residences.get(row.fid) ?? []).map(({ id, gebruiksdoel, oppervlakte }) => ({
        id: formatIdentificatie(id),
        gebruiksdoel: splitList(gebruiksdoel),
        oppervlakte,
      })),
    }));
}

/** Woonplaats, gemeente or area of postcodes; `naam` of the last is its woonplaats with the most addresses. */
export interface AreaFeature extends FeatureRow {
  readonly naam: string;
  readonly status: string | null;
  readonly gemeenteNaam: string | null;
  readonly provincieNaam: string | null;
  readonly adresCount: number;
}

export function readWoonplaatsFeatures(s: Snapshot, keys: readonly number[]): AreaFeature[] {
  return keys
    .map((key) => s.areas.woonplaatsen.get(key))
    .filter((area) => area !== undefined)
    .map(({ id, naam, status, gemeente, adresCount }) => ({
      key: id,
      place: readBoundary(s, "woonplaats", id),
      naam,
      status,
      gemeenteNaam: gemeente.naam,
      provincieNaam: gemeente.provincie.naam,
      adresCount,
    }));
}

export function readGemeenteFeatures(s: Snapshot, keys: readonly number[]): AreaFeature[] {
  return keys
    .map((key) => s.areas.gemeenten.get(key))
    .filter((area) => area !== undefined)
    .map(({ id, naam, provincie, adresCount }) => ({
      key: id,
      place: readBoundary(s, "gemeente", id),
      naam,
      status: null,
      gemeenteNaam: naam,
      provincieNaam: provincie.naam,
      adresCount,
    }));
}

const postcodegebiedenById = memoizePerObject(
  (s: Snapshot) => new Map(postcodegebiedenOf(s).map((area) => [area.id, area])),
);

export function readPostcodegebiedFeatures(s: Snapshot, keys: readonly number[]): AreaFeature[] {
  return keys
    .map((key) => postcodegebiedenById(s).get(key))
    .filter((area) => area !== undefined)
    .map(({ id, record }) => ({
      key: id,
      place: readBoundary(s, "postcodegebied", id),
      naam: record.sample_city,
      status: null,
      gemeenteNaam: null,
      provincieNaam: null,
      adresCount: record.address_count,
    }));
}
