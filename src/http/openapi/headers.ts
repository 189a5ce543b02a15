/** Response headers of the OpenAPI document: declared once as components and referenced where they are sent. */
import type { AnyEndpoint } from "../endpoint.ts";
import { API_VERSION } from "../interface-version.ts";

interface Header {
  readonly description: string;
  readonly schema: { readonly type: "string" | "integer"; readonly minimum?: number };
  readonly example?: string | number;
}

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;

export const HEADERS = {
  "API-Version": {
    description: "Full version of the interface.",
    schema: text,
    example: API_VERSION,
  },
  "X-Request-Id": { description: "Identifies this request in logs.", schema: text },
  "Cache-Control": { description: "Whether and how long the response may be cached.", schema: text },
  Vary: { description: "Request headers on which the response depends.", schema: text },
  ETag: {
    description:
      "Identifies what the response depends on: data, software, public URL. Sent as If-None-Match, it gives 304 while these are unchanged.",
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
      "Columns used, as the parameter `columns` takes them; their names are percent-encoded, and cut to 100 characters.",
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
export function headersOf({ auth, envelope, changesWith, upload }: AnyEndpoint, status: number) {
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
