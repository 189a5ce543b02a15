/**
 * Places as world-wide geocoders know them: houses, streets and cities. Nominatim, Photon and addok find and describe
 * the same ones, each in its own form.
 */
import type { RdPoint } from "../geo/rd.ts";
import type { Gemeente } from "../registry/file/areas.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { findAdres } from "../registry/read/adressen.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import {
  type Extent,
  listStreetParts,
  type MeanPosition,
  namesOfStreet,
  positionOfStreet,
  type StreetPart,
  streetOfAdres,
} from "../registry/read/street-parts.ts";
import { formatHouseNumber } from "../registry/schema/full-address.ts";
import { parseIdentificatie } from "../registry/schema/identificatie.ts";
import { formatIdentificatie } from "../registry/schema/object-types.ts";
import { findByLine, type LineFindings } from "../search/find-by-line.ts";
import { centreOfWoonplaats, extentOfWoonplaats } from "./area-positions.ts";

export type GeocodedKind = "house" | "street" | "city";

/** A place with the fields that all of these geocoders have. */
export interface GeocodedPlace {
  readonly kind: GeocodedKind;
  /** Identificatie of the nummeraanduiding, openbare ruimte or woonplaats, and the same as a number below 2^53. */
  readonly id: string;
  readonly key: number;
  /** Name of a street or city; a house has none. */
  readonly name?: string;
  /** Number, letter and addition, as in `full_address`. */
  readonly houseNumber?: string;
  readonly street?: string;
  readonly postcode?: string;
  /** Woonplaats. */
  readonly city: string;
  readonly gemeente: Gemeente;
  readonly position: MeanPosition;
  /** Of a street or city. */
  readonly extent?: Extent | undefined;
  /** The record of a house. */
  readonly adres?: AdresRecord;
}

export interface PlaceRequest {
  readonly limit: number;
  /** Kinds to find; all when absent. */
  readonly kinds?: readonly GeocodedKind[];
  /** Returns false for places to leave out. Called for the first {@link MAX_TESTED} places only. */
  readonly accepts?: ((place: GeocodedPlace) => boolean) | undefined;
  /** Point in RD: the places nearest to it come first, unless one address is certain. */
  readonly near?: RdPoint | undefined;
  /** True when the last word of the line may be incomplete. */
  readonly isTyping?: boolean;
}

/** Maximum places that are tested or sorted by distance, when a request asks for either. */
const MAX_TESTED = 100;

/** Finds the places that a line means: cities, streets, houses, the best of each first; with a number houses alone. */
export function findPlaces(s: Snapshot, line: string, request: PlaceRequest): GeocodedPlace[] {
  const { limit, kinds = ["house", "street", "city"], accepts, near, isTyping = false } = request;
  const found = findLine(s, withoutCountry(line), isTyping);
  const count = accepts === undefined && near === undefined ? limit : MAX_TESTED;
  const places: GeocodedPlace[] = [];
  const add = <T>(
    kind: GeocodedKind,
    list: () => readonly T[],
    toPlace: (item: T) => GeocodedPlace | undefined,
  ) => {
    for (const item of kinds.includes(kind) && places.length < count ? list() : []) {
      const place = toPlace(item);
      if (place !== undefined && places.length < count) {
        places.push(place);
      }
    }
  };
  add(
    "city",
    () => found.places,
    (id) => cityOf(s, id),
  );
  const listsStreets = !found.hasNumber || !kinds.includes("house");
  add(
    "street",
    () => (listsStreets ? found.streets.list(0, count) : []),
    (street) => streetOf(s, street),
  );
  add(
    "house",
    () => found.addresses.list(0, count - places.length),
    (adres) => houseOf(s, adres),
  );
  const accepted = accepts === undefined ? places : places.filter(accepts);
  return (near === undefined || found.isCertain() ? accepted : sortByDistance(accepted, near)).slice(
    0,
    limit,
  );
}

/** Finds by the whole line. While typing, a line without a certain address is also searched as the start of a line. */
function findLine(s: Snapshot, line: string, isTyping: boolean): LineFindings {
  const found = findByLine(s, line);
  if (!isTyping || found.isCertain()) {
    return found;
  }
  const begun = findByLine(s, line, { isTyping });
  return begun.addresses.count > 0 || begun.places.length > 0 ? begun : found;
}

/** Names of the country. At the end of a line they say nothing, and the search would look for a street of that name. */
const COUNTRY = "(?:nederland|(?:the )?netherlands|pays-bas|niederlande|holland|nl)";
const COUNTRY_AT_END = new RegExp(`[\\s,]+${COUNTRY}\\s*$`, "i");
const COUNTRY_ALONE = new RegExp(`^${COUNTRY}$`, "i");

function withoutCountry(line: string): string {
  return line.replace(COUNTRY_AT_END, "");
}

/** Returns true for a name or code of the Netherlands. */
export function isHomeCountry(text: string): boolean {
  return COUNTRY_ALONE.test(text);
}

function sortByDistance(places: readonly GeocodedPlace[], { x, y }: RdPoint): GeocodedPlace[] {
  return places
    .map((place) => ({ place, distance: Math.hypot(place.position.rd_x - x, place.position.rd_y - y) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ place }) => place);
}

export function houseOf({ areas }: Snapshot, adres: AdresRecord): GeocodedPlace {
  const { huisnummer, huisletter, huisnummertoevoeging, postcode } = adres;
  return {
    kind: "house",
    id: adres.nummeraanduiding_id,
    key: Number(adres.nummeraanduiding_id),
    houseNumber: formatHouseNumber(huisnummer, huisletter, huisnummertoevoeging),
    street: adres.straatnaam,
    ...(postcode === null ? {} : { postcode }),
    city: adres.woonplaats_naam,
    gemeente: areas.gemeenten.get(Number(adres.gemeente_code))!,
    position: adres,
    adres,
  };
}

/** Returns a street as a place; `undefined` for a street without addresses, because its position is unknown. */
function streetOf(s: Snapshot, street: StreetPart): GeocodedPlace | undefined {
  const found = positionOfStreet(s, street);
  const { naam, gemeente } = s.areas.woonplaatsen.get(street.woonplaatsId)!;
  const name = namesOfStreet(s, street).naam;
  const { openbareRuimteId: key } = street;
  return (
    found && {
      kind: "street",
      id: formatIdentificatie(key),
      key,
      name,
      street: name,
      city: naam,
      gemeente,
      ...found,
    }
  );
}

/** Returns a woonplaats as a place; `undefined` for one that has no position, or does not exist. */
function cityOf(s: Snapshot, key: number): GeocodedPlace | undefined {
  const woonplaats = s.areas.woonplaatsen.get(key);
  const position = woonplaats && centreOfWoonplaats(s, woonplaats);
  if (position === undefined) {
    return undefined;
  }
  const { naam, identificatie, gemeente } = woonplaats!;
  const extent = extentOfWoonplaats(s, woonplaats!);
  return { kind: "city", id: identificatie, key, name: naam, city: naam, gemeente, position, extent };
}

/** Returns the place of a key that `Place.key` named. */
export function placeOfKey(s: Snapshot, key: number): GeocodedPlace | undefined {
  const adres = findAdres(s, formatIdentificatie(key));
  if (adres !== undefined) {
    return houseOf(s, adres);
  }
  const street = parseIdentificatie("OPR", formatIdentificatie(key));
  const [part] = street === undefined ? [] : listStreetParts(s, street);
  return part === undefined ? cityOf(s, key) : streetOf(s, part);
}

/** Returns the place of a kind that an address lies in; the address itself when there is none. */
export function placeAround(s: Snapshot, adres: AdresRecord, kind: GeocodedKind): GeocodedPlace {
  const house = houseOf(s, adres);
  if (kind === "house") {
    return house;
  }
  const part = streetOfAdres(s, house.key);
  return (kind === "street" ? streetOf(s, part) : cityOf(s, part.woonplaatsId)) ?? house;
}

/** Box in degrees, its edges included. */
export function isInBox({ position }: GeocodedPlace, { south, west, north, east }: Extent): boolean {
  const { latitude, longitude } = position;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
