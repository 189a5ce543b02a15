/** Parses the body of a request as JSON-RPC messages, and refuses bodies that are none. */
import { AppError } from "../base/errors.ts";
import { readJson } from "../base/read-json.ts";
import type { Context } from "../http/context.ts";
import type { TextResult } from "../http/endpoint.ts";
import { readBody } from "../http/parameters/body.ts";
import { MAX_BODY_BYTES } from "../http/pipeline/request-handler.ts";
import { duplicateId, type Fault, faultOfMessage, idOf, RPC_CODES } from "./message-faults.ts";

export const MAX_BATCH = 20;

/** Valid messages, or the result that says what is wrong with them. */
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
    return invalid(`A batch holds at most ${MAX_BATCH} messages.`);
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

/** Returns a result with a JSON-RPC error; `id` is that of its request, null when there is none. */
export function rpcError(status: number, fault: Fault, id: string | number | null): TextResult {
  return jsonTextResult(status, rpcErrorText(fault, id));
}

export function rpcErrorText({ code, message }: Fault, id: string | number | null): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code: RPC_CODES[code], message }, id });
}

export function jsonTextResult(status: number, body: string): TextResult {
  return { status, contentType: "application/json", cacheControl: "no-store", body };
}
