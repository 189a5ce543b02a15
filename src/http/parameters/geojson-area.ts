/** Parameter with an area as GeoJSON: text in a query or form; in a JSON body also the object itself. */
import { z } from "zod";
import { type Fault, faultMessage } from "../../base/fault-rules.ts";
import { readJson } from "../../base/read-json.ts";
import { AreaError, parseGeoJsonArea } from "../../geo/geojson-area.ts";
import type { MultiPolygonGeometry } from "../../geo/geometry.ts";

/** Maximum characters in the description of the parameter: more than a body may have. */
const MAX_LENGTH = 300_000;

/** Schemas whose value in a JSON body may be an object. */
const objectSchemas = new WeakSet<z.ZodType>();

interface AreaOptions {
  readonly description: string;
  readonly maxVertices: number;
}

/** Text of a query, which is the declared input; in a JSON body also a value that is parsed already. */
const TEXT_OR_VALUE = z.unknown() as z.ZodType<unknown, string>;

/** Schema of an optional area in degrees: Polygon, MultiPolygon, Feature or FeatureCollection. */
export function geoJsonArea({ description, maxVertices }: AreaOptions) {
  const schema = TEXT_OR_VALUE.transform((given, context): MultiPolygonGeometry => {
    const refuse = ({ rule, ...values }: Fault) => {
      context.issues.push({ code: "custom", message: faultMessage(rule, values), input: given });
      return z.NEVER;
    };
    const json = typeof given === "string" ? readJson(given) : { value: given };
    if ("fault" in json) {
      return refuse(json.asField);
    }
    try {
      return parseGeoJsonArea(json.value, maxVertices);
    } catch (error) {
      if (error instanceof AreaError) {
        return refuse(error.fault);
      }
      throw error;
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
