/** Addok, the geocoder of the French BAN: search and reverse, below `/addok`. */
import { isInRdArea, type RdPoint, wgs84ToRd } from "../../geo/rd.ts";
import { listNearbyAdressen } from "../../registry/read/nearby.ts";
import { badRequest } from "../bad-request.ts";
import type { Interface, InterfaceAnswer, InterfaceRequest, QueryValues } from "../interface.ts";
import { findPlaces, type GeocodedKind, type GeocodedPlace, houseOf, placeAround } from "../places.ts";
import { countOf, numberOf, requirePoint, textOf, toLine } from "../query-values.ts";
import { LICENCE } from "../source.ts";

export const addok: Interface = {
  name: "addok",
  endpoints: [
    { path: "/addok/search", answer: answerSearch },
    { path: "/addok/reverse", answer: answerReverse },
  ],
  toError: ({ status, message }) => ({
    contentType: "application/json",
    body: JSON.stringify({ code: status, message }),
  }),
};

const MAX_LIMIT = 50;
/** Names of addok's types; baken has nothing for `locality`. */
const TYPES: Readonly<Record<GeocodedKind, string>> = {
  house: "housenumber",
  street: "street",
  city: "municipality",
};

function answerSearch({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const q = textOf(query, "q");
  if (q === undefined) {
    throw badRequest("Missing parameter: q");
  }
  const line = toLine(q);
  const limit = readLimit(query, 5);
  const kinds = readKinds(query);
  const isTyping = textOf(query, "autocomplete") !== "0";
  const request = { limit, kinds, accepts: readTest(query), near: readNear(query), isTyping };
  const places = line === undefined ? [] : findPlaces(snapshot, line, request);
  return toAnswer({ query: q, limit }, places);
}

function readLimit(query: QueryValues, usual: number): number {
  return Math.max(1, countOf(query, "limit", { default: usual, max: MAX_LIMIT }));
}

function readKinds(query: QueryValues): GeocodedKind[] {
  const type = textOf(query, "type");
  const kinds = Object.keys(TYPES) as GeocodedKind[];
  return type === undefined ? kinds : kinds.filter((kind) => TYPES[kind] === type);
}

/** Returns the test of places by postcode and code of the gemeente; `undefined` when a request has neither. */
function readTest(query: QueryValues): ((place: GeocodedPlace) => boolean) | undefined {
  const postcode = textOf(query, "postcode")?.replace(/\s/g, "").toUpperCase();
  const code = textOf(query, "citycode");
  if (postcode === undefined && code === undefined) {
    return undefined;
  }
  return (place) =>
    (postcode === undefined || place.postcode === postcode) &&
    (code === undefined || place.gemeente.code === code);
}

function readNear(query: QueryValues): RdPoint | undefined {
  const [lat, lon] = [numberOf(query, "lat"), numberOf(query, "lon")];
  return lat !== undefined && lon !== undefined && isInRdArea(lat, lon) ? wgs84ToRd(lat, lon) : undefined;
}

/** Farthest address in metres. */
const MAX_DISTANCE_M = 1_000;

function answerReverse({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const at = requirePoint(query);
  const limit = readLimit(query, 1);
  const test = readTest(query);
  const [kind] = readKinds(query);
  const near =
    at === undefined || kind === undefined
      ? []
      : listNearbyAdressen(snapshot, at, { radiusM: MAX_DISTANCE_M, limit });
  const places = near.map(({ adres }) =>
    kind === "house" ? houseOf(snapshot, adres) : placeAround(snapshot, adres, kind!),
  );
  const distinct = [...new Map(places.map((place) => [place.id, place])).values()];
  return toAnswer({ query: "", limit }, test === undefined ? distinct : distinct.filter(test));
}

interface Asked {
  readonly query: string;
  readonly limit: number;
}

function toAnswer({ query, limit }: Asked, places: readonly GeocodedPlace[]): InterfaceAnswer {
  const body = {
    type: "FeatureCollection",
    version: "draft",
    features: places.map(toFeature),
    attribution: "Kadaster, BAG",
    licence: LICENCE,
    query,
    limit,
  };
  return { contentType: "application/json", body: JSON.stringify(body) };
}

function toFeature(place: GeocodedPlace, rank: number) {
  const { kind, id, adres, name, street, houseNumber, postcode, city, gemeente, position } = place;
  const { latitude, longitude, rd_x, rd_y } = position;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      label: adres?.full_address ?? (kind === "street" ? `${name}, ${city}` : name),
      // Falls with the rank; certainty is not measured.
      score: Math.round((1 / (1 + rank / 10)) * 1e4) / 1e4,
      id,
      type: TYPES[kind],
      name: name ?? `${street} ${houseNumber}`,
      ...(houseNumber === undefined ? {} : { housenumber: houseNumber, street }),
      ...(postcode === undefined ? {} : { postcode }),
      citycode: gemeente.code,
      city,
      context: `${gemeente.naam}, ${gemeente.provincie.naam}`,
      x: rd_x,
      y: rd_y,
      importance: kind === "city" ? 0.6 : 0.3,
    },
  };
}
