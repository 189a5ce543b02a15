/**
 * Layers for analysts: views of baken's tables under English names, with text ids and names of areas, that a GIS lists
 * with descriptions. Their columns are declared with the records (record-fields.ts). A view costs no space. GDAL
 * filters it by the R*Tree of its table, because its key and its geometry are columns of that table.
 */
import { ADDRESS_AREAS_JOINS } from "./cbs-fields.ts";
import { type Fields, partsOf } from "./field-types.ts";
import { ADDRESS, BUILDING, CITY, MUNICIPALITY, POSTCODE_AREA, RESIDENCE, STREET } from "./record-fields.ts";
import type { FeatureTable } from "./schema.ts";

/** Column of a layer: SQL over the rows of `from`, and description. */
type LayerColumn = readonly [sql: string, description: string];

export interface AnalystLayer {
  readonly name: string;
  readonly description: string;
  /** Table with the geometry, an R*Tree and the alias `t`; undefined for a layer of attributes alone. */
  readonly features?: FeatureTable;
  readonly columns: Readonly<Record<string, LayerColumn>>;
  /** SQL after FROM; its first table has the alias `t` and the key `fid`. */
  readonly from: string;
}

/** Joins a woonplaats `w`, its gemeente and its provincie. A LEFT JOIN costs nothing in a query without its columns. */
const AREAS = `LEFT JOIN gemeente g ON g.fid = w.gemeente_code
  LEFT JOIN provincie p ON p.fid = g.provincie_id`;

function columnsOf(fields: Fields): AnalystLayer["columns"] {
  return Object.fromEntries(partsOf(fields, "layer"));
}

const ADDRESS_LAYER: AnalystLayer = {
  name: "address",
  description: "Addresses, as points: nummeraanduidingen in force, with object, pand and areas",
  features: "adres",
  columns: columnsOf(ADDRESS),
  from: `adres t LEFT JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}${ADDRESS_AREAS_JOINS}`,
};

const BUILDING_LAYER: AnalystLayer = {
  name: "building",
  description: "Buildings: panden with their footprints",
  features: "pand",
  columns: columnsOf(BUILDING),
  from: `pand t LEFT JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}`,
};

const RESIDENCE_LAYER: AnalystLayer = {
  name: "residence",
  description: "Residences: verblijfsobjecten, with or without an address",
  columns: columnsOf(RESIDENCE),
  from: "verblijfsobject t",
};

const STREET_LAYER: AnalystLayer = {
  name: "street",
  description: "Streets, waters and other named openbare ruimten",
  columns: columnsOf(STREET),
  from: `openbare_ruimte t JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}`,
};

const CITY_LAYER: AnalystLayer = {
  name: "city",
  description: "Woonplaatsen with their borders",
  features: "woonplaats",
  columns: columnsOf(CITY),
  from: `woonplaats t ${AREAS.replaceAll("w.", "t.")}`,
};

const MUNICIPALITY_LAYER: AnalystLayer = {
  name: "municipality",
  description: "Gemeenten with their borders",
  features: "gemeente",
  columns: columnsOf(MUNICIPALITY),
  from: "gemeente t LEFT JOIN provincie p ON p.fid = t.provincie_id",
};

const POSTCODE_AREA_LAYER: AnalystLayer = {
  name: "area",
  description: "Postcode areas of four digits (PC4) with their borders",
  features: "postcodegebied",
  columns: columnsOf(POSTCODE_AREA),
  from: "postcodegebied t",
};

/** Matches SQL that is a column. */
const COLUMN = /^\w+\.\w+$/;

/**
 * Returns SQL that gives a value the type of `column`, without reading a row of the table. GeoPackage demands a type of
 * every column, and in a view SQLite knows the type only where the SQL is a column, or a SELECT that ends with one.
 */
function typed(sql: string, column: "naam" | "fid"): string {
  return `(SELECT ${sql} UNION ALL SELECT ${column} FROM provincie WHERE false)`;
}

function metaSql(key: string): string {
  return `(SELECT value FROM registry WHERE key = '${key}')`;
}

const DATA_VERSION: AnalystLayer = {
  name: "data_version",
  description: "Reference date and origin of this registry: one row",
  columns: {
    reference_date: [metaSql("reference_date"), "Date of the data, YYYY-MM-DD"],
    imported_at: [metaSql("imported_at"), "End of the import or update, UTC"],
    is_demo: [metaSql("is_demo"), "1: the sample, or generated test data"],
    area: [
      `replace(replace(replace(${metaSql("area")}, '[', ''), ']', ''), '"', '')`,
      "Codes of the gemeenten, by comma; 9999: the country",
    ],
    schema_version: [metaSql("schema_version"), "Version of the tables"],
  },
  from: `(SELECT ${typed("1", "fid")} AS fid) t`,
};

/** All layers, in the order in which a GIS lists them. */
export const ANALYST_LAYERS: readonly AnalystLayer[] = [
  ADDRESS_LAYER,
  BUILDING_LAYER,
  RESIDENCE_LAYER,
  STREET_LAYER,
  CITY_LAYER,
  MUNICIPALITY_LAYER,
  POSTCODE_AREA_LAYER,
  DATA_VERSION,
];

/** Returns the table when a layer shows each of its rows once; otherwise undefined. */
export function tableBehind({ from }: AnalystLayer): string | undefined {
  // An inner join may leave rows out.
  return /^(\w+) t\b(?! JOIN)/.exec(from)?.[1];
}

/** Returns the layer that shows the features of a table. */
export function layerOf(table: FeatureTable): string {
  return ANALYST_LAYERS.find(({ features }) => features === table)!.name;
}

/** Returns the DDL of a layer's view. GDAL takes a column `OGC_FID` for the key. */
export function layerDdl({ name, columns, features, from }: AnalystLayer): string {
  const selected = Object.entries(columns).map(
    ([column, [sql]]) => `${COLUMN.test(sql) ? sql : typed(sql, "naam")} AS ${column}`,
  );
  const geometry = features === undefined ? [] : ["t.geom AS geom"];
  return `CREATE VIEW ${name} AS SELECT
  ${["t.fid AS OGC_FID", ...selected, ...geometry].join(",\n  ")}
FROM ${from}`;
}
