import type { TypeCode } from "./object-types.ts";

/** Column of an object type's table that is not a declared field. */
export interface AddedColumn {
  readonly name: string;
  readonly sqlType: "INTEGER" | "REAL" | "TEXT" | "DATE";
  /** Rest of the column's DDL; without it the column is nullable. */
  readonly constraint?: string;
  /** True when an import computes the value from the object alone; other columns are derived from several objects. */
  readonly isComputed?: true;
}

const nameKey = { name: "name_key", sqlType: "TEXT", constraint: "NOT NULL", isComputed: true } as const;
const adresCount = { name: "adres_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" } as const;
/**
 * Position of an addressable object in WGS84 degrees and RD metres: its point as delivered, or its polygon's
 * representative point to the millimetre.
 */
const position = [
  { name: "latitude", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "longitude", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "rd_x", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "rd_y", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
] as const;

/** Columns of the object types' tables besides their declared fields, in order. */
export const ADDED_COLUMNS = {
  WPL: [
    { name: "gemeente_code", sqlType: "INTEGER", constraint: "REFERENCES gemeente(fid)" },
    nameKey,
    adresCount,
    { name: "pand_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
    { name: "openbare_ruimte_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
  ],
  OPR: [nameKey, adresCount],
  NUM: [{ name: "sort_key", sqlType: "TEXT", constraint: "NOT NULL", isComputed: true }],
  // `pand_id` is the pand in the API's records; `pand_ids` is null unless the object names several panden, or one that
  // does not exist.
  VBO: [{ name: "pand_id", sqlType: "INTEGER", isComputed: true }, ...position],
  LIG: position,
  STA: position,
  PND: [
    { name: "begin_geldigheid", sqlType: "DATE", constraint: "NOT NULL", isComputed: true },
    // Computed: the woonplaats in which the pand lies. The pand's addresses overrule it (import/objects/base-table.ts).
    { name: "woonplaats_id", sqlType: "INTEGER", constraint: "REFERENCES woonplaats(fid)", isComputed: true },
    adresCount,
    { name: "verblijfsobject_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
  ],
} as const satisfies Record<TypeCode, readonly AddedColumn[]>;
