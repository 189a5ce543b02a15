/** A file as an answer: whole, in part (RFC 9110 §14) or compressed, always streamed. */
import { createReadStream, statSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { AppError } from "../base/errors.ts";
import { chooseCoding } from "./compression.ts";
import type { Context } from "./context.ts";
import type { FileReply } from "./endpoint.ts";
import { namesTag } from "./entity-tags.ts";

const READ_BYTES = 256 * 1024;

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A range is one of the plain file, so a request for one is not compressed. `If-None-Match` comes before it. */
export function respondFile({ request, headers }: Context, reply: FileReply): Response {
  const size = sizeOf(reply);
  const isHead = request.method === "HEAD";
  const isCompressed = wantsGzip(request.headers);
  headers["Cache-Control"] = "private, no-cache";
  headers.ETag = isCompressed ? `"${reply.etag}-gzip"` : `"${reply.etag}"`;
  if (namesTag(request.headers.get("if-none-match"), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  headers["Content-Type"] = reply.contentType;
  headers["Content-Disposition"] = `attachment; filename="${reply.downloadName}"`;
  headers["Accept-Ranges"] = "bytes";
  const range = isHead ? undefined : askedRange(request.headers, headers.ETag, size);
  if (range === "unsatisfiable") return refuseRange(size);
  if (range !== undefined) {
    headers["Content-Range"] = `bytes ${range.first}-${range.last}/${size}`;
    return new Response(Bun.file(reply.path).slice(range.first, range.last + 1), { status: 206, headers });
  }
  if (isCompressed) {
    headers["Content-Encoding"] = "gzip";
    return new Response(isHead ? null : gzipped(reply.path), { headers });
  }
  headers["Content-Length"] = String(size);
  return new Response(isHead ? null : Bun.file(reply.path), { headers });
}

function sizeOf(reply: FileReply): number {
  const stat = statSync(reply.path, { throwIfNoEntry: false });
  if (stat === undefined) throw reply.missing();
  return stat.size;
}

function askedRange(request: Headers, etag: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const range = request.get("range");
  const ifRange = request.get("if-range");
  if (range === null || (ifRange !== null && ifRange !== etag)) return undefined;
  return parseRange(range, size);
}

/** `undefined` for what may be ignored: other units, several ranges, and text that is no range. */
export function parseRange(text: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "unsatisfiable" : { first, last };
}

function refuseRange(size: number): never {
  throw new AppError("range_not_satisfiable", `The file has ${size} bytes.`, {
    headers: { "Content-Range": `bytes */${size}` },
  });
}

/** Only when asked for: who names no coding, or only others, gets the file as it is. */
function wantsGzip(request: Headers): boolean {
  if (request.has("range")) return false;
  return chooseCoding(request.get("accept-encoding"), ["gzip"]) === "gzip";
}

/** Compressed by threads of the runtime, as fast as the client takes it; a client that leaves ends both ends. */
function gzipped(path: string): ReadableStream {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const compressed = pipeline(file, createGzip({ level: 1 }), () => {});
  return Readable.toWeb(compressed) as unknown as ReadableStream;
}
