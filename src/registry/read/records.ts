/** The records of docs/interface.md, "Records": returned by registry reads, sent unchanged over HTTP and MCP. */
import type { DISTRICT, NEIGHBOURHOOD } from "../schema/cbs-fields.ts";
import type { RecordOf } from "../schema/field-types.ts";
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

export type AdresRecord = RecordOf<typeof ADDRESS>;
export type WoonplaatsRecord = RecordOf<typeof CITY>;
export type OpenbareRuimteRecord = RecordOf<typeof STREET>;
export type GemeenteRecord = RecordOf<typeof MUNICIPALITY>;
export type ProvincieRecord = RecordOf<typeof PROVINCE, { municipalities: GemeenteRecord[] }>;
export type PandRecord = RecordOf<typeof BUILDING, { addresses: AdresRecord[] }>;
export type VerblijfsobjectRecord = RecordOf<typeof RESIDENCE, { address: AdresRecord }>;
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
