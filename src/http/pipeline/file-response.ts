/** Sends a file whole, in part (range request, RFC 9110 §14) or in its compressed form, always unchanged. */
import { AppError } from "../../base/errors.ts";
import type { ByteRange } from "../../storage/object-store.ts";
import type { Context } from "../context.ts";
import type { FileResult } from "../endpoint.ts";
import { chooseCoding } from "./compression.ts";
import { matchesEtag } from "./entity-tags.ts";

/**
 * Responds with a file. Ranges refer to the plain file, so they exclude gzip. `If-None-Match` wins over a range. Bun
 * sends a stream, of a file that is not on this machine, in chunks and without the Content-Length given here.
 */
export function toFileResponse({ request, headers }: Context, result: FileResult): Response {
  const size = result.plain.sizeBytes;
  const gzip = prefersGzip(request.headers) ? result.gzip : undefined;
  const isHead = request.method === "HEAD";
  headers["Cache-Control"] = "private, no-cache";
  headers.ETag = gzip === undefined ? `"${result.etag}"` : `"${result.etag}-gzip"`;
  if (matchesEtag(request.headers.get("if-none-match"), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  headers["Content-Type"] = result.contentType;
  headers["Content-Disposition"] = `attachment; filename="${result.downloadName}"`;
  headers["Accept-Ranges"] = "bytes";
  const range = isHead ? undefined : requestedRange(request.headers, headers.ETag, size);
  if (range === "unsatisfiable") {
    return refuseRange(size);
  }
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
  const [, from, to] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(text.trim()) ?? [];
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
