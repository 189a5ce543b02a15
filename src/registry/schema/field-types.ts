/** Form of the declaration of a record's fields (record-fields.ts), and the types that follow from a declaration. */
import type { GeoJsonGeometry } from "../../geo/geojson.ts";
import type { AddressableType, Stage } from "./object-types.ts";

/** Values of the types of fields, in records and rows of exports. */
interface FieldValues {
  /** 16 digits. */
  identificatie: string;
  "four digits": string;
  /** The first four digits of a postcode. */
  "postcode area": string;
  "two letters": string;
  postcode: string;
  text: string;
  /** Text that a gemeente typed: a spreadsheet may take it for a formula. */
  "free text": string;
  "addressable type": AddressableType;
  /** Open list: text beyond it passes unchanged. */
  "street type": string;
  stage: Stage;
  purposes: string[];
  identificaties: string[];
  integer: number;
  /** From 1. */
  ordinal: number;
  /** From 0. */
  count: number;
  number: number;
  boolean: boolean;
  /** YYYY-MM-DD. */
  date: string;
  /** 0 or 1. */
  flag: number;
  geometry: GeoJsonGeometry;
  /** Counts under the names in `of`. */
  counts: Readonly<Record<string, number>>;
  /** Other records; their type is given to {@link RecordOf}. */
  records: unknown;
}
export type FieldType = keyof FieldValues;

/** Kinds of columns (tables/table.ts) for the types of fields in files. */
export const COLUMN_KINDS = {
  identificatie: "text",
  "four digits": "text",
  "postcode area": "text",
  "two letters": "text",
  postcode: "text",
  text: "text",
  "free text": "text",
  "addressable type": "text",
  "street type": "text",
  stage: "text",
  purposes: "list",
  identificaties: "list",
  integer: "integer",
  ordinal: "integer",
  count: "integer",
  number: "real",
  boolean: "boolean",
  date: "date",
  flag: "integer",
} as const satisfies Record<ColumnType, string>;
export type ColumnType = Exclude<FieldType, "geometry" | "counts" | "records">;

/** Groups of `geocode --add` that have fields of the address. */
export type AddressGroup =
  | "address"
  | "location"
  | "building"
  | "residence"
  | "stage"
  | "area"
  | "cbs"
  | "codes";

/**
 * Declaration of a field. A record has it when it has `text` or `include`; the layer for analysts when it has `layer`;
 * an export when it has `layer` or a text in `export`.
 */
export interface Field {
  readonly type: FieldType;
  readonly nullable?: true;
  /** True when a record has it on request only. */
  readonly include?: true;
  /** Names of the counts of type `counts`. */
  readonly of?: readonly string[];
  /** Meaning, in the OpenAPI document. */
  readonly text?: string;
  /** SQL over the rows of the layer, and description in GeoPackage and exports. */
  readonly layer?: readonly [sql: string, description: string];
  /** Description in exports, where it is another than the layer's; false for a column of the layer alone. */
  readonly export?: string | false;
  /** Type and constraints of the column in table `adres`. */
  readonly table?: string;
  /** Group of the column `result_…` in geocoded tables. */
  readonly result?: AddressGroup;
  /** Field that this field follows in a part whose order differs from the declaration's. */
  readonly after?: { readonly [P in OrderedPart]?: string };
}
type OrderedPart = "layer" | "table" | "result";
export type Fields = Readonly<Record<string, Field>>;

/** Names of the fields that fit a shape. */
type NamesOf<F extends Fields, Shape> = {
  [K in keyof F]: F[K] extends Shape ? K : never;
}[keyof F] &
  string;

type OrNull<F extends Field, V> = F extends { readonly nullable: true } ? V | null : V;
type ValueOf<F extends Field> = OrNull<
  F,
  F extends { readonly type: "counts"; readonly of: readonly (infer Name extends string)[] }
    ? { [K in Name]: number }
    : FieldValues[F["type"]]
>;

export type IncludedName<F extends Fields> = NamesOf<F, { readonly include: true }>;
export type PlainName<F extends Fields> = Exclude<NamesOf<F, { readonly text: string }>, IncludedName<F>>;
/** Names of the fields that contain other records. */
export type NestedName<F extends Fields> = NamesOf<F, { readonly type: "records" }>;

/** Record with the declared fields. `Nested` has the types of fields that contain other records, without null. */
export type RecordOf<F extends Fields, Nested = unknown> = {
  [K in PlainName<F>]: ValueOf<F[K]>;
} & {
  [K in IncludedName<F>]?: K extends keyof Nested ? OrNull<F[K], Nested[K]> : ValueOf<F[K]>;
};

export type ExportName<F extends Fields> = Exclude<
  NamesOf<F, { readonly layer: unknown } | { readonly export: string }>,
  NamesOf<F, { readonly export: false }>
>;

/** Row of an export. */
export type ExportOf<F extends Fields> = { readonly [K in ExportName<F>]: ValueOf<F[K]> };

/** Names of the fields that geocoding can add to a table. */
export type ResultName<F extends Fields> = NamesOf<F, { readonly result: unknown }>;

/** Names of the declared columns of table `adres`. */
export type ColumnName<F extends Fields> = NamesOf<F, { readonly table: string }>;

/** Types of fields that a table stores as a number, not under the name of the field. */
type KeyType = "identificatie" | "four digits";

/** Names of the fields whose SQL in the layer is a column of that name. */
type OwnColumnName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly layer: readonly [`t.${K}`, string] }
    ? Exclude<F[K]["type"], KeyType> extends never
      ? never
      : K
    : never;
}[keyof F & string];

/** Fields of a record as its table stores them: keys and booleans are numbers, lists texts joined by `|` or null. */
export type TableRowOf<F extends Fields> = {
  [K in Extract<ColumnName<F> | OwnColumnName<F>, PlainName<F>>]: F[K]["type"] extends KeyType | "boolean"
    ? OrNull<F[K], number>
    : F[K]["type"] extends "purposes"
      ? string | null
      : ValueOf<F[K]>;
};

/** Lists the names of the fields of records, in order. */
export function recordNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.include || fields[name]!.text !== undefined);
}

/** Lists the names of the columns of {@link TableRowOf}. */
export function rowNames(fields: Fields): string[] {
  return recordNames(fields).filter((name) => {
    const { type, include, layer, table } = fields[name]!;
    const isKey = type === "identificatie" || type === "four digits";
    return !include && (table !== undefined || (!isKey && layer?.[0] === `t.${name}`));
  });
}

/**
 * Lists one part of the declaration of each field that has it, in the order of that part. Throws an Error for a field
 * that must follow a field which is not listed before it.
 */
export function partsOf<P extends OrderedPart>(fields: Fields, part: P): [string, NonNullable<Field[P]>][] {
  const parts = Object.entries(fields).filter(([, field]) => field[part] !== undefined);
  const ordered = parts.filter(([, { after }]) => after?.[part] === undefined);
  for (const [name, field] of parts) {
    const after = field.after?.[part];
    if (after !== undefined) {
      const at = ordered.findIndex(([other]) => other === after);
      if (at === -1) {
        throw new Error(`Field ${name} follows ${after}, which has no ${part} before it.`);
      }
      ordered.splice(at + 1, 0, [name, field]);
    }
  }
  return ordered.map(([name, field]) => [name, field[part]!]);
}
