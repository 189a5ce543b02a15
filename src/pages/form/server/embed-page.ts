import { createHash } from "node:crypto";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { type Asset, type Assets, EMBED_PATH, EMBED_STATIC_PATH } from "../../kit/server/assets.ts";
import { languageParameter, pageResult, renderDocument } from "../../kit/server/document.ts";
import { preferencesOf } from "../../kit/server/preferences.ts";
import { hasFilesPage } from "../../kit/server/site-header.ts";
import { EMBED_TEXTS, embedBody } from "./embed-body.ts";

/** Serves the page that shows the form component, with the code to copy. */
export function embedPage(assets: Assets) {
  return rootEndpoint({
    path: "/embed",
    summary: "See the form component",
    auth: "page",
    query: { lang: languageParameter },
    handler(context, { lang }) {
      const { request, publicUrl, services, pinned } = context;
      const preferences = preferencesOf(request, lang);
      const { title, lead } = EMBED_TEXTS[preferences.language];
      const document = renderDocument(assets, {
        title: `${title} · baken`,
        description: lead,
        preferences,
        entry: "embed-page",
        body: embedBody({
          preferences,
          service: publicUrl,
          hasFiles: hasFilesPage(context),
          pinned,
        }),
        data: { isOpen: services.pages.isOpen(pinned) },
      });
      return pageResult(document, preferences);
    },
  });
}

/** Its path never changes, so browsers ask again after an hour; they may use it for a week while the server is away. */
const CACHE_CONTROL = "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800";

/** Serves the form component, and the file that it loads for static files. */
export function embedScripts({ embed, embedStatic }: Assets) {
  return [
    embedScript(embed, EMBED_PATH, "Get the form component"),
    embedScript(embedStatic, EMBED_STATIC_PATH, "Get what the form component needs for static files"),
  ];
}

/** Serves a script to the pages of any shop; scripts that are modules are fetched with CORS. */
function embedScript(embed: Asset, path: string, summary: string) {
  const etag = createHash("sha256").update(embed.bytes).digest("hex").slice(0, 16);
  return rootEndpoint({
    path,
    summary,
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
