import { z } from "zod";
import type { PageSession } from "../../../accounts/page-session.ts";
import { retryQuery } from "../../../accounts/retry-query.ts";
import { AppError } from "../../../base/errors.ts";
import { type Context, LINK_STATES } from "../../../http/context.ts";
import { rootEndpoint, type TextResult } from "../../../http/endpoint.ts";
import { parseJsonBody, readBody } from "../../../http/parameters/body.ts";
import { ASSETS_PATH, type Asset, type Assets, encodedForms, FAVICON_PATH, FIXED_PATHS } from "./assets.ts";

const FOREVER = "public, max-age=31536000, immutable";
/** For paths that stay the same when a release changes their content. */
const ONE_HOUR = "public, max-age=3600";

/** Serves the files that pages load; each path but the fixed ones names its content, so browsers keep it. */
export function assetEndpoint({ files }: Assets) {
  return rootEndpoint({
    path: `${ASSETS_PATH}/{file}`,
    summary: "Get a script or style of a page",
    auth: "page",
    pathParameters: { file: z.string() },
    errors: ["not_found"],
    handler(_context, { file }) {
      const path = `${ASSETS_PATH}/${file}`;
      const asset = files.get(path);
      if (asset === undefined) {
        throw new AppError("not_found", `There is no asset ${file.slice(0, 100)}.`);
      }
      return assetResult(asset, FIXED_PATHS.includes(path) ? ONE_HOUR : FOREVER);
    },
  });
}

/** Serves the files for which browsers and crawlers have paths of their own. */
export function wellKnownEndpoints({ files }: Assets) {
  return [
    rootEndpoint({
      path: "/favicon.ico",
      summary: "Get the icon of the pages",
      auth: "page",
      handler: () => assetResult(files.get(FAVICON_PATH)!, ONE_HOUR),
    }),
    rootEndpoint({
      path: "/robots.txt",
      summary: "Tell crawlers what to leave out",
      auth: "page",
      handler: ({ services: { pages }, pinned }) => ({
        status: 200,
        contentType: "text/plain; charset=utf-8",
        cacheControl: ONE_HOUR,
        body: `User-agent: *\nDisallow: ${pages.isOpen(pinned) ? "/api/" : "/"}\n`,
      }),
    }),
  ];
}

/**
 * A worker fetches under the policy of its own script, so MapLibre's worker needs a policy that allows it to fetch
 * tiles.
 */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

function assetResult(asset: Asset, cacheControl: string) {
  const { contentType, bytes } = asset;
  const headers = { "Content-Security-Policy": WORKER_POLICY };
  return { status: 200, contentType, bytes, encoded: encodedForms(asset), cacheControl, headers };
}

/** Issues the token with which the pages of this server use its interface without a key. */
export const getSession = rootEndpoint({
  path: "/session",
  summary: "Get a token for this server's own pages",
  auth: "page",
  errors: ["page_closed"],
  handler({ services: { pages }, pinned }) {
    if (!pages.isOpen(pinned)) {
      throw new AppError("page_closed", "The pages of this server need an API key.");
    }
    return sessionResult(pages.sessions.issue("visitor", Date.now()));
  },
});

/** Bytes of the body that names a link, at most. */
const MAX_LINK_BYTES = 1_000;
const linkBody = z.object({ link: z.string() });

/** Opens a session by a login link: once, and only from this machine. */
export const useLink = rootEndpoint({
  path: "/session/link",
  method: "POST",
  summary: "Get a token by a login link",
  auth: "page",
  errors: ["page_closed"],
  async handler(context) {
    const { request, connection, services } = context;
    const body = await readBody(request, MAX_LINK_BYTES, connection);
    const link = linkBody.safeParse(body && parseJsonBody(body)).data?.link ?? "";
    const { links, sessions } = services.pages;
    const nowMs = Date.now();
    // Asks first whether the client is local: a link that leaked must not be used up from elsewhere.
    if (!acceptsLinks(context) || !(await retryQuery(() => links.use(link, nowMs)))) {
      throw new AppError(
        "page_closed",
        "The link was used before, is older than ten minutes, or is for another server; it opens on the server's machine only.",
      );
    }
    return sessionResult(sessions.issue("local", nowMs));
  },
});

function acceptsLinks({ isLocal, services: { pages }, pinned }: Context): boolean {
  return isLocal && pages.linkState(pinned) !== "refused";
}

/** Answer of `checkLink`; `unknown`: the accounts of this server do not have the link. */
export const linkCheck = z.object({ data: z.object({ state: z.enum([...LINK_STATES, "unknown"]) }) });

/** Says for `baken open`, which asks from this machine, what a link opens; takes its hash, and uses nothing up. */
export const checkLink = rootEndpoint({
  path: "/session/link/{sha256}",
  summary: "Get whether a login link opens the pages",
  auth: "page",
  pathParameters: { sha256: z.string() },
  errors: ["page_closed"],
  async handler(context, { sha256 }) {
    const { pages } = context.services;
    const state = pages.linkState(context.pinned);
    if (state !== "refused" && !context.isLocal) {
      throw new AppError("page_closed", "Links open the pages on the server's machine only.");
    }
    const isKnown = state === "refused" || (await retryQuery(() => pages.links.has(sha256, Date.now())));
    return jsonResult({ state: isKnown ? state : "unknown" } satisfies z.output<typeof linkCheck>["data"]);
  },
});

function sessionResult({ token, expiresAtMs }: PageSession): TextResult {
  return jsonResult({ token, expires_at: new Date(expiresAtMs).toISOString() });
}

function jsonResult(data: object): TextResult {
  return {
    status: 200,
    contentType: "application/json",
    cacheControl: "no-store",
    body: JSON.stringify({ data }),
  };
}
