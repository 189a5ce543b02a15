import { textsIn } from "../../../base/language.ts";
import { memoizePerObject } from "../../../base/memoize.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { derivedPostcodegebieden } from "../../../registry/read/area-outlines.ts";
import { originsOf } from "../../../tiles/base-maps.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { languageParameter, pageResult, renderDocument } from "../../kit/server/document.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { type Language, preferencesOf } from "../../kit/server/preferences.ts";
import { hasFilesPage, siteHeader } from "../../kit/server/site-header.ts";
import { parseView } from "../view.ts";
import { coverageTitles, explainMissing } from "./coverage.ts";
import { describeSource, describeView } from "./describe-view.ts";
import { listExamples } from "./explorer-examples.ts";

/** Serves the explorer; its script fills the page. The state is in the query; the server makes the title from it. */
export function explorerPage(assets: Assets) {
  return rootEndpoint({
    path: "/",
    summary: "Explore addresses",
    auth: "view",
    query: { lang: languageParameter },
    handler(context, { lang }) {
      const { request, target, services, pinned, publicUrl } = context;
      const preferences = preferencesOf(request, lang);
      const { language } = preferences;
      const { heading, ...covered } = coverageTitles(pinned, language);
      const title = `baken: ${covered.title}`;
      const view = parseView(target.query);
      const isOpen = services.pages.isOpen(pinned);
      // Keeps data that need a key out of titles, which anyone with the link reads.
      const shown = isOpen && pinned ? describeView(pinned, view, language) : undefined;
      const document = renderDocument(assets, {
        title: shown === undefined ? title : `${shown.title} – baken`,
        description: shown?.description ?? TEXTS.lead[language],
        publicUrl,
        preferences,
        entry: "explorer",
        body: html`${siteHeader(preferences, "explorer", { hasFiles: hasFilesPage(context), pinned })}
<main id="content" class="explorer">${renderShell(language, view === undefined ? heading : undefined)}</main>`,
        data: {
          maplibre: assets.maplibre,
          isOpen,
          contact: services.pages.contact,
          title,
          heading,
          registry: pinned && {
            missing: explainMissing(pinned, language),
            source: describeSource(pinned, language),
            ...registryData(pinned),
          },
        },
      });
      return pageResult(document, preferences, originsOf(services.baseMap));
    },
  });
}

const TEXTS = {
  lead: {
    nl: "Zoek adressen in de BAG, de officiële registratie van adressen en gebouwen in Nederland.",
    en: "Find addresses in the BAG, the official Dutch registry of addresses and buildings.",
  },
  search: { nl: "Adres, postcode, plaats…", en: "Address, postcode, place…" },
  noScript: {
    nl: "Deze pagina werkt alleen met JavaScript. Zonder JavaScript zijn de gegevens op te vragen met de API:",
    en: "This page needs JavaScript. Without it, get the data with the API:",
  },
};

/** Renders the first paint, before the script replaces it by the same elements in the same places. */
function renderShell(language: Language, heading: string | undefined): Html {
  const texts = textsIn(TEXTS, language);
  return html`<div class="panel"><form class="search" role="search"><svg class="search-icon"></svg>
<input class="input" type="text" name="q" placeholder="${texts.search}" aria-label="${texts.search}"></form>
<div class="panel-body" data-sheet="${heading === undefined ? "half" : "peek"}"><div class="sheet-handle"></div>
${heading && html`<div class="stack home"><h1>${heading}</h1></div>`}<noscript><p>${texts.lead}</p><p class="note">${
    texts.noScript
  } <a href="/docs">/docs</a></p></noscript>
</div></div><section class="map-pane"></section>`;
}

/** Returns the data of the first view, and searches that find something in it. */
const registryData = memoizePerObject((snapshot: Snapshot) => {
  const { referenceDate, counts, isDemo, sample } = snapshot.meta;
  return {
    isTestData: isDemo || sample !== undefined,
    hasHistory: snapshot.history !== undefined,
    hasDerivedAreas: derivedPostcodegebieden(snapshot).size > 0,
    date: referenceDate,
    counts: {
      addresses: counts.adressen,
      buildings: counts.panden,
      cities: counts.woonplaatsen,
      municipalities: counts.gemeenten,
    },
    examples: listExamples(snapshot),
  };
});
