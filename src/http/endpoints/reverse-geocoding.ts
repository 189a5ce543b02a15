import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AdresOptions } from "../../registry/read/adres-record.ts";
import { findNearestAdres } from "../../registry/read/nearby.ts";
import { endpoint } from "../endpoint.ts";
import { number, withDefault } from "../parameters/kinds.ts";
import { type OptionalPosition, positionParameters, requirePosition } from "../position.ts";
import { ReverseGeocoding } from "../schemas/aggregates.ts";

export const reverseGeocode = endpoint({
  path: "/geocode/reverse",
  auth: "key",
  tag: "Geocoding",
  summary: "Find the address at a point",
  description:
    "In a building, its nearest address; elsewhere the nearest address. The point is `lat` and `lng`, or else `rd_x` " +
    "and `rd_y`. No address within the radius is 404.",
  query: {
    ...positionParameters,
    radius_m: withDefault(
      number({ min: 0, max: 1000, description: "Radius in metres, at most 1000.", example: 100 }),
      100,
    ),
  },
  response: ReverseGeocoding,
  errors: ["not_found"],
  example: ({ adres }) => ({ lat: adres.latitude, lng: adres.longitude, rd_x: adres.rd_x, rd_y: adres.rd_y }),
  handler: ({ snapshot }, { radius_m, ...point }) => geocodePoint(snapshot, point, radius_m),
});

/** Returns the address at a point. Throws `not_found`, and `validation_failed` for a point that is incomplete. */
export function geocodePoint(
  snapshot: Snapshot,
  point: OptionalPosition,
  radiusM: number,
  options?: AdresOptions,
): z.output<typeof ReverseGeocoding> {
  const { rd, wgs84 } = requirePosition(point);
  const nearest = findNearestAdres(snapshot, rd, radiusM, options);
  if (nearest === undefined) {
    throw new AppError("not_found", `No address found within ${radiusM} m of ${wgs84.lat}, ${wgs84.lon}.`);
  }
  return {
    address: nearest.adres,
    distance_meters: Math.round(nearest.distanceM * 10) / 10,
    query: { latitude: wgs84.lat, longitude: wgs84.lon },
  };
}
