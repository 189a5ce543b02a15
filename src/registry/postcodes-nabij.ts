import type { RdPoint } from "../geo/rd.ts";
import { postcodegebiedenOf } from "./postcodegebieden.ts";
import { countPostcodesInCircle, listPostcodesInCircle } from "./postcodes-in-circle.ts";
import type { Snapshot } from "./snapshot.ts";

export interface PostcodeNabij {
  postcode: string;
  city: string;
  /** From the position asked to the middle of the addresses, straight in RD, three decimals. */
  distance_km: number;
  address_count: number;
}

export interface PostcodesNabij {
  /** Nearest first, ties by postcode; at most 1,000. */
  postcodes: PostcodeNabij[];
  /** All within the radius. */
  total: number;
}

const MAX_LISTED = 1000;
const FIRST_RADIUS_M = 750;

/** Precision 4 lists areas, 6 whole postcodes; the total is exact for any radius. */
export function listPostcodesNabij(
  s: Snapshot,
  at: RdPoint,
  { radiusM, precision }: { radiusM: number; precision: 4 | 6 },
): PostcodesNabij {
  return precision === 4 ? areasWithin(s, at, radiusM) : postcodesWithin(s, at, radiusM);
}

function areasWithin(s: Snapshot, at: RdPoint, radiusM: number): PostcodesNabij {
  const within = postcodegebiedenOf(s)
    .map((area) => ({ area, distanceM: Math.hypot(area.middle.x - at.x, area.middle.y - at.y) }))
    .filter(({ distanceM }) => distanceM <= radiusM)
    .sort((a, b) => a.distanceM - b.distanceM || a.area.id - b.area.id);
  const postcodes = within.slice(0, MAX_LISTED).map(({ area: { record }, distanceM }) => ({
    postcode: record.area,
    city: record.sample_city,
    distance_km: inKm(distanceM),
    address_count: record.address_count,
  }));
  return { postcodes, total: within.length };
}

const BY_POSTCODE = "SELECT woonplaats_id, adres_aantal FROM postcode WHERE postcode = ?";

function postcodesWithin(s: Snapshot, at: RdPoint, radiusM: number): PostcodesNabij {
  const total = countPostcodesInCircle(s, at, radiusM);
  const postcodes = listPostcodesInCircle(s, at, listedRadiusM(s, at, { radiusM, total }))
    .slice(0, MAX_LISTED)
    .map(({ postcode, distanceM }) => {
      const row = s.statement<{ woonplaats_id: number; adres_aantal: number }>(BY_POSTCODE).get(postcode)!;
      return {
        postcode,
        city: s.areas.woonplaatsen.get(row.woonplaats_id)!.naam,
        distance_km: inKm(distanceM),
        address_count: row.adres_aantal,
      };
    });
  return { postcodes, total };
}

/** A circle that holds all that is listed and little more: counting is cheaper than sorting. */
function listedRadiusM(
  s: Snapshot,
  at: RdPoint,
  { radiusM, total }: { radiusM: number; total: number },
): number {
  if (total <= MAX_LISTED) return radiusM;
  let listedM = FIRST_RADIUS_M;
  while (listedM < radiusM && countPostcodesInCircle(s, at, listedM) < MAX_LISTED) listedM *= 1.4;
  return Math.min(listedM, radiusM);
}

function inKm(distanceM: number): number {
  return Math.round(distanceM) / 1000;
}
