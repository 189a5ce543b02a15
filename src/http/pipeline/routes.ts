import { TrieRouter } from "hono/router/trie-router";
import type { AnyEndpoint } from "../endpoint.ts";
import { compileInputParser, type ParseInput } from "../input.ts";
import { BASE_PATH } from "../interface-version.ts";

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly parseInput: ParseInput;
}

/** Routes of one path by method; HEAD has the route of GET. */
export type RoutesByMethod = ReadonlyMap<string, Route>;

export interface RouteMatch {
  readonly methods: RoutesByMethod;
  /** Path parameters, still percent-encoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type FindRoute = (path: string) => RouteMatch | undefined;

const NO_PARAMETERS = {};

/** Compiles the endpoints, once, to a lookup by path: one map access for a path without parameters. */
export function createRoutes(endpoints: readonly AnyEndpoint[]): FindRoute {
  const fixed = new Map<string, RouteMatch>();
  const patterns = new TrieRouter<RoutesByMethod>();
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
function fullPath({ root, path }: Pick<AnyEndpoint, "root" | "path">): string {
  return root ? path : BASE_PATH + path;
}

function groupByPath(endpoints: readonly AnyEndpoint[]): Map<string, RoutesByMethod> {
  const paths = new Map<string, Map<string, Route>>();
  for (const endpoint of endpoints) {
    const path = fullPath(endpoint);
    const methods = paths.get(path) ?? new Map<string, Route>();
    paths.set(path, methods);
    const route = { endpoint, parseInput: compileInputParser(endpoint) };
    methods.set(endpoint.method, route);
    if (endpoint.method === "GET") {
      methods.set("HEAD", route);
    }
  }
  return paths;
}

/**
 * Sorts fixed segments first, because the router prefers earlier routes: `/postcodes/validate/{x}` before
 * `/postcodes/{x}/range`.
 */
function byFixedFirst([a]: [string, RoutesByMethod], [b]: [string, RoutesByMethod]): number {
  const [left, right] = [a.replaceAll(/\{\w+\}/g, "~"), b.replaceAll(/\{\w+\}/g, "~")];
  return left < right ? -1 : Number(left > right);
}

function findByPattern(patterns: TrieRouter<RoutesByMethod>, path: string): RouteMatch | undefined {
  const [first] = patterns.match("GET", path)[0];
  return first && { methods: first[0], pathParameters: first[1] as Record<string, string> };
}
