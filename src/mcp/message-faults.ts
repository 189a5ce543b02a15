/**
 * Validates messages of the protocol: JSON-RPC 2.0 as the protocol narrows it (an id that is not null, params that
 * are an object).
 */

/** Error codes of JSON-RPC 2.0 that are used here. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const;

export interface Fault {
  readonly code: keyof typeof RPC_CODES;
  /** One sentence. */
  readonly message: string;
}

const FIELDS = ["jsonrpc", "id", "method", "params"];

/** Returns the first fault in the form of a message; the params of a method are validated by its handler. */
export function faultOfMessage(message: unknown): Fault | undefined {
  if (!isObject(message)) {
    return invalid("A message must be a JSON object.");
  }
  if (message.jsonrpc !== "2.0") {
    return invalid('jsonrpc must be "2.0".');
  }
  const isResponse = "result" in message || "error" in message;
  if (isResponse) {
    return undefined;
  }
  if ("id" in message && !isId(message.id)) {
    return invalid("id must be a string or a whole number.");
  }
  if (typeof message.method !== "string") {
    return invalid("method must be a string.");
  }
  const unknown = Object.keys(message).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    return invalid(`A message has no field ${quote(unknown)}.`);
  }
  return "params" in message ? faultOfParams(message.params) : undefined;
}

/** Returns the id for the response to this message; null when the message has no valid one. */
export function idOf(message: unknown): string | number | null {
  return isObject(message) && isId(message.id) ? message.id : null;
}

/** Returns the id of a request that an earlier one of the batch has too: responses could not be assigned to them. */
export function duplicateId(messages: readonly unknown[]): string | number | undefined {
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
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function faultOfParams(params: unknown): Fault | undefined {
  if (!isObject(params)) {
    return { code: "invalidParams", message: "params must be an object." };
  }
  const { _meta: meta } = params;
  if (meta === undefined) {
    return undefined;
  }
  if (!isObject(meta)) {
    return { code: "invalidParams", message: "params._meta must be an object." };
  }
  const { progressToken } = meta;
  if (progressToken === undefined || isId(progressToken)) {
    return undefined;
  }
  return {
    code: "invalidParams",
    message: "params._meta.progressToken must be a string or a whole number.",
  };
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function invalid(message: string): Fault {
  return { code: "invalidRequest", message };
}
