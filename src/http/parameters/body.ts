import { AppError } from "../../base/errors.ts";
import { readJson } from "../../base/read-json.ts";
import { emptyQuery, type ParsedQuery } from "./query-string.ts";

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
export async function readBody(
  request: Request,
  maxBytes: number,
  connection?: Connection,
): Promise<Body | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of readChunks(request, connection)) {
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

/**
 * Yields the chunks of a body, however slowly they come. Throws `body_timeout` when the client is silent for as long as
 * its connection may be idle, and `client_closed`, which is not a server error, when it disconnects.
 */
export async function* readChunks(request: Request, connection?: Connection): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) {
    return;
  }
  // Without this, the server would treat a client that sends less than 16 kB a second as idle, and close without an
  // answer.
  connection?.closeAfter(request, 0);
  try {
    for (;;) {
      const { done, value } = await readUnlessSilent(reader, connection?.idleSeconds);
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    connection?.closeAfter(request, connection.idleSeconds);
    reader.cancel().catch(() => {});
  }
}

async function readUnlessSilent(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">,
  seconds: number | undefined,
) {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer =
    seconds === undefined ? undefined : setTimeout(() => reject(silentFor(seconds)), seconds * 1_000);
  try {
    return await Promise.race([reader.read().catch(throwClosed), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function silentFor(seconds: number): AppError {
  return new AppError("body_timeout", `Nothing of the rest of the body arrived for ${seconds} seconds.`, {
    headers: { Connection: "close" },
  });
}

function throwClosed(cause: unknown): never {
  throw new AppError("client_closed", "The connection was closed before the whole body was received.", {
    cause,
  });
}

/** Parses a body as JSON; throws `bad_request` for anything else and for JSON that is nested too deeply. */
export function parseJsonBody({ bytes }: Body): unknown {
  const json = readJson(bytes);
  if ("fault" in json) {
    throw new AppError("bad_request", `The body ${json.fault}.`);
  }
  return json.value;
}

/** Reads a body that must be JSON. A form on another site's page cannot send JSON without a preflight. */
export async function readJsonBody(...request: Parameters<typeof readBody>): Promise<unknown> {
  const body = await readBody(...request);
  if (body?.mediaType !== "application/json") {
    throw new AppError("unsupported_media_type", "The body must be application/json.");
  }
  return parseJsonBody(body);
}

/** Maximum reported undeclared names of a body, and maximum characters of each. */
const MAX_UNKNOWN = 20;
const MAX_NAME = 40;

/**
 * Parses the declared parameters of a JSON or form body. Undeclared names are faults, because a request that ignores a
 * condition would select everything. An object or list in JSON is a fault, except for the parameters named in
 * `objects`.
 */
export async function parseBodyParameters(
  body: Body,
  declared: ReadonlySet<string>,
  objects: ReadonlySet<string>,
): Promise<ParsedQuery> {
  const query = emptyQuery();
  for (const [name, value] of await parsePairs(body)) {
    if (!declared.has(name)) {
      if (query.unknown.length < MAX_UNKNOWN) {
        query.unknown.push(name.slice(0, MAX_NAME).toWellFormed());
      }
    } else if (value === null) {
      // As absent.
    } else if (name in query.values) {
      query.repeated.push(name);
    } else if (typeof value === "object" && objects.has(name) && !(value instanceof Blob)) {
      query.objects[name] = value;
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
  const values = Object.fromEntries(given);
  const isOfQuery = (name: string) => !(name in values || name in body.objects);
  return {
    ...body,
    values: { ...query.values, ...values },
    repeated: [...query.repeated.filter(isOfQuery), ...body.repeated],
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

function parseJsonPairs(body: Body): [string, unknown][] {
  const value = parseJsonBody(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  throw new AppError("bad_request", "The body must be a JSON object.");
}

/** Connection of a request to the server, which closes it after some seconds without traffic. */
export interface Connection {
  /** Seconds without traffic after which it is closed. */
  readonly idleSeconds: number;
  /**
   * Changes the seconds without traffic after which the connection of a request is closed; 0 keeps it open until the
   * answer.
   */
  closeAfter(request: Request, seconds: number): void;
}
