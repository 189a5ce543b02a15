import { rootEndpoint } from "../../http/endpoint.ts";
import { oneOf, optional } from "../../http/parameters/kinds.ts";
import type { Assets } from "../assets.ts";
import { renderDocument } from "../document.ts";
import { html } from "../html.ts";
import { pageResult } from "../page-result.ts";
import { LANGUAGES, preferencesOf } from "../preferences.ts";
import { siteHeader } from "../site-header.ts";

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
      const preferences = preferencesOf(request, lang);
      const document = renderDocument(assets, {
        title: "baken",
        preferences,
        entry: "explorer",
        body: html`${siteHeader(preferences, "explorer")}<main id="content"></main>`,
        data: {
          maplibre: assets.maplibre,
          isOpen: services.pages.isOpen(pinned),
          isDemo: pinned?.meta.isDemo ?? false,
        },
      });
      return pageResult(document, preferences);
    },
  });
}
