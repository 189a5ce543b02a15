/** The body of a request as JSON-RPC messages, and the refusals that belong to no single one of them. */
import { AppError } from "../base/errors.ts";
import { MAX_BODY_BYTES } from "../http/answer.ts";
import { readBody } from "../http/body.ts";
import type { Reply } from "../http/endpoint.ts";

export const MAX_BATCH = 20;

/** The codes of JSON-RPC 2.0 that are used here. */
const CODES = { parseError: -32_700, invalidRequest: -32_600, methodNotFound: -32_601 } as const;

/** Parsed, or the reply that says what is wrong with it. */
export type Messages = { readonly json: unknown } | { readonly refusal: Reply };

export function assertJson(request: Request): void {
  const type = request.headers.get("content-type") ?? "";
  if (/^application\/json\s*(;|$)/i.test(type)) return;
  throw new AppError("unsupported_media_type", "The Content-Type must be application/json.");
}

export async function readMessages(request: Request): Promise<Messages> {
  const { bytes } = (await readBody(request, MAX_BODY_BYTES)) ?? { bytes: new Uint8Array() };
  try {
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return { refusal: rpcError(400, "parseError", "The body is not valid JSON.") };
  }
}

function checked(json: unknown): Messages {
  if (!Array.isArray(json)) return { json };
  if (json.length > 0 && json.length <= MAX_BATCH) return { json };
  const fault =
    json.length === 0 ? "A batch must not be empty." : `A batch holds at most ${MAX_BATCH} messages.`;
  return { refusal: rpcError(400, "invalidRequest", fault) };
}

/** `id` of the request it answers; null when there is none. */
export function rpcError(
  status: number,
  code: keyof typeof CODES,
  message: string,
  id: string | number | null = null,
): Reply {
  return jsonReply(status, JSON.stringify({ jsonrpc: "2.0", error: { code: CODES[code], message }, id }));
}

export function jsonReply(status: number, body: string): Reply {
  return { status, contentType: "application/json", cacheControl: "no-store", body };
}
