/** Routes of endpoints, by path and method. */
import { TrieRouter } from "hono/router/trie-router";
import { AppError } from "../../base/errors.ts";
import type { RequestTarget } from "../context.ts";
import type { AnyEndpoint, RoutedEndpoint } from "../endpoint.ts";
import { compileInputParser, type ParseInput } from "../input.ts";
import { BASE_PATH } from "../interface-version.ts";

export interface Route<E extends RoutedEndpoint = AnyEndpoint> {
  readonly endpoint: E;
  readonly parseInput: ParseInput;
}

/** Routes of one path by method; HEAD has the route of GET. */
type RoutesByMethod<E extends RoutedEndpoint = AnyEndpoint> = ReadonlyMap<string, Route<E>>;

export interface RouteMatch<E extends RoutedEndpoint = AnyEndpoint> {
  readonly methods: RoutesByMethod<E>;
  /** Path parameters, still percent-encoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type FindRoute<E extends RoutedEndpoint = AnyEndpoint> = (path: string) => RouteMatch<E> | undefined;

const NO_PARAMETERS = {};

/** Compiles the endpoints, once, to a lookup by path: one map access for a path without parameters. */
export function createRoutes<E extends RoutedEndpoint>(endpoints: readonly E[]): FindRoute<E> {
  const fixed = new Map<string, RouteMatch<E>>();
  const patterns = new TrieRouter<RoutesByMethod<E>>();
  for (const [path, methods] of [...groupByPath(endpoints)].sort(byFixedFirst)) {
    if (path.includes("{")) {
      patterns.add("GET", path.replaceAll(/\{(\w+)\}/g, ":$1"), methods);
    } else {
      fixed.set(path, { methods, pathParameters: NO_PARAMETERS });
    }
  }
  return (path) => fixed.get(path) ?? findByPattern(patterns, path);
}

/** Returns the path of an endpoint as a request names it. */
function fullPath({ root, path }: RoutedEndpoint): string {
  return root ? path : BASE_PATH + path;
}

function groupByPath<E extends RoutedEndpoint>(endpoints: readonly E[]): Map<string, RoutesByMethod<E>> {
  const paths = new Map<string, Map<string, Route<E>>>();
  for (const endpoint of endpoints) {
    const path = fullPath(endpoint);
    const methods = paths.get(path) ?? new Map<string, Route<E>>();
    paths.set(path, methods);
    const route = { endpoint, parseInput: compileInputParser(endpoint) };
    methods.set(endpoint.method, route);
    // Operations take time to run for an answer that is not sent.
    if (endpoint.method === "GET" && endpoint.auth !== "operator") {
      methods.set("HEAD", route);
    }
  }
  return paths;
}

/**
 * Sorts fixed segments first, because the router prefers earlier routes: `/postcodes/validate/{x}` before
 * `/postcodes/{x}/range`.
 */
function byFixedFirst([a]: [string, unknown], [b]: [string, unknown]): number {
  const [left, right] = [a.replaceAll(/\{\w+\}/g, "~"), b.replaceAll(/\{\w+\}/g, "~")];
  return left < right ? -1 : Number(left > right);
}

function findByPattern<E extends RoutedEndpoint>(
  patterns: TrieRouter<RoutesByMethod<E>>,
  path: string,
): RouteMatch<E> | undefined {
  const [first] = patterns.match("GET", path)[0];
  return first && { methods: first[0], pathParameters: first[1] as Record<string, string> };
}

/** Throws 405 for a method that a path lacks. */
export function refuseMethod(
  { request, target }: { readonly request: Request; readonly target: Pick<RequestTarget, "path"> },
  methods: ReadonlyMap<string, unknown>,
): never {
  const allowed = [...methods.keys()].join(", ");
  throw new AppError(
    "method_not_allowed",
    `The ${request.method} method is not supported for route ${formatPath(target.path)}. Supported methods: ${allowed}.`,
    { headers: { Allow: allowed } },
  );
}

/** Formats a path as Laravel's messages do: without the first slash, and truncated when long. */
export function formatPath(path: string): string {
  return path.slice(1, 200).toWellFormed();
}
