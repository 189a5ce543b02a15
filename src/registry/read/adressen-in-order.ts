/** Streams addresses in list order from the indexes: only streets of the same name are sorted. */

import type { Snapshot } from "../file/snapshot.ts";
import { compareKeys } from "../schema/name-key.ts";
import { isAdresOfStageSql } from "../schema/status-sql.ts";
import { type AdresFilter, acceptedWoonplaatsen, postcodeBounds } from "./adres-filter.ts";
import { ADRES_COLUMNS, type AdresOptions, type AdresRow, toAdresRecord } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

/**
 * Yields the addresses that a filter accepts in list order, one array per street name and woonplaats. Yields an empty
 * array after each street name, so that the consumer can pause. Only one such array is in memory.
 */
export function* readAdressenInOrder(
  s: Snapshot,
  filter: AdresFilter,
  options?: AdresOptions,
): Generator<AdresRecord[]> {
  const woonplaatsen = acceptedWoonplaatsen(s, filter);
  const readRows = prepareRowReader(s, filter);
  for (const streets of streetsByName(s, filter)) {
    const parts = readStreetParts(s, streets).filter(({ woonplaats }) => woonplaatsen.has(woonplaats));
    for (const streetParts of groupByWoonplaatsName(parts)) {
      yield readRowsInOrder(streetParts, readRows).map((row) => toAdresRecord(s, row, options));
    }
    yield [];
  }
}

const ALL_STREETS = "SELECT name_key, fid FROM openbare_ruimte";
const IN_POSTCODES = "postcode >= ? AND postcode < ?";
const STREETS_OF_POSTCODES = `${ALL_STREETS}
  WHERE fid IN (SELECT openbare_ruimte_id FROM adres WHERE ${IN_POSTCODES})`;

/** Yields the keys of the streets of one name, name by name. */
function* streetsByName(s: Snapshot, filter: AdresFilter): Generator<number[]> {
  const sql = filter.postcodegebied === undefined ? ALL_STREETS : STREETS_OF_POSTCODES;
  const statement = s.db.prepare<{ name_key: string; fid: number }, string[]>(
    `${sql} ORDER BY name_key, fid`,
  );
  try {
    let name: string | undefined;
    let streets: number[] = [];
    for (const { name_key, fid } of statement.iterate(...postcodeBounds(filter))) {
      if (name_key !== name) {
        yield streets;
        streets = [];
        name = name_key;
      }
      streets.push(fid);
    }
    yield streets;
  } finally {
    statement.finalize();
  }
}

/** Part of a street that lies in one woonplaats. */
interface StreetPart {
  readonly street: number;
  readonly woonplaats: number;
  /** Name key of the woonplaats. */
  readonly nameKey: string;
}

/** Served by the index alone. */
const WOONPLAATSEN = "SELECT DISTINCT woonplaats_id FROM adres WHERE openbare_ruimte_id = ?";

function readStreetParts(s: Snapshot, streets: readonly number[]): StreetPart[] {
  return streets.flatMap((street) => {
    const woonplaatsen = s.statement(WOONPLAATSEN).values(street) as [number][];
    return woonplaatsen.map(([woonplaats]) => ({
      street,
      woonplaats,
      nameKey: s.areas.woonplaatsen.get(woonplaats)!.nameKey,
    }));
  });
}

/** Groups by name of the woonplaats; parts in woonplaatsen of the same name share a list. */
function groupByWoonplaatsName(parts: StreetPart[]): Iterable<StreetPart[]> {
  if (parts.length < 2) {
    return parts.length === 0 ? [] : [parts];
  }
  parts.sort((a, b) => compareKeys(a.nameKey, b.nameKey));
  return Map.groupBy(parts, ({ nameKey: key }) => key).values();
}

interface OrderedRow extends AdresRow {
  readonly sort_key: string;
}

type ReadRows = (part: StreetPart) => OrderedRow[];

const ROWS = `SELECT ${ADRES_COLUMNS}, sort_key FROM adres WHERE openbare_ruimte_id = ? AND woonplaats_id = ?`;

function prepareRowReader(s: Snapshot, filter: AdresFilter): ReadRows {
  const conditions = [
    ...(filter.postcodegebied === undefined ? [] : [IN_POSTCODES]),
    ...(filter.type === undefined ? [] : ["type = ?"]),
    ...(filter.stage === undefined ? [] : [isAdresOfStageSql("adres", filter.stage)]),
  ];
  const statement = s.statement<OrderedRow>(`${[ROWS, ...conditions].join(" AND ")} ORDER BY sort_key, fid`);
  const values = [...postcodeBounds(filter), ...(filter.type === undefined ? [] : [filter.type])];
  return ({ street, woonplaats }) => statement.all(street, woonplaats, ...values);
}

function readRowsInOrder(parts: readonly StreetPart[], readRows: ReadRows): OrderedRow[] {
  if (parts.length === 1) {
    return readRows(parts[0]!);
  }
  return parts.flatMap(readRows).sort((a, b) => compareKeys(a.sort_key, b.sort_key) || a.fid - b.fid);
}
