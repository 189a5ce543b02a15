/** Generates the OpenAPI 3.0.3 document from the endpoint declarations. */
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { ADDRESS_AREAS_TEXT } from "../../registry/schema/cbs-fields.ts";
import type { Services } from "../context.ts";
import { type AnyEndpoint, TAGS, type UploadBody } from "../endpoint.ts";
import { queryParameters } from "../input.ts";
import { API_VERSION, interfaceUrl } from "../interface-version.ts";
import { joinedNamesPattern, type OpenApi, type OpenApiDocument } from "../openapi-document.ts";
import { GEOJSON_OBJECT, isObjectParameter } from "../parameters/geojson-area.ts";
import { collectExamples, type Examples, type RequestExample } from "./examples.ts";
import { describeProblems, describeResponses, HEADERS } from "./responses.ts";

const DESCRIPTION = [
  "Dutch addresses, buildings, residences, postcodes, streets and areas from the official register (BAG).",
  "Field names are the register's Dutch words. Every answer is wrapped in `data`, except `/status` and errors.",
  "Errors are `application/problem+json` with a stable `code`; a request that is too large gets 413 or 414.",
  "Examples are taken from the data that this server serves.",
  "GET endpoints also answer HEAD. Unknown parameters are ignored; repeated ones are refused.",
].join("\n\n");

const INCLUDES: Readonly<Record<string, string>> = {
  geometry: "`geometry` (GeoJSON)",
  areas: `\`areas\` (${ADDRESS_AREAS_TEXT})`,
  by_type: "`by_type` (addresses by kind of object)",
  by_purpose: "`by_purpose` (addresses by gebruiksdoel)",
  counts: "`counts` (numbers of objects in it)",
  addresses: "`addresses` (the usual address records)",
  address: "`address` (the main address)",
  municipalities: "`municipalities` (the usual records)",
  stage: "`stage` (whether it stands yet)",
};

/** Makes the document once for each data version, at its first use; it costs some fifty milliseconds. */
export function createOpenApi(all: readonly AnyEndpoint[]) {
  const endpoints = all.filter(({ root }) => !root);
  // Cached by identity: a reference to the snapshot would keep it in memory long after it was served.
  let cached: { openApi: OpenApi; identity: string | undefined } | undefined;
  return (services: Services, snapshot: Snapshot | undefined): OpenApi => {
    if (cached === undefined || cached.identity !== snapshot?.identity) {
      const examples = snapshot === undefined ? new Map() : collectExamples(endpoints, services, snapshot);
      const document = generateDocument(endpoints, examples, interfaceUrl(services.publicUrl));
      cached = { openApi: toOpenApi(document, examples), identity: snapshot?.identity };
    }
    return cached.openApi;
  };
}

function toOpenApi(document: OpenApiDocument, examples: Examples): OpenApi {
  const requests = Array.from(
    examples,
    ([endpoint, { request }]) => [operationId(endpoint), request] as const,
  );
  let yaml: string | undefined;
  return {
    document,
    requests: Object.fromEntries(requests),
    /** Written at its first use. */
    get yaml() {
      yaml ??= Bun.YAML.stringify(document, null, 2);
      return yaml;
    },
  };
}

/** Generates the document; `serverUrl` is the URL of `/api/v1`, absolute when it is known. */
export function generateDocument(
  endpoints: readonly AnyEndpoint[],
  examples: Examples,
  serverUrl: string,
): OpenApiDocument {
  const document = createDocument({
    openapi: "3.0.3",
    info: {
      title: "baken",
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(endpoints, examples),
    components: {
      headers: HEADERS,
      responses: describeProblems(endpoints),
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "The API key, `<id>|<secret>`, without encoding.",
        },
      },
    },
  });
  moveExamplesToParameters(document.paths, endpoints, examples);
  simplifyReferences(document.components?.schemas ?? {});
  const plain = cloneWithoutAliases(document);
  removeDatePatterns(plain);
  return plain;
}

function describePaths(endpoints: readonly AnyEndpoint[], examples: Examples): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const operation = describeOperation(endpoint, examples.get(endpoint));
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return paths;
}

function describeOperation(
  endpoint: AnyEndpoint,
  example: RequestExample | undefined,
): ZodOpenApiOperationObject {
  const query = { ...queryParameters(endpoint), ...includeAndSortParameters(endpoint) };
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...describeExtension(endpoint),
    ...(endpoint.auth !== "key" ? { security: [] } : {}),
    requestParams: { path: z.object(endpoint.pathParameters), query: z.object(query) },
    ...(endpoint.parametersInBody && { requestBody: describeParameterBody(endpoint) }),
    ...(endpoint.requestBody && {
      requestBody: { required: true, content: { "application/json": { schema: endpoint.requestBody } } },
    }),
    ...(endpoint.upload && { requestBody: describeUpload(endpoint.upload) }),
    responses: describeResponses(endpoint, example?.body),
  };
}

const EXTENSION = "An extension of baken: it is not in the specification of the interface.";

/** Returns the description of an operation, with the mark of an extension where it is one. */
function describeExtension({ extension, description }: AnyEndpoint) {
  return extension
    ? { "x-extension": true as const, description: `${description} ${EXTENSION}` }
    : { description };
}

/** Describes the query parameters as a request body. */
function describeParameterBody(endpoint: AnyEndpoint) {
  const parameters = queryParameters(endpoint);
  const inJson = Object.entries(parameters).map(([name, schema]) => {
    const { description = "" } = schema.meta() ?? {};
    return [name, isObjectParameter(schema) ? GEOJSON_OBJECT.meta({ description }) : schema];
  });
  const schema = z.object(parameters);
  return {
    required: false,
    content: {
      "application/json": { schema: z.object(Object.fromEntries(inJson)) },
      "application/x-www-form-urlencoded": { schema },
      "multipart/form-data": { schema },
    },
  };
}

function describeUpload({ mediaTypes, description, example }: UploadBody) {
  const content = mediaTypes.map((type, i) => [
    type,
    {
      schema: { type: "string" as const, ...(type.startsWith("text/") ? {} : { format: "binary" }) },
      ...(i === 0 ? { example } : {}),
    },
  ]);
  return { required: true, description, content: Object.fromEntries(content) };
}

/** Returns the operationId: `get-cities-woonplaatsId-streets` for `/cities/{woonplaatsId}/streets`. */
function operationId({ method, path }: AnyEndpoint): string {
  return method.toLowerCase() + path.replaceAll(/[^a-zA-Z]+/g, "-").replace(/-$/, "");
}

function includeAndSortParameters({ include, sort }: AnyEndpoint): Record<string, z.ZodType> {
  return {
    ...(include.length > 0 && { include: describeInclude(include) }),
    ...(sort.length > 0 && { sort: describeSort(sort) }),
  };
}

function describeInclude(names: readonly string[]): z.ZodType {
  const several = names.length > 1 ? " Several are joined by commas." : "";
  return z
    .string()
    .optional()
    .meta({
      description: `Extra data to add: ${names.map((name) => INCLUDES[name] ?? name).join(", ")}.${several}`,
      example: names[0],
      override:
        names.length > 1 ? { pattern: joinedNamesPattern(names), maxLength: 100 } : { enum: [...names] },
    });
}

function describeSort(fields: readonly string[]): z.ZodType {
  return z
    .enum(fields.flatMap((field) => [field, `-${field}`]))
    .optional()
    .meta({ description: "Field to sort by; a leading `-` means descending.", example: fields[0] });
}

/** Moves examples from schemas to parameters; values from the data replace values that only show the form. */
function moveExamplesToParameters(
  paths: ReturnType<typeof createDocument>["paths"],
  endpoints: readonly AnyEndpoint[],
  examples: Examples,
): void {
  for (const endpoint of endpoints) {
    const operation = paths?.[endpoint.path]?.[endpoint.method.toLowerCase() as "get" | "post" | "delete"];
    const { request = {}, parametersWithoutExample } = examples.get(endpoint) ?? {};
    for (const parameter of operation?.parameters ?? []) {
      if (!("schema" in parameter)) {
        continue;
      }
      const schema = parameter.schema as { example?: unknown };
      const example = request[parameter.name] ?? schema.example;
      if (example !== undefined && !parametersWithoutExample?.has(parameter.name)) {
        parameter.example = example;
      }
      delete schema.example;
    }
  }
}

/** Copies shared objects, so that YAML has no aliases, which not every OpenAPI parser supports. */
function cloneWithoutAliases(document: object): OpenApiDocument {
  return JSON.parse(JSON.stringify(document));
}

/** Removes the pattern of dates, which their format states: OpenAPI Generator refuses such a long one. */
function removeDatePatterns(part: object): void {
  if ("format" in part && "pattern" in part && ["date", "date-time"].includes(String(part.format))) {
    delete part.pattern;
  }
  for (const value of Object.values(part)) {
    if (typeof value === "object" && value !== null) {
      removeDatePatterns(value);
    }
  }
}

interface RecordSchema {
  properties?: Record<string, PropertySchema>;
}
interface PropertySchema {
  nullable?: boolean;
  allOf?: object[];
  anyOf?: PropertySchema[];
  oneOf?: object[];
}

/**
 * Schema of null in OpenAPI 3.0; `nullable` next to a reference does not add null to what the reference allows. OpenAPI
 * Generator knows null by the enum. The type is boolean because orval 7 writes invalid code for an object.
 */
const NULL = { type: "boolean", nullable: true, enum: [null] };

/**
 * Simplifies references in place: a reference wrapped in `allOf` becomes the plain reference, or `oneOf` it and null
 * when it is nullable; `nullable` on an `anyOf` moves to its first alternative.
 */
function simplifyReferences(schemas: object): void {
  for (const { properties = {} } of Object.values(schemas as Record<string, RecordSchema>)) {
    for (const [name, property] of Object.entries(properties)) {
      if (property.nullable && property.anyOf !== undefined) {
        delete property.nullable;
        property.anyOf[0]!.nullable = true;
      }
      if (property.allOf?.length !== 1) {
        continue;
      }
      const { allOf, nullable, ...described } = property;
      const [reference] = allOf as [PropertySchema];
      properties[name] = nullable ? { oneOf: [reference, NULL], ...described } : reference;
    }
  }
}
