/**
 * Pipeline from a request to its response:
 * size -> route -> method -> key and limits -> parameters -> handler -> Response.
 */
import { type Awaitable, whenReady } from "../../base/awaitable.ts";
import { AppError } from "../../base/errors.ts";
import type { Page } from "../../registry/page.ts";
import { Context, type GetPeerAddress, type Services } from "../context.ts";
import type { AnyEndpoint, AnyInput, RawResult } from "../endpoint.ts";
import { BASE_PATH, interfaceUrl } from "../interface-version.ts";
import { type Body, readBody } from "../parameters/body.ts";
import { admit } from "./admission.ts";
import { isPreflight, toPreflightResponse } from "./cors.ts";
import { pageLinks, pageMeta } from "./paging.ts";
import { createRequestIds } from "./request-id.ts";
import { createRoutes, type FindRoute, type Route, type RouteMatch, type RoutesByMethod } from "./routes.ts";
import { fixedHeaders, toDataResponse, toErrorResponse, toRawResponse } from "./to-response.ts";

/** Maximum characters of a URL; 100 identificaties in a batch take under 2,000. */
export const MAX_URL_LENGTH = 8_000;
export const MAX_BODY_BYTES = 256 * 1024;

/** Request handler of the whole interface; synchronous when everything that it calls is. */
export type RequestHandler = (request: Request, getPeerAddress?: GetPeerAddress) => Awaitable<Response>;

/** Creates the request handler; does all work that does not depend on a request once. */
export function createRequestHandler(endpoints: readonly AnyEndpoint[], services: Services): RequestHandler {
  const findRoute = createRoutes(endpoints, BASE_PATH);
  const nextRequestId = createRequestIds();
  const headers = fixedHeaders(services.publicUrl);
  return (request, getPeerAddress) => {
    const startedMs = performance.now();
    const requestId = nextRequestId();
    const requestDetails = { requestId, headers: { ...headers, "X-Request-Id": requestId }, getPeerAddress };
    const context = new Context(services, request, requestDetails);
    return whenReady(handleRequest(context, findRoute), (response) => {
      context.close();
      services.observe?.(context, response.status, performance.now() - startedMs);
      return response;
    });
  };
}

function handleRequest(context: Context, findRoute: FindRoute): Awaitable<Response> {
  try {
    const response = dispatch(context, findRoute);
    return response instanceof Promise
      ? response.catch((error: unknown) => toErrorResponse(context, error))
      : response;
  } catch (error) {
    return toErrorResponse(context, error);
  }
}

function dispatch(context: Context, findRoute: FindRoute): Awaitable<Response> {
  const { request, target } = context;
  assertSize(request);
  const match = findRoute(target.path);
  if (isPreflight(request)) {
    return handlePreflight(context, match);
  }
  const { methods, pathParameters } = match ?? refuseRoute(context);
  const { endpoint, parseInput } = methods.get(request.method) ?? refuseMethod(context, methods);
  const readInput = (body?: Body) => parseInput(target.query, pathParameters, body);
  context.route = endpoint.path;
  return whenReady(admit(context, endpoint), () => {
    const input = endpoint.parametersInBody ? readBody(request, MAX_BODY_BYTES).then(readInput) : readInput();
    return whenReady(input, (values) => runEndpoint(context, endpoint, values as AnyInput));
  });
}

function runEndpoint(context: Context, endpoint: AnyEndpoint, input: AnyInput): Awaitable<Response> {
  return whenReady(runHandler(endpoint, context, input), (result) => {
    if (endpoint.envelope === "none") {
      return toRawResponse(context, result as RawResult);
    }
    return toDataResponse(context, result, endpoint.changesWith);
  });
}

/**
 * Answers a preflight for a path; the first of its methods stands for all. Treats an unknown path like one that needs a
 * key, so that a page of an approved origin can read its 404.
 */
function handlePreflight(context: Context, match: RouteMatch | undefined): Response {
  const [first] = match?.methods.values() ?? [];
  context.route = first?.endpoint.path;
  return toPreflightResponse(context, first?.endpoint.auth ?? "key");
}

/** Runs the handler and wraps its result in the envelope; returns the RawResult itself when there is none. */
export function runHandler(endpoint: AnyEndpoint, context: Context, input: AnyInput): unknown {
  const result = endpoint.handler(context, input);
  if (endpoint.envelope === "none") {
    return result;
  }
  const { page } = input;
  if (page === undefined) {
    return { data: result };
  }
  const rows = result as Page<unknown> & { readonly explain?: unknown };
  const { explain } = rows;
  const meta = { ...pageMeta(rows, page), ...(explain === undefined ? {} : { explain }) };
  if (endpoint.envelope === "page-without-links") {
    return { data: rows.rows, meta };
  }
  const { path, query } = context.target;
  return { data: rows.rows, meta, links: pageLinks(meta, context.publicUrl + path, query) };
}

/** Throws when the URL or the declared length of the body is too large; readers of a body stop at the same limit. */
function assertSize(request: Request): void {
  if (request.url.length > MAX_URL_LENGTH) {
    throw new AppError("url_too_long", `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  }
  if (request.method === "GET" || request.method === "HEAD") {
    return;
  }
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) {
    throw new AppError("too_large", `The body must not be larger than ${MAX_BODY_BYTES} bytes.`);
  }
}

/** Throws 404 for an unknown route, also for the base path of the interface. */
function refuseRoute({ services, target }: Context): RouteMatch {
  const description = `${interfaceUrl(services.publicUrl)}/openapi.yaml`;
  throw new AppError(
    "route_not_found",
    `The route ${formatPath(target.path)} could not be found. With an API key, ${description} describes the interface.`,
    { headers: { Link: `<${description}>; rel="service-desc"` } },
  );
}

function refuseMethod({ request, target }: Context, methods: RoutesByMethod): Route {
  const allowed = [...methods.keys()].join(", ");
  throw new AppError(
    "method_not_allowed",
    `The ${request.method} method is not supported for route ${formatPath(target.path)}. Supported methods: ${allowed}.`,
    { headers: { Allow: allowed } },
  );
}

/** Formats a path as Laravel's messages do: without the first slash, and truncated when long. */
function formatPath(path: string): string {
  return path.slice(1, 200).toWellFormed();
}
