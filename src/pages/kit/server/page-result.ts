import { createHash } from "node:crypto";
import type { BytesResult } from "../../../http/endpoint.ts";
import { type PageSources, pageSecurityPolicy } from "./document.ts";
import type { Preferences } from "./preferences.ts";

const ETAG_LENGTH = 16;

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
