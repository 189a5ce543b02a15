/** Weights of places in a score: by their size or, for a search near a position, by their nearness to it. */
import type { PlanarPoint } from "../../geo/geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { woonplaatsCentresOf } from "../../registry/index/woonplaats-centres.ts";
import type { StreetIndex } from "../index/street-index.ts";

export interface PlaceWeights {
  readonly by: "size" | "nearness";
  /** Weight of each place of the index, from 0 to 1. */
  readonly weights: Float64Array;
  /** Position in `weights` of the place of each street. */
  readonly streetPlaces: Uint16Array;
}

export function weighBySize({ placeWeights, arrays }: StreetIndex): PlaceWeights {
  return { by: "size", weights: placeWeights, streetPlaces: arrays.streetPlaces };
}

/** Metres at which a place has half of the weight. */
const HALF_WEIGHT_M = 10_000;
/** Least weight of a place that counts as near: those within 15 km. */
const LEAST_NEAR_WEIGHT = 0.4;

/** Weighs places by the distance from a position in RD to the middle of each; takes some 20 µs for the country. */
export function weighByNearness(
  snapshot: Snapshot,
  { arrays: { placeIds, streetPlaces } }: StreetIndex,
  near: PlanarPoint,
): PlaceWeights {
  const centres = woonplaatsCentresOf(snapshot);
  const weights = Float64Array.from(placeIds, (id) => {
    const centre = centres.get(id);
    return centre === undefined
      ? 0
      : HALF_WEIGHT_M / (HALF_WEIGHT_M + Math.hypot(centre.x - near.x, centre.y - near.y));
  });
  return { by: "nearness", weights, streetPlaces };
}

export function weightOf({ weights, streetPlaces }: PlaceWeights, street: number): number {
  return weights[streetPlaces[street]!]!;
}

/** Returns true for a street near the position that a search prefers. */
export function isNear(places: PlaceWeights, street: number): boolean {
  return places.by === "nearness" && weightOf(places, street) >= LEAST_NEAR_WEIGHT;
}
