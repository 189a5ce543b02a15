import { rootEndpoint } from "../../http/endpoint.ts";
import { oneOf, optional } from "../../http/parameters/kinds.ts";
import type { Assets } from "../assets.ts";
import { renderDocument } from "../document.ts";
import { html } from "../html.ts";
import { LANGUAGES, languageOf } from "../language.ts";
import { pageResult } from "../page-result.ts";

/** Parameter `lang` of every page. */
export const languageParameter = optional(
  oneOf(LANGUAGES, {
    description: "Language of the page; by default as the browser prefers.",
    example: "nl",
  }),
);

/** Serves the explorer; its script fills the page and keeps the state in the query, which the server ignores. */
export function explorerPage(assets: Assets) {
  return rootEndpoint({
    path: "/",
    summary: "Explore addresses",
    auth: "page",
    query: { lang: languageParameter },
    handler({ request, services, pinned }, { lang }) {
      const language = languageOf(lang, request.headers.get("accept-language"));
      const document = renderDocument(assets, {
        title: "baken",
        language,
        entry: "explorer",
        body: html`<div id="app"></div>`,
        data: {
          maplibre: assets.maplibre,
          isOpen: services.pages.isOpen(pinned),
          isDemo: pinned?.meta.isDemo ?? false,
        },
      });
      return pageResult(document, language);
    },
  });
}
