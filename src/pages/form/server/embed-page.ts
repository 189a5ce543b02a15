import { rootEndpoint } from "../../../http/endpoint.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { renderDocument } from "../../kit/server/document.ts";
import { languageParameter, pageResult } from "../../kit/server/page-result.ts";
import { preferencesOf } from "../../kit/server/preferences.ts";
import { embedBody } from "./embed-body.ts";
import { findSampleAddresses } from "./sample-addresses.ts";
import { EMBED_TEXTS } from "./texts.ts";

/** Serves the page that shows the form component, with the code to copy. */
export function embedPage(assets: Assets) {
  return rootEndpoint({
    path: "/embed",
    summary: "See the form component",
    auth: "page",
    query: { lang: languageParameter },
    handler({ request, publicUrl, services, pinned }, { lang }) {
      const preferences = preferencesOf(request, lang);
      const { title, lead } = EMBED_TEXTS[preferences.language];
      const samples = pinned === undefined ? {} : findSampleAddresses(pinned);
      const document = renderDocument(assets, {
        title: `${title} · baken`,
        description: lead,
        preferences,
        entry: "embed-page",
        body: embedBody({ preferences, service: publicUrl, samples }),
        data: { isOpen: services.pages.isOpen(pinned) },
      });
      return pageResult(document, preferences);
    },
  });
}
