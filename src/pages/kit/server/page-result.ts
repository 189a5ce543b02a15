/** What the endpoints of all pages share: their parameter and their result. */
import { createHash } from "node:crypto";
import type { BytesResult } from "../../../http/endpoint.ts";
import { oneOf, optional } from "../../../http/parameters/kinds.ts";
import { type PageSources, pageSecurityPolicy } from "./document.ts";
import { LANGUAGES, type Preferences } from "./preferences.ts";

const ETAG_LENGTH = 16;

/** Parameter `lang` of every page. */
export const languageParameter = optional(
  oneOf(LANGUAGES, {
    description: "Language of the page; by default as the browser prefers.",
    example: "nl",
  }),
);

/** Returns the result that sends an HTML document; it is revalidated, because a new release may change it. */
export function pageResult(document: string, { language }: Preferences, sources?: PageSources): BytesResult {
  const bytes = new TextEncoder().encode(document);
  return {
    status: 200,
    contentType: "text/html; charset=utf-8",
    bytes,
    cacheControl: "no-cache",
    etag: createHash("sha256").update(bytes).digest("hex").slice(0, ETAG_LENGTH),
    headers: {
      "Content-Security-Policy": pageSecurityPolicy(sources),
      "Content-Language": language,
      "Cross-Origin-Opener-Policy": "same-origin",
      Vary: "Accept-Encoding, Accept-Language, Cookie",
    },
  };
}
