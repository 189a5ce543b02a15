/** The columns an object's row has on its way from reader to loader, in order: one list for both ends. */

import { OBJECT_TYPES, type TypeCode } from "../registry/object-types.ts";
import { fieldColumns } from "../registry/schema.ts";

export interface ObjectColumn {
  readonly name: string;
  readonly isText: boolean;
}

/** What the reader works out beside the declared fields. */
const COMPUTED_COLUMNS: Record<TypeCode, readonly ObjectColumn[]> = {
  WPL: [{ name: "naam_sleutel", isText: true }],
  OPR: [{ name: "naam_sleutel", isText: true }],
  NUM: [{ name: "volgorde", isText: true }],
  VBO: position("pand_id"),
  LIG: position(),
  STA: position(),
  // `woonplaats_id` is where the pand lies; an address of the pand overrules it (load.ts).
  PND: [
    { name: "begin_geldigheid", isText: true },
    { name: "woonplaats_id", isText: false },
  ],
};

export function objectColumns(code: TypeCode): ObjectColumn[] {
  return [
    { name: "fid", isText: false },
    ...fieldColumns(code).map((c) => ({ name: c.name, isText: c.sqlType === "TEXT" })),
    { name: "voorkomen_identificatie", isText: false },
    { name: "eind_geldigheid", isText: true },
    ...COMPUTED_COLUMNS[code],
  ];
}

export function hasGeometry(code: TypeCode): boolean {
  return "geometryPath" in OBJECT_TYPES[code];
}

function position(...before: string[]): ObjectColumn[] {
  return [...before, "latitude", "longitude"].map((name) => ({ name, isText: false }));
}
