/** Places in the four JSON formats of Nominatim. */
import { roundDegrees } from "../../geo/rd.ts";
import type { Extent } from "../../registry/read/street-parts.ts";
import type { GeocodedKind, GeocodedPlace } from "../places.ts";
import { LICENCE } from "../source.ts";

export const ANSWER_FORMATS = ["json", "jsonv2", "geojson", "geocodejson"] as const;
export type Format = (typeof ANSWER_FORMATS)[number];

interface FormatOptions {
  readonly format: Format;
  /** Adds the parts of the address. */
  readonly withDetails: boolean;
  /** Line that was asked, which `geocodejson` repeats. */
  readonly query: string;
}

/** Nominatim's class, type, rank and importance of each kind of place. */
const KINDS: Readonly<
  Record<
    GeocodedKind,
    {
      readonly class: string;
      readonly type: string;
      readonly rank: number;
      readonly importance: number;
      readonly addressType: string;
    }
  >
> = {
  house: { class: "place", type: "house", rank: 30, importance: 0.0001, addressType: "place" },
  street: { class: "highway", type: "residential", rank: 26, importance: 0.1, addressType: "road" },
  city: { class: "place", type: "city", rank: 16, importance: 0.4, addressType: "city" },
};

/** Formats a list of places. */
export function formatPlaces(places: readonly GeocodedPlace[], options: FormatOptions): unknown {
  switch (options.format) {
    case "geojson":
      return {
        type: "FeatureCollection",
        licence: LICENCE,
        features: places.map((place) => toFeature(place, options.withDetails)),
      };
    case "geocodejson":
      return {
        type: "FeatureCollection",
        geocoding: { version: "0.1.0", attribution: LICENCE, licence: LICENCE, query: options.query },
        features: places.map(toGeocodeFeature),
      };
    default:
      return places.map((place) => toRow(place, options));
  }
}

/** Formats one place: an object in JSON, a list of one in the formats of features. */
export function formatPlace(place: GeocodedPlace, options: FormatOptions): unknown {
  const isList = options.format === "geojson" || options.format === "geocodejson";
  return isList ? formatPlaces([place], options) : toRow(place, options);
}

function toRow(place: GeocodedPlace, { format, withDetails }: FormatOptions) {
  const { latitude, longitude } = place.position;
  const { class: category } = KINDS[place.kind];
  return {
    place_id: place.key,
    licence: LICENCE,
    osm_type: "node",
    osm_id: place.key,
    lat: String(latitude),
    lon: String(longitude),
    ...(format === "json" ? { class: category } : { category }),
    ...toFacts(place),
    ...(withDetails ? { address: toAddress(place) } : {}),
    boundingbox: toBoundingBox(place),
  };
}

/** Returns the fields that all JSON formats share. */
function toFacts(place: GeocodedPlace) {
  const { type, rank, importance, addressType } = KINDS[place.kind];
  return {
    type,
    place_rank: rank,
    importance,
    addresstype: addressType,
    name: place.name ?? "",
    display_name: toDisplayName(place),
  };
}

function toDisplayName({ houseNumber, street, city, gemeente, postcode }: GeocodedPlace): string {
  const municipality = gemeente.naam === city ? undefined : gemeente.naam;
  return [houseNumber, street, city, municipality, gemeente.provincie.naam, postcode, "Nederland"]
    .filter((part) => part !== undefined)
    .join(", ");
}

function toAddress({ houseNumber, street, city, gemeente, postcode }: GeocodedPlace) {
  return {
    ...(houseNumber === undefined ? {} : { house_number: houseNumber }),
    ...(street === undefined ? {} : { road: street }),
    city,
    ...(gemeente.naam === city ? {} : { municipality: gemeente.naam }),
    state: gemeente.provincie.naam,
    "ISO3166-2-lvl4": `NL-${gemeente.provincie.code}`,
    ...(postcode === undefined ? {} : { postcode }),
    country: "Nederland",
    country_code: "nl",
  };
}

/** Half the side of the box around an address, in degrees. */
const MARGIN = 0.00005;

function extentOf({ position: { latitude, longitude }, extent }: GeocodedPlace): Extent {
  return (
    extent ?? {
      south: latitude - MARGIN,
      north: latitude + MARGIN,
      west: longitude - MARGIN,
      east: longitude + MARGIN,
    }
  );
}

/** Returns south, north, west and east as texts. */
function toBoundingBox(place: GeocodedPlace): string[] {
  const { south, north, west, east } = extentOf(place);
  return [south, north, west, east].map((side) => String(roundDegrees(side)));
}

function toGeometry({ position: { latitude, longitude } }: GeocodedPlace) {
  return { type: "Point", coordinates: [longitude, latitude] };
}

function toFeature(place: GeocodedPlace, withDetails: boolean) {
  const { south, north, west, east } = extentOf(place);
  const { class: category } = KINDS[place.kind];
  return {
    type: "Feature",
    properties: {
      place_id: place.key,
      osm_type: "node",
      osm_id: place.key,
      category,
      ...toFacts(place),
      ...(withDetails ? { address: toAddress(place) } : {}),
    },
    bbox: [west, south, east, north].map(roundDegrees),
    geometry: toGeometry(place),
  };
}

function toGeocodeFeature(place: GeocodedPlace) {
  const { kind, key, houseNumber, street, postcode, city, gemeente, name } = place;
  const { class: category, type } = KINDS[kind];
  return {
    type: "Feature",
    properties: {
      geocoding: {
        place_id: key,
        osm_type: "node",
        osm_id: key,
        osm_key: category,
        osm_value: type,
        type: kind,
        label: toDisplayName(place),
        ...(name === undefined ? {} : { name }),
        ...(houseNumber === undefined ? {} : { housenumber: houseNumber }),
        ...(street === undefined ? {} : { street }),
        ...(postcode === undefined ? {} : { postcode }),
        city,
        county: gemeente.naam,
        state: gemeente.provincie.naam,
        country: "Nederland",
      },
    },
    geometry: toGeometry(place),
  };
}
