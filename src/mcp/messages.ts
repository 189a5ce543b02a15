/** Parses the body of a request as JSON-RPC messages. Refuses other bodies, and messages of another form. */
import {
  type StandardSchemaV1,
  type StandardSchemaV1Sync,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import { readJson } from "../base/read-json.ts";
import type { Context } from "../http/context.ts";
import type { TextResult } from "../http/endpoint.ts";
import { readBody } from "../http/parameters/body.ts";
import { MAX_BODY_BYTES } from "../http/pipeline/request-handler.ts";

export const MAX_BATCH = 20;

/** Valid messages, or the result that names their fault. */
export type Messages = { readonly json: unknown } | { readonly refusal: TextResult };

export function assertJson(request: Request): void {
  const type = request.headers.get("content-type") ?? "";
  if (/^application\/json\s*(;|$)/i.test(type)) {
    return;
  }
  throw new AppError("unsupported_media_type", "The Content-Type must be application/json.");
}

export async function readMessages({ request, connection }: Context): Promise<Messages> {
  const { bytes } = (await readBody(request, MAX_BODY_BYTES, connection)) ?? { bytes: new Uint8Array() };
  const json = readJson(bytes);
  return "fault" in json
    ? refuse({ code: "parseError", message: `The body ${json.fault}.` })
    : validateMessages(json.value);
}

function validateMessages(json: unknown): Messages {
  const fault = Array.isArray(json) ? faultOfBatch(json) : faultOfMessage(json);
  return fault === undefined ? { json } : refuse(fault, idOf(json));
}

/** Returns the first fault of a batch, with the position of its message: one faulty message refuses the whole batch. */
function faultOfBatch(messages: readonly unknown[]): Fault | undefined {
  const invalid = (message: string): Fault => ({ code: "invalidRequest", message });
  if (messages.length === 0) {
    return invalid("A batch must not be empty.");
  }
  if (messages.length > MAX_BATCH) {
    return invalid(`A batch has at most ${MAX_BATCH} messages.`);
  }
  for (const [i, message] of messages.entries()) {
    const fault = faultOfMessage(message);
    if (fault !== undefined) {
      return { ...fault, message: `Message ${i + 1} of the batch: ${fault.message}` };
    }
  }
  const id = duplicateId(messages);
  return id === undefined ? undefined : invalid("Requests of one batch must have different ids.");
}

function refuse(fault: Fault, id: string | number | null = null): Messages {
  return { refusal: rpcError(400, fault, id) };
}

/** Returns a result with a JSON-RPC error; `id` is the id of its request, null when there is none. */
export function rpcError(status: number, fault: Fault, id: string | number | null): TextResult {
  return jsonTextResult(status, rpcErrorText(fault, id));
}

export function rpcErrorText({ code, message }: Fault, id: string | number | null): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code: RPC_CODES[code], message }, id });
}

export function jsonTextResult(status: number, body: string): TextResult {
  return { status, contentType: "application/json", cacheControl: "no-store", body };
}

/** Error codes of JSON-RPC 2.0 that are used here. */
const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** First of the codes that a server may choose. */
  overloaded: -32_000,
} as const;

interface Fault {
  readonly code: keyof typeof RPC_CODES;
  /** One sentence. */
  readonly message: string;
}

/** The protocol's schemas of the requests that are answered. */
const REQUESTS: ReadonlyMap<unknown, StandardSchemaV1Sync> = new Map<unknown, StandardSchemaV1Sync>([
  ["initialize", specTypeSchemas.InitializeRequest],
  ["ping", specTypeSchemas.PingRequest],
  ["server/discover", specTypeSchemas.DiscoverRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
  ["tools/call", specTypeSchemas.CallToolRequest],
  ["resources/list", specTypeSchemas.ListResourcesRequest],
  ["resources/templates/list", specTypeSchemas.ListResourceTemplatesRequest],
  ["resources/read", specTypeSchemas.ReadResourceRequest],
]);

/**
 * Returns the first fault that the protocol's schemas find in a message. The SDK's own report would be the whole list
 * of issues, under the code of an internal error; over stdio it would drop the message.
 */
export function faultOfMessage(message: unknown): Fault | undefined {
  if (!isObject(message)) {
    return { code: "invalidRequest", message: "A message must be a JSON object." };
  }
  if (message.jsonrpc === "2.0" && ("result" in message || "error" in message)) {
    return undefined;
  }
  const { params, ...envelope } = message;
  const { JSONRPCRequest, JSONRPCNotification, Request } = specTypeSchemas;
  const isRequest = "id" in message;
  // Revisions that name themselves in `_meta` have no `initialize`; the SDK reports that.
  const isKnown = isRequest && !(message.method === "initialize" && namesRevision(params));
  const issue =
    issueOf(isRequest ? JSONRPCRequest : JSONRPCNotification, envelope) ??
    issueOf((isKnown && REQUESTS.get(message.method)) || Request, message);
  return issue && toFault(issue, message);
}

/** Returns true for params that name their revision in `_meta`, as requests of 2026-07-28 and later do. */
export function namesRevision(params: unknown): boolean {
  return (
    isObject(params) && isObject(params._meta) && "io.modelcontextprotocol/protocolVersion" in params._meta
  );
}

/** Issue of a schema, with what zod adds to it. */
type Issue = StandardSchemaV1.Issue & {
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
};

function issueOf(schema: StandardSchemaV1Sync, value: unknown): Issue | undefined {
  return schema["~standard"].validate(value).issues?.[0];
}

/** Puts an issue into one sentence. */
function toFault(issue: Issue, message: unknown): Fault {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  const code = path[0] === "params" ? "invalidParams" : "invalidRequest";
  if (issue.keys !== undefined) {
    return { code, message: `A message has no field ${quoteText(issue.keys[0]!)}.` };
  }
  const given = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), message);
  const isMissing = code === "invalidParams" && given === undefined;
  return { code, message: `${path.join(".")} ${isMissing ? "is required" : expectation(issue, path)}.` };
}

const KINDS: Readonly<Record<string, string>> = { object: "an object", record: "an object", array: "a list" };

/** Returns a predicate that says what a value must be. */
function expectation({ expected, values }: Issue, path: readonly string[]): string {
  if (/^(id|progressToken)$/.test(path.at(-1)!)) {
    return "must be a string or a whole number";
  }
  if (values !== undefined) {
    return `must be ${JSON.stringify(values[0])}`;
  }
  return expected === undefined ? "is not valid" : `must be ${KINDS[expected] ?? `a ${expected}`}`;
}

/** Returns the id for the response to this message; null when the message has no valid one. */
export function idOf(message: unknown): string | number | null {
  return isObject(message) && isId(message.id) ? message.id : null;
}

/** Returns the first id that two requests of a batch have: responses could not be assigned to them. */
function duplicateId(messages: readonly unknown[]): string | number | undefined {
  const seen = new Set<string | number>();
  for (const message of messages) {
    const id = isObject(message) && "method" in message ? idOf(message) : null;
    if (id === null) {
      continue;
    }
    if (seen.has(id)) {
      return id;
    }
    seen.add(id);
  }
  return undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Quotes a client's text for use in a sentence; cuts it off after 100 characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
