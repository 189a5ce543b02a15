/** All openbare ruimten, or those of a selection, in the order of lists. */

import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import type { Region } from "../index/region.ts";
import { adresTreeOf } from "../index/rtree.ts";
import { acceptedWoonplaatsen } from "./adres-filter.ts";
import { HAS_WOONPLAATS, type OpenbareRuimteRow } from "./openbare-ruimten.ts";
import { IS_LISTED, readRowsByKeys, type Selection } from "./rows-by-place.ts";

const NAMES = `SELECT fid, woonplaats_id FROM openbare_ruimte WHERE ${HAS_WOONPLAATS} ORDER BY name_key, fid`;
const LISTED = `SELECT fid, naam, verkorte_naam, type, woonplaats_id, status, adres_count FROM openbare_ruimte
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
