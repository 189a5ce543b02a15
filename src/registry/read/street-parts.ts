/** Streets as other services list them: each in one woonplaats, or in one postcode and woonplaats. */
import { BoundedMap, memoize, memoizePerObject } from "../../base/memoize.ts";
import { roundDegrees, roundMetres } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import type { Region } from "../index/region.ts";
import { adresTreeOf } from "../index/rtree.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

/** Keys of an openbare ruimte and of a woonplaats in which it has addresses. */
export interface StreetPart {
  readonly openbareRuimteId: number;
  readonly woonplaatsId: number;
}

/** Mean position of addresses, in degrees (WGS84) and RD metres. */
export interface MeanPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly rd_x: number;
  readonly rd_y: number;
}

/** Least and greatest degrees (WGS84) of addresses. */
export interface Extent {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** A street in one postcode and woonplaats, with the mean position of its addresses there. */
export interface PostcodeStreet extends StreetPart {
  readonly postcode: string;
  /** Number of addresses. */
  readonly count: number;
  readonly position: MeanPosition;
}

const MEANS = "avg(latitude) AS latitude, avg(longitude) AS longitude, avg(rd_x) AS rd_x, avg(rd_y) AS rd_y";
const WOONPLAATSEN = `SELECT woonplaats_id AS woonplaatsId, count(*) AS count FROM adres INDEXED BY adres_openbare_ruimte
  WHERE openbare_ruimte_id = ? GROUP BY woonplaats_id ORDER BY count DESC, woonplaats_id`;

/** Lists the parts of a street that have addresses, the largest first. */
export function listStreetParts(s: Snapshot, openbareRuimteId: number): StreetPart[] {
  const rows = s.statement<{ woonplaatsId: number }>(WOONPLAATSEN).all(openbareRuimteId);
  return rows.map(({ woonplaatsId }) => ({ openbareRuimteId, woonplaatsId }));
}

const POSITION = `SELECT ${MEANS}, min(latitude) AS south, min(longitude) AS west, max(latitude) AS north,
  max(longitude) AS east FROM adres WHERE openbare_ruimte_id = ? AND woonplaats_id = ?`;

/** Reads all addresses of a part for their mean position and extent; `undefined` for a part without any. */
export function positionOfStreet(
  s: Snapshot,
  { openbareRuimteId, woonplaatsId }: StreetPart,
): { readonly position: MeanPosition; readonly extent: Extent } | undefined {
  const row = s
    .statement<Extent & MeanPosition & { latitude: number | null }>(POSITION)
    .get(openbareRuimteId, woonplaatsId)!;
  if (row.latitude === null) {
    return undefined;
  }
  const { south, west, north, east } = row;
  return { position: toPosition(row), extent: { south, west, north, east } };
}

const OF_POSTCODES = `SELECT postcode, openbare_ruimte_id AS openbareRuimteId, woonplaats_id AS woonplaatsId,
  count(*) AS count, ${MEANS} FROM adres WHERE postcode >= ? AND postcode < ?
  GROUP BY postcode, openbare_ruimte_id, woonplaats_id ORDER BY postcode, count DESC, openbare_ruimte_id, woonplaats_id`;

/**
 * Lists the streets of all postcodes with a prefix, by postcode, the largest of each first. Reads every address of
 * these postcodes: some ten thousand for four digits.
 */
export function listPostcodeStreets(s: Snapshot, prefix: string): PostcodeStreet[] {
  return s
    .statement<Omit<PostcodeStreet, "position"> & MeanPosition>(OF_POSTCODES)
    .all(prefix, `${prefix}~`)
    .map((row) => {
      const { postcode, openbareRuimteId, woonplaatsId, count } = row;
      return { postcode, openbareRuimteId, woonplaatsId, count, position: toPosition(row) };
    });
}

function toPosition({ latitude, longitude, rd_x, rd_y }: MeanPosition): MeanPosition {
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    rd_x: roundMetres(rd_x),
    rd_y: roundMetres(rd_y),
  };
}

const OF_ADRESSEN = `SELECT DISTINCT openbare_ruimte_id AS openbareRuimteId, woonplaats_id AS woonplaatsId
  FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed`;

/**
 * Lists the parts of streets that have addresses in a region or near its edges; `undefined` for a region of more than
 * `max` addresses.
 */
export function listStreetsAround(s: Snapshot, { bounds }: Region, max: number): StreetPart[] | undefined {
  const ids = bounds === undefined ? [] : adresTreeOf(s).list(bounds, max + 1);
  return ids.length > max ? undefined : s.statement<StreetPart>(OF_ADRESSEN).all(JSON.stringify(ids));
}

interface StreetNames {
  readonly naam: string;
  readonly verkorte_naam: string | null;
  readonly type: string;
}

const NAMES = "SELECT naam, verkorte_naam, type FROM openbare_ruimte WHERE fid = ?";
/** Number of streets whose names are kept: one answer has few, and the next ones often the same. */
const MAX_KEPT = 4_096;
const keptNamesOf = memoizePerObject((_: Snapshot) => new BoundedMap<number, StreetNames>(MAX_KEPT));

/** Reads the names and the type of the street of a part. */
export function namesOfStreet(s: Snapshot, { openbareRuimteId: key }: StreetPart): StreetNames {
  return memoize(keptNamesOf(s), key, () => s.statement<StreetNames>(NAMES).get(key)!);
}

const STREET_OF_ADRES = `SELECT openbare_ruimte_id AS openbareRuimteId, woonplaats_id AS woonplaatsId, is_nevenadres
  FROM adres WHERE fid = ?`;

/** Reads the part of a street that an address lies in, and whether it is a nevenadres; the address must exist. */
export function streetOfAdres(s: Snapshot, id: number): StreetPart & { readonly is_nevenadres: number } {
  return s.statement<StreetPart & { is_nevenadres: number }>(STREET_OF_ADRES).get(id)!;
}
