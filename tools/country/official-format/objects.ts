import type { GmlPoint, RdPolygon } from "./gml.ts";

/**
 * Object types in the order of delivery: references point backwards, except from a verblijfsobject to its panden.
 */
export const DELIVERED_TYPES = ["WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND"] as const;
export type DeliveredType = (typeof DELIVERED_TYPES)[number];

/** Fields that every delivered record has besides its own: one voorkomen of one object. */
interface Registered<T extends DeliveredType> {
  readonly type: T;
  /** 16 digits, 4 for a woonplaats. */
  readonly identificatie: string;
  readonly status: string;
  /** Observed without a formal decision; absent means N. */
  readonly geconstateerd?: boolean | undefined;
  readonly documentdatum: string;
  readonly documentnummer: string;
  readonly voorkomen: DemoVoorkomen;
}

export interface DeliveredWoonplaats extends Registered<"WPL"> {
  readonly naam: string;
  /** One polygon is delivered as `vlak`, several as `multivlak`. */
  readonly geometrie: readonly RdPolygon[];
}

export interface OpenbareRuimte extends Registered<"OPR"> {
  readonly naam: string;
  readonly streetType: string;
  /** Identificatie of the woonplaats. */
  readonly ligtIn: string;
  /** At most 24 characters (NEN 5825). */
  readonly verkorteNaam?: string | undefined;
}

export interface Nummeraanduiding extends Registered<"NUM"> {
  readonly huisnummer: number;
  readonly huisletter?: string | undefined;
  readonly huisnummertoevoeging?: string | undefined;
  readonly postcode?: string | undefined;
  readonly typeAdresseerbaarObject: "Verblijfsobject" | "Ligplaats" | "Standplaats";
  /** Woonplaats that overrides the one of the street. */
  readonly ligtIn?: string | undefined;
  /** Identificatie of the openbare ruimte. */
  readonly ligtAan: string;
}

interface Addressable {
  readonly hoofdadres: string;
  readonly nevenadressen?: readonly string[] | undefined;
}

export interface Verblijfsobject extends Registered<"VBO">, Addressable {
  readonly geometrie: GmlPoint | RdPolygon;
  readonly gebruiksdoelen: readonly string[];
  /** Square metres. */
  readonly oppervlakte: number;
  readonly panden: readonly string[];
}

export interface Ligplaats extends Registered<"LIG">, Addressable {
  readonly geometrie: RdPolygon;
}

export interface Standplaats extends Registered<"STA">, Addressable {
  readonly geometrie: RdPolygon;
}

export interface Pand extends Registered<"PND"> {
  readonly geometrie: RdPolygon;
  readonly bouwjaar: number;
}

export type BagObject =
  | DeliveredWoonplaats
  | OpenbareRuimte
  | Nummeraanduiding
  | Verblijfsobject
  | Ligplaats
  | Standplaats
  | Pand;

/**
 * One version of an object in its life. Dates are `YYYY-MM-DD`; moments are local Dutch time without a zone,
 * `YYYY-MM-DDThh:mm:ss.sss`. An absent field is an absent element.
 */
export interface DemoVoorkomen {
  /** 1 for the first version of the object, increasing. */
  readonly voorkomenidentificatie: number;
  readonly beginGeldigheid: string;
  /** Exclusive: the successor begins on the same date. */
  readonly eindGeldigheid?: string | undefined;
  readonly tijdstipRegistratie: string;
  readonly eindRegistratie?: string | undefined;
  /** Only in Inactief files: a future version that was withdrawn before its date. */
  readonly tijdstipInactief?: string | undefined;
  readonly tijdstipRegistratieLV: string;
  readonly tijdstipEindRegistratieLV?: string | undefined;
  readonly tijdstipInactiefLV?: string | undefined;
  /** Only in NietBag files: the version was never part of the BAG. */
  readonly tijdstipNietBagLV?: string | undefined;
}

export function voorkomenXml(v: DemoVoorkomen): string {
  return (
    `<Objecten:voorkomen><Historie:Voorkomen><Historie:voorkomenidentificatie>${v.voorkomenidentificatie}</Historie:voorkomenidentificatie>` +
    `<Historie:beginGeldigheid>${v.beginGeldigheid}</Historie:beginGeldigheid>` +
    historieXml("eindGeldigheid", v.eindGeldigheid) +
    `<Historie:tijdstipRegistratie>${v.tijdstipRegistratie}</Historie:tijdstipRegistratie>` +
    historieXml("eindRegistratie", v.eindRegistratie) +
    historieXml("tijdstipInactief", v.tijdstipInactief) +
    `<Historie:BeschikbaarLV><Historie:tijdstipRegistratieLV>${v.tijdstipRegistratieLV}</Historie:tijdstipRegistratieLV>` +
    historieXml("tijdstipEindRegistratieLV", v.tijdstipEindRegistratieLV) +
    historieXml("tijdstipInactiefLV", v.tijdstipInactiefLV) +
    historieXml("tijdstipNietBagLV", v.tijdstipNietBagLV) +
    "</Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>"
  );
}

/** Returns `<Historie:name>value</Historie:name>`, or nothing when the value is absent. */
export function historieXml(name: string, value: string | undefined): string {
  return value === undefined ? "" : `<Historie:${name}>${value}</Historie:${name}>`;
}
