/** CBS wijken and buurten of the gemeenten of the registry; none when its import had no map of them. */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { nameKey } from "../schema/name-key.ts";
import type { BuurtRecord, WijkRecord } from "./records.ts";

export interface Buurt {
  readonly id: number;
  readonly adresCount: number;
  readonly nameKey: string;
  readonly record: Readonly<BuurtRecord>;
}

export interface Wijk {
  readonly id: number;
  readonly adresCount: number;
  /** Keys of its buurten. */
  readonly buurten: readonly number[];
  readonly nameKey: string;
  readonly record: Readonly<WijkRecord>;
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

/** Returns all buurten by code. */
export const buurtenOf = memoizePerObject((s: Snapshot): readonly Buurt[] =>
  rowsOf(s).map((row) => ({
    id: row.id,
    adresCount: row.adres_count,
    nameKey: nameKey(row.buurt_naam),
    record: { buurt_code: row.buurt_code, buurt_naam: row.buurt_naam, ...wijkFields(s, row) },
  })),
);

/** Returns all wijken by code. */
export const wijkenOf = memoizePerObject((s: Snapshot): readonly Wijk[] =>
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
