/** Declares the columns of an object's row between reader and loader, in order: one list for both ends. */

import { OBJECT_TYPES, type TypeCode } from "../../registry/object-types.ts";
import { fieldColumns } from "../../registry/schema.ts";

export interface ObjectColumn {
  readonly name: string;
  readonly isText: boolean;
}

/** Columns that the reader computes in addition to the declared fields. */
const COMPUTED_COLUMNS: Record<TypeCode, readonly ObjectColumn[]> = {
  WPL: [{ name: "name_key", isText: true }],
  OPR: [{ name: "name_key", isText: true }],
  NUM: [{ name: "sort_key", isText: true }],
  VBO: position("pand_id"),
  LIG: position(),
  STA: position(),
  // `woonplaats_id` is where the pand lies; an address of the pand overrules it (base-table.ts).
  PND: [
    { name: "begin_geldigheid", isText: true },
    { name: "woonplaats_id", isText: false },
  ],
};

/** Columns for the voorkomen of a row and its end date; the values of the voorkomen follow (base-row.ts). */
export const ROW_HEAD: readonly ObjectColumn[] = [
  { name: "fid", isText: false },
  { name: "voorkomen_identificatie", isText: false },
  { name: "eind_geldigheid", isText: true },
];

export function objectColumns(code: TypeCode): ObjectColumn[] {
  return [...ROW_HEAD, ...voorkomenColumns(code)];
}

/** Returns the columns of the declared fields and those computed from them, without the head. */
export function voorkomenColumns(code: TypeCode): ObjectColumn[] {
  return [
    ...fieldColumns(code).map((c) => ({ name: c.name, isText: c.sqlType === "TEXT" })),
    ...COMPUTED_COLUMNS[code],
  ];
}

export function hasGeometry(code: TypeCode): boolean {
  return "geometryPath" in OBJECT_TYPES[code];
}

function position(...names: string[]): ObjectColumn[] {
  return [...names, "latitude", "longitude"].map((name) => ({ name, isText: false }));
}
