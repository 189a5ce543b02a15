import { AppError } from "../base/errors.ts";
import type { Query } from "./query-string.ts";

/** Request body: its bytes and declared type. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type without parameters, in lower case; empty when absent. */
  readonly mediaType: string;
  readonly contentType: string;
}

/**
 * Reads a body; returns `undefined` when it is empty. Throws `too_large` when the bytes received, not the declared
 * length, exceed the limit.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Body | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of untilClosed(request)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes)
      throw new AppError("too_large", `The body must not be larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  if (sizeBytes === 0) return undefined;
  const contentType = request.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";")[0]!.trim().toLowerCase();
  return { bytes: new Uint8Array(Buffer.concat(chunks)), mediaType, contentType };
}

/** Yields the chunks of a body. Throws `client_closed`, which is not a server error, when the client disconnects. */
async function* untilClosed({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new AppError("client_closed", "The connection was closed before the body was whole.", {
          cause,
        });
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Parses the declared parameters of a JSON or form body; ignores others, as in a query. */
export async function readBodyParameters(body: Body, declared: ReadonlySet<string>): Promise<Query> {
  const query: Query = { values: {}, repeated: [], notText: [], unknownFilters: [] };
  for (const [name, value] of await pairsOf(body)) {
    if (!declared.has(name) || value === null) continue;
    if (name in query.values) query.repeated.push(name);
    else if (typeof value === "object") query.notText.push(name);
    else query.values[name] = String(value).trim() || undefined;
  }
  return query;
}

/** Merges the parameters of query and body; the body wins, except where its value is empty. */
export function mergeQueries(query: Query, body: Query): Query {
  const given = Object.entries(body.values).filter(([, value]) => value !== undefined);
  return {
    values: { ...query.values, ...Object.fromEntries(given) },
    repeated: [...query.repeated, ...body.repeated],
    notText: body.notText,
    unknownFilters: query.unknownFilters,
  };
}

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

async function pairsOf(body: Body): Promise<[string, unknown][]> {
  if (FORMS.includes(body.mediaType)) return formPairs(body);
  if (body.mediaType === "application/json" || body.mediaType.endsWith("+json")) return jsonPairs(body);
  throw new AppError(
    "unsupported_media_type",
    "A body must be application/json, application/x-www-form-urlencoded or multipart/form-data.",
  );
}

async function formPairs({ bytes, contentType }: Body): Promise<[string, unknown][]> {
  try {
    const form = await new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
    return [...form.entries()];
  } catch (cause) {
    throw new AppError("bad_request", "The body is not a valid form.", { cause });
  }
}

function jsonPairs({ bytes }: Body): [string, unknown][] {
  const value = parseJson(bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new AppError("bad_request", "The body must be a JSON object.");
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("bad_request", "The body is not valid JSON.", { cause });
  }
}
