/** Builds the Response of a request with all its headers at once: editing it afterwards costs half the speed. */
import { AppError } from "../../base/errors.ts";
import { BoundedMap, memoize, memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { ByteRange } from "../../storage/object-store.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import type {
  AnyEndpoint,
  BytesResult,
  FileResult,
  RawResult,
  StoredCoding,
  StreamResult,
} from "../endpoint.ts";
import { API_VERSION } from "../interface-version.ts";
import { allowOriginOfError } from "./cors.ts";
import { refundQuota } from "./limits.ts";
import { chooseCoding, compress, MIN_COMPRESSED_BYTES, matchesEtag } from "./negotiation.ts";
import { toForeignProblem, toProblemResponse } from "./problem.ts";

/** Cache-Control of data: private because of keys; revalidated by ETag, because any import may change the data. */
export const REVALIDATE = "private, no-cache";

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
    return new Response(null, { status: 304, headers });
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
  const { headers } = context;
  headers["Cache-Control"] = result.cacheControl;
  Object.assign(headers, result.headers);
  if (result.isVersioned) {
    headers.ETag = versionTag(context);
    if (matchesEtag(context.request.headers.get("if-none-match"), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers["Content-Type"] = result.contentType;
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
      return new Response(null, { status: 304, headers });
    }
  }
  const isEmpty = status === 204;
  if (!isEmpty) {
    headers["Content-Type"] = result.contentType;
  }
  const body =
    encoded === undefined ? compressBody(request, headers, bytes) : chooseForm(request, headers, result);
  if (request.method !== "HEAD") {
    return new Response(isEmpty ? null : body, { status, headers });
  }
  headers["Content-Length"] = String(body.length);
  return new Response(null, { status, headers });
}

/** Returns the form of the bytes that the client prefers among those that exist. */
function chooseForm(
  { headers: asked }: Request,
  headers: Record<string, string>,
  { bytes, encoded = {} }: BytesResult,
): Uint8Array<ArrayBuffer> {
  const offered = Object.keys(encoded) as StoredCoding[];
  const coding = asked.has("range") ? undefined : chooseCoding(asked.get("accept-encoding"), offered);
  const body = coding && encoded[coding];
  if (coding === undefined || body === undefined) {
    return bytes;
  }
  headers["Content-Encoding"] = coding;
  return body;
}

/** A request that failed, with the decision about it. */
interface Failure {
  readonly context: Context;
  readonly admission: Admission;
  /** Endpoint of the route, if one was found. */
  readonly endpoint: Pick<AnyEndpoint, "foreign" | "toOverload"> | undefined;
}

export function toErrorResponse({ context, admission, endpoint }: Failure, thrown: unknown): Response {
  const foreign = endpoint?.foreign;
  allowOriginOfError(context, admission, foreign !== undefined);
  const { status, headers, contentType, body } =
    foreign === undefined
      ? toProblemResponse(thrown, context, endpoint?.toOverload)
      : toForeignProblem(thrown, context, foreign);
  refundQuota(context, admission, status);
  Object.assign(context.headers, headers, foreign?.addHeaders?.(context.headers));
  context.headers["Cache-Control"] = "no-store";
  context.headers["Content-Type"] = contentType;
  return toResponse(context, status, body);
}

/** Builds the response; HEAD gets the headers of GET, including the length of its body. */
function toResponse(context: Context, status: number, text: string): Response {
  const { request, headers } = context;
  const body = compressBody(request, headers, text);
  if (request.method !== "HEAD") {
    return new Response(body, { status, headers });
  }
  headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers });
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
const tagsOf = memoizePerObject(() => new BoundedMap<string, string>(16));

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

/**
 * Responds with a file. Ranges refer to the plain file, so they exclude gzip. `If-None-Match` wins over a range. A file
 * that is not on this machine is a stream, which Bun sends in chunks and without the Content-Length given here.
 */
function toFileResponse({ request, headers }: Context, result: FileResult): Response {
  const size = result.plain.sizeBytes;
  const gzip = prefersGzip(request.headers) ? result.gzip : undefined;
  const isHead = request.method === "HEAD";
  const etag = gzip === undefined ? `"${result.etag}"` : `"${result.etag}-gzip"`;
  const isKnown = matchesEtag(request.headers.get("if-none-match"), etag);
  const range = isHead || isKnown ? undefined : requestedRange(request.headers, etag, size);
  // Before the headers of the file are set, because a refusal has none of them.
  if (range === "unsatisfiable") {
    return refuseRange(size);
  }
  headers["Cache-Control"] = result.cacheControl ?? "private, no-cache";
  headers.ETag = etag;
  if (isKnown) {
    return new Response(null, { status: 304, headers });
  }
  headers["Content-Type"] = result.contentType;
  const { downloadName } = result;
  headers["Content-Disposition"] =
    downloadName === undefined ? "attachment" : `attachment; filename="${downloadName}"`;
  headers["Accept-Ranges"] = "bytes";
  if (range !== undefined) {
    headers["Content-Range"] = `bytes ${range.first}-${range.last}/${size}`;
    return new Response(result.plain.open(range), { status: 206, headers });
  }
  if (gzip !== undefined) {
    headers["Content-Encoding"] = "gzip";
  }
  const sent = gzip ?? result.plain;
  headers["Content-Length"] = String(sent.sizeBytes);
  return new Response(isHead ? null : sent.open(), { headers });
}

function requestedRange(
  request: Headers,
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const range = request.get("range");
  const ifRange = request.get("if-range");
  if (range === null || (ifRange !== null && ifRange !== etag)) {
    return undefined;
  }
  return parseRange(range, size);
}

/** Parses a `Range` header. Returns `undefined` for what may be ignored: other units, several ranges, invalid text. */
export function parseRange(text: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, range = ""] = /^bytes=(.*)$/i.exec(text.trim()) ?? [];
  const [, from, to] = /^(\d*)\s*-\s*(\d*)$/.exec(range.trim()) ?? [];
  if (from === undefined || to === undefined || from + to === "") {
    return undefined;
  }
  if (from !== "" && to !== "" && Number(to) < Number(from)) {
    return undefined;
  }
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "unsatisfiable" : { first, last };
}

function refuseRange(size: number): never {
  throw new AppError("range_not_satisfiable", `The file has ${size} bytes.`, {
    headers: { "Content-Range": `bytes */${size}` },
  });
}

/** Returns true when `Accept-Encoding` prefers gzip and no range is requested; else the client gets the plain file. */
function prefersGzip(request: Headers): boolean {
  if (request.has("range")) {
    return false;
  }
  return chooseCoding(request.get("accept-encoding"), ["gzip"]) === "gzip";
}
