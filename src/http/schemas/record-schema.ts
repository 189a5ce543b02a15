/** Makes the schema of a record from the declaration of its fields. */
import { z } from "zod";
import {
  type Field,
  type Fields,
  type IncludedName,
  type NestedName,
  type PlainName,
  recordNames,
} from "../../registry/schema/field-types.ts";
import {
  ADDRESSABLE_TYPES,
  GEBRUIKSDOELEN,
  OPENBARE_RUIMTE_TYPES,
  STAGES,
} from "../../registry/schema/object-types.ts";

export const identificatie = z.string().regex(/^[0-9]{16}$/);
export const code4 = z.string().regex(/^[0-9]{4}$/);
export const postcodeText = z.string().regex(/^[1-9][0-9]{3}[A-Z]{2}$/);
export const pc4 = z.string().regex(/^[1-9][0-9]{3}$/);
export const date = z.iso.date();
/** Local time of the registry, which writes no zone. */
export const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
export const count = z.int().min(0);

const longitudeLatitude = z.array(z.number()).length(2);
const rings = z.array(z.array(longitudeLatitude));

function geometryOf<T extends string, C extends z.ZodType>(type: T, coordinates: C) {
  return z.strictObject({
    type: z.literal(type).describe("Kind of geometry."),
    coordinates: coordinates.describe("Positions of longitude and latitude, nested as the type requires."),
  });
}

export const Geometry = z
  .discriminatedUnion("type", [
    geometryOf("Point", longitudeLatitude),
    geometryOf("Polygon", rings),
    geometryOf("MultiPolygon", z.array(rings)),
  ])
  .meta({ id: "Geometry", description: "GeoJSON geometry (RFC 7946); positions are [longitude, latitude]." });

/** Schemas of the types of fields; schemas of counts and of other records depend on the field. */
const SCHEMAS = {
  identificatie,
  "four digits": code4,
  "postcode area": pc4,
  "two letters": z.string().length(2),
  postcode: postcodeText,
  text: z.string(),
  "free text": z.string(),
  "addressable type": z.enum(ADDRESSABLE_TYPES),
  "street type": openEnum(OPENBARE_RUIMTE_TYPES),
  stage: z.enum(STAGES),
  purposes: z.array(openEnum(GEBRUIKSDOELEN)),
  identificaties: z.array(identificatie),
  integer: z.int(),
  ordinal: z.int().min(1),
  count,
  number: z.number(),
  boolean: z.boolean(),
  date,
  flag: z.int().min(0).max(1),
  geometry: Geometry,
} as const satisfies Record<Exclude<Field["type"], "counts" | "records">, z.ZodType>;

type SchemaOf<F extends Field, Nested> = F["type"] extends keyof typeof SCHEMAS
  ? (typeof SCHEMAS)[F["type"]]
  : F extends { readonly of: readonly (infer Name extends string)[] }
    ? z.ZodObject<Record<Name, typeof count>, z.core.$strict>
    : Nested;
type OrNull<F extends Field, S> = F extends { readonly nullable: true } ? z.ZodNullable<S & z.ZodType> : S;
type ShapeOf<F extends Fields, Nested extends Record<NestedName<F>, z.ZodType>> = {
  [K in PlainName<F>]: OrNull<F[K], SchemaOf<F[K], never>>;
} & {
  [K in IncludedName<F>]: z.ZodOptional<OrNull<F[K], SchemaOf<F[K], Nested[K & keyof Nested]>> & z.ZodType>;
};

/** Returns the closed schema of a record; `nested` has the schemas of its fields that contain other records. */
export function recordSchema<F extends Fields, Nested extends Record<NestedName<F>, z.ZodType>>(
  fields: F,
  nested: Nested,
) {
  const shape = recordNames(fields).map((name) => [name, schemaOf(name, fields[name]!, nested)]);
  return z.strictObject(Object.fromEntries(shape) as ShapeOf<F, Nested>);
}

function schemaOf(name: string, field: Field, nested: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const { type, text, of = [] } = field;
  let schema: z.ZodType;
  if (type === "counts") {
    schema =
      name === "counts" ? numbersOf(of) : z.strictObject(Object.fromEntries(of.map((one) => [one, count])));
  } else {
    schema = type === "records" ? nested[name]! : SCHEMAS[type];
  }
  schema = field.nullable ? schema.nullable() : schema;
  schema = field.include ? schema.optional() : schema;
  return text === undefined ? schema : schema.describe(text);
}

/** Returns the schema of numbers of objects, by their names in the interface. */
export function numbersOf<const T extends string>(names: readonly T[]) {
  const numbers = names.map((name) => [name, count.describe(`Number of ${name}.`)]);
  return z.strictObject(Object.fromEntries(numbers) as Record<T, typeof count>);
}

/**
 * Schema of text from a closed list of the BAG catalogus: the OpenAPI document lists the values, validation accepts any
 * text, because records carry it unchanged.
 */
function openEnum(values: readonly string[]) {
  return z.string().meta({ override: { enum: [...values] } });
}
