/**
 * The records of docs/interface.md, "Records", field for field: returned by registry reads, sent unchanged over HTTP
 * and MCP.
 */
import type { GeoJsonGeometry } from "../../geo/geojson.ts";
import type { AddressableType } from "../schema/object-types.ts";

export interface AdresRecord {
  nummeraanduiding_id: string;
  type: AddressableType;
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
  /** Null for addresses without a postcode (107 of 12,034 in Weesp). */
  postcode: string | null;
  straatnaam: string;
  verkorte_straatnaam: string | null;
  woonplaats_naam: string;
  woonplaats_id: string;
  gemeente_naam: string;
  gemeente_code: string;
  provincie_naam: string;
  gebruiksdoel: string[];
  oppervlakte: number | null;
  status: string;
  pand_id: string | null;
  adresseerbaar_object_id: string;
  bouwjaar: number | null;
  latitude: number;
  longitude: number;
  rd_x: number;
  rd_y: number;
  full_address: string;
  geometry?: GeoJsonGeometry;
}

export interface WoonplaatsRecord {
  identificatie: string;
  naam: string;
  gemeente_code: string;
  gemeente_naam: string;
  provincie_naam: string;
  status: string;
  counts?: { addresses: number; buildings: number; streets: number };
  geometry?: GeoJsonGeometry | null;
}

export interface OpenbareRuimteRecord {
  identificatie: string;
  naam: string;
  verkorte_naam: string | null;
  type: string;
  woonplaats_id: string;
  woonplaats_naam: string;
  status: string;
  counts?: { addresses: number };
}

export interface GemeenteRecord {
  gemeente_code: string;
  gemeente_naam: string;
  provincie_naam: string;
  provincie_code: string;
  counts?: { addresses: number; buildings: number; cities: number; streets: number };
  geometry?: GeoJsonGeometry | null;
}

export interface ProvincieRecord {
  provincie_code: string;
  provincie_naam: string;
  counts?: { addresses: number; municipalities: number; cities: number };
  municipalities?: GemeenteRecord[];
}

export interface PandRecord {
  identificatie: string;
  bouwjaar: number | null;
  status: string;
  geconstateerd: boolean;
  voorkomen_identificatie: number;
  begin_geldigheid: string;
  eind_geldigheid: string | null;
  counts?: { addresses: number; residences: number };
  addresses?: AdresRecord[];
  geometry?: GeoJsonGeometry;
}

export interface VerblijfsobjectRecord {
  identificatie: string;
  gebruiksdoel: string[];
  oppervlakte: number | null;
  status: string;
  pand_id: string | null;
  hoofdadres_nummeraanduiding_id: string;
  nevenadres_nummeraanduiding_ids: string[];
  latitude: number;
  longitude: number;
  rd_x: number;
  rd_y: number;
  address?: AdresRecord | null;
  geometry?: GeoJsonGeometry;
}

export interface PostcodeRange {
  postcode: string;
  min_number: number;
  max_number: number;
  count: number;
  street: string;
  city: string;
}

export interface PostcodeValidation {
  valid: boolean;
  postcode: string;
  street: string | null;
  city: string | null;
  municipality: string | null;
  province: string | null;
}
