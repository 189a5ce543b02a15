/** Answers requests below `/api`: session, input by schema, handler. */
import type { z } from "zod";
import type { Actor } from "../../../accounts/audit.ts";
import { AppError } from "../../../base/errors.ts";
import { parseJsonBody, readBody } from "../../../http/parameters/body.ts";
import type { Operator, OperatorOperation } from "./operation.ts";
import { OPERATIONS } from "./operations/index.ts";

/** Larger than a key with a thousand origins. */
const MAX_BODY_BYTES = 256 * 1024;

interface Route {
  readonly operation: OperatorOperation;
  readonly pattern: RegExp;
}

const ROUTES: readonly Route[] = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

interface Call {
  readonly request: Request;
  readonly url: URL;
  /** Session that asks. */
  readonly by: Actor;
}

/** Runs the operation that the request names; throws an AppError otherwise. */
export async function runOperation(operator: Operator, { request, url, by }: Call): Promise<Response> {
  const { operation, groups } = findRoute(request.method, url.pathname);
  const faults: Record<string, string[]> = {};
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    const parsed = schema?.safeParse(value);
    for (const { path, message } of parsed?.error?.issues ?? []) {
      const field = String(path[0] ?? "body");
      faults[field] = [...(faults[field] ?? []), message];
    }
    return parsed?.data;
  };
  const input = {
    parameters: parse(operation.parameters, groups),
    query: parse(operation.query, Object.fromEntries(url.searchParams)),
    body: operation.body && parse(operation.body, await readJsonBody(request)),
  };
  if (Object.keys(faults).length > 0) {
    throw new AppError("validation_failed", "Some values cannot be used.", { errors: faults });
  }
  return jsonResponse(await operation.handler(operator, { ...input, by }), operation.status);
}

function findRoute(method: string, path: string) {
  const found = ROUTES.map((route) => ({ ...route, match: route.pattern.exec(path) })).filter(
    ({ match }) => match !== null,
  );
  const route = found.find(({ operation }) => operation.method === method);
  if (route !== undefined) {
    return { operation: route.operation, groups: { ...route.match!.groups } };
  }
  if (found.length === 0) {
    throw new AppError("route_not_found", "There is no such path.");
  }
  const allowed = found.map(({ operation }) => operation.method).join(", ");
  throw new AppError("method_not_allowed", `Use ${allowed}.`, { headers: { Allow: allowed } });
}

/** Reads a body, which must be JSON: no form of another page can send that without asking first. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body?.mediaType !== "application/json") {
    throw new AppError("unsupported_media_type", "The body must be application/json.");
  }
  return parseJsonBody(body);
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** Answers of the admin port that programs read without a login: metrics and probes. */
export function respondText({ method }: Request, render: () => string, status = 200): Response {
  if (method !== "GET" && method !== "HEAD") {
    return textResponse("Method not allowed. Use GET or HEAD.\n", 405, { Allow: "GET, HEAD" });
  }
  return textResponse(render(), status);
}

function textResponse(body: string, status: number, headers: Record<string, string> = {}): Response {
  const contentType = "text/plain; version=0.0.4; charset=utf-8";
  return new Response(body, {
    status,
    headers: {
      "Content-Type": contentType,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}
