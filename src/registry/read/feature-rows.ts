/** Reads objects by their keys with all properties of a layer of features, whatever asked for the keys. */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type AddressableType, formatIdentificatie } from "../schema/object-types.ts";
import { ADRESSEN_BY_IDS, type AdresRow, splitList, toAdresRecord } from "./adres-record.ts";
import { type AdresseerbaarObject, type PublishedPoint, readObjecten } from "./adresseerbare-objecten.ts";
import { readBoundary } from "./area-geometry.ts";
import type { PandRow } from "./panden.ts";
import { postcodegebiedenOf } from "./postcodegebieden.ts";
import type { AdresRecord, PandRecord } from "./records.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

/** Columns that the features of all layers share. */
export interface FeatureRow {
  readonly key: number;
  /** Point as published, or geometry in RD; null for an area without a border. */
  readonly place: PublishedPoint | Geometry | null;
}

export interface AdresFeature extends FeatureRow {
  readonly adres: AdresRecord;
}

export function readAdresFeatures(s: Snapshot, keys: readonly number[]): AdresFeature[] {
  return s
    .statement<AdresRow>(ADRESSEN_BY_IDS)
    .all(JSON.stringify(keys))
    .map((row) => {
      const adres = toAdresRecord(s, row);
      return { key: row.fid, place: adres, adres };
    });
}

/** Verblijfsobject, ligplaats or standplaats with the address that it has as its hoofdadres. */
export interface ObjectFeature extends FeatureRow {
  readonly object: AdresseerbaarObject;
  /** Null when the hoofdadres is no address, or one of another object. */
  readonly adres: AdresRecord | null;
}

export function readObjectFeatures(
  s: Snapshot,
  type: AddressableType,
  keys: readonly number[],
): ObjectFeature[] {
  const objects = readObjecten(s, type, keys);
  const hoofdadressen = readAdresFeatures(s, [...new Set(objects.map(({ hoofdadresKey }) => hoofdadresKey))]);
  const adressen = new Map(hoofdadressen.map(({ key, adres }) => [key, adres]));
  return objects.map((object) => {
    const adres = adressen.get(object.hoofdadresKey);
    const isOfObject = adres?.adresseerbaar_object_id === formatIdentificatie(object.key);
    return {
      key: object.key,
      place: type === "verblijfsobject" ? object : decodeGpkgGeometry(object.geom),
      object,
      adres: isOfObject ? adres : null,
    };
  });
}

/** Pand with the verblijfsobjecten that have an address in it, by id. */
export interface PandFeature extends FeatureRow, Pick<PandRecord, "bouwjaar" | "status"> {
  readonly residenceCount: number;
  readonly residences: readonly PandResidence[];
}

interface PandResidence {
  readonly id: string;
  readonly gebruiksdoel: readonly string[];
  readonly oppervlakte: number | null;
}

const PANDEN = `SELECT fid, bouwjaar, status, verblijfsobject_count, geom FROM ${LISTED_KEYS} CROSS JOIN pand ON pand.fid = listed`;
/** Without DISTINCT and ORDER BY, which cost as much as the reading: an object may have several addresses in a pand. */
const RESIDENCES = `SELECT pand_adres.pand_id, adresseerbaar_object_id, gebruiksdoel, oppervlakte
  FROM ${LISTED_KEYS} CROSS JOIN pand_adres ON pand_adres.pand_id = listed CROSS JOIN adres ON adres.fid = adres_id
  WHERE type = 'verblijfsobject'`;

type PandColumns = Pick<PandRow, "fid" | "bouwjaar" | "status" | "verblijfsobject_count"> & {
  readonly geom: Uint8Array;
};
type ResidenceRow = readonly [
  pand: number,
  id: number,
  gebruiksdoel: string | null,
  oppervlakte: number | null,
];

export function readPandFeatures(s: Snapshot, keys: readonly number[]): PandFeature[] {
  const rows = s.statement<PandColumns>(PANDEN).all(JSON.stringify(keys));
  const inhabited = rows.filter((row) => row.verblijfsobject_count > 0).map(({ fid }) => fid);
  const residences = s.statement(RESIDENCES).values(JSON.stringify(inhabited)) as unknown as ResidenceRow[];
  const ofPanden = Map.groupBy(residences, ([pand]) => pand);
  return rows.map((row) => ({
    key: row.fid,
    place: decodeGpkgGeometry(row.geom),
    bouwjaar: row.bouwjaar,
    status: row.status,
    residenceCount: row.verblijfsobject_count,
    residences: toResidences(ofPanden.get(row.fid) ?? []),
  }));
}

/** Returns the verblijfsobjecten of a pand, by id, each once. */
function toResidences(rows: ResidenceRow[]): PandResidence[] {
  return rows
    .sort(([, a], [, b]) => a - b)
    .filter(([, key], i) => key !== rows[i - 1]?.[1])
    .map(([, key, gebruiksdoel, oppervlakte]) => ({
      id: formatIdentificatie(key),
      gebruiksdoel: splitList(gebruiksdoel),
      oppervlakte,
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
