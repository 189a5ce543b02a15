/** Nominatim: search, reverse, lookup and status, below `/nominatim`. */
import { findNearestAdres } from "../../registry/read/nearby.ts";
import type { Extent } from "../../registry/read/street-parts.ts";
import { badRequest } from "../bad-request.ts";
import type {
  Interface,
  InterfaceAnswer,
  InterfaceEndpoint,
  InterfaceRequest,
  QueryValues,
} from "../interface.ts";
import {
  findPlaces,
  type GeocodedKind,
  type GeocodedPlace,
  isHomeCountry,
  isInBox,
  placeAround,
  placeOfKey,
} from "../places.ts";
import { countOf, listValues, numberOf, requirePoint, sidesOf, textOf, toLine } from "../query-values.ts";
import { ANSWER_FORMATS, type Format, formatPlace, formatPlaces } from "./format.ts";

export const nominatim: Interface = {
  name: "nominatim",
  endpoints: [
    ...bothPaths("search", answerSearch),
    ...bothPaths("reverse", answerReverse),
    ...bothPaths("lookup", answerLookup),
    ...bothPaths("status", answerStatus).map((endpoint) => ({ ...endpoint, isHealthCheck: true as const })),
  ],
  toError: ({ status, message }) => ({
    contentType: "application/json",
    body: JSON.stringify({ error: { code: status, message } }),
  }),
};

/** Declares a path also with `.php` at the end, which older programs request. */
function bothPaths(name: string, answer: InterfaceEndpoint["answer"]): InterfaceEndpoint[] {
  return [`/nominatim/${name}`, `/nominatim/${name}.php`].map((path) => ({ path, answer }));
}

const MAX_LIMIT = 40;
/** Parameters that name the parts of an address, in the order of a line. */
const PARTS = ["street", "postalcode", "city", "county", "state"] as const;

function answerSearch({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const format = readFormat(query);
  const line = readLine(query);
  const kinds = readKinds(query);
  const limit = Math.max(1, countOf(query, "limit", { default: 10, max: MAX_LIMIT }));
  const accepts = readTest(query);
  const places =
    line === undefined || !isForNetherlands(query)
      ? []
      : findPlaces(snapshot, line, { limit, kinds, accepts });
  return toAnswer(formatPlaces(places, { ...format, query: line ?? "" }));
}

/** Returns the line of `q`, or of the parts of an address; `undefined` for one that is too short. */
function readLine(query: QueryValues): string | undefined {
  const parts = PARTS.flatMap((part) => textOf(query, part) ?? []);
  const q = textOf(query, "q");
  const country = textOf(query, "country");
  if (q !== undefined && (parts.length > 0 || country !== undefined)) {
    throw badRequest(
      "Structured query parameters (amenity, street, city, county, state, postalcode, country) cannot be used together with 'q' parameter.",
    );
  }
  const line = q ?? (parts.length > 0 ? parts.join(", ") : country);
  if (line === undefined) {
    throw badRequest("Nothing to search for.");
  }
  return toLine(line);
}

function isForNetherlands(query: QueryValues): boolean {
  const codes = listValues(query, "countrycodes").map((code) => code.toLowerCase());
  const country = textOf(query, "country");
  return (codes.length === 0 || codes.includes("nl")) && (country === undefined || isHomeCountry(country));
}

function readKinds(query: QueryValues): readonly GeocodedKind[] {
  const layers = listValues(query, "layer");
  if (layers.length > 0 && !layers.includes("address")) {
    return [];
  }
  const feature = textOf(query, "featureType");
  if (feature === undefined) {
    return ["house", "street", "city"];
  }
  return feature === "city" || feature === "settlement" ? ["city"] : [];
}

/** Returns the test of places by box and excluded ids; `undefined` when a request has neither. */
function readTest(query: QueryValues): ((place: GeocodedPlace) => boolean) | undefined {
  const viewbox = readBox(query);
  const box = textOf(query, "bounded") === "1" ? viewbox : undefined;
  const excluded = new Set(listValues(query, "exclude_place_ids"));
  if (box === undefined && excluded.size === 0) {
    return undefined;
  }
  return (place) => (box === undefined || isInBox(place, box)) && !excluded.has(String(place.key));
}

/** Reads `viewbox`: any two opposite corners. */
function readBox(query: QueryValues): Extent | undefined {
  const sides = sidesOf(query, "viewbox", "Bad parameter 'viewbox'. Must have four numbers.");
  if (sides === undefined) {
    return undefined;
  }
  const [x1, y1, x2, y2] = sides;
  return { west: Math.min(x1, x2), east: Math.max(x1, x2), south: Math.min(y1, y2), north: Math.max(y1, y2) };
}

/** Radius of `/geocode/reverse` in metres. */
const MAX_DISTANCE_M = 1_000;
/** Maximum zooms that ask for a city, and for a street. */
const MAX_CITY_ZOOM = 14;
const MAX_STREET_ZOOM = 16;

function answerReverse({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const format = readFormat(query);
  const at = requirePoint(query);
  const zoom = numberOf(query, "zoom") ?? 18;
  const isAddressLayer = readKinds(query).length > 0;
  const nearest = at && isAddressLayer ? findNearestAdres(snapshot, at, MAX_DISTANCE_M)?.adres : undefined;
  if (nearest === undefined) {
    return toAnswer({ error: "Unable to geocode" });
  }
  const kind = zoom <= MAX_CITY_ZOOM ? "city" : zoom <= MAX_STREET_ZOOM ? "street" : "house";
  const withDetails = textOf(query, "addressdetails") !== "0";
  const place = placeAround(snapshot, nearest, kind);
  return toAnswer(formatPlace(place, { ...format, withDetails, query: "" }));
}

const MAX_IDS = 50;

function answerLookup({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const ids = listValues(query, "osm_ids");
  if (ids.length > MAX_IDS) {
    throw badRequest(`Parameter 'osm_ids' must not have more than ${MAX_IDS} ids.`);
  }
  const places = ids.flatMap((id) => {
    const digits = /^[NWR]?(\d{1,16})$/i.exec(id)?.[1];
    return (digits === undefined ? undefined : placeOfKey(snapshot, Number(digits))) ?? [];
  });
  return toAnswer(formatPlaces(places, { ...readFormat(query), query: "" }));
}

function answerStatus({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  if (textOf(query, "format") !== "json") {
    return { contentType: "text/plain; charset=utf-8", body: "OK" };
  }
  const { referenceDate, dataVersion } = snapshot.meta;
  const updated = `${referenceDate}T00:00:00+00:00`;
  const status = { status: 0, message: "OK", data_updated: updated, software_version: "baken" };
  return toAnswer({ ...status, database_version: dataVersion });
}

function readFormat(query: QueryValues): { readonly format: Format; readonly withDetails: boolean } {
  if (textOf(query, "json_callback") !== undefined) {
    throw badRequest("Parameter 'json_callback' is not supported.");
  }
  const asked = textOf(query, "format") ?? "jsonv2";
  const format = ANSWER_FORMATS.find((each) => each === asked);
  if (format === undefined) {
    throw badRequest(`Parameter 'format' must be one of: ${ANSWER_FORMATS.join(", ")}`);
  }
  return { format, withDetails: textOf(query, "addressdetails") === "1" };
}

function toAnswer(body: unknown): InterfaceAnswer {
  return { contentType: "application/json", body: JSON.stringify(body) };
}
