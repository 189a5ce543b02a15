/**
 * Server of the SDK that reports errors in one sentence; the SDK itself sends its validator's whole report, under the
 * code of an internal error.
 */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { logError } from "../base/log.ts";
import { isObject } from "./message-faults.ts";

type Wrap = Server["_wrapHandler"];

export class ShortErrorServer extends Server {
  /** Wraps every handler, including those that the SDK itself registers. */
  protected override _wrapHandler(
    method: Parameters<Wrap>[0],
    handler: Parameters<Wrap>[1],
  ): ReturnType<Wrap> {
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        throw toShortError(method, error);
      }
    };
  }
}

/**
 * Converts an error to one sentence: -32602 for params that do not fit the method. An unexpected error is logged, and
 * its text is not sent.
 */
function toShortError(method: string, error: unknown): unknown {
  const issue = error instanceof Error ? firstIssue(error.message) : undefined;
  if (issue !== undefined) {
    const fault = `Invalid params for ${method}: ${describe(issue)}`;
    return new ProtocolError(ProtocolErrorCode.InvalidParams, fault);
  }
  if (error instanceof ProtocolError) {
    return error;
  }
  logError("an assistant's request failed", error, { method });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: unknown;
}

/** Returns the first issue of the validator's report, a JSON list of issues at the end of the message. */
function firstIssue(message: string): Issue | undefined {
  const start = message.indexOf("[\n");
  if (start < 0) {
    return undefined;
  }
  try {
    const [issue]: unknown[] = JSON.parse(message.slice(start));
    return isObject(issue) && Array.isArray(issue.path) ? (issue as unknown as Issue) : undefined;
  } catch {
    return undefined;
  }
}

const KINDS: Record<string, string> = { object: "an object", record: "an object", array: "a list" };

function describe({ path, message, expected }: Issue): string {
  const name = path.join(".") || "params";
  if (typeof expected !== "string") {
    return `${name} is not valid.`;
  }
  if (message.endsWith("received undefined")) {
    return `${name} is required.`;
  }
  return `${name} must be ${KINDS[expected] ?? `a ${expected}`}.`;
}
