/** Schema of a file in the terms of Parquet, and the metadata that GeoParquet 1.1 adds. */
import type { SchemaElement } from "hyparquet";
import type { Box } from "../../geo/geometry.ts";
import type { Column, ColumnKind, TableLayout } from "../table.ts";
import { uniqueNames } from "./column-names.ts";

export const GEOMETRY = "geometry";
export const BBOX = "bbox";
const BBOX_SIDES = ["xmin", "ymin", "xmax", "ymax"] as const;

export interface TableSchema {
  /** All elements, depth first, as the file lists them. */
  readonly elements: SchemaElement[];
  /** Name in the file of each column of the table. */
  readonly names: readonly string[];
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
const TYPES: Record<Exclude<ColumnKind, "list">, Omit<SchemaElement, "name">> = {
  text: TEXT,
  cell: TEXT,
  integer: { type: "INT32" },
  real: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
};

/** Returns the schema of a table. All columns may be null; a list's items may not. */
export function schemaOf({ columns, geometryType }: TableLayout): TableSchema {
  const hasGeometry = geometryType !== undefined;
  const names = uniqueNames(columns, hasGeometry ? [GEOMETRY, BBOX] : []);
  const root: SchemaElement = { name: "root", num_children: columns.length + (hasGeometry ? 2 : 0) };
  const ofColumns = columns.flatMap((column, i) => elementsOf(column, names[i]!));
  return { elements: [root, ...ofColumns, ...(hasGeometry ? GEOMETRY_ELEMENTS : [])], names };
}

const GEOMETRY_ELEMENTS: readonly SchemaElement[] = [
  { name: GEOMETRY, type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
  { name: BBOX, repetition_type: "OPTIONAL", num_children: BBOX_SIDES.length },
  ...BBOX_SIDES.map((name) => ({ name, type: "FLOAT", repetition_type: "REQUIRED" }) as const),
];

function elementsOf({ kind }: Column, name: string): SchemaElement[] {
  if (kind !== "list") {
    return [{ name, repetition_type: "OPTIONAL", ...TYPES[kind] }];
  }
  return [
    {
      name,
      repetition_type: "OPTIONAL",
      num_children: 1,
      converted_type: "LIST",
      logical_type: { type: "LIST" },
    },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "REQUIRED", ...TEXT },
  ];
}

/**
 * Returns the value of the key `geo`: the system of the WKB, which without `crs` is WGS84 with longitude first, and the
 * columns that hold the boxes.
 */
export function geoMetadata({ geometryType, crs }: TableLayout, { minX, minY, maxX, maxY }: Box): string {
  const covering = Object.fromEntries(BBOX_SIDES.map((side) => [side, [BBOX, side]]));
  return JSON.stringify({
    version: "1.1.0",
    primary_column: GEOMETRY,
    columns: {
      [GEOMETRY]: {
        encoding: "WKB",
        ...(crs === "rd" && { crs: RD_PROJJSON }),
        geometry_types: [geometryType],
        ...(minX <= maxX && { bbox: [minX, minY, maxX, maxY] }),
        covering: { bbox: covering },
      },
    },
  });
}

/** The system EPSG:28992 as PROJJSON, which GeoParquet asks for; numbers as in the EPSG dataset. */
const angle = (name: string, value: number, code: number) => ({
  name,
  value,
  unit: "degree",
  id: { authority: "EPSG", code },
});
const length = (name: string, value: number, code: number) => ({
  name,
  value,
  unit: "metre",
  id: { authority: "EPSG", code },
});
const axis = (name: string, abbreviation: string, direction: string, unit: string) => ({
  name,
  abbreviation,
  direction,
  unit,
});

const RD_PROJJSON = {
  $schema: "https://proj.org/schemas/v0.5/projjson.schema.json",
  type: "ProjectedCRS",
  name: "Amersfoort / RD New",
  base_crs: {
    name: "Amersfoort",
    datum: {
      type: "GeodeticReferenceFrame",
      name: "Amersfoort",
      ellipsoid: { name: "Bessel 1841", semi_major_axis: 6377397.155, inverse_flattening: 299.1528128 },
    },
    coordinate_system: {
      subtype: "ellipsoidal",
      axis: [
        axis("Geodetic latitude", "Lat", "north", "degree"),
        axis("Geodetic longitude", "Lon", "east", "degree"),
      ],
    },
    id: { authority: "EPSG", code: 4289 },
  },
  conversion: {
    name: "RD New",
    method: { name: "Oblique Stereographic", id: { authority: "EPSG", code: 9809 } },
    parameters: [
      angle("Latitude of natural origin", 52.1561605555556, 8801),
      angle("Longitude of natural origin", 5.38763888888889, 8802),
      {
        name: "Scale factor at natural origin",
        value: 0.9999079,
        unit: "unity",
        id: { authority: "EPSG", code: 8805 },
      },
      length("False easting", 155000, 8806),
      length("False northing", 463000, 8807),
    ],
  },
  coordinate_system: {
    subtype: "Cartesian",
    axis: [axis("Easting", "X", "east", "metre"), axis("Northing", "Y", "north", "metre")],
  },
  id: { authority: "EPSG", code: 28992 },
} as const;
