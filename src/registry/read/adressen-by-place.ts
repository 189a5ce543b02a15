/** Addresses by place: near ones come near each other, and the cost of a region grows with its addresses alone. */
import { zOrder } from "../../geo/z-order.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import { adresTreeOf } from "../index/rtree.ts";
import { isAdresOfStageSql } from "../schema/status-sql.ts";
import {
  type AdresFilter,
  acceptedWoonplaatsen,
  countAdressen,
  hasArea,
  postcodeBounds,
} from "./adres-filter.ts";
import { ADRESSEN_BY_IDS, type AdresOptions, type AdresRow, toAdresRecord } from "./adres-record.ts";
import { acceptedBuurten, areaOfBuurten, buurtCondition, hasBuurt } from "./buurt-filter.ts";
import type { AdresRecord } from "./records.ts";
import { IS_LISTED, readRowsByKeys, type Selection } from "./rows-by-place.ts";

/** Yields the selected addresses by place, some hundreds at a time; empty arrays are places to pause. */
export function* readAdressenByPlace(
  s: Snapshot,
  selection: Selection,
  options?: AdresOptions,
): Generator<AdresRecord[]> {
  const { region } = selection;
  const { sql, values } = adresConditions(s, selection.filter);
  const select = ADRESSEN_BY_IDS + sql;
  for (const rows of readRowsByKeys<AdresRow>(s, listAdresKeys(s, selection), { sql: select, values })) {
    const records = rows.map((row) => toAdresRecord(s, row, options));
    yield region === undefined ? records : records.filter((record) => region.contains(record));
  }
}

/**
 * Estimates the number of selected addresses. Exact without a region, without a stage, and without a buurt in addition
 * to another condition. The estimate includes addresses of other stages.
 */
export function estimateAdressen(s: Snapshot, { filter, region }: Selection): number {
  const total = countAdressen(s, filter);
  return region === undefined ? total : Math.min(total, adresTreeOf(s).estimateCount(region));
}

/** Returns further conditions on rows of `adres` whose key is known, and their values. */
export function adresConditions(s: Snapshot, filter: AdresFilter): { sql: string; values: string[] } {
  const conditions: [sql: string, ...values: string[]][] = [];
  if (hasArea(filter)) {
    conditions.push([IN_WOONPLAATSEN, JSON.stringify([...acceptedWoonplaatsen(s, filter)])]);
  }
  if (filter.postcodegebied !== undefined) {
    // The sign keeps SQLite from searching by postcode.
    conditions.push(["+adres.postcode >= ? AND +adres.postcode < ?", ...postcodeBounds(filter)]);
  }
  if (filter.type !== undefined) {
    conditions.push(["adres.type = ?", filter.type]);
  }
  if (filter.stage !== undefined) {
    conditions.push([isAdresOfStageSql("adres", filter.stage)]);
  }
  const ofBuurt = buurtCondition(s, filter);
  if (ofBuurt !== undefined) {
    conditions.push([...ofBuurt]);
  }
  return {
    sql: conditions.map(([sql]) => ` AND ${sql}`).join(""),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

const IN_WOONPLAATSEN = "adres.woonplaats_id IN (SELECT value FROM json_each(?))";

/** Share of all addresses up to which a filter's addresses are looked up; above it all are read and tested. */
const MAX_LOOKED_UP_SHARE = 1 / 8;

/** Yields the keys of addresses by place: all selected ones, and others. */
export function listAdresKeys(s: Snapshot, { filter, region }: Selection): Iterable<number[]> {
  if (region === undefined && hasBuurt(filter)) {
    return listByPlace(adresTreeOf(s), areaOfBuurten(s, acceptedBuurten(s, filter)));
  }
  const isNarrow = hasArea(filter) || filter.postcodegebied !== undefined;
  const isFew = () => countAdressen(s, filter) <= s.meta.counts.adressen * MAX_LOOKED_UP_SHARE;
  return region === undefined && isNarrow && isFew()
    ? lookUpKeys(s, filter)
    : listByPlace(adresTreeOf(s), region);
}

/** Streets whose addresses one statement lists: a few milliseconds. */
const STREETS_PER_STATEMENT = 500;

const STREETS = "SELECT fid FROM openbare_ruimte ORDER BY fid";
const OF_STREETS = `SELECT fid FROM adres INDEXED BY adres_openbare_ruimte
  WHERE openbare_ruimte_id BETWEEN ? AND ? AND ${IN_WOONPLAATSEN}`;
const OF_POSTCODES = "SELECT fid FROM adres INDEXED BY adres_postcode WHERE postcode >= ? AND postcode < ?";
const POSITIONS = `SELECT fid, rd_x, rd_y FROM adres WHERE ${IS_LISTED}`;

/** Yields the keys of the filter's addresses from the indexes, by place. */
function* lookUpKeys(s: Snapshot, filter: AdresFilter): Generator<number[]> {
  let keys: number[] = [];
  if (filter.postcodegebied === undefined) {
    const woonplaatsen = JSON.stringify([...acceptedWoonplaatsen(s, filter)]);
    const streets = (s.statement(STREETS).values() as [number][]).flat();
    for (let from = 0; from < streets.length; from += STREETS_PER_STATEMENT) {
      const last = streets[Math.min(from + STREETS_PER_STATEMENT, streets.length) - 1]!;
      for (const [key] of s.statement(OF_STREETS).values(streets[from]!, last, woonplaatsen) as [number][]) {
        keys.push(key);
      }
      yield [];
    }
  } else {
    keys = (s.statement(OF_POSTCODES).values(...postcodeBounds(filter)) as [number][]).flat();
  }
  const placed: [key: number, place: number][] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_STATEMENT) {
    const json = JSON.stringify(keys.slice(from, from + KEYS_PER_STATEMENT));
    for (const [key, x, y] of s.statement(POSITIONS).values(json) as [number, number, number][]) {
      placed.push([key, zOrder(x, y)]);
    }
    yield [];
  }
  yield placed.sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([key]) => key);
}

const KEYS_PER_STATEMENT = 4_096;
