/** Parameter with an area as GeoJSON: text in a query or form; in a JSON body also the object itself. */
import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { parseGeoJsonArea } from "../../geo/geojson-area.ts";
import type { MultiPolygonGeometry } from "../../geo/geometry.ts";

/** Schemas whose value in a JSON body may be an object. */
const objectSchemas = new WeakSet<z.ZodType>();

/** Maximum characters: more than a body may have. */
const MAX_LENGTH = 300_000;

interface AreaOptions {
  readonly description: string;
  readonly maxVertices: number;
}

/** Schema of an optional area in degrees: Polygon, MultiPolygon, Feature or FeatureCollection. */
export function geoJsonArea({ description, maxVertices }: AreaOptions) {
  const schema = z
    .string({ error: "The :attribute field must be a GeoJSON object." })
    .max(MAX_LENGTH, `The :attribute field must not be greater than ${MAX_LENGTH} characters.`)
    .transform((text, context): MultiPolygonGeometry => {
      try {
        return parseGeoJsonArea(JSON.parse(text), maxVertices);
      } catch (error) {
        context.issues.push({ code: "custom", message: faultOf(error), input: text });
        return z.NEVER;
      }
    })
    .optional()
    .meta({ description, override: { type: "string", minLength: 2, maxLength: MAX_LENGTH } });
  objectSchemas.add(schema);
  return schema;
}

/** Returns true for a parameter whose value in a JSON body may be an object. */
export function isObjectParameter(schema: z.ZodType): boolean {
  return objectSchemas.has(schema);
}

/** GeoJSON object in the description of a JSON body. */
export const GEOJSON_OBJECT = z
  .looseObject({ type: z.enum(["Polygon", "MultiPolygon", "Feature", "FeatureCollection"]) })
  .optional();

function faultOf(error: unknown): string {
  if (error instanceof AppError) {
    return error.message;
  }
  if (error instanceof SyntaxError) {
    return "The :attribute field must be valid JSON.";
  }
  throw error;
}
