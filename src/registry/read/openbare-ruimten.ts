import { memoizePerObject } from "../../base/memoize.ts";
import { selectAreas } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import { createNameList, type NameList, positionAtDescendingRank, selectNames } from "../index/name-list.ts";
import { type Page, type PageRequest, pageOffset } from "../index/page.ts";
import type { Region } from "../index/region.ts";
import { adresTreeOf } from "../index/rtree.ts";
import { rowNames, type TableRowOf } from "../schema/field-types.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { nameKey } from "../schema/name-key.ts";
import { formatIdentificatie, OBJECT_TYPES } from "../schema/object-types.ts";
import { STREET } from "../schema/record-fields.ts";
import { acceptedWoonplaatsen } from "./adres-filter.ts";
import type { RecordPlace } from "./adres-record.ts";
import type { OpenbareRuimteRecord } from "./records.ts";
import { IS_LISTED, readRowsByKeys, type Selection } from "./rows-by-place.ts";

export interface OpenbareRuimteFilter {
  /** Part of the name. */
  naam?: string | undefined;
  /** Four digits. */
  woonplaatsId?: string | undefined;
  /** Part of the woonplaats's name. */
  city?: string | undefined;
  type?: string | undefined;
  descending?: boolean | undefined;
}

/** Row of `openbare_ruimte`; select it with {@link COLUMNS}. */
export type OpenbareRuimteRow = TableRowOf<typeof STREET> & {
  fid: number;
  woonplaats_id: number;
  status: number;
  adres_count: number;
};

const COLUMNS = ["fid", ...rowNames(STREET), "woonplaats_id", "status", "adres_count"].join(", ");

/** Excludes streets whose woonplaats does not exist (any more), as their addresses are excluded. */
const HAS_WOONPLAATS = "woonplaats_id IN (SELECT fid FROM woonplaats)";

const BY_ID = `SELECT ${COLUMNS} FROM openbare_ruimte
  WHERE fid = ? AND ${HAS_WOONPLAATS}`;

export function findOpenbareRuimte(
  s: Snapshot,
  id: string,
  options: { counts?: boolean } = {},
): OpenbareRuimteRecord | undefined {
  const key = parseIdentificatie("OPR", id);
  const row = key && s.statement<OpenbareRuimteRow>(BY_ID).get(key);
  if (!row) {
    return undefined;
  }
  const record = toOpenbareRuimteRecord(s, row);
  if (options.counts) {
    record.counts = { addresses: row.adres_count };
  }
  return record;
}

/**
 * Lists streets by name, then id; `descending` reverses the names only. Every condition given must hold. Scans all
 * streets in memory for every page: at most 5 ms for the country, and 0.1 s more for the first call on a snapshot.
 */
export function listOpenbareRuimten(
  s: Snapshot,
  filter: OpenbareRuimteFilter,
  request: PageRequest,
): Page<OpenbareRuimteRecord> {
  const streets = streetNameListOf(s);
  const total = selectNames(streets.names, streets.selection, {
    part: nameKey(filter.naam ?? ""),
    accepts: toPredicate(s, streets, filter),
  });
  const selection = streets.selection.subarray(0, total);
  const rows: OpenbareRuimteRecord[] = [];
  const offset = pageOffset(request);
  for (let rank = offset; rank < Math.min(total, offset + request.perPage); rank++) {
    const position = filter.descending
      ? positionAtDescendingRank(streets.names, selection, rank)
      : selection[rank]!;
    rows.push(toOpenbareRuimteRecord(s, s.statement<OpenbareRuimteRow>(BY_ID).get(streets.ids[position]!)!));
  }
  return { rows, total };
}

/** All streets in list order, with a column per filter: about 10 MB for the country. */
interface StreetNameList {
  readonly names: NameList;
  readonly ids: Float64Array;
  readonly woonplaatsIds: Uint16Array;
  /** Positions in `typeNames`. */
  readonly types: Uint8Array;
  readonly typeNames: readonly string[];
  /** Buffer for one selection; calls can share it because reads are synchronous. */
  readonly selection: Uint32Array;
}

const streetNameListOf = memoizePerObject(readStreetNameList);

const ALL = `SELECT fid, name_key, woonplaats_id, type FROM openbare_ruimte WHERE ${HAS_WOONPLAATS}
  ORDER BY name_key, fid`;
const SIZE = `SELECT count(*) AS size FROM openbare_ruimte WHERE ${HAS_WOONPLAATS}`;
type StreetRow = Pick<OpenbareRuimteRow, "fid" | "woonplaats_id" | "type"> & { name_key: string };

function readStreetNameList(s: Snapshot): StreetNameList {
  const { size } = s.db.query<{ size: number }, []>(SIZE).get()!;
  const keys: string[] = [];
  const typeNames: string[] = [];
  const list = {
    ids: new Float64Array(size),
    woonplaatsIds: new Uint16Array(size),
    types: new Uint8Array(size),
    typeNames,
    selection: new Uint32Array(size),
  };
  for (const row of s.db.query<StreetRow, []>(ALL).iterate()) {
    const position = keys.push(row.name_key) - 1;
    if (!typeNames.includes(row.type)) {
      typeNames.push(row.type);
    }
    list.ids[position] = row.fid;
    list.woonplaatsIds[position] = row.woonplaats_id;
    list.types[position] = typeNames.indexOf(row.type);
  }
  return { ...list, names: createNameList(keys) };
}

function toPredicate(
  s: Snapshot,
  { woonplaatsIds, types, typeNames }: StreetNameList,
  filter: OpenbareRuimteFilter,
): (position: number) => boolean {
  if (!filter.woonplaatsId && !filter.city && !filter.type) {
    return () => true;
  }
  const isWoonplaatsAccepted = new Uint8Array(2 ** 16);
  const city = nameKey(filter.city ?? "");
  for (const { id } of selectAreas(
    s.areas.woonplaatsen,
    ({ identificatie, nameKey: key }) =>
      (!filter.woonplaatsId || identificatie === filter.woonplaatsId) && key.includes(city),
  )) {
    isWoonplaatsAccepted[id] = 1;
  }
  const type = filter.type && nameKey(filter.type);
  const isTypeAccepted = Uint8Array.from(typeNames, (name) => Number(!type || nameKey(name) === type));
  return (position) =>
    isWoonplaatsAccepted[woonplaatsIds[position]!] === 1 && isTypeAccepted[types[position]!] === 1;
}

/** Converts a row to a record without counts. */
export function toOpenbareRuimteRecord(s: Snapshot, row: OpenbareRuimteRow): OpenbareRuimteRecord {
  const status = OBJECT_TYPES.OPR.statuses[row.status]!;
  return openbareRuimteRecordIn(s.areas.woonplaatsen.get(row.woonplaats_id)!, { ...row, status });
}

type OpenbareRuimteValues = Pick<OpenbareRuimteRow, "fid" | "naam" | "verkorte_naam" | "type"> & {
  readonly status: string;
};

/** Makes the record of a street in a woonplaats, without counts. */
export function openbareRuimteRecordIn(
  { identificatie, naam }: Pick<RecordPlace, "identificatie" | "naam">,
  row: OpenbareRuimteValues,
): OpenbareRuimteRecord {
  return {
    identificatie: formatIdentificatie(row.fid),
    naam: row.naam,
    verkorte_naam: row.verkorte_naam,
    type: row.type,
    woonplaats_id: identificatie,
    woonplaats_naam: naam,
    status: row.status,
  };
}

const NAMES = `SELECT fid, woonplaats_id FROM openbare_ruimte WHERE ${HAS_WOONPLAATS} ORDER BY name_key, fid`;
const LISTED = `SELECT ${COLUMNS} FROM openbare_ruimte
  WHERE ${IS_LISTED} ORDER BY name_key, fid`;

/** Yields the selected streets by name, then id. A region selects streets with an address in it. */
export function* readOpenbareRuimten(
  s: Snapshot,
  { filter, region }: Selection,
): Generator<OpenbareRuimteRow[]> {
  const woonplaatsen = acceptedWoonplaatsen(s, filter);
  const inRegion = region && (yield* listStreetsInRegion(s, region));
  const names = s.statement(NAMES).values() as [street: number, woonplaats: number][];
  const keys = names.filter(
    ([street, woonplaats]) => woonplaatsen.has(woonplaats) && (inRegion?.has(street) ?? true),
  );
  yield* readRowsByKeys<OpenbareRuimteRow>(s, [keys.map(([street]) => street)], { sql: LISTED });
}

interface PositionRow {
  readonly openbare_ruimte_id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly rd_x: number;
  readonly rd_y: number;
}

const POSITIONS = `SELECT openbare_ruimte_id, latitude, longitude, rd_x, rd_y FROM adres WHERE ${IS_LISTED}`;

/** Returns the keys of streets with an address in the region; yields empty arrays meanwhile, as places to pause. */
function* listStreetsInRegion(s: Snapshot, region: Region): Generator<never[], Set<number>> {
  const streets = new Set<number>();
  for (const rows of readRowsByKeys<PositionRow>(s, listByPlace(adresTreeOf(s), region), {
    sql: POSITIONS,
  })) {
    for (const { openbare_ruimte_id: street, ...position } of rows) {
      if (!streets.has(street) && region.contains(position)) {
        streets.add(street);
      }
    }
    yield [];
  }
  return streets;
}

/** Counts the selected streets; without the region, whose streets are known only when its addresses are read. */
export function countOpenbareRuimten(s: Snapshot, { filter }: Selection): number {
  let total = 0;
  for (const woonplaats of acceptedWoonplaatsen(s, filter)) {
    total += s.areas.woonplaatsen.get(woonplaats)!.openbareRuimteCount;
  }
  return total;
}
