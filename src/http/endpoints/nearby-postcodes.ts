import { type Fault, faultOf } from "../../base/fault-rules.ts";
import { wgs84ToRd } from "../../geo/rd.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { lookupAdres } from "../../registry/read/adressen.ts";
import { listNearbyPostcodes } from "../../registry/read/postcodes-nearby.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { type HouseNumberParts, houseNumber } from "../parameters/house-number.ts";
import { number, oneOfIntegers, optional, postcode, type Values, withDefault } from "../parameters/kinds.ts";
import { faultOfPair, findWgs84Position, wgs84Parameters } from "../position.ts";
import { NearbyPostcodes } from "../schemas/aggregates.ts";
import { requireAddress, toAdresKey } from "./addresses.ts";

const startParameters = {
  postcode: optional(
    postcode({ description: "Postcode of the start address; goes with `number`.", example: "1382KT" }),
  ),
  number: optional(houseNumber({ description: "House number of the start address." })),
};
type Start = Values<typeof startParameters & typeof wgs84Parameters> & HouseNumberParts;

export const nearbyPostcodes = endpoint({
  path: "/postcodes/nearby",
  auth: "key",
  tag: "Postcodes",
  summary: "List the postcodes around an address or a point",
  description:
    "Nearest first, by the straight line to the middle of a postcode's addresses. Starts from `lat` and `lng` " +
    "when both are given, else from the first address with that postcode and number. The postcode or area of " +
    "that address is always listed and counted, even if its middle is outside the radius. A point has no " +
    "postcode of its own.",
  query: {
    ...startParameters,
    radius_km: withDefault(
      number({ min: 0.1, max: 20, description: "Radius in kilometres, 0.1 to 20.", example: 5 }),
      5,
    ),
    precision: withDefault(
      oneOfIntegers([4, 6], { description: "4 lists postcode areas, 6 whole postcodes.", example: 4 }),
      4,
    ),
    ...wgs84Parameters,
  },
  response: NearbyPostcodes,
  errors: ["not_found"],
  example: ({ adres }) => ({ postcode: adres.postcode, number: adres.huisnummer, radius_km: 0.5 }),
  handler({ snapshot }, { radius_km, precision, ...start }) {
    const origin = originOf(snapshot, start);
    const at = wgs84ToRd(origin.latitude, origin.longitude);
    const ownPostcode = origin.postcode ?? undefined;
    const nearby = listNearbyPostcodes(snapshot, at, { radiusM: radius_km * 1000, precision, ownPostcode });
    return { origin, radius_km, precision, ...nearby };
  },
});

const NO_ADDRESS = {
  postcode: null,
  huisnummer: null,
  straatnaam: null,
  woonplaats_naam: null,
  full_address: null,
};

function originOf(snapshot: Snapshot, start: Start) {
  const position = findWgs84Position(start);
  if (position !== undefined) {
    return { ...NO_ADDRESS, latitude: position.wgs84.lat, longitude: position.wgs84.lon };
  }
  const { postcode, huisnummer, straatnaam, woonplaats_naam, full_address, latitude, longitude } =
    requireStartAddress(snapshot, start);
  return { postcode, huisnummer, straatnaam, woonplaats_naam, full_address, latitude, longitude };
}

/** Returns the address with the given letter and addition; without those, the first address of the number. */
function requireStartAddress(snapshot: Snapshot, start: Start): AdresRecord {
  const { postcode, number, letter, addition } = start;
  if (postcode === undefined || number === undefined) {
    throw validationFailed(faultsOf(start));
  }
  const key = toAdresKey({ postcode, number, letter, addition });
  if (letter !== undefined || addition !== undefined) {
    return requireAddress(snapshot, key);
  }
  const found = lookupAdres(snapshot, key);
  const adres = "adres" in found ? found.adres : found.candidates[0];
  return adres ?? requireAddress(snapshot, key);
}

function faultsOf({ postcode, number, ...point }: Start): Record<string, Fault[]> {
  const faults = faultOfPair(point, "lat", "lng");
  const missing = [faultOf("required_without_both", { first: "lat", second: "lng" })];
  if (postcode === undefined) {
    faults.postcode = missing;
  }
  if (number === undefined) {
    faults.number = missing;
  }
  return faults;
}
