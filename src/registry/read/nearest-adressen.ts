import type { RdPoint } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import type { NearestQuery } from "../index/rtree.ts";
import { compareKeys } from "../schema/name-key.ts";
import { type AdresOptions, readAdres } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

export interface NearbyAdres {
  adres: AdresRecord;
  /** Euclidean distance in RD, not rounded. */
  distanceM: number;
}

/** Reads the nearest of the addresses with these ids: within the radius, nearest first, ties by id. */
export function readNearest(
  s: Snapshot,
  at: RdPoint,
  { ids, radiusM, limit, ...options }: NearestQuery & AdresOptions & { readonly ids: readonly number[] },
): NearbyAdres[] {
  // Of many, such as those of a tower, only the nearest are read as a whole.
  const nearest = ids.length > limit ? sortByDistance(s, at, ids).slice(0, limit) : ids;
  return nearest
    .map((id) => {
      const adres = readAdres(s, id, options)!;
      return { adres, distanceM: Math.hypot(adres.rd_x - at.x, adres.rd_y - at.y) };
    })
    .filter(({ distanceM }) => distanceM <= radiusM)
    .sort(
      (a, b) =>
        a.distanceM - b.distanceM || compareKeys(a.adres.nummeraanduiding_id, b.adres.nummeraanduiding_id),
    );
}

const POSITION = "SELECT rd_x, rd_y FROM adres WHERE fid = ?";

/** Returns the ids, the nearest first, ties by id. */
function sortByDistance(s: Snapshot, { x, y }: RdPoint, ids: readonly number[]): number[] {
  return ids
    .map((id) => {
      const { rd_x, rd_y } = s.statement<{ rd_x: number; rd_y: number }>(POSITION).get(id)!;
      return { id, distanceM: Math.hypot(rd_x - x, rd_y - y) };
    })
    .sort((a, b) => a.distanceM - b.distanceM || a.id - b.id)
    .map(({ id }) => id);
}
