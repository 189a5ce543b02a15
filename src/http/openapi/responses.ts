/** Responses of an endpoint in the OpenAPI document: every status with its error codes, headers and body. */
import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { ERROR_CODES, type ErrorCode } from "../../base/errors.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { isPaged } from "../input.ts";
import { API_VERSION } from "../interface-version.ts";
import { PageLinks, PageMeta, Problem } from "../schemas/records.ts";

const PROBLEM_CONTENT = { "application/problem+json": { schema: Problem } };

/** Describes the responses of an endpoint; `example` is the response body of its example request. */
export function describeResponses(endpoint: AnyEndpoint, example: unknown): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  const problems = groupByStatus(errorCodes(endpoint));
  for (const status of endpoint.statuses) {
    if (status === 304) {
      continue;
    }
    responses[statusKey(status)] = {
      description: STATUS_CODES[status]!,
      headers: headersOf(endpoint, status),
      content: {
        [endpoint.contentType]: {
          schema: responseSchema(endpoint),
          ...(status === 200 && example !== undefined ? { example } : {}),
        },
        ...mapContent(endpoint.otherContent),
        ...(problems.has(status) ? PROBLEM_CONTENT : {}),
      },
      ...(problems.has(status) && describeCodes(problems.get(status)!)),
    };
  }
  if (isCacheable(endpoint) || endpoint.statuses.includes(304)) {
    responses["304"] = {
      description: "Not modified: If-None-Match matches the current ETag.",
      headers: headersOf(endpoint, 304),
    };
  }
  for (const [status, codes] of problems) {
    responses[statusKey(status)] ??= {
      $ref: `#/components/responses/${problemComponentName(endpoint, codes)}`,
    };
  }
  return responses;
}

function mapContent(schemas: AnyEndpoint["otherContent"] = {}) {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

/** Describes the error responses of all endpoints by name; equal ones are written once. */
export function describeProblems(
  endpoints: readonly AnyEndpoint[],
): Record<string, ZodOpenApiResponseObject> {
  const problems: Record<string, ZodOpenApiResponseObject> = {};
  for (const endpoint of endpoints) {
    for (const [status, codes] of groupByStatus(errorCodes(endpoint))) {
      if (endpoint.statuses.includes(status)) {
        continue;
      }
      problems[problemComponentName(endpoint, codes)] ??= {
        ...describeCodes(codes),
        headers: headersOf(endpoint, status),
        content: PROBLEM_CONTENT,
      };
    }
  }
  return problems;
}

/** Describes the errors of a response: as text, and as a list for programs. */
function describeCodes(codes: readonly ErrorCode[]) {
  const named = codes.map((code) => `\`${code}\``).join(", ");
  return { description: `${ERROR_CODES[codes[0]!].title}: ${named}.`, "x-error-codes": codes };
}

/** Returns a name such as `Unauthenticated` or `BadRequestOrInvalidQuery`, with a suffix where the headers differ. */
function problemComponentName(endpoint: AnyEndpoint, codes: readonly ErrorCode[]): string {
  const names = codes.map((code) =>
    code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  return names.join("Or") + (PROBLEM_SUFFIX[endpoint.auth] ?? "");
}

/** Has no suffixes for endpoints of pages, which the document does not describe. */
const PROBLEM_SUFFIX: Readonly<Partial<Record<AnyEndpoint["auth"], string>>> = {
  key: "",
  demo: "OfDemo",
  none: "WithoutKey",
};

/** Returns true when responses have an ETag. */
function isCacheable(endpoint: AnyEndpoint): boolean {
  return endpoint.envelope !== "none" && endpoint.changesWith === "data" && endpoint.method === "GET";
}

/** Returns the schema of the whole body of a successful response. */
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

/** Returns the error codes of the endpoint itself and of the pipeline. */
function errorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const hasNames = endpoint.include.length > 0 || endpoint.sort.length > 0;
  const hasParameters = Object.keys({ ...endpoint.pathParameters, ...endpoint.query }).length > 0;
  return [
    "bad_request",
    ...(hasNames ? (["invalid_query"] as const) : []),
    ...(endpoint.auth === "key" ? KEY_CODES : []),
    ...(endpoint.auth === "demo" ? (["rate_limited"] as const) : []),
    ...endpoint.errors,
    ...(endpoint.method === "POST" ? (["body_timeout"] as const) : []),
    ...(hasNames || hasParameters || isPaged(endpoint) ? (["validation_failed"] as const) : []),
    "server_error",
    ...(endpoint.isHealthCheck ? [] : (["overloaded"] as const)),
    ...(endpoint.envelope === "none" ? [] : (["unavailable"] as const)),
  ];
}

/** Error codes of admission by key; `key_read_only` is declared by the POST endpoints. */
const KEY_CODES = [
  "unauthenticated",
  "ip_not_allowed",
  "origin_not_allowed",
  "key_in_url",
  "rate_limited",
  "visitor_rate_limited",
  "quota_exceeded",
] as const;

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

interface Header {
  readonly description: string;
  readonly schema: { readonly type: "string" | "integer"; readonly minimum?: number };
  readonly example?: string | number;
}

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;

/** Response headers of the OpenAPI document: declared once as components and referenced where they are sent. */
export const HEADERS = {
  "API-Version": {
    description: "Full version of the interface.",
    schema: text,
    example: API_VERSION,
  },
  "X-Request-Id": { description: "Identifies this request in logs.", schema: text },
  "Cache-Control": { description: "Whether and how long the response may be cached.", schema: text },
  Vary: { description: "Request headers that change the response.", schema: text },
  ETag: {
    description:
      "Identifies what the response depends on: data, software, public URL. Sent as If-None-Match, it gives 304 " +
      "while these are unchanged.",
    schema: text,
  },
  "WWW-Authenticate": { description: "How to authenticate.", schema: text, example: "Bearer" },
  "X-RateLimit-Limit": { description: "Maximum number of requests in a window.", schema: count },
  "X-RateLimit-Remaining": { description: "Requests remaining in this window.", schema: count },
  "X-RateLimit-Reset": { description: "When the window ends, in seconds since 1970.", schema: count },
  "X-Quota-Limit": { description: "Monthly quota of the key, when it has one.", schema: count },
  "X-Quota-Remaining": {
    description: "Requests remaining in this month, when the key has a quota.",
    schema: count,
  },
  "X-Row-Count": { description: "Rows of the file, without its header.", schema: count },
  "X-Quota-Cost": { description: "Requests that the file takes from the quota.", schema: count },
  "X-Columns": {
    description:
      "Columns used, as the parameter `columns` takes them; their names are percent-encoded, and cut to 100 " +
      "characters.",
    schema: text,
    example: "postcode=PC,number=Huisnr",
  },
  "Retry-After": { description: "Seconds to wait before the next request.", schema: count },
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;

const ALWAYS = ["API-Version", "X-Request-Id", "Cache-Control", "Vary"] as const;
const RATE = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;
const ROWS = ["X-Row-Count", "X-Quota-Cost", "X-Columns"] as const;
const QUOTA = ["X-Quota-Limit", "X-Quota-Remaining"] as const;

/** Returns references to the headers of an endpoint's response with this status. */
function headersOf({ auth, envelope, changesWith, upload }: AnyEndpoint, status: number) {
  const isKnown = auth !== "none" && status !== 401;
  const names: HeaderName[] = [...ALWAYS];
  if (status < 400 && envelope !== "none" && changesWith === "data") {
    names.push("ETag");
  }
  if (isKnown) {
    names.push(...RATE);
  }
  if (isKnown && auth === "key") {
    names.push(...QUOTA);
  }
  if (upload !== undefined && status < 400) {
    names.push(...ROWS);
  }
  if (status === 401) {
    names.push("WWW-Authenticate");
  }
  if (status === 429) {
    names.push("Retry-After");
  }
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}
