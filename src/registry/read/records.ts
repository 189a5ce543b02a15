/** The records of docs/interface.md, "Records": returned by registry reads, sent unchanged over HTTP and MCP. */
import type { DISTRICT, NEIGHBOURHOOD } from "../schema/cbs-fields.ts";
import type { RecordOf } from "../schema/field-types.ts";
import type { OBJECT_TYPES, TypeCode } from "../schema/object-types.ts";
import type {
  ADDRESS,
  BUILDING,
  CITY,
  MUNICIPALITY,
  POSTCODE_AREA,
  PROVINCE,
  RESIDENCE,
  STREET,
} from "../schema/record-fields.ts";

/** Document of a voorkomen, and when it was registered, local time as the registry writes it. */
export interface Source {
  documentnummer: string | null;
  documentdatum: string | null;
  geconstateerd: boolean;
  tijdstip_registratie: string | null;
  eind_registratie: string | null;
  tijdstip_registratie_lv: string | null;
  eind_registratie_lv: string | null;
}

/** Object of the BAG, as other data names it. */
interface NamedObject {
  object_type: (typeof OBJECT_TYPES)[TypeCode]["table"];
  identificatie: string;
}

/** Voorkomen of an object, with its document. */
export interface ObjectSource extends NamedObject, Source {
  voorkomen_identificatie: number;
}

/** Kenmerk of an object under investigation. */
export interface KenmerkInOnderzoek extends NamedObject {
  kenmerk: string;
  begin_geldigheid: string;
  eind_geldigheid: string | null;
  documentnummer: string | null;
  documentdatum: string | null;
  tijdstip_registratie: string;
}

/** Fields that other objects than the record's own may fill. */
interface Details {
  sources: ObjectSource[];
  in_onderzoek: KenmerkInOnderzoek[];
}

export type AdresRecord = RecordOf<typeof ADDRESS, Details>;
export type WoonplaatsRecord = RecordOf<typeof CITY, Details>;
export type OpenbareRuimteRecord = RecordOf<typeof STREET, Details>;
export type GemeenteRecord = RecordOf<typeof MUNICIPALITY>;
export type ProvincieRecord = RecordOf<typeof PROVINCE, { municipalities: GemeenteRecord[] }>;
export type PandRecord = RecordOf<typeof BUILDING, Details & { addresses: AdresRecord[] }>;
export type VerblijfsobjectRecord = RecordOf<typeof RESIDENCE, Details & { address: AdresRecord }>;
export type BuurtRecord = RecordOf<typeof NEIGHBOURHOOD>;
export type WijkRecord = RecordOf<typeof DISTRICT>;
export type PostcodegebiedRecord = RecordOf<typeof POSTCODE_AREA>;

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
