import type { RdPoint } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import {
  gridCellAt,
  gridColumn,
  gridRow,
  POSTCODE_CELL_M,
  postcodePrefixSumsOf,
  southOf,
  westOf,
} from "../index/postcode-grid.ts";
import { type Postcodegebied, postcodegebiedenOf } from "./postcodegebieden.ts";

interface NearbyPostcode {
  postcode: string;
  city: string;
  /** Euclidean distance in RD from the position asked to the middle of the addresses; three decimals. */
  distance_km: number;
  address_count: number;
}

export interface NearbyPostcodesResult {
  /** Nearest first, ties by postcode; at most 1,000; always includes the own postcode. */
  postcodes: NearbyPostcode[];
  /** Number of postcodes within the radius, the own one always included. */
  total: number;
}

export interface NearbyOptions {
  radiusM: number;
  /** 4 lists postcodegebieden, 6 lists postcodes. */
  precision: 4 | 6;
  /** Postcode at the start: always listed, even if the middle of its addresses (or its area's) is beyond the radius. */
  ownPostcode?: string | undefined;
}

const MAX_LISTED = 1000;
const INITIAL_RADIUS_M = 750;

/** Lists the postcodes or postcodegebieden within a radius; the total is exact for any radius. */
export function listNearbyPostcodes(s: Snapshot, at: RdPoint, options: NearbyOptions): NearbyPostcodesResult {
  return options.precision === 4 ? listAreasWithin(s, at, options) : listPostcodesWithin(s, at, options);
}

function listAreasWithin(
  s: Snapshot,
  at: RdPoint,
  { radiusM, ownPostcode }: NearbyOptions,
): NearbyPostcodesResult {
  const ownArea = ownPostcode?.slice(0, 4);
  const isOwn = ({ area }: { area: Postcodegebied }) => area.record.area === ownArea;
  const within = postcodegebiedenOf(s)
    .map((area) => ({ area, distanceM: distanceBetween(area.centroid, at) }))
    .filter((near) => near.distanceM <= radiusM || isOwn(near))
    .sort((a, b) => a.distanceM - b.distanceM || a.area.id - b.area.id);
  const postcodes = truncateKeepingOwn(within, isOwn).map(({ area: { record }, distanceM }) => ({
    postcode: record.area,
    city: record.sample_city,
    distance_km: toKm(distanceM),
    address_count: record.address_count,
  }));
  return { postcodes, total: within.length };
}

interface PostcodeRow {
  woonplaats_id: number;
  adres_count: number;
  x: number;
  y: number;
}
const BY_POSTCODE = "SELECT woonplaats_id, adres_count, x, y FROM postcode WHERE postcode = ?";

function listPostcodesWithin(
  s: Snapshot,
  at: RdPoint,
  { radiusM, ownPostcode }: NearbyOptions,
): NearbyPostcodesResult {
  const rowOf = (postcode: string) => s.statement<PostcodeRow>(BY_POSTCODE).get(postcode)!;
  const inCircle = countPostcodesInCircle(s, at, radiusM);
  const near = listPostcodesInCircle(s, at, listedRadiusM(s, at, { radiusM, total: inCircle }));
  const isOwn = ({ postcode }: { postcode: string }) => postcode === ownPostcode;
  const ownRow = ownPostcode === undefined ? undefined : rowOf(ownPostcode);
  if (ownRow !== undefined && !near.some(isOwn)) {
    near.push({ postcode: ownPostcode!, distanceM: distanceBetween(ownRow, at) });
  }
  const total = inCircle + Number(ownRow !== undefined && !isInCircle(ownRow, at, radiusM));
  const postcodes = truncateKeepingOwn(near, isOwn).map(({ postcode, distanceM }) => {
    const { woonplaats_id, adres_count } = rowOf(postcode);
    return {
      postcode,
      city: s.areas.woonplaatsen.get(woonplaats_id)!.naam,
      distance_km: toKm(distanceM),
      address_count: adres_count,
    };
  });
  return { postcodes, total };
}

/** Returns the first items of an ordered list; the own item replaces the last of them if it comes later in the list. */
function truncateKeepingOwn<T>(near: readonly T[], isOwn: (item: T) => boolean): T[] {
  const listed = near.slice(0, MAX_LISTED);
  const later = near.slice(MAX_LISTED).find(isOwn);
  return later === undefined ? listed : [...listed.slice(0, -1), later];
}

function distanceBetween(centroid: RdPoint, at: RdPoint): number {
  return Math.hypot(centroid.x - at.x, centroid.y - at.y);
}

/**
 * Returns the radius of a circle that contains slightly more postcodes than are listed: counting costs less than
 * sorting.
 */
function listedRadiusM(
  s: Snapshot,
  at: RdPoint,
  { radiusM, total }: { radiusM: number; total: number },
): number {
  if (total <= MAX_LISTED) {
    return radiusM;
  }
  let listedM = INITIAL_RADIUS_M;
  while (listedM < radiusM && countPostcodesInCircle(s, at, listedM) < MAX_LISTED) {
    listedM *= 1.4;
  }
  return Math.min(listedM, radiusM);
}

function toKm(distanceM: number): number {
  return Math.round(distanceM) / 1000;
}

/**
 * One row of grid cells: `from` to `to` may intersect the circle; `insideStart` up to `insideEnd` lie entirely in it.
 */
interface Strip {
  readonly from: number;
  readonly to: number;
  /** First cell entirely inside the circle, and the one after the last; equal when there is none. */
  readonly insideStart: number;
  readonly insideEnd: number;
}

const COUNT_IN_CELLS = `SELECT count(*) AS n FROM postcode
  WHERE cell BETWEEN ? AND ? AND (x - ?) * (x - ?) + (y - ?) * (y - ?) <= ?`;

/** Counts the postcodes in a circle exactly: cells inside it by prefix sums, cells on its edge postcode by postcode. */
function countPostcodesInCircle(s: Snapshot, at: RdPoint, radiusM: number): number {
  const prefixSums = postcodePrefixSumsOf(s);
  const countIn = (from: number, to: number) =>
    from > to
      ? 0
      : s.statement<{ n: number }>(COUNT_IN_CELLS).get(from, to, at.x, at.x, at.y, at.y, radiusM * radiusM)!
          .n;
  let count = 0;
  for (const { from, to, insideStart, insideEnd } of gridStripsOf(at, radiusM)) {
    if (insideStart === insideEnd) {
      count += countIn(from, to);
    } else {
      count +=
        countIn(from, insideStart - 1) +
        prefixSums[insideEnd]! -
        prefixSums[insideStart]! +
        countIn(insideEnd, to);
    }
  }
  return count;
}

/** Returns true when a point lies in the circle, bit for bit by the same formula as the counts and lists here. */
function isInCircle({ x, y }: RdPoint, at: RdPoint, radiusM: number): boolean {
  return (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y) <= radiusM * radiusM;
}

const IN_CELLS = `SELECT postcode, (x - ?1) * (x - ?1) + (y - ?2) * (y - ?2) AS squared FROM postcode
  WHERE cell BETWEEN ?3 AND ?4 AND squared <= ?5`;

/** Lists all postcodes in a circle, nearest first, ties by postcode; callers must keep the circle small. */
function listPostcodesInCircle(
  s: Snapshot,
  at: RdPoint,
  radiusM: number,
): { postcode: string; distanceM: number }[] {
  const found: { postcode: string; squared: number }[] = [];
  for (const { from, to } of gridStripsOf(at, radiusM)) {
    found.push(
      ...s
        .statement<{ postcode: string; squared: number }>(IN_CELLS)
        .all(at.x, at.y, from, to, radiusM * radiusM),
    );
  }
  found.sort((a, b) => a.squared - b.squared || (a.postcode < b.postcode ? -1 : 1));
  return found.map(({ postcode, squared }) => ({ postcode, distanceM: Math.sqrt(squared) }));
}

/** Margin in metres for rounding: cells that lie inside by less are counted postcode by postcode. */
const ROUNDING_MARGIN_M = 0.001;

function* gridStripsOf({ x, y }: RdPoint, radiusM: number): Generator<Strip> {
  const lastRow = gridRow(y + radiusM);
  for (let row = gridRow(y - radiusM); row <= lastRow; row++) {
    const south = southOf(row);
    const north = south + POSTCODE_CELL_M;
    const from = gridCellAt(gridColumn(x - radiusM), row);
    const to = gridCellAt(gridColumn(x + radiusM), row);
    const farthestM = Math.max(Math.abs(y - south), Math.abs(north - y));
    const halfWidthM = Math.sqrt(radiusM ** 2 - farthestM ** 2) - ROUNDING_MARGIN_M;
    // NaN when the row extends beyond the circle.
    const insideStart = halfWidthM > 0 ? gridCellAt(firstColumnFrom(x - halfWidthM), row) : from;
    const insideEnd = halfWidthM > 0 ? gridCellAt(gridColumn(x + halfWidthM), row) : from;
    yield insideEnd > insideStart
      ? { from, to, insideStart, insideEnd }
      : { from, to, insideStart: from, insideEnd: from };
  }
}

/** Returns the first column whose west side is not west of `x`. */
function firstColumnFrom(x: number): number {
  const column = gridColumn(x);
  return westOf(column) < x ? column + 1 : column;
}
