/** CBS wijken and buurten of the gemeenten of the registry; none when its import had no map of them. */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type Page, type PageRequest, pageOf } from "../index/page.ts";
import { nameKey } from "../schema/name-key.ts";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "../schema/object-types.ts";
import { readAreaGeometry } from "./area-geometry.ts";
import { pickCounts } from "./pick-counts.ts";
import type { BuurtRecord, WijkRecord } from "./records.ts";

export interface BuurtFilter {
  buurtCode?: string;
  wijkCode?: string;
  /** Four digits. */
  gemeenteCode?: string;
  /** Part of the name. */
  naam?: string;
}

interface BuurtPageRequest extends PageRequest {
  counts?: boolean;
  /** Counts addresses by kind of object. */
  by_type?: boolean;
  /** Counts addresses by gebruiksdoel; one with several counts for each. */
  by_purpose?: boolean;
  geometry?: boolean;
}

interface Buurt {
  readonly id: number;
  readonly adresCount: number;
  readonly nameKey: string;
  readonly record: Readonly<BuurtRecord>;
}

interface Wijk {
  readonly id: number;
  readonly adresCount: number;
  /** Keys of its buurten. */
  readonly buurten: readonly number[];
  readonly nameKey: string;
  readonly record: Readonly<WijkRecord>;
}

/**
 * Lists buurten by code; every condition given must hold. Reads geometry, if asked, for the page's rows only, at a cost
 * proportional to its size.
 */
export function listBuurten(s: Snapshot, filter: BuurtFilter, request: BuurtPageRequest): Page<BuurtRecord> {
  const { buurtCode, ...ofWijk } = filter;
  const selected = buurtenOf(s).filter(
    (buurt) =>
      (buurtCode === undefined || buurt.record.buurt_code === buurtCode) && isAccepted(buurt, ofWijk),
  );
  const { rows, total } = pageOf(selected, request);
  return {
    rows: rows.map(({ id, record, adresCount }) => ({
      ...record,
      ...(request.counts && { counts: { addresses: adresCount } }),
      ...readStatistics(s, [id], request),
      ...(request.geometry && { geometry: readAreaGeometry(s, "buurt", id) }),
    })),
    total,
  };
}

/** Lists wijken by code, as {@link listBuurten} does buurten. */
export function listWijken(
  s: Snapshot,
  filter: Omit<BuurtFilter, "buurtCode">,
  request: BuurtPageRequest,
): Page<WijkRecord> {
  const { rows, total } = pageOf(
    wijkenOf(s).filter((wijk) => isAccepted(wijk, filter)),
    request,
  );
  return {
    rows: rows.map(({ id, record, adresCount, buurten }) => ({
      ...record,
      ...(request.counts && { counts: { addresses: adresCount, neighbourhoods: buurten.length } }),
      ...readStatistics(s, buurten, request),
      ...(request.geometry && { geometry: readAreaGeometry(s, "wijk", id) }),
    })),
    total,
  };
}

/** Reads the counts by category of some buurten: ten rows of each. */
function readStatistics(
  s: Snapshot,
  buurten: readonly number[],
  { by_type, by_purpose }: BuurtPageRequest,
): Pick<BuurtRecord, "by_type" | "by_purpose"> {
  if (!by_type && !by_purpose) {
    return {};
  }
  const rows = s
    .statement(
      `SELECT category, sum(count) FROM buurt_tally
       WHERE buurt_id IN (SELECT value FROM json_each(?)) GROUP BY category`,
    )
    .values(JSON.stringify(buurten));
  const counts = new Map(rows as [category: string, count: number][]);
  return {
    ...(by_type && { by_type: pickCounts(counts, ADDRESSABLE_TYPES) }),
    ...(by_purpose && { by_purpose: pickCounts(counts, GEBRUIKSDOELEN) }),
  };
}

function isAccepted(
  { nameKey: key, record }: Buurt | Wijk,
  { wijkCode, gemeenteCode, naam = "" }: Omit<BuurtFilter, "buurtCode">,
): boolean {
  return (
    (wijkCode === undefined || record.wijk_code === wijkCode) &&
    (gemeenteCode === undefined || record.gemeente_code === gemeenteCode) &&
    key.includes(nameKey(naam))
  );
}

interface BuurtRow {
  id: number;
  buurt_code: string;
  buurt_naam: string;
  wijk_id: number;
  wijk_code: string;
  wijk_naam: string;
  gemeente_code: number;
  adres_count: number;
}

const ALL = `SELECT b.fid AS id, b.code AS buurt_code, b.naam AS buurt_naam, b.wijk_id, k.code AS wijk_code,
    k.naam AS wijk_naam, b.gemeente_code, b.adres_count
  FROM buurt b JOIN wijk k ON k.fid = b.wijk_id WHERE b.gemeente_code IN (SELECT fid FROM gemeente) ORDER BY b.fid`;

/** Reads them once per snapshot, when first asked for: 15,000 rows for the country. */
const rowsOf = memoizePerObject(({ db }: Snapshot): readonly BuurtRow[] => db.query<BuurtRow, []>(ALL).all());

const byKey = memoizePerObject((s: Snapshot) => new Map(rowsOf(s).map((row) => [row.id, row])));

/** Returns codes and names of a buurt and its wijk, as an address has them, by the key of the buurt. */
export function findAreasOfBuurt(
  s: Snapshot,
  id: number,
): Readonly<Pick<BuurtRow, "buurt_code" | "buurt_naam" | "wijk_code" | "wijk_naam">> {
  return byKey(s).get(id)!;
}

const buurtenOf = memoizePerObject((s: Snapshot): readonly Buurt[] =>
  rowsOf(s).map((row) => ({
    id: row.id,
    adresCount: row.adres_count,
    nameKey: nameKey(row.buurt_naam),
    record: { buurt_code: row.buurt_code, buurt_naam: row.buurt_naam, ...wijkFields(s, row) },
  })),
);

const wijkenOf = memoizePerObject((s: Snapshot): readonly Wijk[] =>
  [...Map.groupBy(rowsOf(s), ({ wijk_id }) => wijk_id)].map(([id, buurten]) => ({
    id,
    adresCount: buurten.reduce((sum, { adres_count }) => sum + adres_count, 0),
    buurten: buurten.map(({ id: buurt }) => buurt),
    nameKey: nameKey(buurten[0]!.wijk_naam),
    record: wijkFields(s, buurten[0]!),
  })),
);

function wijkFields(s: Snapshot, { wijk_code, wijk_naam, gemeente_code }: BuurtRow): WijkRecord {
  const { code, naam } = s.areas.gemeenten.get(gemeente_code)!;
  // A registry with buurten has their map.
  const { year, source } = s.meta.buurtMap!;
  return { wijk_code, wijk_naam, gemeente_code: code, gemeente_naam: naam, year, boundary_source: source };
}
