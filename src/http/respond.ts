/** Builds the one Response of a request, with all its headers at once: editing it afterwards costs half the speed. */
import { SOFTWARE_VERSION } from "../base/config.ts";
import type { Context } from "./context.ts";
import type { Reply } from "./endpoint.ts";
import { API_VERSION } from "./interface-version.ts";
import { problemOf } from "./problem.ts";

/** Keys make answers private; the data may change at any import, which asking with the ETag tells cheaply. */
const REVALIDATE = "private, no-cache";

/** What every answer carries. `publicUrl` decides on HSTS: only behind https. */
export function fixedHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "API-Version": API_VERSION,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    ...(publicUrl?.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** 200 with a JSON body that changes only with the data version, or 304 when the client has it. */
export function respondData(context: Context, body: unknown): Response {
  const { headers } = context;
  headers["Cache-Control"] = REVALIDATE;
  headers.ETag = `W/"${SOFTWARE_VERSION}-${context.pinned?.version}"`;
  if (holdsCurrent(context.request, headers.ETag)) return new Response(null, { status: 304, headers });
  headers["Content-Type"] = "application/json";
  return respond(context, 200, JSON.stringify(body));
}

export function respondReply(context: Context, reply: Reply): Response {
  context.headers["Cache-Control"] = reply.cacheControl;
  context.headers["Content-Type"] = reply.contentType;
  return respond(context, reply.status, reply.body);
}

export function respondProblem(context: Context, thrown: unknown): Response {
  const { status, headers, body } = problemOf(thrown, context);
  Object.assign(context.headers, headers);
  context.headers["Cache-Control"] = "no-store";
  context.headers["Content-Type"] = "application/problem+json";
  return respond(context, status, body);
}

/** HEAD gets the headers of GET, the length of its body included. */
function respond({ request, headers }: Context, status: number, body: string): Response {
  if (request.method !== "HEAD") return new Response(body, { status, headers });
  headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers });
}

function holdsCurrent(request: Request, etag: string): boolean {
  const held = request.headers.get("if-none-match");
  return held !== null && (held === "*" || held.split(",").some((tag) => tag.trim() === etag));
}
