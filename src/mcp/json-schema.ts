/** Generates JSON Schema for assistants: plain and inline, without `$ref`, which some of them do not resolve. */
import { z } from "zod";
import type { Parameters } from "../http/endpoint.ts";
import { Geometry } from "../http/schemas/records.ts";

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

interface SchemaNode {
  readonly zodSchema: unknown;
  readonly jsonSchema: Record<string, unknown>;
}

/** Empty metadata: ids would make references; descriptions and examples of records are for the OpenAPI document. */
const WITHOUT_METADATA = z.registry<Record<string, never>>();

/** Returns the schema of a tool's result in its shortest form, because every list of tools contains it. */
export function outputSchemaOf(output: z.ZodObject): ObjectSchema {
  return objectSchemaOf(z.toJSONSchema(output, { metadata: WITHOUT_METADATA, override: shorten }), output);
}

/** Returns the schema of a tool's arguments, with the descriptions and bounds of the parameters. */
export function inputSchemaOf(parameters: Parameters): ObjectSchema {
  const input = z.object(parameters);
  return objectSchemaOf(z.toJSONSchema(input, INPUT_OPTIONS), input);
}

const INPUT_OPTIONS = { unrepresentable: "any", override: describeInput } as const;

/**
 * Returns an object schema whose required fields are those that refuse undefined: a field with a default is optional,
 * although always present after parsing.
 */
function objectSchemaOf(schema: object, { shape }: z.ZodObject): ObjectSchema {
  const { $schema, additionalProperties, ...plain } = schema as Record<string, unknown>;
  const required = Object.entries(shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  return { ...plain, type: "object", required };
}

/**
 * Describes a transformed parameter by its input, or by `override` (http/parameters/kinds.ts), instead of its output.
 */
function describeInput({ zodSchema, jsonSchema }: SchemaNode): void {
  if (zodSchema instanceof z.ZodPipe && zodSchema.out instanceof z.ZodTransform) {
    const { $schema, ...given } = z.toJSONSchema(zodSchema.in as z.ZodType, INPUT_OPTIONS);
    Object.assign(jsonSchema, given, jsonSchema);
  }
  const { override, example } = jsonSchema;
  delete jsonSchema.override;
  delete jsonSchema.example;
  Object.assign(jsonSchema, override);
  if (example !== undefined) {
    jsonSchema.examples = [example];
  }
}

/** Reduces a schema to names and types; puts null into the type of a nullable value. */
function shorten({ zodSchema, jsonSchema }: SchemaNode): void {
  if (zodSchema === Geometry) {
    for (const keyword of Object.keys(jsonSchema)) {
      delete jsonSchema[keyword];
    }
    Object.assign(jsonSchema, { type: "object", description: "GeoJSON" });
  }
  const [value, none] = Array.isArray(jsonSchema.anyOf) ? jsonSchema.anyOf : [];
  if (none?.type === "null" && typeof value.type === "string") {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, value, { type: [value.type, "null"] });
  }
  for (const keyword of ["pattern", "minimum", "maximum", "format"]) {
    delete jsonSchema[keyword];
  }
  if (jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
}
