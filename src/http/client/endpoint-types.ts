/**
 * Records, parameters and answers of the interface. Generated from the OpenAPI document by npm run client; do not edit.
 */

/** Purpose of use (gebruiksdoel). */
export type Purpose =
  | "woonfunctie"
  | "bijeenkomstfunctie"
  | "celfunctie"
  | "gezondheidszorgfunctie"
  | "industriefunctie"
  | "kantoorfunctie"
  | "logiesfunctie"
  | "onderwijsfunctie"
  | "sportfunctie"
  | "winkelfunctie"
  | "overige gebruiksfunctie";

/** Stage of an object's life, by its status. */
export type Stage = "planned" | "standing" | "ended";

/** Kind of object that has addresses. */
export type AddressableType = "verblijfsobject" | "ligplaats" | "standplaats";

/** Kind of openbare ruimte. */
export type StreetType =
  | "Weg"
  | "Water"
  | "Spoorbaan"
  | "Terrein"
  | "Kunstwerk"
  | "Landschappelijk gebied"
  | "Administratief gebied";

/** Kind of object of the BAG. */
export type ObjectType =
  | "woonplaats"
  | "openbare_ruimte"
  | "nummeraanduiding"
  | "verblijfsobject"
  | "ligplaats"
  | "standplaats"
  | "pand";

/** Days on which a record is valid. */
export interface Validity {
  /** First day from which the record is as here; null when no first day is known. Only with `valid_on`. */
  valid_from?: string | null;
  /** First day on which it is another, or none; null while no end is known. Only with `valid_on`. */
  valid_until?: string | null;
  /** True when `valid_on` lies after the reference date: the record is announced. Only then. */
  announced?: boolean;
  /** True when an update left out the delivery of that day: what it changed is unknown. Only then. */
  gap?: boolean;
}

/** Objects that a record comes from. */
export interface Sourced {
  /**
   * The objects that the record comes from, each in its voorkomen of the day, with document and times of
   * registration. Only with `include=source`.
   */
  sources?: ObjectSource[];
  /** Kenmerken of these objects under investigation on the day. Only with `include=in_onderzoek`. */
  in_onderzoek?: KenmerkInOnderzoek[];
}

/** Position in WGS84 and RD. */
export interface Position {
  /** WGS84 degrees north, 8 decimals. */
  latitude: number;
  /** WGS84 degrees east, 8 decimals. */
  longitude: number;
  /** RD metres (EPSG:28992), 3 decimals. */
  rd_x: number;
  /** RD metres (EPSG:28992), 3 decimals. */
  rd_y: number;
}

/** Days of a period. */
export interface Bounds {
  /** First day; null when it is not known. */
  valid_from: string | null;
  /** Day after the last; null while no end is known. */
  valid_until: string | null;
  /** Only when it begins after the reference date. */
  announced?: true;
}

/** A voorkomen of an object. */
export interface Voorkomen {
  /** Number of this version of the object. */
  voorkomen_identificatie: number;
  /** First day on which this version of the object is valid. */
  begin_geldigheid: string;
  /** First day on which it is no longer valid; null while no end is known. */
  eind_geldigheid: string | null;
  /** Only when it begins after the reference date. */
  announced?: true;
  /** Names of the fields that differ from the previous period; empty for the first. */
  changed: string[];
  /** Number of the source document. Only with `include=source`. */
  documentnummer?: string | null;
  /** Day of the source document. Only with `include=source`. */
  documentdatum?: string | null;
  /** When the gemeente registered it, local time. Only with `include=source`. */
  tijdstip_registratie?: string | null;
  /** When the gemeente registered what follows, local time. Only with `include=source`. */
  eind_registratie?: string | null;
  /** When Kadaster registered it, local time. Only with `include=source`. */
  tijdstip_registratie_lv?: string | null;
  /** When Kadaster registered what follows, local time. Only with `include=source`. */
  eind_registratie_lv?: string | null;
}

/** A part of a list of changes between two versions. */
export interface ChangesBetween {
  /** Version after which the listed changes happened. */
  since: string;
  /** Version after the listed changes: the value of `since` next time. */
  version: string;
  /** Reference date of that version. */
  reference_date: string;
  /** Value of `cursor` for the next part; null at the end. */
  next_cursor: string | null;
}

/** Columns of exports of addresses. */
export interface ExportedAddress {
  /** Id of the address: 16 digits */
  nummeraanduiding_id: string | null;
  /** Kind of object: verblijfsobject, ligplaats or standplaats */
  type: string | null;
  /** House number */
  huisnummer: number | null;
  /** House letter */
  huisletter: string | null;
  /** Addition to the house number */
  huisnummertoevoeging: string | null;
  /** Postcode, such as 1382KT */
  postcode: string | null;
  /** Name of the street */
  straatnaam: string | null;
  /** Short name of the street, where the registry has one */
  verkorte_straatnaam: string | null;
  /** Name of the woonplaats */
  woonplaats_naam: string | null;
  /** Identificatie of the woonplaats, 4 digits */
  woonplaats_id: string | null;
  /** Name of the gemeente */
  gemeente_naam: string | null;
  /** Code of the gemeente, 4 digits */
  gemeente_code: string | null;
  /** Name of the provincie */
  provincie_naam: string | null;
  /** Purposes of use; none for a ligplaats or standplaats */
  gebruiksdoel: string[] | null;
  /** Floor area in m² */
  oppervlakte: number | null;
  /** Status of the nummeraanduiding */
  status: string | null;
  /** Identificatie of the building, 16 digits */
  pand_id: string | null;
  /** Identificatie of the object, 16 digits */
  adresseerbaar_object_id: string | null;
  /** Year of construction of the pand */
  bouwjaar: number | null;
  /** Latitude, degrees (WGS84) */
  latitude: number | null;
  /** Longitude, degrees (WGS84) */
  longitude: number | null;
  /** x in metres (RD, EPSG:28992) */
  rd_x: number | null;
  /** y in metres (RD, EPSG:28992) */
  rd_y: number | null;
  /** The address in one line */
  full_address: string | null;
  /** Status of the object, such as Verblijfsobject in gebruik */
  object_status: string | null;
  /** Stage of the object: planned or standing */
  stage: string | null;
}

/** Columns of the place of an object. */
export interface ExportedPlace {
  /** Identificatie of the woonplaats, 4 digits */
  woonplaats_id: string | null;
  /** Name of the woonplaats */
  woonplaats_naam: string | null;
  /** Code of the gemeente, 4 digits */
  gemeente_code: string | null;
  /** Name of the gemeente */
  gemeente_naam: string | null;
  /** Name of the provincie */
  provincie_naam: string | null;
}

/** Columns of exports of voorkomens. */
export interface ExportedVoorkomen {
  /** Number of the voorkomen, from 1 */
  voorkomen_identificatie: number | null;
  /** Day from which it is valid, YYYY-MM-DD */
  begin_geldigheid: string | null;
  /** Day on which it ends; empty when no end is known */
  eind_geldigheid: string | null;
  /** Number of its document */
  documentnummer: string | null;
  /** Date of the document */
  documentdatum: string | null;
  /** True when it was observed, without a regular document */
  geconstateerd: boolean | null;
  /** When the gemeente registered it, local time */
  tijdstip_registratie: string | null;
  /** When the gemeente registered its end, local time */
  eind_registratie: string | null;
  /** When the national registry took it over, local time */
  tijdstip_registratie_lv: string | null;
  /** When the national registry took over its end, local time */
  eind_registratie_lv: string | null;
}

/** Body of every error (RFC 9457). */
export interface Problem {
  /** URL of a page that explains the code; the same in every response of a server. */
  type: string;
  /** Name of the HTTP status. */
  title: string;
  /** HTTP status. */
  status: number;
  /** Fault of this request, for people. */
  detail: string;
  /** Equal to `detail`. */
  message: string;
  /** Stable code, for programs. */
  code: string;
  /** Sentences by parameter; only with 422. */
  errors?: Record<string, string[]>;
  /** For programs: the rule that each sentence of `errors` reports, with the values in it, such as `max`. */
  faults?: Record<
    string,
    {
      rule:
        | "required_with"
        | "required_without"
        | "missing_with"
        | "required_without_both"
        | "required"
        | "unknown"
        | "once"
        | "string"
        | "integer_beside_parts"
        | "integer"
        | "boolean"
        | "number"
        | "date"
        | "uuid"
        | "format"
        | "format_like"
        | "other_days"
        | "each_digits"
        | "digits_between"
        | "digits"
        | "min_length"
        | "min"
        | "max_length"
        | "max_at_zoom"
        | "max_with"
        | "max"
        | "max_items"
        | "after"
        | "max_days"
        | "not_below"
        | "tile_row"
        | "csv_only"
        | "not_for_kind"
        | "no_day"
        | "today_only_with"
        | "not_json"
        | "too_deep"
        | "area"
        | "area_at"
        | "choice"
        | "choice_of"
        | "choice_unlike";
    }[]
  >;
  /** Equals the header `X-Request-Id`. */
  request_id: string;
  /**
   * For programs, only with 404. Of geocoding a line, or a former key: why no address is certain. With
   * `valid_on`: why there is no record on that day, and the days of the nearest one.
   */
  reason?: {
    /** Kind of the reason. */
    why:
      | "po box"
      | "nothing"
      | "no such number"
      | "no such designation"
      | "range"
      | "no number"
      | "other place"
      | "words not understood"
      | "other postcode"
      | "other parameter"
      | "several streets"
      | "several at the number"
      | "not complete"
      | "not exact"
      | "former"
      | "not_yet"
      | "ended"
      | "corrected"
      | "no_object"
      | "no_street"
      | "no_woonplaats";
    /** The house number that the reason is about. */
    number?: number;
    /** The letter or addition that the reason is about. */
    designation?: string;
    /** The words that it is about. */
    words?: string;
    /** The parameter that the reason is about. */
    parameter?: string;
    /** The address. */
    address?: string;
    /** First day of the nearest record; null when there is none. */
    valid_from?: string | null;
    /** Day after its last; null while no end is known. */
    valid_until?: string | null;
  };
  /** Only with the 404 of a lookup: the addresses that do exist at that postcode and number, at most 100. */
  candidates?: Address[];
  /** Number of all candidates, also beyond those listed. */
  candidates_total?: number;
  /** Only with `valid_on` of a day whose delivery an update left out: the answer may be incomplete. */
  gap?: true;
  /**
   * Only with the 404 of a lookup or of geocoding: the former addresses that were asked for, the last
   * first, at most 10.
   */
  former?: FormerAddress[];
}

/** A nummeraanduiding with the data of its object in the BAG. */
export interface Address extends Validity, Sourced, Position {
  /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
  nummeraanduiding_id: string;
  /** Kind of object that has the address. */
  type: AddressableType;
  /** House number. */
  huisnummer: number;
  /** House letter. */
  huisletter: string | null;
  /** Addition to the house number. */
  huisnummertoevoeging: string | null;
  /** Four digits and two letters; null when there is none. */
  postcode: string | null;
  /** Official name of the street. */
  straatnaam: string;
  /** Official short name of the street; null when there is none. */
  verkorte_straatnaam: string | null;
  /** Name of the woonplaats. */
  woonplaats_naam: string;
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the provincie. */
  provincie_naam: string;
  /** Purposes of use; empty for a ligplaats or standplaats. */
  gebruiksdoel: Purpose[];
  /** Floor area in m²; null when it is unknown. */
  oppervlakte: number | null;
  /** Status of the nummeraanduiding. */
  status: string;
  /** Identificatie of the building, 16 digits; null when there is none. */
  pand_id: string | null;
  /** Identificatie of the verblijfsobject, ligplaats or standplaats, 16 digits. */
  adresseerbaar_object_id: string;
  /** Year of construction of the building; null when it is unknown. */
  bouwjaar: number | null;
  /** The address in one line. */
  full_address: string;
  /** Status of the object. Only with `include=stage`. */
  object_status?: string;
  /** Stage of the object's life, by its status. Only with `include=stage`. */
  stage?: Stage;
  /** Code of the CBS buurt, such as BU04570001; null when there is none. Only with `include=areas`. */
  buurt_code?: string | null;
  /** Name of the CBS buurt. Only with `include=areas`. */
  buurt_naam?: string | null;
  /** Code of the CBS wijk, such as WK045700. Only with `include=areas`. */
  wijk_code?: string | null;
  /** Name of the CBS wijk. Only with `include=areas`. */
  wijk_naam?: string | null;
  /** Name of the veiligheidsregio. Only with `include=areas`. */
  veiligheidsregio?: string | null;
  geometry?: Geometry;
}

/** A voorkomen of an object, with its document and times of registration. */
export interface ObjectSource {
  /** Type of the object. */
  object_type: ObjectType;
  /** Identificatie of the object, 16 digits; 4 of a woonplaats. */
  identificatie: string;
  /** Number of this version of the object. */
  voorkomen_identificatie: number;
  /** Number of the source document. */
  documentnummer: string | null;
  /** Day of the source document. */
  documentdatum: string | null;
  /** True when the object was observed, not permitted. */
  geconstateerd: boolean;
  /** When the gemeente registered it, local time. */
  tijdstip_registratie: string | null;
  /** When the gemeente registered what follows, local time. */
  eind_registratie: string | null;
  /** When Kadaster registered it, local time. */
  tijdstip_registratie_lv: string | null;
  /** When Kadaster registered what follows, local time. */
  eind_registratie_lv: string | null;
}

/** A kenmerk of an object that is under investigation. */
export interface KenmerkInOnderzoek {
  /** Type of the object. */
  object_type: ObjectType;
  /** Identificatie of the object, 16 digits; 4 of a woonplaats. */
  identificatie: string;
  /** Name of the kenmerk under investigation, as the BAG writes it. */
  kenmerk: string;
  /** First day of the investigation. */
  begin_geldigheid: string;
  /** First day after it; null while no end is known. */
  eind_geldigheid: string | null;
  /** Number of the source document. */
  documentnummer: string | null;
  /** Day of the source document. */
  documentdatum: string | null;
  /** When the gemeente registered it, local time. */
  tijdstip_registratie: string;
}

/** GeoJSON geometry (RFC 7946); positions are [longitude, latitude]. */
export type Geometry =
  | {
      /** Kind of geometry. */
      type: "Point";
      /** Positions of longitude and latitude, nested as the type requires. */
      coordinates: number[];
    }
  | {
      /** Kind of geometry. */
      type: "Polygon";
      /** Positions of longitude and latitude, nested as the type requires. */
      coordinates: number[][][];
    }
  | {
      /** Kind of geometry. */
      type: "MultiPolygon";
      /** Positions of longitude and latitude, nested as the type requires. */
      coordinates: number[][][][];
    };

/** A former address: a nummeraanduiding that once had a key, and what is there today. */
export interface FormerAddress {
  /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
  nummeraanduiding_id: string;
  address: Address;
  /** First day; null when it is not known. */
  valid_from: string | null;
  /** Day after the last; null while no end is known. */
  valid_until: string | null;
  /** The address of the same identifier today; null when it no longer exists. */
  today: Address | null;
  /** Addresses that may have replaced it, when it no longer exists. */
  successors: Successor[];
}

/** A current address that may have replaced a former one. */
export interface Successor {
  /** `same_key`: it has its street and number; `same_document`: its document, in the same building. */
  relation: "same_key" | "same_document";
  address: Address;
}

export interface PageMeta {
  /** Number of this page. */
  current_page: number;
  /** Number of the last page, at least 1. */
  last_page: number;
  /** Maximum number of rows on a page. */
  per_page: number;
  /** Number of all rows, also beyond this page. */
  total: number;
  /** Only in responses of the search with `explain=1`. */
  explain?: Record<string, unknown>;
  /**
   * Only in the first page of the search: former addresses that the line names, at most 10, when no
   * current address matches it.
   */
  former?: FormerAddress[];
  /** Only with `valid_on` of a day whose delivery an update left out: the answer may be incomplete. */
  gap?: true;
}

/** Absolute URLs; null when there is no such page. */
export interface PageLinks {
  /** First page. */
  first: string;
  /** Last page. */
  last: string;
  /** Previous page. */
  prev: string | null;
  /** Next page. */
  next: string | null;
}

/** One line of a list of suggestions while typing. */
export interface Suggestion {
  /** Identificatie of the nummeraanduiding. */
  id: string;
  /** The full address. */
  label: string;
  /** Four digits and two letters; null when there is none. */
  postcode: string | null;
  /** Name of the city. */
  city: string;
  address?: Address;
}

/** Whether an address exists; when not, similar addresses. */
export interface AddressValidation {
  /** True when it exists. */
  valid: boolean;
  /** The address that the lookup finds; null when there is none. */
  address: Address | null;
  /** Only when not valid: similar addresses, at most 10. */
  suggestions: Address[];
  /** Only when not valid: former addresses with this postcode and number, the last first, at most 10. */
  former?: FormerAddress[];
}

/** An address and its straight-line distance from the requested point. */
export interface NearbyAddress extends Address {
  /** Straight distance in kilometres, 3 decimals. */
  distance_km: number;
}

/** The address that has a key today, and the former addresses that had it. */
export interface FormerAddresses {
  /** The address that has the key today; null when there is none. */
  current: Address | null;
  /** Former addresses with this key, the last first. */
  former: FormerAddress[];
  /** Only with `valid_on` of a day whose delivery an update left out: the answer may be incomplete. */
  gap?: true;
}

/** The life of an address, oldest period first. */
export interface AddressHistory {
  /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
  nummeraanduiding_id: string;
  /** First day that the registry covers in its area; null when that is not known. */
  registry_since: string | null;
  /** Oldest first, without gaps; no two consecutive periods are equal. */
  periods: AddressPeriod[];
}

/** Days on which an address did not change, or was missing for the same reason. */
export interface AddressPeriod extends Bounds {
  /** The address in the period; null while there was none. */
  address: PeriodAddress | null;
  /** Why there was no address; absent while there was one. */
  reason?: "not_yet" | "ended" | "corrected" | "no_object" | "no_street" | "no_woonplaats";
  /** Names of the fields that differ from the previous period; empty for the first. */
  changed: string[];
  /** Voorkomens that begin with the period, and their documents. */
  sources?: ObjectSource[];
}

/** A former address: its key and street, or with `fields=all` its whole record. */
export interface PeriodAddress {
  /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
  nummeraanduiding_id?: string;
  /** Kind of object that has the address. */
  type?: AddressableType;
  /** House number. */
  huisnummer: number;
  /** House letter. */
  huisletter: string | null;
  /** Addition to the house number. */
  huisnummertoevoeging: string | null;
  /** Four digits and two letters; null when there is none. */
  postcode: string | null;
  /** Official name of the street. */
  straatnaam: string;
  /** Official short name of the street; null when there is none. */
  verkorte_straatnaam?: string | null;
  /** Name of the woonplaats. */
  woonplaats_naam: string;
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id?: string;
  /** Name of the gemeente. */
  gemeente_naam?: string;
  /** Code of the gemeente, 4 digits. */
  gemeente_code?: string;
  /** Name of the provincie. */
  provincie_naam?: string;
  /** Purposes of use; empty for a ligplaats or standplaats. */
  gebruiksdoel?: Purpose[];
  /** Floor area in m²; null when it is unknown. */
  oppervlakte?: number | null;
  /** Status of the nummeraanduiding. */
  status?: string;
  /** Identificatie of the building, 16 digits; null when there is none. */
  pand_id?: string | null;
  /** Identificatie of the verblijfsobject, ligplaats or standplaats, 16 digits. */
  adresseerbaar_object_id?: string;
  /** Year of construction of the building; null when it is unknown. */
  bouwjaar?: number | null;
  /** WGS84 degrees north, 8 decimals. */
  latitude?: number;
  /** WGS84 degrees east, 8 decimals. */
  longitude?: number;
  /** RD metres (EPSG:28992), 3 decimals. */
  rd_x?: number;
  /** RD metres (EPSG:28992), 3 decimals. */
  rd_y?: number;
  /** The address in one line. */
  full_address: string;
  /** Status of the object. Only with `include=stage`. */
  object_status?: string;
  /** Stage of the object's life, by its status. Only with `include=stage`. */
  stage?: Stage;
  /** Code of the CBS buurt, such as BU04570001; null when there is none. Only with `include=areas`. */
  buurt_code?: string | null;
  /** Name of the CBS buurt. Only with `include=areas`. */
  buurt_naam?: string | null;
  /** Code of the CBS wijk, such as WK045700. Only with `include=areas`. */
  wijk_code?: string | null;
  /** Name of the CBS wijk. Only with `include=areas`. */
  wijk_naam?: string | null;
  /** Name of the veiligheidsregio. Only with `include=areas`. */
  veiligheidsregio?: string | null;
  /** Identificatie of the street, 16 digits. Only with `fields=key`. */
  openbare_ruimte_id?: string;
}

/** An address and its position; GeoJSON is [longitude, latitude]. */
export interface ForwardGeocoding {
  address: Address;
  /**
   * `exact`: all that was typed agrees with the address. `corrected`: one address is meant, but a part
   * was misspelled or missing, or the line has extra words. `one_of_several`: the number exists only
   * with letters or additions, which lie in one building or within 25 m; this is the first of them.
   * `former`: it is no longer an address; only with `former=true`.
   */
  match: "exact" | "corrected" | "one_of_several" | "former";
  former?: FormerAddress;
  /** The position in both systems. */
  coordinates: {
    /** WGS84, degrees. */
    wgs84: {
      /** WGS84 degrees north, 8 decimals. */
      latitude: number;
      /** WGS84 degrees east, 8 decimals. */
      longitude: number;
    };
    /** RD (EPSG:28992), metres. */
    rd: {
      /** Metres. */
      x: number;
      /** Metres. */
      y: number;
    };
  };
  /** The same as a GeoJSON feature. */
  geojson: {
    /** Kind of GeoJSON object. */
    type: "Feature";
    /** The position. */
    geometry: {
      /** Kind of geometry. */
      type: "Point";
      /** Longitude and latitude. */
      coordinates: number[];
    };
    /** The address in short. */
    properties: {
      /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
      nummeraanduiding_id: string;
      /** The address in one line. */
      full_address: string;
      /** Four digits and two letters; null when there is none. */
      postcode: string | null;
      /** House number. */
      huisnummer: number;
      /** Official name of the street. */
      straatnaam: string;
      /** Name of the woonplaats. */
      woonplaats: string;
      /** Origin of the data. */
      source: "BAG";
    };
  };
}

/** The address at a point, and how far from it the address lies. */
export interface ReverseGeocoding {
  address: Address;
  /** Straight distance in metres, 1 decimal. */
  distance_meters: number;
  /** The point that was asked. */
  query: {
    /** WGS84 degrees north, 8 decimals. */
    latitude: number;
    /** WGS84 degrees east, 8 decimals. */
    longitude: number;
  };
}

export interface QueuedExport {
  /** Identifier of the job. */
  job_id: string;
  /** State of the job. */
  status: "pending";
  /** Contains the URL of the job's status. */
  message: string;
}

export interface ExportJob {
  /** Identifier of the job. */
  job_id: string;
  /** State of the job. */
  status: "pending" | "processing" | "completed" | "failed" | "expired";
  /** Time of the request. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Number of addresses, or rows of the user's file, that the file will have. */
  total_records: number;
  /** Number of addresses written, or of rows geocoded, so far. */
  processed_records: number;
  /** Percent; 100 when complete. */
  progress: number;
  /** Null unless there is a file. */
  download_url: string | null;
  /** Bytes; null unless there is a file. */
  file_size: number | null;
  /** Version of the data in the file; null unless there is a file. */
  data_version: string | null;
  /** Columns used, only of a geocoding job: `postcode=PC,number=Huisnr`. */
  columns?: string;
  /** Only of a failed job. */
  error?: string;
}

/** The numbers of a postcode; street and city are the most frequent. */
export interface PostcodeRange {
  /** The postcode asked. */
  postcode: string;
  /** Lowest house number. */
  min_number: number;
  /** Highest house number. */
  max_number: number;
  /** Number of addresses. */
  count: number;
  /** Name of the street. */
  street: string;
  /** Name of the city that most of its addresses have. */
  city: string;
}

/** Whether a postcode is in use, and its street and place. */
export interface PostcodeValidation {
  /** True when it exists. */
  valid: boolean;
  /** The postcode as it was asked. */
  postcode: string;
  /** Name of the street. */
  street: string | null;
  /** Name of the city. */
  city: string | null;
  /** Name of the gemeente. */
  municipality: string | null;
  /** Name of the provincie. */
  province: string | null;
}

/**
 * The fields of the origin's address are null when it was given as a point. At most 1,000 postcodes
 * are listed; `total` counts all.
 */
export interface NearbyPostcodes {
  /** Start of the measured distances. */
  origin: {
    /** Postcode of the start address; null for a point. */
    postcode: string | null;
    /** House number. */
    huisnummer: number | null;
    /** Official name of the street. */
    straatnaam: string | null;
    /** Name of the woonplaats. */
    woonplaats_naam: string | null;
    /** The address in one line. */
    full_address: string | null;
    /** WGS84 degrees north, 8 decimals. */
    latitude: number;
    /** WGS84 degrees east, 8 decimals. */
    longitude: number;
  };
  /** The radius that was used. */
  radius_km: number;
  /** 4 for postcode areas, 6 for whole postcodes. */
  precision: number;
  /** Nearest first. */
  postcodes: {
    /** The postcode, or its four digits with `precision=4`. */
    postcode: string;
    /** Name of the city that most of its addresses have. */
    city: string;
    /** Straight distance in kilometres, 3 decimals. */
    distance_km: number;
    /** Number of addresses. */
    address_count: number;
  }[];
  /** Number of all postcodes, also beyond those listed. */
  total: number;
}

/** The first four digits of postcodes, and where their addresses lie. */
export interface PostcodeArea {
  /** The four digits. */
  area: string;
  /** Number of addresses. */
  address_count: number;
  /** Name of the city that most of its addresses have. */
  sample_city: string;
  /** Mean position of the addresses, WGS84 degrees. */
  centroid_latitude: number;
  /** Mean position of the addresses, WGS84 degrees. */
  centroid_longitude: number;
  /** Label of the source of the border. */
  boundary_source?: string;
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
}

/** A woonplaats. */
export interface City extends Validity, Sourced {
  /** Identifier in the BAG, 4 digits. */
  identificatie: string;
  /** Official name. */
  naam: string;
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Name of the provincie. */
  provincie_naam: string;
  /** Status in the BAG. */
  status: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
    /** Number of buildings. */
    buildings: number;
    /** Number of streets. */
    streets: number;
  };
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
}

/** The life of a woonplaats, and the gemeenten that it was in. */
export interface CityHistory {
  /** Identifier in the BAG, 4 digits. */
  identificatie: string;
  /** Oldest first. */
  voorkomens: CityVoorkomen[];
  /** Gemeenten in which it was, oldest first. */
  gemeenten: MunicipalityOfCity[];
}

/** A woonplaats as it was in one voorkomen. */
export interface CityVoorkomen extends Voorkomen {
  /** Identifier in the BAG, 4 digits. */
  identificatie: string;
  /** Official name. */
  naam: string;
  /** Status in the BAG. */
  status: string;
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
  /** Stage of its life, by its status. */
  stage: Stage;
  /** True when the object was observed, not permitted. */
  geconstateerd?: boolean;
}

/** A gemeente in which a woonplaats was. */
export interface MunicipalityOfCity extends Bounds {
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
}

/** An openbare ruimte: a street, a water, an area with a name. */
export interface Street extends Validity, Sourced {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Official name. */
  naam: string;
  /** Official short name; null when there is none. */
  verkorte_naam: string | null;
  /** Kind of openbare ruimte. */
  type: StreetType;
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id: string;
  /** Name of the woonplaats. */
  woonplaats_naam: string;
  /** Status in the BAG. */
  status: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
  };
}

/** The life of an openbare ruimte, oldest voorkomen first. */
export interface StreetHistory {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Oldest first. */
  voorkomens: StreetVoorkomen[];
}

/** An openbare ruimte as it was in one voorkomen. */
export interface StreetVoorkomen extends Voorkomen {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Official name. */
  naam: string;
  /** Official short name; null when there is none. */
  verkorte_naam: string | null;
  /** Kind of openbare ruimte. */
  type: StreetType;
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id: string;
  /** Name of the woonplaats. */
  woonplaats_naam: string | null;
  /** Status in the BAG. */
  status: string;
  /** Stage of its life, by its status. */
  stage: Stage;
  /** True when the object was observed, not permitted. */
  geconstateerd?: boolean;
}

/** A gemeente. */
export interface Municipality extends Validity {
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Name of the provincie. */
  provincie_naam: string;
  /** Two letters. */
  provincie_code: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
    /** Number of buildings. */
    buildings: number;
    /** Number of cities. */
    cities: number;
    /** Number of streets. */
    streets: number;
  };
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
}

/** The names of a gemeente, and its woonplaatsen. */
export interface MunicipalityHistory {
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Its names, oldest first. */
  names: {
    /** First day; null when it is not known. */
    valid_from: string | null;
    /** Day after the last; null while no end is known. */
    valid_until: string | null;
    /** Only when it begins after the reference date. */
    announced?: true;
    /** Name of the gemeente. */
    gemeente_naam: string;
  }[];
  /** Woonplaatsen that were in it, oldest period first. */
  woonplaatsen: CityOfMunicipality[];
}

/** A woonplaats of a gemeente, and where it is today. */
export interface CityOfMunicipality extends Bounds {
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id: string;
  /** Name of the woonplaats. */
  woonplaats_naam: string | null;
  /** Code of the gemeente in which it is today; null when it ended. */
  gemeente_code_today: string | null;
}

/** One of the twelve provincies. */
export interface Province {
  /** Two letters. */
  provincie_code: string;
  /** Name of the provincie. */
  provincie_naam: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
    /** Number of municipalities. */
    municipalities: number;
    /** Number of cities. */
    cities: number;
  };
  /** Its municipalities by name. Only with `include=municipalities`. */
  municipalities?: Municipality[];
}

/** A buurt of CBS. */
export interface Neighbourhood {
  /** Code of the CBS buurt, such as BU04570001. */
  buurt_code: string;
  /** Name of the CBS buurt. */
  buurt_naam: string;
  /** Code of the CBS wijk, such as WK045700. */
  wijk_code: string;
  /** Name of the CBS wijk; its code when the map has no names of wijken. */
  wijk_naam: string;
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Year of the map: codes and borders change every year. */
  year: number;
  /** Label of the source of the border. */
  boundary_source: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
  };
  /** Number of addresses of each kind of object. Only with `include=by_type`. */
  by_type?: Record<AddressableType, number>;
  /**
   * Number of addresses with each gebruiksdoel; one with several counts for each. Only with
   * `include=by_purpose`.
   */
  by_purpose?: Record<Purpose, number>;
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
}

/** A wijk of CBS: several buurten. */
export interface District {
  /** Code of the CBS wijk, such as WK045700. */
  wijk_code: string;
  /** Name of the CBS wijk; its code when the map has no names of wijken. */
  wijk_naam: string;
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Year of the map: codes and borders change every year. */
  year: number;
  /** Label of the source of the border. */
  boundary_source: string;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
    /** Number of neighbourhoods. */
    neighbourhoods: number;
  };
  /** Number of addresses of each kind of object. Only with `include=by_type`. */
  by_type?: Record<AddressableType, number>;
  /**
   * Number of addresses with each gebruiksdoel; one with several counts for each. Only with
   * `include=by_purpose`.
   */
  by_purpose?: Record<Purpose, number>;
  /** Border as GeoJSON; null when unknown. Only with `include=geometry`. */
  geometry?: Geometry | null;
}

/** A pand. */
export interface Building extends Validity, Sourced {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Year of construction of the building; null when it is unknown. */
  bouwjaar: number | null;
  /** Status in the BAG. */
  status: string;
  /** True when the building was observed, not permitted. */
  geconstateerd: boolean;
  /** Number of this version of the building. */
  voorkomen_identificatie: number;
  /** First day on which this version of the building is valid. */
  begin_geldigheid: string;
  /** First day on which it is no longer valid; null while no end is known. */
  eind_geldigheid: string | null;
  /** Numbers of objects in it. Only with `include=counts`. */
  counts?: {
    /** Number of addresses. */
    addresses: number;
    /** Number of residences. */
    residences: number;
  };
  /** All addresses of the building. Only with `include=addresses`. */
  addresses?: Address[];
  /** Stage of its life, by its status. Only with `include=stage`. */
  stage?: Stage;
  geometry?: Geometry;
}

/** The life of a pand, oldest voorkomen first. */
export interface BuildingHistory {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Oldest first. */
  voorkomens: BuildingVoorkomen[];
}

/** A pand as it was in one voorkomen. */
export interface BuildingVoorkomen extends Voorkomen {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Year of construction of the building; null when it is unknown. */
  bouwjaar: number | null;
  /** Status in the BAG. */
  status: string;
  /** True when the building was observed, not permitted. */
  geconstateerd: boolean;
  /** Stage of its life, by its status. */
  stage: Stage;
  geometry?: Geometry;
}

/** A period is its first year: 1990 for the nineties. */
export interface BuildingsByYear {
  /** Length of a period. */
  group_by: "year" | "decade" | "century";
  /** Counts by period, ascending, without empty periods. */
  statistics: {
    /** First year of the period. */
    period: number;
    /** Number of buildings in the period. */
    count: number;
  }[];
}

/** A verblijfsobject. */
export interface Residence extends Validity, Sourced, Position {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Purposes of use; empty for a ligplaats or standplaats. */
  gebruiksdoel: Purpose[];
  /** Floor area in m²; null when it is unknown. */
  oppervlakte: number | null;
  /** Status in the BAG. */
  status: string;
  /** Identificatie of the building, 16 digits; null when there is none. */
  pand_id: string | null;
  /** Identificatie of the main address, 16 digits. */
  hoofdadres_nummeraanduiding_id: string;
  /** Identificaties of the other addresses. */
  nevenadres_nummeraanduiding_ids: string[];
  /** The hoofdadres; null when it is not an address. Only with `include=address`. */
  address?: Address | null;
  /** Stage of its life, by its status. Only with `include=stage`. */
  stage?: Stage;
  geometry?: Geometry;
}

/** The life of a verblijfsobject, oldest voorkomen first. */
export interface ResidenceHistory {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Oldest first. */
  voorkomens: ResidenceVoorkomen[];
}

/** A verblijfsobject as it was in one voorkomen. */
export interface ResidenceVoorkomen extends Position, Voorkomen {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Purposes of use; empty for a ligplaats or standplaats. */
  gebruiksdoel: Purpose[];
  /** Floor area in m²; null when it is unknown. */
  oppervlakte: number | null;
  /** Status in the BAG. */
  status: string;
  /** Identificatie of the building, 16 digits; null when there is none. */
  pand_id: string | null;
  /** Identificatie of the main address, 16 digits. */
  hoofdadres_nummeraanduiding_id: string;
  /** Identificaties of the other addresses. */
  nevenadres_nummeraanduiding_ids: string[];
  /** Stage of its life, by its status. */
  stage: Stage;
  geometry?: Geometry;
  /** True when the object was observed, not permitted. */
  geconstateerd?: boolean;
}

/** Totals of the country; `by_type` and `by_province` count addresses. */
export interface Overview {
  /** Number of addresses. */
  total_addresses: number;
  /** Number of buildings. */
  total_buildings: number;
  /** Number of cities. */
  total_cities: number;
  /** Number of municipalities. */
  total_municipalities: number;
  /** Number of addresses of each kind of object. */
  by_type: Record<AddressableType, number>;
  /** Number of addresses in each provincie. */
  by_province: {
    Drenthe: number;
    Flevoland: number;
    Friesland: number;
    Gelderland: number;
    Groningen: number;
    Limburg: number;
    "Noord-Brabant": number;
    "Noord-Holland": number;
    Overijssel: number;
    Utrecht: number;
    Zeeland: number;
    "Zuid-Holland": number;
  };
}

/** Addresses by gebruiksdoel; one with several counts for each, and once in the total. */
export interface Purposes {
  /** Number of addresses with each gebruiksdoel. */
  purposes: Record<Purpose, number>;
  /** Number of addresses with any purpose, each once. */
  total_with_purpose: number;
}

/** Buildings without a year are in no period; `total_buildings` counts those that have one. */
export interface ConstructionYears {
  /** Length of a period. */
  group_by: "year" | "decade" | "century";
  /** Counts by period, ascending, without empty periods. */
  statistics: {
    /** First year of the period. */
    period: number;
    /** Number of buildings in the period. */
    count: number;
  }[];
  /** Earliest year of construction; null when there is none. */
  oldest: number | null;
  /** Latest year of construction; null when there is none. */
  newest: number | null;
  /** Number of buildings. */
  total_buildings: number;
}

/** A gemeente in numbers. */
export interface MunicipalityStatistics {
  /** Code of the gemeente, 4 digits. */
  gemeente_code: string;
  /** Name of the gemeente. */
  gemeente_naam: string;
  /** Name of the provincie. */
  provincie_naam: string;
  /** Number of addresses. */
  total_addresses: number;
  /** Number of buildings. */
  total_buildings: number;
  /** Number of cities. */
  total_cities: number;
  /** Number of addresses of each kind of object. */
  by_type: Record<AddressableType, number>;
  /** Number of addresses with each gebruiksdoel; one with several counts for each. */
  by_purpose: Record<Purpose, number>;
}

/** A woonplaats in numbers. */
export interface CityStatistics {
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id: string;
  /** Official name. */
  naam: string;
  /** Number of addresses. */
  total_addresses: number;
  /** Number of buildings. */
  total_buildings: number;
  /** Number of addresses of each kind of object. */
  by_type: Record<AddressableType, number>;
  /** Number of addresses with each gebruiksdoel; one with several counts for each. */
  by_purpose?: Record<Purpose, number>;
}

/** A postcode area in numbers. */
export interface PostcodeAreaStatistics {
  /** The four digits. */
  postcode_area: string;
  /** Number of addresses. */
  total_addresses: number;
  /** Names of its cities, sorted. */
  cities: string[];
  /** Names of its municipalities, sorted. */
  municipalities: string[];
  /** Number of addresses of each kind of object. */
  by_type: Record<AddressableType, number>;
}

/** The totals and changes of an area, oldest period first. */
export interface Timeline {
  /** First day on which all of the area was registered; null when that is not known. */
  registry_since: string | null;
  /** Oldest first, without gaps. */
  timeline: TimelinePeriod[];
}

/** A year or month: what existed on its first day, and what happened in it. */
export interface TimelinePeriod {
  /** The year, or the year and month. */
  period: string;
  /** Numbers of objects on the first day of the period. */
  stock: {
    /** Numbers that were issued. */
    addresses: number;
    /** Panden, also planned ones. */
    buildings: number;
    /** Verblijfsobjecten, also planned ones. */
    residences: number;
  };
  /** Numbers of events in the period, each by the first day of the change. */
  flows: {
    /** Numbers that were issued. */
    numbers_issued: number;
    /** Numbers that were withdrawn. */
    numbers_withdrawn: number;
    /** Numbers that got another street, number, letter or addition. */
    numbers_renamed: number;
    /** Numbers that got another postcode, or their first. */
    numbers_postcode_changed: number;
    /** Verblijfsobjecten that were planned. */
    residences_planned: number;
    /** Verblijfsobjecten that were built, after they were planned. */
    residences_into_use: number;
    /** Verblijfsobjecten that stood when they were registered. */
    residences_found: number;
    /** Verblijfsobjecten that were withdrawn. */
    residences_ended: number;
    /** Verblijfsobjecten that were planned and will not be built. */
    residences_not_realised: number;
    /** Panden for which a permit was given or building began. */
    buildings_planned: number;
    /** Panden that were built, after they were planned. */
    buildings_into_use: number;
    /** Panden that stood when they were registered. */
    buildings_found: number;
    /** Panden that were demolished. */
    buildings_demolished: number;
    /** Panden that were planned and will not be built. */
    buildings_not_realised: number;
  };
}

/** A row of an export of addresses: one address (nummeraanduiding with its object). */
export interface ExportedAddresses extends ExportedAddress {
  /** Code of the CBS buurt, such as BU04570001; source: CBS */
  buurt_code: string | null;
  /** Name of the CBS buurt */
  buurt_naam: string | null;
  /** Code of the CBS wijk, such as WK045700; source: CBS */
  wijk_code: string | null;
  /** Name of the CBS wijk */
  wijk_naam: string | null;
  /** Name of the veiligheidsregio; source: CBS */
  veiligheidsregio: string | null;
}

/** A row of an export of buildings: one building (pand). */
export interface ExportedBuildings extends ExportedPlace {
  /** Id of the pand: 16 digits */
  identificatie: string | null;
  /** Year of construction */
  bouwjaar: number | null;
  /** Status, such as Pand in gebruik */
  status: string | null;
  /** True when it was found, without a permit */
  geconstateerd: boolean | null;
  /** Number of this state of the pand, from 1 */
  voorkomen_identificatie: number | null;
  /** Day from which this state is valid, YYYY-MM-DD */
  begin_geldigheid: string | null;
  /** Day on which it ends; empty when no end is known */
  eind_geldigheid: string | null;
  /** Stage by status: planned or standing */
  stage: string | null;
  /** Number of its addresses */
  address_count: number | null;
  /** Number of its verblijfsobjecten */
  residence_count: number | null;
  /** Degrees north of a point within, WGS84 */
  latitude: number | null;
  /** Degrees east of that point */
  longitude: number | null;
  /** Metres east of that point in RD (EPSG:28992) */
  rd_x: number | null;
  /** Metres north of that point in RD */
  rd_y: number | null;
}

/** A row of an export of residences: one residence (verblijfsobject). */
export interface ExportedResidences {
  /** Id of the verblijfsobject: 16 digits */
  identificatie: string | null;
  /** Purposes of use */
  gebruiksdoel: string[] | null;
  /** Floor area in m² */
  oppervlakte: number | null;
  /** Status, such as Verblijfsobject in gebruik */
  status: string | null;
  /** Identificatie of the building, 16 digits */
  pand_id: string | null;
  /** Identificatie of the main address */
  hoofdadres_nummeraanduiding_id: string | null;
  /** Identificaties of further addresses */
  nevenadres_nummeraanduiding_ids: string[] | null;
  /** Latitude, degrees (WGS84) */
  latitude: number | null;
  /** Longitude, degrees (WGS84) */
  longitude: number | null;
  /** x in metres (RD, EPSG:28992) */
  rd_x: number | null;
  /** y in metres (RD, EPSG:28992) */
  rd_y: number | null;
  /** Stage by status: planned or standing */
  stage: string | null;
}

/** A row of an export of streets: one street (openbare ruimte). */
export interface ExportedStreets extends ExportedPlace {
  /** Id of the openbare ruimte: 16 digits */
  identificatie: string | null;
  /** Name */
  naam: string | null;
  /** Short name, where the registry has one */
  verkorte_naam: string | null;
  /** Kind: Weg, Water, Terrein, … */
  type: string | null;
  /** Status of the openbare ruimte */
  status: string | null;
  /** Number of its addresses */
  address_count: number | null;
}

/** A row of an export of cities: one city (woonplaats). */
export interface ExportedCities {
  /** Id of the woonplaats: four digits */
  identificatie: string | null;
  /** Name */
  naam: string | null;
  /** Code of the gemeente, 4 digits */
  gemeente_code: string | null;
  /** Name of the gemeente */
  gemeente_naam: string | null;
  /** Name of the provincie */
  provincie_naam: string | null;
  /** Status of the woonplaats */
  status: string | null;
  /** Number of its addresses */
  address_count: number | null;
  /** Number of its panden */
  building_count: number | null;
  /** Number of its openbare ruimten */
  street_count: number | null;
}

/** A row of an export of municipalities: one municipality (gemeente). */
export interface ExportedMunicipalities {
  /** Code of the gemeente: four digits */
  gemeente_code: string | null;
  /** Name */
  gemeente_naam: string | null;
  /** Name of the provincie */
  provincie_naam: string | null;
  /** Code of the provincie: two letters */
  provincie_code: string | null;
  /** Number of its addresses */
  address_count: number | null;
  /** Number of its panden */
  building_count: number | null;
  /** Number of its woonplaatsen */
  city_count: number | null;
  /** Number of its openbare ruimten */
  street_count: number | null;
}

/** A row of an export of areas: one postcode area (the four digits of its postcodes). */
export interface ExportedAreas {
  /** The four digits */
  area: string | null;
  /** Number of its addresses */
  address_count: number | null;
  /** Woonplaats with most of its addresses */
  sample_city: string | null;
  /** Latitude of the middle of the addresses, degrees (WGS84) */
  centroid_latitude: number | null;
  /** Longitude of it */
  centroid_longitude: number | null;
  /** Source of the border */
  boundary_source: string | null;
}

/** A row of an export of address_history: one period in which an address did not change. */
export interface ExportedAddressHistory extends ExportedAddress {
  /** First day on which the row is valid, YYYY-MM-DD */
  valid_from: string | null;
  /** First day on which it is no longer valid; empty when no end is known */
  valid_until: string | null;
}

/** A row of an export of building_history: one voorkomen of a building (pand). */
export interface ExportedBuildingHistory extends ExportedVoorkomen {
  /** Id of the pand: 16 digits */
  identificatie: string | null;
  /** Stage by status: planned, standing or ended */
  stage: string | null;
  /** Year of construction */
  bouwjaar: number | null;
  /** Status, such as Pand in gebruik */
  status: string | null;
  /** Degrees north of a point within, WGS84 */
  latitude: number | null;
  /** Degrees east of that point */
  longitude: number | null;
  /** Metres east of that point in RD (EPSG:28992) */
  rd_x: number | null;
  /** Metres north of that point in RD */
  rd_y: number | null;
}

/** A row of an export of residence_history: one voorkomen of a residence (verblijfsobject). */
export interface ExportedResidenceHistory extends ExportedResidences, ExportedVoorkomen {}

/** `bag_data` is `demo` while the sample or generated test data is served. */
export interface Status {
  /** `error` when any check is `error`. */
  status: "ok" | "error";
  /** Result of each check. */
  checks: {
    /** Store of keys and usage. */
    database: "ok" | "error";
    /** Memory of the server. */
    cache: "ok" | "error";
    /** `demo` while the sample or generated test data is served, `error` while there is no data. */
    bag_data: "ok" | "demo" | "error";
  };
  /** Time of the answer. */
  timestamp: string;
}

/** Version of the data and of the interface, and the numbers of records. */
export interface Version {
  /** Reference date: the day that the data describes. */
  bag_version: string;
  /** Name of this state of the data, the same on every machine that serves it. */
  data_version: string;
  /** Time of the last import or update. */
  last_import: string;
  /** Numbers of records. */
  counts: {
    /** Number of addresses. */
    addresses: number;
    /** Number of buildings. */
    buildings: number;
    /** Number of cities. */
    cities: number;
    /** Number of municipalities. */
    municipalities: number;
  };
  /** Major version of the interface. */
  api_version: "v1";
  /** True when the service answers about history. */
  history: boolean;
  /**
   * First day that the registry itself covers; null without history. Before it, only documents that were
   * found later do.
   */
  history_since: string | null;
}

/** The imports completed since then, newest last. */
export interface ChangesSummary {
  /** Begin of the list. */
  since: string;
  /** Imports and updates, newest last. */
  imports: {
    /** Number of the import in the data folder. */
    id: number;
    /** Time at which the import or update was complete. */
    completed_at: string;
    /** Number of voorkomens of an import, or of mutations of an update. */
    records_processed: number;
    /** True for an import of the sample or of generated test data. */
    demo: boolean;
  }[];
  /** Number of entries in `imports`. */
  import_count: number;
  /** Numbers of records of the data served now. */
  current_counts: {
    /** Number of addresses. */
    addresses: number;
    /** Number of buildings. */
    buildings: number;
  };
}

/** A part of the list of changes between two versions of the data. */
export interface AddressChanges extends ChangesBetween {
  /**
   * Sorted by identificatie. A part may have fewer than `per_page` changes, or none, although others
   * follow.
   */
  changes: AddressChange[];
}

/** An address that was added, changed or removed. */
export interface AddressChange {
  /** Identificatie of the nummeraanduiding, 16 digits: the identifier of an address. */
  nummeraanduiding_id: string;
  /** Change of the record since then. */
  change: "added" | "changed" | "removed";
  /** The present address; null when it was removed. */
  address: Address | null;
}

/** A part of the list of changes of buildings between two versions of the data. */
export interface BuildingChanges extends ChangesBetween {
  /**
   * Sorted by identificatie. A part may have fewer than `per_page` changes, or none, although others
   * follow.
   */
  changes: BuildingChange[];
}

/** A building that was added, changed or removed. */
export interface BuildingChange {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Change of the record since then. */
  change: "added" | "changed" | "removed";
  /** The present building; null when it was removed. */
  building: Building | null;
}

/** A part of the list of changes of residences between two versions of the data. */
export interface ResidenceChanges extends ChangesBetween {
  /**
   * Sorted by identificatie. A part may have fewer than `per_page` changes, or none, although others
   * follow.
   */
  changes: ResidenceChange[];
}

/** A residence that was added, changed or removed. */
export interface ResidenceChange {
  /** Identifier in the BAG, 16 digits. */
  identificatie: string;
  /** Change of the record since then. */
  change: "added" | "changed" | "removed";
  /** The present residence; null when it was removed. */
  residence: Residence | null;
}

/** A part of the changes of objects in an area. */
export interface ObjectChanges {
  /**
   * Sorted by month, identificatie and voorkomen. A part may have fewer than `per_page` changes, or
   * none, although others follow.
   */
  changes: ObjectChange[];
  /** Value of `cursor` for the next part; null at the end. */
  next_cursor: string | null;
}

/** A voorkomen that changes an object. */
export interface ObjectChange {
  /** Type of object. */
  type: ObjectType;
  /** 16 digits; four of a woonplaats. */
  identificatie: string | string;
  /** First day on which this version of the object is valid. */
  begin_geldigheid: string;
  /** Number of this version of the object. */
  voorkomen_identificatie: number;
  /** Effect of the voorkomen: the object is added, changed or ended by it. */
  change: "added" | "changed" | "ended";
  /** Names of the fields that differ, `geometry` among them; empty without a previous voorkomen. */
  fields: string[];
  /** The object in the previous voorkomen; null without one. */
  before: RegisteredObject | null;
  after: RegisteredObject;
}

/** The values of an object in a voorkomen; it has the fields of its type. */
export interface RegisteredObject {
  /** Status in the BAG. */
  status: string;
  /** Stage of its life, by its status. */
  stage: Stage;
  /** True when the object was observed, not permitted. */
  geconstateerd: boolean;
  /** Official name. */
  naam?: string | null;
  /** Official short name; null when there is none. */
  verkorte_naam?: string | null;
  /** Kind of openbare ruimte. */
  type?: string | null;
  /** Identificatie of the woonplaats, 4 digits. */
  woonplaats_id?: string | null;
  /** House number. */
  huisnummer?: number | null;
  /** House letter. */
  huisletter?: string | null;
  /** Addition to the house number. */
  huisnummertoevoeging?: string | null;
  /** Four digits and two letters; null when there is none. */
  postcode?: string | null;
  /** Identificatie of the street, 16 digits. */
  openbare_ruimte_id?: string | null;
  /** Identificatie of the main address, 16 digits. */
  hoofdadres_nummeraanduiding_id?: string | null;
  /** Identificaties of its further addresses. */
  nevenadres_nummeraanduiding_ids?: string[];
  /** Purposes of use; empty for a ligplaats or standplaats. */
  gebruiksdoel?: string[];
  /** Floor area in m²; null when it is unknown. */
  oppervlakte?: number | null;
  /** Identificaties of the panden that it is in. */
  pand_ids?: string[];
  /** Year of construction of the building; null when it is unknown. */
  bouwjaar?: number | null;
}

/** Meaning of an error code. */
export interface ProblemMeaning {
  /** As in the member `code` of an error. */
  code: string;
  /** HTTP status. */
  status: number;
  /** Name of the HTTP status. */
  title: string;
  /** Cause of the problem, and its remedy. */
  meaning: string;
}

/** A page of a list. */
export interface Paged<T> {
  data: T[];
  meta: PageMeta;
  links: PageLinks;
}

/** One name, or several joined by commas. */
type ListOf<T extends string> = T | `${T},${string}`;

/** Parameters of more than one path. */
interface SharedParameters {
  /** Columns to add, by name or group, joined by commas. */
  add?: string | undefined;
  /** House number addition. */
  addition?: string | undefined;
  /** Part of the city's name. */
  city?: string | undefined;
  /** Columns to use, by name or letter; by default those with which most rows of a sample are found. */
  columns?: string | undefined;
  /** The `next_cursor` of the previous part; absent for the first. */
  cursor?: string | undefined;
  /** 1 adds a column with a number for equal addresses. */
  dedupe?: "0" | "1" | undefined;
  /** One character or `tab`, `none`; detected by default. */
  delimiter?: string | undefined;
  /** Eastern longitude of the box, WGS84. */
  east: number;
  /** Encoding of the text; detected by default. */
  encoding?: string | undefined;
  /** Code of the CBS buurt. */
  "filter[buurt_code]"?: string | undefined;
  /** Code of the gemeente. */
  "filter[gemeente_code]"?: string | undefined;
  /** Part of the name. */
  "filter[naam]"?: string | undefined;
  /** Name of the province, without regard to case and diacritics, or its two letters. */
  "filter[provincie_naam]"?: string | undefined;
  /** Only planned objects (`planned`), or only those that stand (`standing`). */
  "filter[stage]"?: "planned" | "standing" | undefined;
  /** Code of the CBS wijk. */
  "filter[wijk_code]"?: string | undefined;
  /**
   * 1 also matches addresses that no longer exist, as `former`, and adds what became of them. 404
   * `history_not_kept` where the data has no history.
   */
  former?: "0" | "1" | undefined;
  /** Code of the gemeente. */
  gemeenteCode: string;
  /** Code of the municipality. */
  gemeente_code?: string | undefined;
  /** Length of a period. */
  group_by?: "year" | "decade" | "century" | undefined;
  /** Whether the first row has the names of columns. */
  header?: "auto" | "yes" | "no" | undefined;
  /**
   * Extra data to add: `geometry` (GeoJSON), `stage` (whether it stands yet), `areas` (CBS buurt and
   * wijk, veiligheidsregio), source, in_onderzoek. Several are joined by commas.
   */
  include?: ListOf<"geometry" | "stage" | "areas" | "source" | "in_onderzoek"> | undefined;
  /** Id of the job, as returned when it was requested. */
  jobId: string;
  /**
   * Language of the sentences in `result_message` and `result_corrected`, English by default. Codes and
   * names of columns are the same in both.
   */
  lang?: "nl" | "en" | undefined;
  /** WGS84 latitude in degrees; goes with `lng`. */
  lat?: number | undefined;
  /** House letter. */
  letter?: string | undefined;
  /** WGS84 longitude in degrees; goes with `lat`. */
  lng?: number | undefined;
  /** Northern latitude of the box, WGS84. */
  north: number;
  /**
   * House number. Letter and addition may follow it (`5a`, `5-2`, `5 a-2`), when neither is given
   * separately.
   */
  number: number;
  /** Identificatie of the nummeraanduiding. */
  nummeraanduidingId: string;
  /** 1 leaves out rows whose address is unchanged; only for a list of ids. */
  only_changed?: "0" | "1" | undefined;
  /** Identificatie of the openbare ruimte. */
  openbareRuimteId: string;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Identificatie of the pand. */
  pandId: string;
  /** Records on a page, 1 to 100. */
  per_page?: number | undefined;
  /** Postcode, with or without a space, in any case. */
  postcode: string;
  /** Street, number, letter, addition, postcode and place in any order and spelling; 2 to 200 characters. */
  q: string;
  /** RD X in metres; goes with `rd_y`, instead of `lat` and `lng`. */
  rd_x?: number | undefined;
  /** RD Y in metres; goes with `rd_x`, instead of `lat` and `lng`. */
  rd_y?: number | undefined;
  /**
   * A `version` of an earlier list, the `data_version` of `/version`, or a date (YYYY-MM-DD): the first
   * version of the newest date up to it.
   */
  since: string;
  /** Field to sort by; a leading `-` means descending. */
  sort?: "naam" | "-naam" | undefined;
  /** Southern latitude of the box, WGS84. */
  south: number;
  /**
   * 1 refuses the file when it is not certain what its columns contain; the error says what to write in
   * `columns`.
   */
  strict?: "0" | "1" | undefined;
  /**
   * Returns the record of this day (YYYY-MM-DD) instead of the reference date, with the days on which it
   * is valid. A day after the reference date gives announced records. 404 `history_not_kept` where the
   * data has no history.
   */
  valid_on?: string | undefined;
  /** Identificatie of the verblijfsobject. */
  verblijfsobjectId: string;
  /** Western longitude of the box, WGS84. */
  west: number;
  /** Identificatie of the woonplaats. */
  woonplaatsId: string;
  /** Identificatie of the woonplaats. */
  woonplaats_id?: string | undefined;
}

/** Parameters and answer of each path with GET. */
export interface GetEndpoints {
  /**
   * Find one address by postcode and number. Letter and addition match in any case; without them, only
   * the address that has neither matches. Given together in one parameter (`addition=c-1`, `letter=A1`)
   * they match when no address has exactly these. When the number only exists with other letters or
   * additions, the 404 lists these as `candidates`; `former` says what became of a former address.
   */
  "/addresses/lookup": {
    parameters: Pick<
      SharedParameters,
      "postcode" | "number" | "letter" | "addition" | "valid_on" | "include"
    >;
    answer: { data: Address };
  };
  /** Try the lookup without a key. The lookup with postcode and number alone. */
  "/demo/lookup": {
    parameters: Pick<SharedParameters, "postcode" | "number">;
    answer: { data: Address };
  };
  /**
   * Find addresses by free text. Best first: the addresses that satisfy every part read from the line. A
   * number without letter or addition also finds those with one. Typing errors and other cities are
   * accepted only when nothing matches as typed. `total` is exact. With `lat` and `lng`, addresses that
   * fit equally well are sorted by the distance of their city from that position, instead of by its
   * size. When the line names a former address and no current one, `meta.former` says what became of it.
   * With `explain=1` and a server key (or the session of the page), `meta.explain` shows how the line
   * was parsed and scored.
   */
  "/addresses/search": {
    parameters: Pick<SharedParameters, "per_page" | "page" | "q" | "include"> & {
      /** 1 adds the trace to `meta`; server keys only. */
      explain?: "0" | "1" | undefined;
      /** Latitude of the position to prefer, in degrees; goes with `lng`. Two decimals count. */
      lat?: number | undefined;
      /** Longitude of the position to prefer, in degrees; goes with `lat`. Two decimals count. */
      lng?: number | undefined;
    };
    answer: Paged<Address>;
  };
  /**
   * Complete an address while it is typed. The last word or number may be incomplete. While no number is
   * typed there is one suggestion for each street. With `include=address` each suggestion carries its
   * whole record, so that choosing one needs no second request. With `lat` and `lng`, addresses that fit
   * equally well are sorted by the distance of their city from that position, instead of by its size.
   */
  "/addresses/autocomplete": {
    parameters: Pick<SharedParameters, "q"> & {
      /** Suggestions, 1 to 20. */
      limit?: number | undefined;
      /** Latitude of the position to prefer, in degrees; goes with `lng`. Two decimals count. */
      lat?: number | undefined;
      /** Longitude of the position to prefer, in degrees; goes with `lat`. Two decimals count. */
      lng?: number | undefined;
      /** Extra data to add: `address` (the main address). */
      include?: "address" | undefined;
    };
    answer: { data: Suggestion[] };
  };
  /**
   * Get up to 100 addresses by their identifiers. In the requested order. A repeated identifier is
   * returned once; an unknown one is left out.
   */
  "/addresses/batch": {
    parameters: Pick<SharedParameters, "valid_on" | "include"> & {
      /** Identificaties of nummeraanduidingen, joined by commas; at most 100. */
      ids: string;
    };
    answer: { data: Address[] };
  };
  /**
   * Check whether an address exists. Always 200. Suggestions, best first: other letters or additions of
   * the number, the postcode's nearest numbers, the number under other postcodes of the street, and
   * under postcodes one edit away. `former` says what became of a former address.
   */
  "/addresses/validate": {
    parameters: Pick<SharedParameters, "postcode" | "number" | "letter" | "addition">;
    answer: { data: AddressValidation };
  };
  /**
   * List the addresses around a point. Nearest first, in a straight line. The point is `lat` and `lng`,
   * or else `rd_x` and `rd_y`; the list is empty where there are no addresses, such as at sea.
   */
  "/addresses/nearby": {
    parameters: Pick<SharedParameters, "lat" | "lng" | "rd_x" | "rd_y" | "filter[stage]" | "include"> & {
      /** Radius in kilometres, at most 20. */
      radius_km?: number | undefined;
      /** Addresses to list, 1 to 100. */
      limit?: number | undefined;
    };
    answer: { data: NearbyAddress[] };
  };
  /**
   * List the addresses in a box. Edges included. In no particular order, but in the same order for the
   * same data; a box with more addresses than `limit` is truncated.
   */
  "/addresses/within-bbox": {
    parameters: Pick<SharedParameters, "north" | "south" | "east" | "west" | "filter[stage]" | "include"> & {
      /** Addresses to list, 1 to 1000. */
      limit?: number | undefined;
    };
    answer: { data: Address[] };
  };
  /**
   * Find what became of a former address. Either by postcode and number, or by street, city and number,
   * as the address was written then. `current` is the address that has this key today. `former` lists
   * the addresses that had it earlier: their last record, their address today under the same identifier,
   * and the addresses that replaced them. With `valid_on`, only those that had it on that day. An
   * extension of baken: it is not in the specification of the interface.
   */
  "/addresses/former": {
    parameters: Pick<SharedParameters, "number" | "letter" | "addition"> & {
      /** Postcode, with or without a space, in any case. */
      postcode?: string | undefined;
      /** Name of the street then; with `city`. */
      street?: string | undefined;
      /** Name of the city then. */
      city?: string | undefined;
      /**
       * Day (YYYY-MM-DD): lists only the `former` addresses that had the key on it. `current` is still
       * today's address.
       */
      valid_on?: string | undefined;
    };
    answer: { data: FormerAddresses };
  };
  /** Get one address by its identifier. The address of a nummeraanduiding. */
  "/addresses/{nummeraanduidingId}": {
    parameters: Pick<SharedParameters, "nummeraanduidingId" | "valid_on" | "include">;
    answer: { data: Address };
  };
  /**
   * Get the life of an address. Lists the periods in which its record stayed the same, also for a
   * nummeraanduiding that is no longer an address. A period without an address has the reason. Before
   * `registry_since` the history is only as complete as later documents make it. `include=source` adds
   * `sources`: the voorkomens that begin with a period, of the number, its object, their building and
   * its street, each with its document and times of registration. `include=stage`, with `fields=all`,
   * adds the stage of the object. An extension of baken: it is not in the specification of the
   * interface.
   */
  "/addresses/{nummeraanduidingId}/history": {
    parameters: Pick<SharedParameters, "nummeraanduidingId"> & {
      /** `key`: street, number, postcode and city alone; `all`: the whole record, with more periods. */
      fields?: "key" | "all" | undefined;
      /** Extra data to add: source, `stage` (whether it stands yet). Several are joined by commas. */
      include?: ListOf<"source" | "stage"> | undefined;
    };
    answer: { data: AddressHistory };
  };
  /**
   * Find the one address that is meant, and its position. By `postcode` and `number`, or by `q` as one
   * line. Both can be completed by `letter` and `addition`, and `q` also by `postcode` and `number`: all
   * values that are given must agree. Returns only a certain answer: the number equal, letter and
   * addition as given, street and place named within a few typing errors, and no other address that fits
   * as well. For a number that only exists with letters or additions the first is returned if all of
   * them are in one building or within 25 m. `match` says which kind of match it is. Otherwise 404 with
   * the reason and up to 10 `candidates`. A former address is never returned as a current one, nor
   * corrected to the nearest: the 404 has it as `former`, unless `former=true` asks for it.
   */
  "/geocode/forward": {
    parameters: Pick<SharedParameters, "letter" | "addition"> & {
      /** Postcode, with or without a space, in any case. */
      postcode?: string | undefined;
      /**
       * House number. Letter and addition may follow it (`5a`, `5-2`, `5 a-2`), when neither is given
       * separately.
       */
      number?: number | undefined;
      /** Street, number, letter, addition, postcode and place in any order and spelling; 2 to 200 characters. */
      q?: string | undefined;
      /** Accepts exact matches only: `corrected` and `one_of_several` give 404. */
      match?: "exact" | undefined;
      /**
       * `true` also returns former addresses, with `match` `former`: the last record, its position, and what
       * became of the address. 404 `history_not_kept` where the data has no history.
       */
      former?: "true" | "false" | undefined;
    };
    answer: { data: ForwardGeocoding };
  };
  /**
   * Find the address at a point. In a building, its nearest address; elsewhere the nearest address. The
   * point is `lat` and `lng`, or else `rd_x` and `rd_y`. No address within the radius is 404.
   */
  "/geocode/reverse": {
    parameters: Pick<SharedParameters, "lat" | "lng" | "rd_x" | "rd_y"> & {
      /** Radius in metres, at most 1000. */
      radius_m?: number | undefined;
    };
    answer: { data: ReverseGeocoding };
  };
  /**
   * Get the status of a geocoding job. `pending`, `processing`, then `completed` or `failed`; a
   * completed job is `expired` when its file is no longer kept. Jobs are known only to the API key that
   * requested them. An extension of baken: it is not in the specification of the interface.
   */
  "/geocode/jobs/{jobId}": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: { data: ExportJob };
  };
  /**
   * Download the file of a completed geocoding job. The rows of the uploaded file in their order, with
   * the added columns, in the format that was asked for. `Range` takes a part of the plain file. An
   * extension of baken: it is not in the specification of the interface.
   */
  "/geocode/jobs/{jobId}/download": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: Uint8Array<ArrayBuffer>;
  };
  /** List the addresses of a postcode. In the order of street, number, letter and addition. */
  "/postcodes/{postcode}": {
    parameters: Pick<
      SharedParameters,
      | "postcode"
      | "per_page"
      | "page"
      | "filter[stage]"
      | "filter[buurt_code]"
      | "filter[wijk_code]"
      | "valid_on"
      | "include"
    >;
    answer: Paged<Address>;
  };
  /**
   * Get the lowest and highest number of a postcode. With the number of addresses and their most
   * frequent street and city.
   */
  "/postcodes/{postcode}/range": {
    parameters: Pick<SharedParameters, "postcode">;
    answer: { data: PostcodeRange };
  };
  /**
   * Check whether a postcode exists. Always 200: an unknown postcode, or text that is not a postcode,
   * gives `valid: false`.
   */
  "/postcodes/validate/{postcode}": {
    parameters: {
      /** Text to check. */
      postcode: string;
    };
    answer: { data: PostcodeValidation };
  };
  /**
   * List the postcodes around an address or a point. Nearest first, by the straight line to the middle
   * of a postcode's addresses. Starts from `lat` and `lng` when both are given, else from the first
   * address with that postcode and number. The postcode or area of that address is always listed and
   * counted, even if its middle is outside the radius. A point has no postcode of its own.
   */
  "/postcodes/nearby": {
    parameters: Pick<SharedParameters, "lat" | "lng"> & {
      /** Postcode of the start address; goes with `number`. */
      postcode?: string | undefined;
      /**
       * House number of the start address. Letter and addition may follow it (`5a`, `5-2`, `5 a-2`), when
       * neither is given separately.
       */
      number?: number | undefined;
      /** Radius in kilometres, 0.1 to 20. */
      radius_km?: number | undefined;
      /** 4 lists postcode areas, 6 whole postcodes. */
      precision?: 4 | 6 | undefined;
    };
    answer: { data: NearbyPostcodes };
  };
  /**
   * List the four-digit postcode areas. Postcode areas with an address, in the order of their digits.
   * The centroid is the middle of the addresses.
   */
  "/postcodes/areas": {
    parameters: Pick<SharedParameters, "per_page" | "page"> & {
      /** First two to four digits of the area. */
      prefix?: string | undefined;
      /** Extra data to add: `geometry` (GeoJSON). */
      include?: "geometry" | undefined;
    };
    answer: Paged<PostcodeArea>;
  };
  /**
   * List the postcode areas whose boundary overlaps a box. In the order of their digits; a boundary that
   * only touches the box overlaps it.
   */
  "/postcodes/areas/within-bbox": {
    parameters: Pick<SharedParameters, "page" | "north" | "south" | "east" | "west"> & {
      /** Areas on a page, 1 to 1000; at most 250 with `include=geometry`. */
      per_page?: number | undefined;
      /** Extra data to add: `geometry` (GeoJSON). */
      include?: "geometry" | undefined;
    };
    answer: Paged<PostcodeArea>;
  };
  /** List cities. By name. Names match without regard to case and diacritics. */
  "/cities": {
    parameters: Pick<
      SharedParameters,
      "per_page" | "page" | "filter[naam]" | "filter[provincie_naam]" | "sort"
    > & {
      /** Code of the municipality. */
      "filter[gemeente_code]"?: string | undefined;
      /**
       * Extra data to add: `counts` (numbers of objects in it), `geometry` (GeoJSON). Several are joined by
       * commas.
       */
      include?: ListOf<"counts" | "geometry"> | undefined;
    };
    answer: {
      data: City[];
      meta: PageMeta;
    };
  };
  /** Get one city. A woonplaats by its identificatie. */
  "/cities/{woonplaatsId}": {
    parameters: Pick<SharedParameters, "woonplaatsId" | "valid_on"> & {
      /**
       * Extra data to add: `counts` (numbers of objects in it), `geometry` (GeoJSON), source, in_onderzoek.
       * Several are joined by commas.
       */
      include?: ListOf<"counts" | "geometry" | "source" | "in_onderzoek"> | undefined;
    };
    answer: { data: City };
  };
  /**
   * Get the life of a city. Lists its voorkomens with their periods and what changed, oldest first, also
   * for an object that no longer exists. Voorkomens that others replaced for their whole period are left
   * out, unless `include=corrections`. `include=source` adds the document and the times of registration.
   * Also lists the gemeenten that it was in. An extension of baken: it is not in the specification of
   * the interface.
   */
  "/cities/{woonplaatsId}/history": {
    parameters: Pick<SharedParameters, "woonplaatsId"> & {
      /** Extra data to add: `geometry` (GeoJSON), source, corrections. Several are joined by commas. */
      include?: ListOf<"geometry" | "source" | "corrections"> | undefined;
    };
    answer: { data: CityHistory };
  };
  /** List the streets of a city. By name. */
  "/cities/{woonplaatsId}/streets": {
    parameters: Pick<SharedParameters, "woonplaatsId" | "per_page" | "page" | "sort">;
    answer: Paged<Street>;
  };
  /**
   * List streets. By name. Names match without regard to case and diacritics. All filters given must
   * hold.
   */
  "/streets": {
    parameters: Pick<SharedParameters, "per_page" | "page" | "filter[naam]" | "city" | "sort"> & {
      /** Identificatie of the woonplaats. */
      "filter[woonplaats_id]"?: string | undefined;
      /** The same as `filter[woonplaats_id]`, which wins when both are given. */
      woonplaats_id?: string | undefined;
      /** Kind of openbare ruimte. */
      "filter[type]"?: string | undefined;
    };
    answer: Paged<Street>;
  };
  /** Get one street. An openbare ruimte by its identificatie. */
  "/streets/{openbareRuimteId}": {
    parameters: Pick<SharedParameters, "openbareRuimteId" | "valid_on"> & {
      /**
       * Extra data to add: `counts` (numbers of objects in it), source, in_onderzoek. Several are joined by
       * commas.
       */
      include?: ListOf<"counts" | "source" | "in_onderzoek"> | undefined;
    };
    answer: { data: Street };
  };
  /**
   * Get the life of a street. Lists its voorkomens with their periods and what changed, oldest first,
   * also for an object that no longer exists. Voorkomens that others replaced for their whole period are
   * left out, unless `include=corrections`. `include=source` adds the document and the times of
   * registration. An extension of baken: it is not in the specification of the interface.
   */
  "/streets/{openbareRuimteId}/history": {
    parameters: Pick<SharedParameters, "openbareRuimteId"> & {
      /** Extra data to add: source, corrections. Several are joined by commas. */
      include?: ListOf<"source" | "corrections"> | undefined;
    };
    answer: { data: StreetHistory };
  };
  /**
   * List the addresses of a street. In the order of number, letter and addition; addresses without a
   * postcode too.
   */
  "/streets/{openbareRuimteId}/addresses": {
    parameters: Pick<
      SharedParameters,
      | "openbareRuimteId"
      | "per_page"
      | "page"
      | "filter[stage]"
      | "filter[buurt_code]"
      | "filter[wijk_code]"
      | "valid_on"
      | "include"
    >;
    answer: Paged<Address>;
  };
  /**
   * List municipalities. By name; those with a city in the data. Names match without regard to case and
   * diacritics.
   */
  "/municipalities": {
    parameters: Pick<SharedParameters, "per_page" | "page" | "filter[provincie_naam]"> & {
      /** Part of the name. */
      "filter[gemeente_naam]"?: string | undefined;
      /** Two letters of the province. */
      "filter[provincie_code]"?: string | undefined;
      /**
       * Extra data to add: `counts` (numbers of objects in it), `geometry` (GeoJSON). Several are joined by
       * commas.
       */
      include?: ListOf<"counts" | "geometry"> | undefined;
      /** Field to sort by; a leading `-` means descending. */
      sort?: "gemeente_naam" | "-gemeente_naam" | undefined;
    };
    answer: {
      data: Municipality[];
      meta: PageMeta;
    };
  };
  /** Get one municipality. A gemeente by its code. */
  "/municipalities/{gemeenteCode}": {
    parameters: Pick<SharedParameters, "gemeenteCode" | "valid_on"> & {
      /**
       * Extra data to add: `counts` (numbers of objects in it), `geometry` (GeoJSON). Several are joined by
       * commas.
       */
      include?: ListOf<"counts" | "geometry"> | undefined;
    };
    answer: { data: Municipality };
  };
  /**
   * Get the life of a municipality. Lists the names of a gemeente and the woonplaatsen that were in it,
   * also for a gemeente that no longer exists. Each woonplaats says in which gemeente it is today. An
   * extension of baken: it is not in the specification of the interface.
   */
  "/municipalities/{gemeenteCode}/history": {
    parameters: Pick<SharedParameters, "gemeenteCode">;
    answer: { data: MunicipalityHistory };
  };
  /** List the cities of a municipality. By name. */
  "/municipalities/{gemeenteCode}/cities": {
    parameters: Pick<SharedParameters, "gemeenteCode" | "per_page" | "page"> & {
      /** Extra data to add: `geometry` (GeoJSON). */
      include?: "geometry" | undefined;
    };
    answer: {
      data: City[];
      meta: PageMeta;
    };
  };
  /** List the twelve provinces. By name. */
  "/provinces": {
    parameters: {
      /** Extra data to add: `counts` (numbers of objects in it). */
      include?: "counts" | undefined;
    };
    answer: { data: Province[] };
  };
  /** Get one province. By name, without regard to case and diacritics, or by its two letters. */
  "/provinces/{provinceName}": {
    parameters: {
      /** Name or two-letter code. */
      provinceName: string;
      /**
       * Extra data to add: `municipalities` (the usual records), `counts` (numbers of objects in it).
       * Several are joined by commas.
       */
      include?: ListOf<"municipalities" | "counts"> | undefined;
    };
    answer: { data: Province };
  };
  /**
   * List neighbourhoods. CBS buurten on land by code, with the year of their map. Names match without
   * regard to case and diacritics. Source: CBS and Kadaster, CC BY 4.0; an empty list when this data was
   * imported without a map of them. An extension of baken: it is not in the specification of the
   * interface.
   */
  "/neighbourhoods": {
    parameters: Pick<
      SharedParameters,
      "per_page" | "page" | "filter[buurt_code]" | "filter[wijk_code]" | "filter[gemeente_code]"
    > & {
      /** Part of the name. */
      "filter[buurt_naam]"?: string | undefined;
      /**
       * Extra data to add: `counts` (numbers of objects in it), `by_type` (addresses by kind of object),
       * `by_purpose` (addresses by gebruiksdoel), `geometry` (GeoJSON). Several are joined by commas.
       */
      include?: ListOf<"counts" | "by_type" | "by_purpose" | "geometry"> | undefined;
    };
    answer: Paged<Neighbourhood>;
  };
  /**
   * List districts. CBS wijken by code: a wijk consists of buurten. Names match without regard to case
   * and diacritics. Source: CBS and Kadaster, CC BY 4.0; an empty list when this data was imported
   * without a map of them. An extension of baken: it is not in the specification of the interface.
   */
  "/districts": {
    parameters: Pick<
      SharedParameters,
      "per_page" | "page" | "filter[wijk_code]" | "filter[gemeente_code]"
    > & {
      /** Part of the name. */
      "filter[wijk_naam]"?: string | undefined;
      /**
       * Extra data to add: `counts` (numbers of objects in it), `by_type` (addresses by kind of object),
       * `by_purpose` (addresses by gebruiksdoel), `geometry` (GeoJSON). Several are joined by commas.
       */
      include?: ListOf<"counts" | "by_type" | "by_purpose" | "geometry"> | undefined;
    };
    answer: Paged<District>;
  };
  /** Get one building. A pand by its identificatie. */
  "/buildings/{pandId}": {
    parameters: Pick<SharedParameters, "pandId" | "valid_on"> & {
      /**
       * Extra data to add: `geometry` (GeoJSON), `addresses` (the usual address records), `counts` (numbers
       * of objects in it), `stage` (whether it stands yet), source, in_onderzoek. Several are joined by
       * commas.
       */
      include?: ListOf<"geometry" | "addresses" | "counts" | "stage" | "source" | "in_onderzoek"> | undefined;
    };
    answer: { data: Building };
  };
  /**
   * Get the life of a building. Lists its voorkomens with their periods and what changed, oldest first,
   * also for an object that no longer exists. Voorkomens that others replaced for their whole period are
   * left out, unless `include=corrections`. `include=source` adds the document and the times of
   * registration. An extension of baken: it is not in the specification of the interface.
   */
  "/buildings/{pandId}/history": {
    parameters: Pick<SharedParameters, "pandId"> & {
      /** Extra data to add: `geometry` (GeoJSON), source, corrections. Several are joined by commas. */
      include?: ListOf<"geometry" | "source" | "corrections"> | undefined;
    };
    answer: { data: BuildingHistory };
  };
  /**
   * Get the building of an address. The address is found as in the lookup. Berths and pitches have no
   * building: 404.
   */
  "/buildings/at-address": {
    parameters: Pick<SharedParameters, "postcode" | "number" | "letter" | "addition" | "valid_on"> & {
      /**
       * Extra data to add: `geometry` (GeoJSON), `addresses` (the usual address records), `counts` (numbers
       * of objects in it), `stage` (whether it stands yet), source, in_onderzoek. Several are joined by
       * commas.
       */
      include?: ListOf<"geometry" | "addresses" | "counts" | "stage" | "source" | "in_onderzoek"> | undefined;
    };
    answer: { data: Building };
  };
  /**
   * List the buildings in a box. Buildings whose footprint overlaps or touches the box. In no particular
   * order, but in the same order for the same data, truncated at `limit`. Filters by year leave out
   * buildings without one.
   */
  "/buildings/within-bbox": {
    parameters: Pick<SharedParameters, "north" | "south" | "east" | "west" | "filter[stage]"> & {
      /** First construction year. */
      "filter[bouwjaar_min]"?: number | undefined;
      /** Last construction year. */
      "filter[bouwjaar_max]"?: number | undefined;
      /** Status, in any case. */
      "filter[status]"?: string | undefined;
      /** Buildings to list, 1 to 500. */
      limit?: number | undefined;
      /** Extra data to add: `stage` (whether it stands yet). */
      include?: "stage" | undefined;
    };
    answer: { data: Building[] };
  };
  /**
   * Count buildings by construction year. By year, decade or century, in an area when one is given: all
   * conditions must hold. Buildings without a year are left out.
   */
  "/buildings/by-year": {
    parameters: Pick<
      SharedParameters,
      "group_by" | "gemeente_code" | "woonplaats_id" | "city" | "filter[stage]"
    > & {
      /** First construction year to count. */
      min_year?: number | undefined;
      /** Last construction year to count. */
      max_year?: number | undefined;
    };
    answer: { data: BuildingsByYear };
  };
  /** Get one residence. A verblijfsobject by its identificatie. */
  "/residences/{verblijfsobjectId}": {
    parameters: Pick<SharedParameters, "verblijfsobjectId" | "valid_on"> & {
      /**
       * Extra data to add: `geometry` (GeoJSON), `address` (the main address), `stage` (whether it stands
       * yet), source, in_onderzoek. Several are joined by commas.
       */
      include?: ListOf<"geometry" | "address" | "stage" | "source" | "in_onderzoek"> | undefined;
    };
    answer: { data: Residence };
  };
  /**
   * Get the life of a residence. Lists its voorkomens with their periods and what changed, oldest first,
   * also for an object that no longer exists. Voorkomens that others replaced for their whole period are
   * left out, unless `include=corrections`. `include=source` adds the document and the times of
   * registration. An extension of baken: it is not in the specification of the interface.
   */
  "/residences/{verblijfsobjectId}/history": {
    parameters: Pick<SharedParameters, "verblijfsobjectId"> & {
      /** Extra data to add: `geometry` (GeoJSON), source, corrections. Several are joined by commas. */
      include?: ListOf<"geometry" | "source" | "corrections"> | undefined;
    };
    answer: { data: ResidenceHistory };
  };
  /**
   * List addresses by purpose of use. A residence with several purposes is listed under each. Sorted by
   * area and identifier; residences without an area come last, and are left out with a minimum or
   * maximum area. A purpose, area or city that does not occur gives an empty list; a purpose that does
   * not exist is 422.
   */
  "/residences/by-purpose": {
    parameters: Pick<SharedParameters, "per_page" | "page" | "gemeente_code" | "woonplaats_id"> & {
      /** Purpose of use (gebruiksdoel), in any case. */
      purpose: string;
      /** Full name of the city. */
      city?: string | undefined;
      /** Minimum area in square metres. */
      oppervlakte_min?: number | undefined;
      /** Maximum area in square metres. */
      oppervlakte_max?: number | undefined;
      /**
       * Extra data to add: `stage` (whether it stands yet), source, in_onderzoek. Several are joined by
       * commas.
       */
      include?: ListOf<"stage" | "source" | "in_onderzoek"> | undefined;
    };
    answer: Paged<Address>;
  };
  /**
   * Get the totals of the country. Addresses by type and by province too; all twelve provinces are
   * listed.
   */
  "/statistics/overview": {
    parameters: Record<never, never>;
    answer: { data: Overview };
  };
  /** Count addresses by purpose of use. The totals of `/residences/by-purpose`. */
  "/statistics/purposes": {
    parameters: Record<never, never>;
    answer: { data: Purposes };
  };
  /**
   * Count buildings by construction year. By year, decade or century; buildings without a year are left
   * out.
   */
  "/statistics/construction-years": {
    parameters: Pick<SharedParameters, "group_by">;
    answer: { data: ConstructionYears };
  };
  /** Get the totals of a municipality. A gemeente by its code. */
  "/statistics/municipality/{gemeenteCode}": {
    parameters: Pick<SharedParameters, "gemeenteCode">;
    answer: { data: MunicipalityStatistics };
  };
  /** Get the totals of a city. A woonplaats by its identificatie. */
  "/statistics/city/{woonplaatsId}": {
    parameters: Pick<SharedParameters, "woonplaatsId"> & {
      /** Extra data to add: `by_purpose` (addresses by gebruiksdoel). */
      include?: "by_purpose" | undefined;
    };
    answer: { data: CityStatistics };
  };
  /** Get the totals of a postcode area. The addresses whose postcode begins with these four digits. */
  "/statistics/postcode-area/{postcode}": {
    parameters: {
      /** Four digits of the area. */
      postcode: string;
    };
    answer: { data: PostcodeAreaStatistics };
  };
  /**
   * Get totals and changes by year or month. For a municipality, a city or a street: what existed on the
   * first day of each period, and what was issued, built, withdrawn and demolished in it, by the first
   * day of each change. The first period begins a year after `registry_since`, because the registry was
   * being filled before that; the last one contains the reference date. An object is counted where it is
   * today or was last. An extension of baken: it is not in the specification of the interface.
   */
  "/statistics/timeline": {
    parameters: {
      /** Code of the municipality: its cities of today, and those that ended in it. */
      gemeente_code?: string | undefined;
      /** Identificatie of the woonplaats; it or `gemeente_code` is required, and all given must hold. */
      woonplaats_id?: string | undefined;
      /**
       * Identificatie of the street: its numbers, the residences at them and their buildings. Used instead
       * of an area.
       */
      openbare_ruimte_id?: string | undefined;
      /** Length of a period. */
      group_by?: "year" | "month" | undefined;
    };
    answer: { data: Timeline };
  };
  /**
   * Get the status of an export. `pending`, `processing`, then `completed` or `failed`; a completed job
   * is `expired` when its file is no longer kept. Jobs are known only to the API key that requested
   * them.
   */
  "/export/{jobId}": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: { data: ExportJob };
  };
  /**
   * Download the file of a completed export. CSV (RFC 4180, UTF-8, with a header), xlsx, one JSON array
   * of records, newline-delimited GeoJSON, GeoPackage or GeoParquet, as requested. `Range` requests a
   * part of the plain file; with `Accept-Encoding: gzip` the whole file of a text format is sent
   * compressed.
   */
  "/export/{jobId}/download": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: Uint8Array<ArrayBuffer>;
  };
  /**
   * Get the health of the service. Without a key. When a check is `error` the same body comes with
   * status 503. `database` is the store of keys and usage. It is `error` when the store cannot be read
   * or written, except for a full disk; requests with known keys are still answered. `cache` is the
   * counters of limits. It is `error` while the counters that several machines share cannot be reached
   * and this machine counts by itself.
   */
  "/status": {
    parameters: Record<never, never>;
    answer: Status;
  };
  /**
   * Get the version of data and interface. `bag_version` is the reference date of the extract;
   * `data_version` identifies this state of the data; `/changes/addresses` lists what changed after it.
   * `history` says whether the service answers about history (`valid_on`). `history_since` is the first
   * day that the registry itself covers; before that day only documents that were found later do.
   */
  "/version": {
    parameters: Record<never, never>;
    answer: { data: Version };
  };
  /**
   * List the imports since a day. Without `since`: of the last 30 days. `current_counts` are the counts
   * of the served data.
   */
  "/changes/summary": {
    parameters: {
      /** First day of the list, YYYY-MM-DD, from midnight UTC. */
      since?: string | undefined;
    };
    answer: { data: ChangesSummary };
  };
  /**
   * List the addresses that were added, changed or removed. Lists the changes since the version of your
   * copy, to keep that copy up to date. The list has several parts: request the `next_cursor` of each
   * part until it is null, then keep `version` for the next time. Several changes of an address are
   * listed as one. 410 when the changes since then are not known: fetch all addresses again with an
   * export. 409 when this server does not have that version yet: ask again later. An extension of baken:
   * it is not in the specification of the interface.
   */
  "/changes/addresses": {
    parameters: Pick<SharedParameters, "since" | "cursor"> & {
      /** Changes in a part, 1 to 1000. */
      per_page?: number | undefined;
      /**
       * Extra data to add: `geometry` (GeoJSON), `stage` (whether it stands yet), `areas` (CBS buurt and
       * wijk, veiligheidsregio). Several are joined by commas.
       */
      include?: ListOf<"geometry" | "stage" | "areas"> | undefined;
    };
    answer: { data: AddressChanges };
  };
  /**
   * List the buildings that were added, changed or removed. Lists the changes since the version of your
   * copy, to keep that copy up to date. The list has several parts: request the `next_cursor` of each
   * part until it is null, then keep `version` for the next time. Several changes of a building are
   * listed as one. 410 when the changes since then are not known: fetch all buildings again with an
   * export. 409 when this server does not have that version yet: ask again later. An extension of baken:
   * it is not in the specification of the interface.
   */
  "/changes/buildings": {
    parameters: Pick<SharedParameters, "since" | "cursor"> & {
      /** Changes in a part, 1 to 1000. */
      per_page?: number | undefined;
      /**
       * Extra data to add: `geometry` (GeoJSON), `stage` (whether it stands yet). Several are joined by
       * commas.
       */
      include?: ListOf<"geometry" | "stage"> | undefined;
    };
    answer: { data: BuildingChanges };
  };
  /**
   * List the residences that were added, changed or removed. Lists the changes since the version of your
   * copy, to keep that copy up to date. The list has several parts: request the `next_cursor` of each
   * part until it is null, then keep `version` for the next time. Several changes of a residence are
   * listed as one. 410 when the changes since then are not known: fetch all residences again with an
   * export. 409 when this server does not have that version yet: ask again later. An extension of baken:
   * it is not in the specification of the interface.
   */
  "/changes/residences": {
    parameters: Pick<SharedParameters, "since" | "cursor"> & {
      /** Changes in a part, 1 to 1000. */
      per_page?: number | undefined;
      /**
       * Extra data to add: `geometry` (GeoJSON), `stage` (whether it stands yet). Several are joined by
       * commas.
       */
      include?: ListOf<"geometry" | "stage"> | undefined;
    };
    answer: { data: ResidenceChanges };
  };
  /**
   * List the objects of an area that were added, changed or ended. Lists the changes in a municipality
   * or a city by the first day of each change, as the registry knows it now. Sorted by month,
   * identificatie and voorkomen, in parts: request the `next_cursor` of each part until it is null.
   * Corrections, which were valid on no day, are left out. An object belongs to the area in which it is
   * today or was last. An extension of baken: it is not in the specification of the interface.
   */
  "/changes/objects": {
    parameters: Pick<SharedParameters, "cursor"> & {
      /** Code of the municipality: its cities of today, and those that ended in it. */
      gemeente_code?: string | undefined;
      /** Identificatie of the woonplaats; it or `gemeente_code` is required, and all given must hold. */
      woonplaats_id?: string | undefined;
      /** First day (YYYY-MM-DD) of the changes. */
      from: string;
      /** The day after the last day; at most 366 days after `from`. */
      to: string;
      /** Type of object. */
      type?: ObjectType | undefined;
      /** Name that must be among the `fields` of a change. */
      field?:
        | "status"
        | "stage"
        | "geconstateerd"
        | "geometry"
        | "naam"
        | "verkorte_naam"
        | "type"
        | "woonplaats_id"
        | "huisnummer"
        | "huisletter"
        | "huisnummertoevoeging"
        | "postcode"
        | "openbare_ruimte_id"
        | "hoofdadres_nummeraanduiding_id"
        | "nevenadres_nummeraanduiding_ids"
        | "gebruiksdoel"
        | "oppervlakte"
        | "pand_ids"
        | "bouwjaar"
        | undefined;
      /** Changes in a part, 1 to 1000. */
      per_page?: number | undefined;
    };
    answer: { data: ObjectChanges };
  };
  /**
   * Get this description. OpenAPI 3.0 as YAML, generated from the declarations that the server routes
   * and validates with. May be cached for an hour.
   */
  "/openapi.yaml": {
    parameters: Record<never, never>;
    answer: string;
  };
  /**
   * Get the meaning of an error. Without a key. The `type` of every error is the URL of its page here.
   * An extension of baken: it is not in the specification of the interface.
   */
  "/problems/{problem}": {
    parameters: {
      /** The end of an error's `type`: its code with hyphens. */
      problem: string;
    };
    answer: { data: ProblemMeaning };
  };
}

/** Parameters and answer of each path with POST. */
export interface PostEndpoints {
  /**
   * Geocode a CSV file at once. Takes a CSV file as the body and returns the same rows in the same
   * order, unchanged, with added columns: what was found, what was corrected, the address, its position
   * and building, or the reason and suggestions. With `since`, the file is a list of ids, and the
   * columns say what became of their addresses. Each row costs one request of quota, taken before work
   * begins (`X-Row-Count`, `X-Quota-Cost`); the rate counts the request once. A file of more than 10000
   * rows is for `POST /geocode/jobs`. An extension of baken: it is not in the specification of the
   * interface.
   */
  "/geocode/csv": {
    parameters: Pick<
      SharedParameters,
      | "columns"
      | "add"
      | "dedupe"
      | "former"
      | "only_changed"
      | "strict"
      | "delimiter"
      | "encoding"
      | "lang"
      | "header"
    > & {
      /**
       * Rechecks a list of ids instead: the ids of nummeraanduidingen or objects were right on this day, and
       * the added columns say what became of their addresses. `columns=id=…,day=…` rechecks too, with the
       * days of a column. 404 `history_not_kept` where the data has no history.
       */
      since?: string | undefined;
    };
    /** Takes a file as its body. */
    file: true;
    answer: string;
  };
  /**
   * Geocode a large file in the background. Takes a CSV or xlsx file of addresses as the body, or with
   * `since` of ids, and reads it whole before it answers; content that cannot be read is 422 with its
   * place. Each row costs one request of quota, taken before work begins (`X-Row-Count`,
   * `X-Quota-Cost`); the rate counts the request once. The result is made in the background: follow the
   * job until it is `completed`. The file is deleted when the job has ended. An extension of baken: it
   * is not in the specification of the interface.
   */
  "/geocode/jobs": {
    parameters: Pick<
      SharedParameters,
      | "columns"
      | "add"
      | "dedupe"
      | "former"
      | "only_changed"
      | "strict"
      | "delimiter"
      | "encoding"
      | "lang"
      | "header"
    > & {
      /**
       * Rechecks a list of ids instead: the ids of nummeraanduidingen or objects were right on this day, and
       * the added columns say what became of their addresses. `columns=id=…,day=…` rechecks too, with the
       * days of a column. 404 `history_not_kept` where the data has no history.
       */
      since?: string | undefined;
      /** Name of the sheet of a spreadsheet; by default the visible sheet with most rows of addresses or ids. */
      sheet?: string | undefined;
      /** Format of the result. */
      format?: "csv" | "xlsx" | "geojson" | "gpkg" | "parquet" | undefined;
    };
    /** Takes a file as its body. */
    file: true;
    answer: { data: QueuedExport };
  };
  /**
   * Request a file of addresses. All addresses, or those that meet every condition given; an area that
   * does not exist is 422. With `what` other objects than addresses; conditions that do not apply to
   * these are 422. Parameters come in the query, or in a JSON or form body, which wins. The file is made
   * in the background: follow the job until it is `completed`.
   */
  "/export/addresses": {
    parameters: Pick<SharedParameters, "gemeente_code" | "woonplaats_id"> & {
      /** Four digits with which the postcodes begin. */
      postcode_area?: string | undefined;
      /** Name of the province, without regard to case and diacritics, or its two letters. */
      provincie_naam?: string | undefined;
      /** Kind of object that has the address. */
      type?: AddressableType | undefined;
      /**
       * Only what does not stand yet, or only what does: addresses, residences or buildings. Extension of
       * baken.
       */
      stage?: "planned" | "standing" | undefined;
      /** Code of the CBS buurt. Extension of baken. */
      buurt_code?: string | undefined;
      /** Code of the CBS wijk. Extension of baken. */
      wijk_code?: string | undefined;
      /**
       * Format of the file; `xlsx` (at most 1,048,575 rows), `geojson` (a feature a line), `gpkg` and
       * `parquet` are extensions of baken.
       */
      format?: "csv" | "xlsx" | "json" | "geojson" | "gpkg" | "parquet" | undefined;
      /** Contents of the file. Extension of baken. */
      what?:
        | "addresses"
        | "buildings"
        | "residences"
        | "streets"
        | "cities"
        | "municipalities"
        | "areas"
        | "address_history"
        | "building_history"
        | "residence_history"
        | undefined;
      /** Northern latitude of the box, WGS84. Extension of baken. */
      north?: number | undefined;
      /** Southern latitude of the box, WGS84. Extension of baken. */
      south?: number | undefined;
      /** Eastern longitude of the box, WGS84. Extension of baken. */
      east?: number | undefined;
      /** Western longitude of the box, WGS84. Extension of baken. */
      west?: number | undefined;
      /**
       * GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection in degrees; only what lies in it. At
       * most 10,000 positions. As text; in a JSON body as an object. Extension of baken.
       */
      polygon?: string | undefined;
      /**
       * CSV cells that a spreadsheet takes for a formula: with an apostrophe, or unchanged. Extension of
       * baken.
       */
      formulas?: "neutralise" | "keep" | undefined;
    };
    answer: { data: QueuedExport };
  };
}

/** Parameters and answer of each path with DELETE. */
export interface DeleteEndpoints {
  /**
   * Cancel a geocoding job, or delete its file. A job that waits or runs becomes `failed` at once; a
   * completed one becomes `expired`. Its files are deleted, and no longer count among those kept for the
   * key. A job that has failed or expired does not change. Returns the job after that. An extension of
   * baken: it is not in the specification of the interface.
   */
  "/geocode/jobs/{jobId}": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: { data: ExportJob };
  };
  /**
   * Cancel an export, or delete its file. A job that waits or runs becomes `failed` at once; a completed
   * one becomes `expired`. Its files are deleted, and no longer count among those kept for the key. A
   * job that has failed or expired does not change. Returns the job after that. An extension of baken:
   * it is not in the specification of the interface.
   */
  "/export/{jobId}": {
    parameters: Pick<SharedParameters, "jobId">;
    answer: { data: ExportJob };
  };
}
