import { TrieRouter } from "hono/router/trie-router";
import type { AnyEndpoint } from "./endpoint.ts";
import { compileInput, type ReadInput } from "./input.ts";

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly read: ReadInput;
}

/** Routes of one path by method; HEAD has the route of GET. */
export type Methods = ReadonlyMap<string, Route>;

export interface Match {
  readonly methods: Methods;
  /** Path parameters, still percent-encoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type FindRoute = (path: string) => Match | undefined;

const NO_PARAMETERS = {};

/** Compiles the endpoints, once, to a lookup by path: one map access for a path without parameters. */
export function createRoutes(endpoints: readonly AnyEndpoint[], basePath: string): FindRoute {
  const fixed = new Map<string, Match>();
  const patterns = new TrieRouter<Methods>();
  for (const [path, methods] of [...groupByPath(endpoints)].sort(byFixedFirst)) {
    if (path.includes("{")) patterns.add("GET", basePath + path.replaceAll(/\{(\w+)\}/g, ":$1"), methods);
    else fixed.set(basePath + path, { methods, pathParameters: NO_PARAMETERS });
  }
  return (path) => fixed.get(path) ?? matchPattern(patterns, path);
}

function groupByPath(endpoints: readonly AnyEndpoint[]): Map<string, Methods> {
  const paths = new Map<string, Map<string, Route>>();
  for (const endpoint of endpoints) {
    const methods = paths.get(endpoint.path) ?? new Map<string, Route>();
    paths.set(endpoint.path, methods);
    const route = { endpoint, read: compileInput(endpoint) };
    methods.set(endpoint.method, route);
    if (endpoint.method === "GET") methods.set("HEAD", route);
  }
  return paths;
}

/**
 * Sorts fixed segments first, because the router prefers earlier routes: `/postcodes/validate/{x}` before
 * `/postcodes/{x}/range`.
 */
function byFixedFirst([a]: [string, Methods], [b]: [string, Methods]): number {
  const [left, right] = [a.replaceAll(/\{\w+\}/g, "~"), b.replaceAll(/\{\w+\}/g, "~")];
  return left < right ? -1 : Number(left > right);
}

function matchPattern(patterns: TrieRouter<Methods>, path: string): Match | undefined {
  const [first] = patterns.match("GET", path)[0];
  return first && { methods: first[0], pathParameters: first[1] as Record<string, string> };
}
