/** The OpenAPI 3.0.3 document, derived from the endpoint declarations. */
import { STATUS_CODES } from "node:http";
import { stringify } from "yaml";
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { ERROR_CODES, type ErrorCode } from "../base/errors.ts";
import { type AnyEndpoint, TAGS } from "./endpoint.ts";
import { isPaged, queryParameters } from "./input.ts";
import { API_VERSION } from "./interface-version.ts";
import { PageLinks, PageMeta, Problem } from "./schemas.ts";

const DESCRIPTION = [
  "Dutch addresses, buildings, residences, postcodes, streets and areas from the official register (BAG).",
  "Field names are the register's Dutch words. Every answer is wrapped in `data`, except `/status` and errors.",
  "Errors are `application/problem+json` with a stable `code`; any request may be answered 413 or 414 when too large.",
  "GET endpoints also answer HEAD. Unknown parameters are ignored; repeated ones are refused.",
].join("\n\n");

const INCLUDES: Readonly<Record<string, string>> = {
  geometry: "`geometry` (GeoJSON)",
  counts: "`counts` (numbers of what belongs to it)",
  addresses: "`addresses` (the usual address records)",
  address: "`address` (the main address)",
  municipalities: "`municipalities` (the usual records)",
};

/** `serverUrl` is the address of `/api/v1`, absolute when it is known. */
export function createOpenApiYaml(endpoints: readonly AnyEndpoint[], serverUrl: string): string {
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
    tags: TAGS.map((name) => ({ name })),
    paths: describePaths(endpoints),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "The API key, `<id>|<secret>`, as it is." },
      },
    },
  });
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}

function describePaths(endpoints: readonly AnyEndpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const operation = describeOperation(endpoint);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return paths;
}

function describeOperation(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const query = { ...queryParameters(endpoint), ...nameParameters(endpoint) };
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.auth === "none" ? { security: [] } : {}),
    requestParams: { path: z.object(endpoint.pathParameters), query: z.object(query) },
    responses: describeResponses(endpoint),
  };
}

/** `/cities/{woonplaatsId}/streets` becomes `get-cities-woonplaatsId-streets`. */
function operationId({ method, path }: AnyEndpoint): string {
  return method.toLowerCase() + path.replaceAll(/[^a-zA-Z]+/g, "-").replace(/-$/, "");
}

function nameParameters({ include, sort }: AnyEndpoint): Record<string, z.ZodType> {
  return {
    ...(include.length > 0 && { include: describeInclude(include) }),
    ...(sort.length > 0 && { sort: describeSort(sort) }),
  };
}

function describeInclude(names: readonly string[]): z.ZodType {
  const several = names.length > 1 ? " Several are joined by commas." : "";
  const any = `(${names.join("|")})`;
  return z
    .string()
    .optional()
    .meta({
      description: `Extra data to add: ${names.map((name) => INCLUDES[name] ?? name).join(", ")}.${several}`,
      example: names[0],
      override: names.length > 1 ? { pattern: `^${any}(,${any})*$`, maxLength: 100 } : { enum: [...names] },
    });
}

function describeSort(fields: readonly string[]): z.ZodType {
  return z
    .enum(fields.flatMap((field) => [field, `-${field}`]))
    .optional()
    .meta({ description: "Field to sort by; a leading `-` means descending.", example: fields[0] });
}

function describeResponses(endpoint: AnyEndpoint): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  for (const status of endpoint.statuses) {
    const content = { [endpoint.contentType]: { schema: responseSchema(endpoint) } };
    responses[statusKey(status)] = {
      description: STATUS_CODES[status]!,
      content,
    };
  }
  if (endpoint.envelope !== "none")
    responses["304"] = { description: "The data version in If-None-Match still holds." };
  for (const [status, codes] of groupByStatus(errorCodes(endpoint))) {
    const description = `${ERROR_CODES[codes[0]!].title}: ${codes.map((code) => `\`${code}\``).join(", ")}.`;
    responses[statusKey(status)] = {
      description,
      content: { "application/problem+json": { schema: Problem } },
    };
  }
  return responses;
}

/** Of the whole body of an answer that is no error. */
export function responseSchema(endpoint: AnyEndpoint): z.ZodType {
  const rows = z.array(endpoint.response);
  switch (endpoint.envelope) {
    case "none":
      return endpoint.response;
    case "data":
      return z.strictObject({ data: endpoint.response });
    case "page":
      return z.strictObject({ data: rows, meta: PageMeta, links: PageLinks });
    case "page-without-links":
      return z.strictObject({ data: rows, meta: PageMeta });
  }
}

/** The endpoint's own codes and those the pipeline can give it. */
export function errorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const hasNames = endpoint.include.length > 0 || endpoint.sort.length > 0;
  const hasParameters = Object.keys({ ...endpoint.pathParameters, ...endpoint.query }).length > 0;
  return [
    "bad_request",
    ...(hasNames ? (["invalid_query"] as const) : []),
    ...(endpoint.auth === "key" ? (["unauthenticated"] as const) : []),
    ...endpoint.errors,
    ...(hasNames || hasParameters || isPaged(endpoint) ? (["validation_failed"] as const) : []),
    "server_error",
    ...(endpoint.envelope === "none" ? [] : (["unavailable"] as const)),
  ];
}

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ERROR_CODES[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return statuses;
}

function statusKey(status: number): `${1 | 2 | 3 | 4 | 5}${string}` {
  return `${status}` as `${2 | 4 | 5}${string}`;
}
