import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { ASSETS_PATH, type Asset, type Assets, ICON_PATH } from "./assets.ts";

const FOREVER = "public, max-age=31536000, immutable";
/** The path of the icon stays the same when a release changes it. */
const ONE_HOUR = "public, max-age=3600";

/** Serves the files that pages load; each path but that of the icon names its content, so browsers keep it. */
export function assetEndpoint({ files }: Assets) {
  return rootEndpoint({
    path: `${ASSETS_PATH}/{file}`,
    summary: "Get a script or style of a page",
    auth: "page",
    pathParameters: { file: z.string() },
    errors: ["not_found"],
    handler(_context, { file }) {
      const asset = files.get(`${ASSETS_PATH}/${file}`);
      if (asset === undefined) {
        throw new AppError("not_found", `There is no asset ${file.slice(0, 100)}.`);
      }
      return assetResult(asset, file === ICON_NAME ? ONE_HOUR : FOREVER);
    },
  });
}

const ICON_NAME = ICON_PATH.slice(ASSETS_PATH.length + 1);

/** A worker fetches under the policy of its own script, so MapLibre's needs one that lets it fetch tiles. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

function assetResult({ contentType, bytes, gzip }: Asset, cacheControl: string) {
  const headers = { "Content-Security-Policy": WORKER_POLICY };
  return { status: 200, contentType, bytes, encoded: { gzip }, cacheControl, headers };
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
    const { token, expiresAtMs } = pages.sessions.issue(Date.now());
    return {
      status: 200,
      contentType: "application/json",
      cacheControl: "no-store",
      body: JSON.stringify({ data: { token, expires_at: new Date(expiresAtMs).toISOString() } }),
    };
  },
});
