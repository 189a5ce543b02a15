import { AppError } from "../../../base/errors.ts";
import { textsIn } from "../../../base/language.ts";
import { SESSION_LIMITS } from "../../../exports/sessions/session-limits.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { originsOf } from "../../../tiles/base-maps.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { languageParameter, pageResult, renderDocument } from "../../kit/server/document.ts";
import { html } from "../../kit/server/html.ts";
import { preferencesOf } from "../../kit/server/preferences.ts";
import { siteHeader } from "../../kit/server/site-header.ts";
import { PAGE_TEXTS } from "../page-texts.ts";

/** Values for the script of the page. */
export interface FilesPageData {
  readonly maplibre: Assets["maplibre"];
  /** True when files are taken with a key only. */
  readonly needsKey: boolean;
  readonly contact: string | undefined;
  readonly limits: Pick<typeof SESSION_LIMITS, "fileBytes" | "rows">;
}

/** Serves the page that geocodes a file of addresses; its script fills it. */
export function filesPage(assets: Assets) {
  return rootEndpoint({
    path: "/files",
    summary: "Find the addresses of a file",
    auth: "page",
    query: { lang: languageParameter },
    errors: ["page_closed"],
    handler(context, { lang }) {
      const { request, services, publicUrl } = context;
      const access = services.files.accessOf(context);
      if (access === "off") {
        throw new AppError("page_closed", "This server takes no files; `--files-page` turns the page on.");
      }
      const preferences = preferencesOf(request, lang);
      const { title, lead, noScript } = textsIn(PAGE_TEXTS, preferences.language);
      const document = renderDocument(assets, {
        title: `${title} · baken`,
        description: lead,
        publicUrl,
        preferences,
        entry: "files",
        body: html`${siteHeader(preferences, "files", { hasFiles: true, pinned: context.pinned })}
<main id="content"><div class="stack files-page"><div class="stack files-head"><h1>${title}</h1><p class="lead">${lead}</p></div>
<noscript><p class="note">${noScript}</p></noscript></div></main>`,
        data: {
          maplibre: assets.maplibre,
          needsKey: access === "key",
          contact: services.pages.contact,
          limits: { fileBytes: SESSION_LIMITS.fileBytes, rows: SESSION_LIMITS.rows },
        } satisfies FilesPageData,
      });
      return pageResult(document, preferences, originsOf(services.baseMap));
    },
  });
}
