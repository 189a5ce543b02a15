/** Builds the Response of a request with all its headers at once: editing it afterwards costs half the speed. */
import { BoundedMap, memoize } from "../../base/memoize.ts";
import { memoizePerSnapshot } from "../../registry/file/memoize-per-snapshot.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { Admission } from "../admission.ts";
import type { Coding } from "../coding.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint, BytesResult, RawResult, StreamResult } from "../endpoint.ts";
import { API_VERSION } from "../interface-version.ts";
import { refundQuota } from "./admit.ts";
import { buildResponse } from "./build-response.ts";
import { chooseCoding, compress, MIN_COMPRESSED_BYTES } from "./compression.ts";
import { allowOriginOfError } from "./cors.ts";
import { matchesEtag } from "./entity-tags.ts";
import { toFileResponse } from "./file-response.ts";
import { toProblemResponse } from "./problem.ts";

/** Cache-Control of data: private because of keys; revalidated by ETag, because any import may change the data. */
const REVALIDATE = "private, no-cache";

/** Returns the headers of every response; adds HSTS only when `publicUrl` is https. */
export function fixedHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "API-Version": API_VERSION,
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    ...(publicUrl?.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** Responds 200 with a JSON body, or 304 when it changes only with the data version and the client's ETag matches. */
export function toDataResponse(
  context: Context,
  body: unknown,
  changesWith: AnyEndpoint["changesWith"],
): Response {
  const { headers } = context;
  headers["Content-Type"] = "application/json";
  if (changesWith === "time") {
    headers["Cache-Control"] = "no-store";
    return toResponse(context, 200, JSON.stringify(body));
  }
  headers["Cache-Control"] = REVALIDATE;
  headers.ETag = versionTag(context);
  if (matchesEtag(context.request.headers.get("if-none-match"), headers.ETag)) {
    delete headers["Content-Type"];
    return buildResponse(null, { status: 304, headers });
  }
  return toResponse(context, 200, JSON.stringify(body));
}

export function toRawResponse(context: Context, admission: Admission, result: RawResult): Response {
  if ("plain" in result) {
    return toFileResponse(context, result);
  }
  if ("bytes" in result) {
    return toBytesResponse(context, result);
  }
  if ("stream" in result) {
    return toStreamResponse(context, result);
  }
  refundQuota(context, result.admission ?? admission, result.status);
  context.headers["Cache-Control"] = result.cacheControl;
  context.headers["Content-Type"] = result.contentType;
  return toResponse(context, result.status, result.body);
}

function toStreamResponse({ headers }: Context, result: StreamResult): Response {
  headers["Cache-Control"] = result.cacheControl;
  headers["Content-Type"] = result.contentType;
  headers["Content-Disposition"] = `attachment; filename="${result.downloadName}"`;
  return new Response(result.stream, { status: result.status, headers });
}

function toBytesResponse({ request, headers }: Context, result: BytesResult): Response {
  const { etag, bytes, encoded, status } = result;
  headers["Cache-Control"] = result.cacheControl;
  Object.assign(headers, result.headers);
  if (etag !== undefined) {
    headers.ETag = `W/"${etag}"`;
    if (matchesEtag(request.headers.get("if-none-match"), headers.ETag)) {
      return buildResponse(null, { status: 304, headers });
    }
  }
  const isEmpty = status === 204;
  if (!isEmpty) {
    headers["Content-Type"] = result.contentType;
  }
  const body =
    encoded === undefined ? compressBody(request, headers, bytes) : chooseForm(request, headers, result);
  if (request.method !== "HEAD") {
    return buildResponse(isEmpty ? null : body, { status, headers });
  }
  headers["Content-Length"] = String(body.length);
  return buildResponse(null, { status, headers });
}

/** Returns the form of the bytes that the client prefers among those that exist. */
function chooseForm(
  { headers: asked }: Request,
  headers: Record<string, string>,
  { bytes, encoded = {} }: BytesResult,
): Uint8Array<ArrayBuffer> {
  const offered = Object.keys(encoded) as Coding[];
  const coding = asked.has("range") ? undefined : chooseCoding(asked.get("accept-encoding"), offered);
  const body = coding && encoded[coding];
  if (coding === undefined || body === undefined) {
    return bytes;
  }
  headers["Content-Encoding"] = coding;
  return body;
}

export function toErrorResponse(context: Context, admission: Admission, thrown: unknown): Response {
  allowOriginOfError(context, admission);
  const { status, headers, body } = toProblemResponse(thrown, context);
  refundQuota(context, admission, status);
  Object.assign(context.headers, headers);
  context.headers["Cache-Control"] = "no-store";
  context.headers["Content-Type"] = "application/problem+json";
  return toResponse(context, status, body);
}

/** Builds the response; HEAD gets the headers of GET, including the length of its body. */
function toResponse(context: Context, status: number, text: string): Response {
  const { request, headers } = context;
  const body = compressBody(request, headers, text);
  if (request.method !== "HEAD") {
    return buildResponse(body, { status, headers });
  }
  headers["Content-Length"] = String(Buffer.byteLength(body));
  return buildResponse(null, { status, headers });
}

/** Compresses the body when the client accepts it; not for a range request, which refers to the plain body. */
function compressBody<T extends string | Uint8Array<ArrayBuffer>>(
  request: Request,
  headers: Record<string, string>,
  body: T,
): T | Uint8Array<ArrayBuffer> {
  if (body.length < MIN_COMPRESSED_BYTES || request.headers.has("range")) {
    return body;
  }
  const coding = chooseCoding(request.headers.get("accept-encoding"));
  if (coding === undefined) {
    return body;
  }
  headers["Content-Encoding"] = coding;
  return compress(body, coding);
}

/** Entity tags by public URL, which is the same for nearly all requests. */
const tagsOf = memoizePerSnapshot(() => new BoundedMap<string, string>(16));

function versionTag({ services, pinned, publicUrl }: Context): string {
  if (pinned === undefined) {
    return formatVersionTag(services.build, pinned, publicUrl);
  }
  return memoize(tagsOf(pinned), publicUrl, () => formatVersionTag(services.build, pinned, publicUrl));
}

/**
 * Returns the ETag, built from everything that the response to a URL depends on: the software, the data and the public
 * URL. Includes the time of import, because an emptied data folder numbers its publishes from one again.
 */
function formatVersionTag(build: string, data: Snapshot | undefined, publicUrl: string): string {
  const origin = Bun.hash.xxHash64(publicUrl).toString(36);
  return `W/"${build}-${data?.version}-${data?.meta.importedAt}-${origin}"`;
}
