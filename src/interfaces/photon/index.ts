/** Photon: api, structured, reverse and status, below `/photon`. */
import { isInRdArea, type RdPoint, roundDegrees, wgs84ToRd } from "../../geo/rd.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { listNearbyAdressen } from "../../registry/read/nearby.ts";
import type { Extent } from "../../registry/read/street-parts.ts";
import { badRequest } from "../bad-request.ts";
import type { Interface, InterfaceAnswer, InterfaceRequest, QueryValues } from "../interface.ts";
import {
  findPlaces,
  type GeocodedKind,
  type GeocodedPlace,
  houseOf,
  isInBox,
  placeAround,
} from "../places.ts";
import { countOf, listValues, numberOf, requirePoint, sidesOf, textOf, toLine } from "../query-values.ts";

export const photon: Interface = {
  name: "photon",
  endpoints: [
    { path: "/photon/api", answer: answerApi },
    { path: "/photon/structured", answer: answerStructured },
    { path: "/photon/reverse", answer: answerReverse },
    { path: "/photon/status", isHealthCheck: true, answer: answerStatus },
  ],
  toError: ({ message }) => ({ contentType: "application/json", body: JSON.stringify({ message }) }),
};

const MAX_LIMIT = 50;
/** OSM tag by which Photon describes each kind of place; the kinds are the names of its layers. */
const TAGS: Readonly<Record<GeocodedKind, { readonly key: string; readonly value: string }>> = {
  house: { key: "place", value: "house" },
  street: { key: "highway", value: "residential" },
  city: { key: "place", value: "city" },
};
const KINDS = Object.keys(TAGS) as GeocodedKind[];
const PARTS = ["street", "housenumber", "postcode", "city", "district", "county", "state"] as const;

function answerApi({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const q = textOf(query, "q");
  if (q === undefined) {
    throw badRequest("missing search term 'q': /?q=berlin");
  }
  return answerLine(snapshot, query, q);
}

function answerStructured({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const parts = PARTS.flatMap((part) => textOf(query, part) ?? []);
  if (parts.length === 0) {
    throw badRequest(`at least one of the parameters ${PARTS.join(", ")} is required`);
  }
  return answerLine(snapshot, query, parts.join(" "));
}

function answerLine(s: Snapshot, query: QueryValues, text: string): InterfaceAnswer {
  const line = toLine(text);
  const limit = Math.max(1, countOf(query, "limit", { default: 15, max: MAX_LIMIT }));
  const kinds = readKinds(query);
  const box = readBox(query);
  const accepts = box && ((place: GeocodedPlace) => isInBox(place, box));
  const countries = listValues(query, "countrycode").map((code) => code.toLowerCase());
  const isElsewhere = countries.length > 0 && !countries.includes("nl");
  const near = readNear(query);
  const places =
    line === undefined || isElsewhere
      ? []
      : findPlaces(s, line, { limit, kinds, accepts, near, isTyping: true });
  return toAnswer(places);
}

/** Returns the kinds that the layers and tags of a request leave. */
function readKinds(query: QueryValues): GeocodedKind[] {
  const layers = listValues(query, "layer");
  const tags = listValues(query, "osm_tag");
  const excluded = tags.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1));
  const wanted = tags.filter((tag) => !tag.startsWith("!"));
  return KINDS.filter(
    (kind) =>
      (layers.length === 0 || layers.includes(kind)) &&
      (wanted.length === 0 || wanted.some((tag) => hasTag(kind, tag))) &&
      !excluded.some((tag) => hasTag(kind, tag)),
  );
}

/** Returns true for `place`, `place:house`, `:house` and, as an exclusion, `place:!house`. */
function hasTag(kind: GeocodedKind, tag: string): boolean {
  const { key, value } = TAGS[kind];
  const [askedKey = "", asked = ""] = tag.split(":");
  const isValue = asked.startsWith("!") ? asked.slice(1) !== value : asked === "" || asked === value;
  return (askedKey === "" || askedKey === key) && isValue;
}

const BAD_BOX = "Invalid bounding box coordinates, expected format is: minLon,minLat,maxLon,maxLat";

function readBox(query: QueryValues): Extent | undefined {
  const sides = sidesOf(query, "bbox", BAD_BOX);
  if (sides === undefined) {
    return undefined;
  }
  const [west, south, east, north] = sides;
  if (south > north || west > east) {
    throw badRequest(BAD_BOX);
  }
  return { west, south, east, north };
}

/** Returns the point near which places are preferred, in RD; `undefined` without one, or for one abroad. */
function readNear(query: QueryValues): RdPoint | undefined {
  const [lat, lon] = [numberOf(query, "lat"), numberOf(query, "lon")];
  if ((lat === undefined) !== (lon === undefined)) {
    throw badRequest(`missing parameter '${lat === undefined ? "lat" : "lon"}'`);
  }
  return lat !== undefined && isInRdArea(lat, lon!) ? wgs84ToRd(lat, lon!) : undefined;
}

/** Farthest address in kilometres; Photon's own default. */
const DEFAULT_RADIUS_KM = 1;
const MAX_RADIUS_KM = 20;

function answerReverse({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const at = requirePoint(query);
  const limit = Math.max(1, countOf(query, "limit", { default: 1, max: MAX_LIMIT }));
  const radiusKm = numberOf(query, "radius") ?? DEFAULT_RADIUS_KM;
  if (radiusKm <= 0) {
    throw badRequest("invalid search term 'radius', expected a strictly positive number.");
  }
  const [kind] = readKinds(query);
  if (at === undefined || kind === undefined) {
    return toAnswer([]);
  }
  const radiusM = Math.min(radiusKm, MAX_RADIUS_KM) * 1000;
  const near = listNearbyAdressen(snapshot, at, { radiusM, limit });
  const places = near.map(({ adres }) =>
    kind === "house" ? houseOf(snapshot, adres) : placeAround(snapshot, adres, kind),
  );
  return toAnswer([...new Map(places.map((place) => [place.id, place])).values()]);
}

function answerStatus({ snapshot }: InterfaceRequest): InterfaceAnswer {
  const body = { status: "Ok", import_date: `${snapshot.meta.referenceDate}T00:00:00Z` };
  return { contentType: "application/json", body: JSON.stringify(body) };
}

function toAnswer(places: readonly GeocodedPlace[]): InterfaceAnswer {
  const body = { type: "FeatureCollection", features: places.map(toFeature) };
  return { contentType: "application/json", body: JSON.stringify(body) };
}

function toFeature(place: GeocodedPlace) {
  const { kind, key, houseNumber, street, name, city, gemeente, postcode, extent } = place;
  const { latitude, longitude } = place.position;
  const tag = TAGS[kind];
  return {
    type: "Feature",
    properties: {
      osm_type: "N",
      osm_id: key,
      osm_key: tag.key,
      osm_value: tag.value,
      type: kind,
      ...(houseNumber === undefined ? {} : { housenumber: houseNumber }),
      ...(name === undefined ? {} : { name }),
      ...(street === undefined || kind === "street" ? {} : { street }),
      ...(kind === "city" ? {} : { city }),
      county: gemeente.naam,
      state: gemeente.provincie.naam,
      country: "Nederland",
      ...(postcode === undefined ? {} : { postcode }),
      countrycode: "NL",
      // West, north, east, south: the order of Photon.
      ...(extent === undefined
        ? {}
        : { extent: [extent.west, extent.north, extent.east, extent.south].map(roundDegrees) }),
    },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  };
}
