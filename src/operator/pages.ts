/** Documents and assets of the operator's pages. They hold no data, so they need no login. */
import { AppError } from "../base/errors.ts";
import { type BundledPages, ICON_PATH } from "../web/assets.ts";
import { pageSecurityPolicy, renderDocument } from "../web/document.ts";
import { html } from "../web/html.ts";
import { preferencesOf } from "../web/preferences.ts";

/** Paths of the pages; the script shows the one that the address names. */
const PAGE_PATH = /^\/(keys(\/new|\/[1-9]\d{0,14})?|traffic|registry|exports|nodes|audit)?$/;

export function respondPage(request: Request, { pathname }: URL, assets: BundledPages<"operator">): Response {
  const isAsset = assets.files.has(pathname);
  if (!isAsset && !PAGE_PATH.test(pathname)) {
    throw new AppError("route_not_found", "There is no such page. The operator's pages begin at /.");
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new AppError("method_not_allowed", "Use GET.", { headers: { Allow: "GET, HEAD" } });
  }
  const response = isAsset ? assetResponse(request, pathname, assets) : documentResponse(request, assets);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

function documentResponse(request: Request, assets: BundledPages<"operator">): Response {
  const preferences = preferencesOf(request, undefined);
  const document = renderDocument(assets, {
    title: "baken",
    preferences,
    entry: "operator",
    body: html`<div id="app"></div>`,
  });
  return new Response(document, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": preferences.language,
      "Content-Security-Policy": pageSecurityPolicy(),
      Vary: "Accept-Language, Cookie",
    },
  });
}

function assetResponse({ headers }: Request, path: string, { files }: BundledPages<"operator">): Response {
  const { contentType, bytes, gzip } = files.get(path)!;
  const isCompressed = /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
  return new Response(isCompressed ? gzip : bytes, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": path === ICON_PATH ? "no-cache" : "private, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
    },
  });
}
