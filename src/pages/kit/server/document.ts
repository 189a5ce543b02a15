/** Documents of the pages, and the parameter and result that their endpoints share. */
import { createHash } from "node:crypto";
import { LANGUAGES } from "../../../base/language.ts";
import type { BytesResult } from "../../../http/endpoint.ts";
import { oneOf, optional } from "../../../http/parameters/kinds.ts";
import {
  type BundledPages,
  type EntryName,
  ICON_PATH,
  SHARE_PICTURE_PATH,
  TOUCH_ICON_PATH,
} from "./assets.ts";
import { type Html, html } from "./html.ts";
import type { Preferences } from "./preferences.ts";

const ETAG_LENGTH = 16;

/** Content of a page. */
interface PageContent<Name extends EntryName> {
  readonly title: string;
  readonly description?: string;
  /** URL without path of the server, for what a shared link shows. */
  readonly publicUrl?: string;
  readonly preferences: Preferences;
  readonly entry: Name;
  readonly body: Html;
  /** Values for the page's script, which reads them from `document.body.dataset.page`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Renders the HTML document of a page, without inline scripts and styles. */
export function renderDocument<Name extends EntryName>(
  assets: BundledPages<Name>,
  content: PageContent<Name>,
): string {
  const { title, description, publicUrl, preferences, entry, body, data } = content;
  const { language, theme } = preferences;
  const { script, style, imported } = assets.pages[entry];
  return html`<!doctype html>
<html lang="${language}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${
  publicUrl &&
  html`<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="baken">
<meta property="og:image" content="${publicUrl}${SHARE_PICTURE_PATH}">
<meta name="twitter:card" content="summary_large_image">
`
}<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${TOUCH_ICON_PATH}">
${style && html`<link rel="stylesheet" href="${style}">`}
<script type="module" src="${script}"></script>
${imported.map((path) => html`<link rel="modulepreload" href="${path}">`)}
</head>
<body data-page="${JSON.stringify(data ?? {})}">
${body}
</body>
</html>
`.toString();
}

/** Returns the Content-Security-Policy of a page: nothing inline, nothing from elsewhere but what it fetches there. */
export function pageSecurityPolicy(origins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(" "),
    "worker-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Parameter `lang` of every page. */
export const languageParameter = optional(
  oneOf(LANGUAGES, {
    description: "Language of the page; by default as the browser prefers.",
    example: "nl",
  }),
);

/**
 * Returns the result that sends an HTML document, which may fetch from this server and some other origins. It is
 * revalidated, because a new release may change it.
 */
export function pageResult(
  document: string,
  { language }: Preferences,
  origins?: readonly string[],
): BytesResult {
  const bytes = new TextEncoder().encode(document);
  return {
    status: 200,
    contentType: "text/html; charset=utf-8",
    bytes,
    cacheControl: "no-cache",
    etag: createHash("sha256").update(bytes).digest("hex").slice(0, ETAG_LENGTH),
    headers: {
      "Content-Security-Policy": pageSecurityPolicy(origins),
      "Content-Language": language,
      "Cross-Origin-Opener-Policy": "same-origin",
      Vary: "Accept-Encoding, Accept-Language, Cookie",
    },
  };
}
