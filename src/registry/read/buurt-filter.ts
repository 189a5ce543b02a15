/** Filter of addresses by CBS buurt and wijk. */
import type { Box } from "../../geo/geometry.ts";
import { readGpkgEnvelope } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import type { TreeArea } from "../index/rtree.ts";

/** Addresses must match every given code. */
export interface BuurtCodes {
  readonly buurtCode?: string | undefined;
  readonly wijkCode?: string | undefined;
}

export function hasBuurt({ buurtCode, wijkCode }: BuurtCodes): boolean {
  return buurtCode !== undefined || wijkCode !== undefined;
}

/** SQL of the buurten of the codes; {@link codesOf} gives its parameters. */
const IN_CODES = `FROM buurt b JOIN wijk k ON k.fid = b.wijk_id
  WHERE (?1 IS NULL OR b.code = ?1) AND (?2 IS NULL OR k.code = ?2)`;

function codesOf({ buurtCode, wijkCode }: BuurtCodes): [string | null, string | null] {
  return [buurtCode ?? null, wijkCode ?? null];
}

/** Lists the keys of the buurten that the codes accept. */
export function acceptedBuurten(s: Snapshot, codes: BuurtCodes): number[] {
  return s
    .statement<{ fid: number }>(`SELECT b.fid ${IN_CODES}`)
    .all(...codesOf(codes))
    .map(({ fid }) => fid);
}

/** Counts the addresses of the buurten that the codes accept. */
export function countAdressenInBuurten(s: Snapshot, codes: BuurtCodes): number {
  const sql = `SELECT coalesce(sum(b.adres_count), 0) AS count ${IN_CODES}`;
  return s.statement<{ count: number }>(sql).get(...codesOf(codes))!.count;
}

/** Returns the condition on a row of `adres`, and its value; none without codes. */
export function buurtCondition(
  s: Snapshot,
  codes: BuurtCodes,
): readonly [sql: string, value: string] | undefined {
  return hasBuurt(codes)
    ? ["adres.buurt_id IN (SELECT value FROM json_each(?))", JSON.stringify(acceptedBuurten(s, codes))]
    : undefined;
}

/** Returns true when the map has such a buurt or wijk. */
export function existsInMap(s: Snapshot, table: "buurt" | "wijk", code: string): boolean {
  return s.statement(`SELECT 1 FROM ${table} WHERE code = ?`).get(code) !== null;
}

/** Returns a sentence that says which codes exist. */
export function describeMap({ meta: { buurtMap } }: Snapshot): string {
  return buurtMap === undefined
    ? "This data was imported without a map of CBS buurten."
    : `Use CBS's codes of ${buurtMap.year}.`;
}

/** Distance up to which an address outside all buurten has the nearest one (import/derive/links/buurten.ts). */
const MARGIN_M = 500;

/** Returns a part of the country with the addresses of these buurten, and others. */
export function areaOfBuurten(s: Snapshot, buurten: readonly number[]): TreeArea {
  const select = s.statement<{ geom: Uint8Array }>("SELECT geom FROM buurt WHERE fid = ?");
  let bounds: Box | undefined;
  for (const buurt of buurten) {
    const { minX, minY, maxX, maxY } = readGpkgEnvelope(select.get(buurt)!.geom)!;
    bounds = {
      minX: Math.min(minX - MARGIN_M, bounds?.minX ?? Infinity),
      minY: Math.min(minY - MARGIN_M, bounds?.minY ?? Infinity),
      maxX: Math.max(maxX + MARGIN_M, bounds?.maxX ?? -Infinity),
      maxY: Math.max(maxY + MARGIN_M, bounds?.maxY ?? -Infinity),
    };
  }
  return { bounds, mayTouch: () => true };
}
