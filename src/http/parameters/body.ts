import { AppError } from "../../base/errors.ts";
import type { ParsedQuery } from "./query-string.ts";

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
  for await (const chunk of readChunks(request)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw bodyTooLarge(maxBytes);
    }
    chunks.push(chunk);
  }
  if (sizeBytes === 0) {
    return undefined;
  }
  const contentType = request.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";")[0]!.trim().toLowerCase();
  return { bytes: new Uint8Array(Buffer.concat(chunks)), mediaType, contentType };
}

export function bodyTooLarge(maxBytes: number): AppError {
  return new AppError("too_large", `The body must not be larger than ${maxBytes} bytes.`);
}

/** Yields the chunks of a body. Throws `client_closed`, which is not a server error, when the client disconnects. */
export async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) {
    return;
  }
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new AppError("client_closed", "The connection was closed before the whole body was received.", {
          cause,
        });
      });
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Parses the declared parameters of a JSON or form body; ignores others, as in a query. An object or list in JSON is a
 * fault, except for the parameters named in `objects`, whose value becomes its JSON text.
 */
export async function parseBodyParameters(
  body: Body,
  declared: ReadonlySet<string>,
  objects: ReadonlySet<string>,
): Promise<ParsedQuery> {
  const query: ParsedQuery = { values: {}, repeated: [], nonText: [], unknownFilters: [] };
  for (const [name, value] of await parsePairs(body)) {
    if (!declared.has(name) || value === null) {
      continue;
    }
    if (name in query.values) {
      query.repeated.push(name);
    } else if (typeof value === "object" && objects.has(name) && !(value instanceof Blob)) {
      query.values[name] = JSON.stringify(value);
    } else if (typeof value === "object") {
      query.nonText.push(name);
    } else {
      query.values[name] = String(value).trim() || undefined;
    }
  }
  return query;
}

/** Merges the parameters of query and body; the body wins, except where its value is empty. */
export function mergeQueries(query: ParsedQuery, body: ParsedQuery): ParsedQuery {
  const given = Object.entries(body.values).filter(([, value]) => value !== undefined);
  return {
    values: { ...query.values, ...Object.fromEntries(given) },
    repeated: [...query.repeated, ...body.repeated],
    nonText: body.nonText,
    unknownFilters: query.unknownFilters,
  };
}

const FORM_MEDIA_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

async function parsePairs(body: Body): Promise<[string, unknown][]> {
  if (FORM_MEDIA_TYPES.includes(body.mediaType)) {
    return parseFormPairs(body);
  }
  if (body.mediaType === "application/json" || body.mediaType.endsWith("+json")) {
    return parseJsonPairs(body);
  }
  throw new AppError(
    "unsupported_media_type",
    "A body must be application/json, application/x-www-form-urlencoded or multipart/form-data.",
  );
}

async function parseFormPairs({ bytes, contentType }: Body): Promise<[string, unknown][]> {
  try {
    const form = await new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
    return [...form.entries()];
  } catch (cause) {
    throw new AppError("bad_request", "The body is not a valid form.", { cause });
  }
}

function parseJsonPairs({ bytes }: Body): [string, unknown][] {
  const value = parseJson(bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  throw new AppError("bad_request", "The body must be a JSON object.");
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("bad_request", "The body is not valid JSON.", { cause });
  }
}
