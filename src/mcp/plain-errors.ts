/** The SDK's server, whose errors say one sentence: it would send its validator's whole report, under the code of a fault of ours. */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { logError } from "../base/log.ts";
import { isObject } from "./message-faults.ts";

type Wrap = Server["_wrapHandler"];

export class PlainServer extends Server {
  /** Around every handler, those that the SDK itself registers included. */
  protected override _wrapHandler(
    method: Parameters<Wrap>[0],
    handler: Parameters<Wrap>[1],
  ): ReturnType<Wrap> {
    const answer = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await answer(request, context);
      } catch (error) {
        throw inOneSentence(method, error);
      }
    };
  }
}

/** -32602 for params that do not fit the method; what is unexpected stays inside. */
function inOneSentence(method: string, error: unknown): unknown {
  const issue = error instanceof Error ? firstIssue(error.message) : undefined;
  if (issue !== undefined) {
    const fault = `Invalid params for ${method}: ${describe(issue)}`;
    return new ProtocolError(ProtocolErrorCode.InvalidParams, fault);
  }
  if (error instanceof ProtocolError) return error;
  logError("an assistant's request failed", error, { method });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: unknown;
}

/** The validator's report is the JSON list of its issues, at the end of the message. */
function firstIssue(message: string): Issue | undefined {
  const start = message.indexOf("[\n");
  if (start < 0) return undefined;
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
  if (typeof expected !== "string") return `${name} is not valid.`;
  if (message.endsWith("received undefined")) return `${name} is required.`;
  return `${name} must be ${KINDS[expected] ?? `a ${expected}`}.`;
}
