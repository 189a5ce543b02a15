/** Answers requests below `/api`: session, input by schema, handler. */
import type { Actor } from "../../../accounts/audit.ts";
import { AppError } from "../../../base/errors.ts";
import { validateBody } from "../../../http/input.ts";
import { readJsonBody } from "../../../http/parameters/body.ts";
import { MAX_BODY_BYTES } from "../../../http/pipeline/request-handler.ts";
import { createRoutes, refuseMethod } from "../../../http/pipeline/routes.ts";
import type { Operator } from "./operation.ts";
import { OPERATIONS } from "./operations/index.ts";

const findRoute = createRoutes(OPERATIONS);

interface Call {
  readonly request: Request;
  readonly url: URL;
  /** Session that asks. */
  readonly by: Actor;
}

/** Runs the operation that the request names; throws an AppError otherwise. */
export async function runOperation(operator: Operator, { request, url, by }: Call): Promise<Response> {
  const route = findRoute(url.pathname);
  if (route === undefined) {
    throw new AppError("route_not_found", "There is no such path.");
  }
  const { endpoint, parseInput } =
    route.methods.get(request.method) ??
    refuseMethod({ request, target: { path: url.pathname } }, route.methods);
  const values = await parseInput(url.search.slice(1), route.pathParameters);
  const { requestBody } = endpoint;
  const body = requestBody && validateBody(requestBody, await readJsonBody(request, MAX_BODY_BYTES));
  return jsonResponse(await endpoint.handler(operator, { ...values, body, by }), endpoint.status);
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** Answers of the admin port that programs read without a login: metrics and probes. */
export function respondText({ method }: Request, render: () => string, status = 200): Response {
  const isAllowed = method === "GET" || method === "HEAD";
  return new Response(isAllowed ? render() : "Method not allowed. Use GET or HEAD.\n", {
    status: isAllowed ? status : 405,
    headers: {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      ...(!isAllowed && { Allow: "GET, HEAD" }),
    },
  });
}
