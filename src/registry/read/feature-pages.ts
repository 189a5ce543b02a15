/**
 * Pages of a layer of objects, for reading all of them or a region. A page begins after the last object of the page
 * before, so that its cost depends on its own objects only. Without a region, objects come by id. In a region, panden,
 * addresses and verblijfsobjecten come by place, other objects by id.
 */
import { memoizePerObject } from "../../base/memoize.ts";
import { type Box, boxesOverlap, envelopeOf } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../../geo/gpkg-geometry.ts";
import { Z_ORDER_SIDE } from "../../geo/z-order.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listPlaces, type PlacedKey } from "../index/list-by-place.ts";
import type { Region } from "../index/region.ts";
import { adresTreeOf, pandTreeOf, Rtree } from "../index/rtree.ts";
import type { FeatureRow } from "./feature-rows.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

export type FeatureLayer =
  | "adres"
  | "verblijfsobject"
  | "ligplaats"
  | "standplaats"
  | "pand"
  | "woonplaats"
  | "gemeente"
  | "postcodegebied";

/** Last object of a page: its key, and its place in the order by place when the page has that order. */
export interface PageEnd {
  readonly key: number;
  readonly place?: number | undefined;
}

export interface FeatureQuery<Row extends FeatureRow> {
  readonly layer: FeatureLayer;
  /** Reads objects by keys, in the order of these; leaves out those that do not exist. */
  read(s: Snapshot, keys: readonly number[]): readonly Row[];
  readonly region?: Region | undefined;
  /** Keys of all objects that the pages may have, when an index has found them. */
  readonly keys?: readonly number[] | undefined;
  /** Further condition on an object. */
  readonly accepts?: ((row: Row) => boolean) | undefined;
  readonly limit: number;
  /** End of the page before; undefined for the first page. */
  readonly after?: PageEnd | undefined;
}

export interface FeaturePage<Row> {
  readonly rows: readonly Row[];
  /** End of this page when more objects follow. */
  readonly end: PageEnd | undefined;
}

/** Minimum number of objects read at once: with fewer, the statement would cost more than its objects. */
const MIN_READ = 32;

/** Reads the page of at most `limit` objects after `after`. */
export function readFeaturePage<Row extends FeatureRow>(
  s: Snapshot,
  query: FeatureQuery<Row>,
): FeaturePage<Row> {
  const { limit } = query;
  const found: { row: Row; end: PageEnd }[] = [];
  for (const entry of readAccepted(s, query)) {
    if (found.length === limit) {
      return { rows: found.map(({ row }) => row), end: found.at(-1)?.end };
    }
    found.push(entry);
  }
  return { rows: found.map(({ row }) => row), end: undefined };
}

/** Counts the objects of all pages; undefined where counting would read objects of other pages, as in a region. */
export function countFeatures<Row extends FeatureRow>(
  s: Snapshot,
  { after: _, ...query }: FeatureQuery<Row>,
): number | undefined {
  if (query.keys !== undefined) {
    return [...readAccepted(s, query)].length;
  }
  return query.region === undefined && query.accepts === undefined ? countOf(s, query.layer) : undefined;
}

/** Estimates the number of objects that a query without keys reads: its region, or all. */
export function estimateCandidates(
  s: Snapshot,
  { layer, region }: Pick<FeatureQuery<FeatureRow>, "layer" | "region">,
): number {
  if (region !== undefined && (layer === "pand" || layer === "adres" || layer === "verblijfsobject")) {
    return (layer === "pand" ? pandTreeOf(s) : adresTreeOf(s)).estimateCount(region);
  }
  return countOf(s, layer);
}

const COUNT_STORED = "SELECT feature_count AS n FROM gpkg_ogr_contents WHERE table_name = ?";

/** Returns the number of a layer's objects, which an import stores for GDAL. */
function countOf(s: Snapshot, layer: FeatureLayer): number {
  const stored = s.statement<{ n: number }>(COUNT_STORED).get(layer);
  return stored?.n ?? s.statement<{ n: number }>(`SELECT count(*) AS n FROM ${layer}`).get()!.n;
}

interface Candidate {
  readonly key: number;
  readonly end: PageEnd;
}

function* readAccepted<Row extends FeatureRow>(
  s: Snapshot,
  query: FeatureQuery<Row>,
): Generator<{ row: Row; end: PageEnd }> {
  const { read, region, accepts, limit } = query;
  let wanted = limit + 1;
  for (const candidates of listCandidates(s, query)) {
    for (let from = 0, size = 0; from < candidates.length; from += size) {
      size = Math.max(wanted, MIN_READ);
      const part = candidates.slice(from, from + size);
      const ends = new Map(part.map(({ key, end }) => [key, end]));
      for (const row of read(s, [...ends.keys()])) {
        if ((region === undefined || liesIn(region, row.place)) && accepts?.(row) !== false) {
          wanted--;
          yield { row, end: ends.get(row.key)! };
        }
      }
    }
  }
}

function liesIn(region: Region, place: FeatureRow["place"]): boolean {
  if (place === null) {
    return false;
  }
  return "rd_x" in place ? region.contains(place) : region.intersects(place);
}

/** Yields the objects that may be on the pages after `after`, in the order of the pages. */
function* listCandidates(
  s: Snapshot,
  {
    layer,
    region,
    keys,
    limit,
    after,
  }: Pick<FeatureQuery<FeatureRow>, "layer" | "region" | "keys" | "limit" | "after">,
): Generator<Candidate[]> {
  const known = keys ?? (region && keysInRegion(s, layer, region));
  if (known !== undefined) {
    const start = after?.key ?? -1;
    yield known
      .filter((key) => key > start)
      .sort((a, b) => a - b)
      .map((key) => ({ key, end: { key } }));
  } else if (region === undefined) {
    yield* listById(s, layer, { limit, after });
  } else {
    const placed = after?.place === undefined ? undefined : { place: after.place, key: after.key };
    yield* layer === "verblijfsobject"
      ? listVerblijfsobjecten(s, region, placed)
      : listByTree(layer === "pand" ? pandTreeOf(s) : adresTreeOf(s), region, placed);
  }
}

function* listById(
  s: Snapshot,
  layer: FeatureLayer,
  { limit, after }: Pick<FeatureQuery<FeatureRow>, "limit" | "after">,
): Generator<Candidate[]> {
  const statement = s.statement(`SELECT fid FROM ${layer} WHERE fid > ? ORDER BY fid LIMIT ?`);
  for (let last = after?.key ?? -1, size = limit + 1; ; ) {
    const keys = (statement.values(last, size) as [number][]).flat();
    yield keys.map((key) => ({ key, end: { key } }));
    if (keys.length < size) {
      return;
    }
    last = keys.at(-1)!;
  }
}

function* listByTree(
  tree: Parameters<typeof listPlaces>[0],
  region: Region,
  after: PlacedKey | undefined,
): Generator<Candidate[]> {
  for (const entries of listPlaces(tree, region, after)) {
    yield entries.map((end) => ({ key: end.key, end }));
  }
}

/** Place after all other places, for verblijfsobjecten without an address, which no R*Tree contains. */
const BEHIND_ALL = Z_ORDER_SIDE * Z_ORDER_SIDE;

const OF_HOOFDADRESSEN = `SELECT listed, adresseerbaar_object_id FROM ${LISTED_KEYS}
  CROSS JOIN adres ON adres.fid = listed
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = adresseerbaar_object_id AND hoofdadres_id = adres.fid`;
/** Verblijfsobjecten whose hoofdadres is no address, or is the address of another object (schema.ts, reference a). */
const WITHOUT_ADRES = `SELECT DISTINCT verblijfsobject.fid AS fid FROM unresolved_reference
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = source_id AND hoofdadres_id = target_id ORDER BY 1`;

const withoutAdres = memoizePerObject((s: Snapshot) =>
  s.db
    .query<{ fid: number }, []>(WITHOUT_ADRES)
    .all()
    .map(({ fid }) => fid),
);

/** Lists verblijfsobjecten of a region by the place of their hoofdadres, which is their own place too. */
function* listVerblijfsobjecten(
  s: Snapshot,
  region: Region,
  after: PlacedKey | undefined,
): Generator<Candidate[]> {
  const statement = s.statement(OF_HOOFDADRESSEN);
  for (const entries of listPlaces(adresTreeOf(s), region, after)) {
    const places = new Map(entries.map((entry) => [entry.key, entry]));
    const found = statement.values(JSON.stringify([...places.keys()])) as [adres: number, object: number][];
    yield found.map(([adres, key]) => ({ key, end: places.get(adres)! }));
  }
  const start = after?.place === BEHIND_ALL ? after.key : -1;
  yield withoutAdres(s)
    .filter((key) => key > start)
    .map((key) => ({ key, end: { key, place: BEHIND_ALL } }));
}

/** Lists the keys of objects that may lie in a region, of the layers that are small; undefined for others. */
function keysInRegion(s: Snapshot, layer: FeatureLayer, { bounds = NOWHERE }: Region): number[] | undefined {
  switch (layer) {
    case "woonplaats":
    case "gemeente":
    case "postcodegebied":
      return new Rtree(s, layer).list(bounds);
    case "ligplaats":
    case "standplaats":
      return outlinesOf[layer](s)
        .filter(({ box }) => boxesOverlap(box, bounds))
        .map(({ key }) => key);
    default:
      return undefined;
  }
}

const NOWHERE: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

interface Outline {
  readonly key: number;
  readonly box: Box;
}

/** Boxes of the outlines; the country has some ten thousand. */
const outlinesOf = {
  ligplaats: memoizePerObject((s: Snapshot) => readOutlines(s, "ligplaats")),
  standplaats: memoizePerObject((s: Snapshot) => readOutlines(s, "standplaats")),
};

function readOutlines(s: Snapshot, table: "ligplaats" | "standplaats"): Outline[] {
  return s.db
    .query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${table}`)
    .all()
    .map(({ fid: key, geom }) => ({
      key,
      box: readGpkgEnvelope(geom) ?? envelopeOf(decodeGpkgGeometry(geom)),
    }));
}

const ADRESSEN_OF_POSTCODE = `SELECT fid FROM adres WHERE postcode = ?1 AND (?2 IS NULL OR huisnummer = ?2)`;
const OBJECTS_OF_POSTCODE = `SELECT DISTINCT adresseerbaar_object_id AS fid FROM adres
  WHERE postcode = ?1 AND (?2 IS NULL OR huisnummer = ?2) AND type = ?3`;

/** Lists the addresses of a postcode, or the objects of a type that have one of these addresses. */
export function listKeysOfPostcode(
  s: Snapshot,
  layer: "adres" | "verblijfsobject" | "ligplaats" | "standplaats",
  { postcode, huisnummer }: { readonly postcode: string; readonly huisnummer: number | undefined },
): number[] {
  const values = [postcode, huisnummer ?? null];
  const rows =
    layer === "adres"
      ? s.statement<{ fid: number }>(ADRESSEN_OF_POSTCODE).all(...values)
      : s.statement<{ fid: number }>(OBJECTS_OF_POSTCODE).all(...values, layer);
  return rows.map(({ fid }) => fid);
}
