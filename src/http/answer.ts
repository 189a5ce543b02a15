/**
 * The one way from a request to its answer:
 * size -> route -> method -> key -> parameters -> handler -> Response.
 */
import { authorize } from "../accounts/authorize.ts";
import { AppError } from "../base/errors.ts";
import type { Page } from "../registry/page.ts";
import { Context, type RequestTarget, type Services } from "./context.ts";
import type { AnyEndpoint, AnyInput, Reply } from "./endpoint.ts";
import { BASE_PATH } from "./interface-version.ts";
import { pageLinks, pageMeta } from "./paging.ts";
import { createRequestIds } from "./request-id.ts";
import { fixedHeaders, respondData, respondProblem, respondReply } from "./respond.ts";
import { createRoutes, type FindRoute, type Match, type Methods, type Route } from "./routes.ts";

/** 100 identificaties in a batch take under 2,000 characters. */
export const MAX_URL_LENGTH = 8_000;
export const MAX_BODY_BYTES = 256 * 1024;

export type Answer = (request: Request) => Response;

/** Does all work that does not depend on a request, once. */
export function createAnswer(endpoints: readonly AnyEndpoint[], services: Services): Answer {
  const findRoute = createRoutes(endpoints, BASE_PATH);
  const nextRequestId = createRequestIds();
  const headers = fixedHeaders(services.publicUrl);
  return (request) => {
    const id = nextRequestId();
    const context = new Context(services, request, id, { ...headers, "X-Request-Id": id });
    try {
      return handle(context, findRoute);
    } catch (error) {
      return respondProblem(context, error);
    }
  };
}

function handle(context: Context, findRoute: FindRoute): Response {
  const { request, target, services } = context;
  assertSize(request);
  const match = findRoute(target.path) ?? refuseRoute(target);
  const { endpoint, read } = match.methods.get(request.method) ?? refuseMethod(context, match.methods);
  if (endpoint.auth === "key") {
    context.key = authorize(services.keys, request.headers.get("authorization"));
  }
  const input = read(target.query, match.pathParameters) as AnyInput;
  const result = endpoint.handler(context, input);
  if (endpoint.envelope === "none") return respondReply(context, result as Reply);
  return respondData(context, envelop(endpoint, context, input, result));
}

function envelop(endpoint: AnyEndpoint, context: Context, { page }: AnyInput, result: unknown): unknown {
  if (page === undefined) return { data: result };
  const rows = result as Page<unknown>;
  const meta = pageMeta(rows, page);
  if (endpoint.envelope === "page-without-links") return { data: rows.rows, meta };
  const { path, query } = context.target;
  return { data: rows.rows, meta, links: pageLinks(meta, context.publicUrl + path, query) };
}

/** A body counts by its declared length here; who reads one stops at the same limit. */
function assertSize(request: Request): void {
  if (request.url.length > MAX_URL_LENGTH) {
    throw new AppError("url_too_long", `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  }
  if (request.method === "GET" || request.method === "HEAD") return;
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) {
    throw new AppError("too_large", `The body must not be larger than ${MAX_BODY_BYTES} bytes.`);
  }
}

function refuseRoute({ path }: RequestTarget): Match {
  throw new AppError("route_not_found", `The route ${shown(path)} could not be found.`);
}

function refuseMethod({ request, target }: Context, methods: Methods): Route {
  const allowed = [...methods.keys()].join(", ");
  throw new AppError(
    "method_not_allowed",
    `The ${request.method} method is not supported for route ${shown(target.path)}. Supported methods: ${allowed}.`,
    { headers: { Allow: allowed } },
  );
}

/** A path as Laravel's messages show it: without the first slash, and not the whole of a long one. */
function shown(path: string): string {
  return path.slice(1, 200).toWellFormed();
}
