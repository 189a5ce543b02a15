import { z } from "zod";
import { listAdressenInBox } from "../../registry/read/adressen-in-box.ts";
import { listNearbyAdressen } from "../../registry/read/nearby.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { integer, number, withDefault } from "../parameters/kinds.ts";
import { stageParameter } from "../parameters/stage.ts";
import { boxAround, boxParameters, positionParameters, requireBox, requirePosition } from "../position.ts";
import { Address, NearbyAddress } from "../schemas/records.ts";

export const nearbyAddresses = endpoint({
  path: "/addresses/nearby",
  auth: "key",
  tag: "Addresses",
  summary: "List the addresses around a point",
  description:
    "Nearest first, in a straight line. The point is `lat` and `lng`, or else `rd_x` and `rd_y`; the list is " +
    "empty where there are no addresses, such as at sea.",
  query: {
    ...positionParameters,
    radius_km: withDefault(
      number({ min: 0, max: 20, description: "Radius in kilometres, at most 20.", example: 1 }),
      1,
    ),
    limit: withDefault(
      integer({ min: 1, max: 100, description: "Addresses to list, 1 to 100.", example: 25 }),
      25,
    ),
    "filter[stage]": stageParameter,
  },
  include: ["geometry", "stage", "areas", ...DETAILS],
  response: z.array(NearbyAddress),
  errors: ["history_not_kept"],
  example: ({ adres }) => ({
    lat: adres.latitude,
    lng: adres.longitude,
    rd_x: adres.rd_x,
    rd_y: adres.rd_y,
    "filter[stage]": "standing",
    limit: 2,
  }),
  handler({ snapshot }, { radius_km, limit, include, "filter[stage]": ofStage, ...point }) {
    const { rd } = requirePosition(point);
    const request = { radiusM: radius_km * 1000, limit, ...include, ofStage };
    const nearby = listNearbyAdressen(snapshot, rd, request);
    const add = detailed(snapshot, include);
    return nearby.map(({ adres, distanceM }) => ({
      ...add(adres),
      distance_km: Math.round(distanceM) / 1000,
    }));
  },
});

export const addressesInBox = endpoint({
  path: "/addresses/within-bbox",
  auth: "key",
  tag: "Addresses",
  summary: "List the addresses in a box",
  description:
    "Edges included. In no particular order, but in the same order for the same data; a box with more addresses " +
    "than `limit` is truncated.",
  query: {
    ...boxParameters,
    limit: withDefault(
      integer({ min: 1, max: 1000, description: "Addresses to list, 1 to 1000.", example: 100 }),
      100,
    ),
    "filter[stage]": stageParameter,
  },
  include: ["geometry", "stage", "areas", ...DETAILS],
  response: z.array(Address),
  errors: ["history_not_kept"],
  example: ({ adres }) => ({ ...boxAround(adres), "filter[stage]": "standing", limit: 2 }),
  handler({ snapshot }, { limit, include, "filter[stage]": ofStage, ...box }) {
    const request = { limit, ...include, ofStage };
    return listAdressenInBox(snapshot, requireBox(box), request).map(detailed(snapshot, include));
  },
});
