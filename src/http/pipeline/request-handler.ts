/**
 * Pipeline from a request to its response:
 * size -> route -> method -> key and limits -> parameters -> handler -> Response.
 */
import { randomBytes } from "node:crypto";
import { type Awaitable, whenReadyWith } from "../../base/awaitable.ts";
import { AppError } from "../../base/errors.ts";
import { lastPage, type Page, type PageRequest } from "../../registry/index/page.ts";
import { type Admission, WITHOUT_KEY } from "../admission.ts";
import {
  Context,
  type GetPeerAddress,
  type RequestTarget,
  type RequestTimes,
  type Services,
} from "../context.ts";
import type { AnyEndpoint, AnyInput, RawResult } from "../endpoint.ts";
import type { ParseInput } from "../input.ts";
import { interfaceUrl } from "../interface-version.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { type Body, bodyTooLarge, type Connection, readBody } from "../parameters/body.ts";
import { withPage } from "../parameters/query-string.ts";
import { assertOneHost } from "../request-host.ts";
import { admit } from "./admit.ts";
import { isPreflight, toPreflightResponse } from "./cors.ts";
import { LimitRefusal } from "./limits.ts";
import { isForPage, type ShowMissing } from "./missing-page.ts";
import {
  createRoutes,
  type FindRoute,
  formatPath,
  type Route,
  type RouteMatch,
  refuseMethod,
} from "./routes.ts";
import { isNotInRegistry, withTestData } from "./sample-note.ts";
import { fixedHeaders, toDataResponse, toErrorResponse, toRawResponse } from "./to-response.ts";
import { WaitingLine } from "./waiting-line.ts";

/** Maximum characters of a URL; 100 identificaties in a batch take under 2,000. */
export const MAX_URL_LENGTH = 8_000;
export const MAX_BODY_BYTES = 256 * 1024;

/** Request handler of the whole interface; synchronous when everything that it calls is. */
export type RequestHandler = (
  request: Request,
  getPeerAddress?: GetPeerAddress,
  connection?: Connection,
) => Awaitable<Response>;

interface Routing {
  readonly findRoute: FindRoute;
  readonly showMissing: ShowMissing | undefined;
}

/** Creates the request handler; does all work that does not depend on a request once. */
export function createRequestHandler(
  endpoints: readonly AnyEndpoint[],
  services: Services,
  showMissing?: ShowMissing,
): RequestHandler {
  const routes: Routing = { findRoute: createRoutes(endpoints), showMissing };
  const { findRoute } = routes;
  const nextRequestId = createRequestIds();
  const line = new WaitingLine(services.maxWaitMs);
  const headers = fixedHeaders(services.publicUrl);
  const answer = (context: Context, times: RequestTimes, refusal?: AppError) => {
    const progress: Progress = { context, times, refusal, endpoint: undefined, admission: WITHOUT_KEY };
    return whenReadyWith(handleRequest(progress, routes), endRequest, progress);
  };
  return (request, getPeerAddress, connection) => {
    const startedMs = performance.now();
    const details = { requestId: nextRequestId(), headers: { ...headers }, getPeerAddress, connection };
    const context = new Context(services, request, details);
    if (line.isBusy(startedMs) && !isHealthCheck(findRoute(context.target.path))) {
      return line.wait(startedMs, (queuedMs, isRefused) => {
        const refusal = isRefused ? OVERLOADED : request.signal.aborted ? CLIENT_CLOSED : undefined;
        return answer(context, { startedMs: startedMs + queuedMs, queuedMs }, refusal);
      });
    }
    const response = answer(context, { startedMs, queuedMs: line.queuedMs(startedMs) });
    if (response instanceof Promise) {
      line.countUnfinished();
    }
    return response;
  };
}

const OVERLOADED = new AppError(
  "overloaded",
  "Too many requests are waiting. Send fewer at a time, or try again later.",
);
const CLIENT_CLOSED = new AppError("client_closed", "The client closed the connection while it waited.");

/** Request with its endpoint, decision and times as far as known; error responses, log and metrics read it too. */
interface Progress {
  readonly context: Context;
  readonly times: RequestTimes;
  /** Why a request that waited is not answered. */
  readonly refusal: AppError | undefined;
  endpoint: AnyEndpoint | undefined;
  admission: Admission;
}

function endRequest(response: Response, { context, times, endpoint, admission }: Progress): Response {
  context.close();
  context.services.observe?.({
    context,
    route: endpoint?.path,
    interfaceName: endpoint?.foreign?.name,
    admission,
    status: response.status,
    durationMs: performance.now() - times.startedMs,
    times,
  });
  return response;
}

function handleRequest(progress: Progress, routes: Routing): Awaitable<Response> {
  try {
    const response = dispatch(progress, routes);
    return response instanceof Promise ? catchFailure(response, progress) : response;
  } catch (error) {
    return toFailure(progress, error);
  }
}

function catchFailure(response: Promise<Response>, progress: Progress): Promise<Response> {
  return response.catch((error: unknown) => toFailure(progress, error));
}

function dispatch(progress: Progress, { findRoute, showMissing }: Routing): Awaitable<Response> {
  const { context } = progress;
  const { request, target } = context;
  assertUrlLength(request);
  assertOneHost(request);
  const match = findAllowedRoute(target, findRoute);
  assertBodySize(request, match?.methods.get(request.method)?.endpoint.upload?.maxBytes);
  const first = request.method === "OPTIONS" && match ? firstEndpoint(match) : undefined;
  if (isPreflight(request, first)) {
    progress.endpoint = first;
    // An unknown path is treated as a path that needs a key, so that a page of an approved origin can read its 404.
    return toPreflightResponse(context, first ?? { auth: "key" });
  }
  if (match === undefined && showMissing !== undefined && isForPage(context)) {
    return toRawResponse(context, WITHOUT_KEY, showMissing(context));
  }
  const { methods, pathParameters } = match ?? refuseRoute(context);
  const route = methods.get(request.method) ?? refuseMethod(context, methods);
  progress.endpoint = route.endpoint;
  if (progress.refusal !== undefined) {
    throw progress.refusal;
  }
  return whenReadyWith(admit(context, route.endpoint), runAdmitted, { progress, route, pathParameters });
}

function toFailure(progress: Progress, error: unknown): Response {
  if (error instanceof LimitRefusal) {
    progress.admission = error.admission;
  }
  const { context, admission, endpoint } = progress;
  const thrown = isNotInRegistry(endpoint, error) ? withTestData(error, context) : error;
  return toErrorResponse({ context, admission, endpoint }, thrown);
}

/** Request whose route was found. */
interface RoutedRequest extends Pick<RouteMatch, "pathParameters"> {
  readonly progress: Progress;
  readonly route: Route;
}

function runAdmitted(admission: Admission, routed: RoutedRequest): Awaitable<Response> {
  const { progress, route } = routed;
  const { times, context } = progress;
  progress.admission = admission;
  times.admittedMs = performance.now();
  const input = route.endpoint.parametersInBody
    ? whenReadyWith(readBody(context.request, MAX_BODY_BYTES, context.connection), readInput, routed)
    : readInput(undefined, routed);
  return whenReadyWith(input, runEndpoint, routed);
}

function readInput(
  body: Body | undefined,
  { progress, route, pathParameters }: RoutedRequest,
): ReturnType<ParseInput> {
  return route.parseInput(progress.context.target.query, pathParameters, body);
}

/** Call of an endpoint's handler. */
interface HandlerCall {
  readonly endpoint: AnyEndpoint;
  readonly context: Context;
  readonly admission: Admission;
  readonly input: AnyInput;
}

function runEndpoint(values: Awaited<ReturnType<ParseInput>>, routed: RoutedRequest): Awaitable<Response> {
  const { context, admission, times } = routed.progress;
  times.readMs = performance.now();
  const { endpoint } = routed.route;
  return whenReadyWith(
    runHandler({ endpoint, context, admission, input: values as AnyInput }),
    respond,
    routed,
  );
}

function respond(result: unknown, { progress, route }: RoutedRequest): Response {
  const { context, admission, times } = progress;
  const { envelope, changesWith } = route.endpoint;
  times.handledMs = performance.now();
  return envelope === "none"
    ? toRawResponse(context, admission, result as RawResult)
    : toDataResponse(context, result, changesWith);
}

/** Runs the handler and wraps its result in the envelope; without an envelope returns the RawResult itself. */
export function runHandler({ endpoint, context, admission, input }: HandlerCall): unknown {
  const result = endpoint.handler(context, input, admission);
  if (endpoint.envelope === "none") {
    return result;
  }
  const { page } = input;
  if (page === undefined) {
    return { data: result };
  }
  const rows = result as Page<unknown> & { readonly [name in "explain" | "former" | "gap"]?: unknown };
  const { explain, former, gap } = rows;
  const meta = { ...pageMeta(rows, page), ...omitUndefined({ explain, former, gap }) };
  if (endpoint.envelope === "page-without-links") {
    return { data: rows.rows, meta };
  }
  const { target, urlToken } = context;
  const address = context.publicUrl + target.path;
  return { data: rows.rows, meta, links: pageLinks(meta, { address, query: target.query, urlToken }) };
}

function assertUrlLength({ url }: Request): void {
  if (url.length > MAX_URL_LENGTH) {
    throw new AppError("url_too_long", `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  }
}

/** Throws when the declared length of the body is too large; readers of a body stop at the same limit. */
function assertBodySize({ method, headers }: Request, maxBytes = MAX_BODY_BYTES): void {
  if (method !== "GET" && method !== "HEAD" && Number(headers.get("content-length")) > maxBytes) {
    throw bodyTooLarge(maxBytes);
  }
}

/** Throws 404 for an unknown route, also for the base path of the interface. */
function refuseRoute({ services, target }: Context): RouteMatch {
  const { publicUrl = "" } = services;
  throw new AppError(
    "route_not_found",
    `The route ${formatPath(target.path)} could not be found. ${publicUrl}/docs describes the interface.`,
    { headers: { Link: `<${interfaceUrl(publicUrl)}/openapi.yaml>; rel="service-desc"` } },
  );
}

/**
 * Creates a generator of ids that never repeat within a process and practically never across processes. Draws no random
 * bytes per request.
 */
export function createRequestIds(): () => string {
  const processPrefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${processPrefix}-${(++count).toString(36)}`;
}

interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

export function pageMeta({ total }: Page<unknown>, { page, perPage }: PageRequest): PageMeta {
  return { current_page: page, last_page: lastPage(total, perPage), per_page: perPage, total };
}

export interface PageLinks {
  first: string;
  last: string;
  /** Previous page; the last page when the current one is beyond it. */
  prev: string | null;
  next: string | null;
}

/** Request whose pages are linked: URL of its endpoint, its query, and the token in the URL if that token counted. */
interface LinkedRequest {
  readonly address: string;
  readonly query: string;
  readonly urlToken?: string | undefined;
}

/** Returns absolute links that keep every other parameter of the query. */
export function pageLinks(meta: PageMeta, { address, query, urlToken }: LinkedRequest): PageLinks {
  const { current_page: current, last_page: last } = meta;
  const queryOf = withPage(query, urlToken);
  const link = (page: number) => `${address}?${queryOf(page)}`;
  return {
    first: link(1),
    last: link(last),
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
    next: current < last ? link(current + 1) : null,
  };
}

/** Returns the endpoint of the first method of a path, used for all of them. */
function firstEndpoint({ methods }: RouteMatch): AnyEndpoint | undefined {
  const [first] = methods.values();
  return first?.endpoint;
}

function isHealthCheck(match: RouteMatch | undefined): boolean {
  return match !== undefined && firstEndpoint(match)?.isHealthCheck === true;
}

/** Finds the route of a request. Only a foreign interface may have a key in its path. */
function findAllowedRoute({ path, keySegment }: RequestTarget, findRoute: FindRoute): RouteMatch | undefined {
  const match = findRoute(path);
  const isAllowed = keySegment === undefined || (match && firstEndpoint(match)?.foreign) !== undefined;
  return isAllowed ? match : undefined;
}
