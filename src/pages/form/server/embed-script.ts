import { createHash } from "node:crypto";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { type Assets, EMBED_PATH } from "../../kit/server/assets.ts";

/** Its path never changes, so browsers ask again after an hour; they may use it for a week while the server is away. */
const CACHE_CONTROL = "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800";

/** Serves the form component to the pages of any shop; scripts that are modules are fetched with CORS. */
export function embedScript({ embed }: Assets) {
  const etag = createHash("sha256").update(embed.bytes).digest("hex").slice(0, 16);
  return rootEndpoint({
    path: EMBED_PATH,
    summary: "Get the form component",
    auth: "none",
    handler: () => ({
      status: 200,
      contentType: embed.contentType,
      bytes: embed.bytes,
      encoded: { gzip: embed.gzip },
      cacheControl: CACHE_CONTROL,
      etag,
      headers: { "Cross-Origin-Resource-Policy": "cross-origin" },
    }),
  });
}
