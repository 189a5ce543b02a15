/** Draws the places that benchmarks query: the same in every run on the same data. */

import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { randomUnit } from "../../tools/country/random.ts";

export type Query = Readonly<Record<string, string | number>>;

export interface Position {
  latitude: number;
  longitude: number;
}

export interface Place extends Position {
  postcode: string;
}

const PLACE = "SELECT latitude, longitude, postcode FROM adres";
const FROM_ID = `${PLACE} WHERE fid >= ? AND postcode IS NOT NULL ORDER BY fid LIMIT 1`;
const IN_WOONPLAATS = `${PLACE} WHERE woonplaats_id = ? AND postcode IS NOT NULL LIMIT 1`;

export function openPlaces(s: Snapshot) {
  let drawCount = 0;
  const random = () => randomUnit(1, drawCount++);
  const { least, most } = s.db
    .query<{ least: number; most: number }, []>("SELECT min(fid) AS least, max(fid) AS most FROM adres")
    .get()!;
  const largestOf = (table: string) =>
    s.db
      .query<{ fid: number; id: string }, []>(
        `SELECT fid, identificatie AS id FROM ${table} ORDER BY adres_count DESC LIMIT 1`,
      )
      .get()!;

  /**
   * Returns the place of a random address, drawn by identificatie, which gives places with many addresses their
   * share.
   */
  function somePlace(): Place {
    const id = Math.floor(least + random() * (most - least));
    return s.statement<Place>(FROM_ID).get(id) ?? somePlace();
  }

  return {
    random,
    somePlace,
    someArea(kind: "gemeenten" | "woonplaatsen"): string {
      const ids = [...s.areas[kind].keys()];
      return String(ids[Math.floor(random() * ids.length)]!).padStart(4, "0");
    },
    /** Address in the woonplaats with the most addresses. */
    densestPlace: s.statement<Place>(IN_WOONPLAATS).get(largestOf("woonplaats").fid)!,
    biggestWoonplaats: largestOf("woonplaats").id,
    longestStreet: largestOf("openbare_ruimte").id,
  };
}

/** Returns a box around a place, twice `halfDegrees` high and about as many metres wide. */
export function box({ latitude, longitude }: Position, halfDegrees: number): Query {
  const halfWidth = halfDegrees * 1.6;
  return {
    north: latitude + halfDegrees,
    south: latitude - halfDegrees,
    east: longitude + halfWidth,
    west: longitude - halfWidth,
  };
}

export const COUNTRY = { north: 54, south: 50.5, east: 7.5, west: 3 };

export function at({ latitude, longitude }: Position): Query {
  return { lat: latitude, lng: longitude };
}
