/** Unknown paths that a visitor opens in a browser, who gets a page instead of JSON. */
import type { Context } from "../context.ts";
import type { RawResult } from "../endpoint.ts";
import { BASE_PATH } from "../interface-version.ts";

/** Makes the page for a path that does not exist. */
export type ShowMissing = (context: Context) => RawResult;

/** Returns true for a visitor who opens a path outside the interface. */
export function isForPage({ request, target }: Context): boolean {
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    request.headers.get("accept")?.includes("text/html") === true &&
    !target.path.startsWith(BASE_PATH)
  );
}
