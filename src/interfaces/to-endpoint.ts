import { z } from "zod";
import type { InterfaceName } from "../base/setting-values.ts";
import type { Context } from "../http/context.ts";
import { type AnyEndpoint, rootEndpoint, type TextResult } from "../http/endpoint.ts";
import { omitUndefined } from "../http/omit-undefined.ts";
import { parseAllValues, withoutKey } from "../http/parameters/query-string.ts";
import { REVALIDATE } from "../http/pipeline/to-response.ts";
import { INTERFACES } from "./index.ts";
import type { Interface, InterfaceEndpoint, InterfaceRequest, InterfaceSettings } from "./interface.ts";

/** Returns the endpoints of the interfaces with these names. */
export function interfaceEndpoints(
  names: readonly InterfaceName[],
  { locationIds }: InterfaceSettings,
): readonly AnyEndpoint[] {
  const wanted = INTERFACES.filter(({ name }) => names.includes(name));
  return wanted.flatMap((foreign) =>
    foreign.endpoints.map((declared) => toEndpoint(foreign, declared, { locationIds })),
  );
}

function toEndpoint(
  foreign: Interface,
  { path, isHealthCheck, answer }: InterfaceEndpoint,
  settings: InterfaceSettings,
): AnyEndpoint {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return rootEndpoint({
    path,
    auth: "key",
    summary: path,
    foreign,
    ...omitUndefined({ isHealthCheck }),
    pathParameters: Object.fromEntries(names.map((name) => [name, z.string()])),
    handler(context, values): TextResult {
      const {
        status = 200,
        contentType,
        body,
        headers: own,
      } = answer({ ...toRequest(context, values), settings });
      const source = { "X-Source": `baken; BAG ${context.snapshot.meta.referenceDate}` };
      const headers = { ...source, ...own, ...foreign.addHeaders?.(context.headers) };
      const isVersioned = status === 200;
      const cacheControl = isVersioned ? REVALIDATE : "no-store";
      return { status, contentType, body, headers, cacheControl, isVersioned };
    },
  });
}

/** Characters that clients send raw in a query, and that no link may have (RFC 3986). */
const NOT_IN_URLS = /["<>[\\\]^`{|}]/g;

function toRequest(
  context: Context,
  path: Readonly<Record<string, unknown>>,
): Omit<InterfaceRequest, "settings"> {
  const { snapshot, request, target, urlToken, publicUrl } = context;
  const { keySegment } = target;
  const isKeyInPath = keySegment !== undefined && urlToken !== undefined;
  const base = isKeyInPath ? `${publicUrl}/key/${keySegment}` : publicUrl;
  const keyPair = urlToken === undefined || isKeyInPath ? [] : [["key", urlToken] as const];
  const keyQuery = formatQuery(keyPair);
  const asked = keyPair.length > 0 ? target.query : withoutKey(target.query);
  return {
    snapshot,
    query: parseAllValues(target.query),
    path: path as InterfaceRequest["path"],
    headers: request.headers,
    ownPath: target.path,
    url: base + target.path + (asked === "" ? "" : `?${asked.replace(NOT_IN_URLS, encodeURIComponent)}`),
    // An answer may have a thousand links without a query.
    link: (to, query) => base + to + (query === undefined ? keyQuery : formatQuery([...query, ...keyPair])),
  };
}

function formatQuery(pairs: readonly (readonly [string, string | number])[]): string {
  const texts = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return texts.length === 0 ? "" : `?${texts.join("&")}`;
}
