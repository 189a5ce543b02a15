/** The documentation as HTML, each page rendered once for a version of the document and a language. */
import { inEachLanguage } from "../../../base/language.ts";
import { memoize } from "../../../base/memoize.ts";
import { EXAMPLE_ORIGIN } from "../../../http/openapi/examples.ts";
import type { OpenApi, Schema } from "../../../http/openapi-document.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { renderDocument } from "../../kit/server/document.ts";
import { escapeHtml, type Html, html } from "../../kit/server/html.ts";
import type { Preferences } from "../../kit/server/preferences.ts";
import { type SiteSection, siteHeader } from "../../kit/server/site-header.ts";
import type { DocsPageData } from "../page-data.ts";
import { errorsPage } from "./errors-page.ts";
import { listFields, renderAnchor, renderFields } from "./fields.ts";
import { type Guide, listGuides, renderGuide } from "./guides.ts";
import { type DocsPage, FRAME_TEXTS, renderFrame, shortTitle } from "./layout.ts";
import type { Heading } from "./markdown.ts";
import { renderOperation } from "./operation-article.ts";
import { overviewPage } from "./overview-page.ts";
import { englishMark, englishText } from "./prose.ts";
import { listSearchEntries } from "./search-index.ts";
import { type DocsView, describeSite, docsLink, type Site, type TagPage } from "./site.ts";

const TEXTS = inEachLanguage({
  description: {
    en: "Reference of the interface of baken, with examples and requests to try.",
    nl: "Naslag van de interface van baken, met voorbeelden en verzoeken om te proberen.",
  },
  missingTitle: { en: "There is no such page", nl: "Deze pagina bestaat niet" },
  missingText: {
    en: "The address is wrong, or the page has another name now. Use the search above or the menu.",
    nl: "Het adres klopt niet, of de pagina heet nu anders. Gebruik de zoekfunctie hierboven of het menu.",
  },
  onThisPage: { en: "On this page", nl: "Op deze pagina" },
  recordsText: {
    en: "The records that answers consist of. Names of fields are the Dutch words of the BAG.",
    nl: "De records waaruit antwoorden bestaan. Namen van velden zijn de Nederlandse woorden van de BAG.",
  },
  next: { en: "Next", nl: "Volgende" },
  previous: { en: "Previous", nl: "Vorige" },
});

/** Request for a page. */
export interface DocsRequest {
  readonly preferences: Preferences;
  /** True when the address of the page names the language; links then name it too. */
  readonly isAsked: boolean;
  /** Public URL of the server, for the examples. */
  readonly publicUrl: string;
  readonly hasFiles: boolean;
  /** Data that the server has; undefined for none. */
  readonly pinned: Snapshot | undefined;
}

export interface RenderedDocs {
  /** Returns the document at a path below `/docs`; for an unknown one, with status 404, links to those that exist. */
  page(openApi: OpenApi, path: string, request: DocsRequest): { document: string; status: 200 | 404 };
  /** Returns the entries of the search as JSON. */
  searchIndex(openApi: OpenApi, request: DocsRequest): string;
}

/** Page without the parts that depend on the visitor; only the language is applied. */
interface RenderedPage {
  readonly title: string;
  readonly body: Html;
}

interface Cached {
  readonly site: Site;
  readonly pages: Map<string, RenderedPage>;
  readonly indexes: Map<string, string>;
}

export function renderDocs(assets: Assets): RenderedDocs {
  const versions = new WeakMap<OpenApi, Cached>();

  function cacheOf(openApi: OpenApi): Cached {
    const cached = versions.get(openApi) ?? {
      site: describeSite(openApi),
      pages: new Map(),
      indexes: new Map(),
    };
    versions.set(openApi, cached);
    return cached;
  }

  function finish(view: DocsView, page: RenderedPage, request: DocsRequest, section?: SiteSection): string {
    const { preferences } = request;
    const document = renderDocument(assets, {
      title: `${page.title} · baken`,
      description: TEXTS[view.language].description,
      preferences,
      entry: "reference",
      body: html`${siteHeader(preferences, section, request)}${page.body}`,
      data: {
        baseUrl: view.site.baseUrl,
        searchIndex: docsLink(view, "search.json"),
      } satisfies DocsPageData,
    });
    return document.replaceAll(EXAMPLE_ORIGIN, () => escapeHtml(request.publicUrl));
  }

  return {
    page(openApi, path, request) {
      const { site, pages } = cacheOf(openApi);
      const view = toView(site, request);
      const render = findPage(view, path);
      const key = `${render ? path : NO_SUCH_PATH} ${view.language}${view.query}`;
      const page = memoize(pages, key, () => {
        const rendered = (render ?? missingPage)(view);
        return { title: rendered.title, body: renderFrame(view, rendered) };
      });
      const section = path === NO_SUCH_PATH ? undefined : "docs";
      return { document: finish(view, page, request, section), status: render ? 200 : 404 };
    },
    searchIndex(openApi, request) {
      const { site, indexes } = cacheOf(openApi);
      const view = toView(site, request);
      return memoize(indexes, view.query, () => JSON.stringify(listSearchEntries(view)));
    },
  };
}

function toView(site: Site, { preferences: { language }, isAsked }: DocsRequest): DocsView {
  return { site, language, query: isAsked ? `?lang=${language}` : "" };
}

function findPage({ site }: DocsView, path: string): ((view: DocsView) => DocsPage) | undefined {
  const section = site.sections.find(({ slug }) => slug === path);
  if (section !== undefined) {
    return (view) => sectionPage(view, section);
  }
  const guide = listGuides().find(({ name }) => `guides/${name}` === path);
  return guide === undefined ? FIXED_PAGES.get(path) : (view) => guidePage(view, guide);
}

/** Path of the page that says that a page does not exist, for pages outside the documentation too. */
export const NO_SUCH_PATH = "?";

function missingPage(view: DocsView): DocsPage {
  const texts = TEXTS[view.language];
  const content = html`<header class="page-head"><h1>${texts.missingTitle}</h1><p class="lead">${texts.missingText}</p></header>
<p><a class="button" href="${docsLink(view, "")}">${FRAME_TEXTS[view.language].overview}</a></p>`;
  return { path: NO_SUCH_PATH, title: texts.missingTitle, content };
}

const FIXED_PAGES = new Map([
  ["", overviewPage],
  ["records", recordsPage],
  ["errors", errorsPage],
]);

function guidePage(view: DocsView, guide: Guide): DocsPage {
  const { body, headings } = renderGuide(view, guide);
  const [title, ...parts] = headings;
  const content = html`<div class="guide"><article class="prose"${englishMark(view)}>
<h1 id="${title!.slug}">${title!.text}</h1>
${body}
${renderNeighbours(view, guide)}</article>
${renderContents(view, parts)}</div>`;
  return { path: `guides/${guide.name}`, title: shortTitle(guide), content };
}

function renderContents(view: DocsView, headings: readonly Heading[]): Html | undefined {
  const shown = headings.filter(({ depth }) => depth <= 3);
  const links = shown.map(
    ({
      depth,
      slug,
      text,
    }) => html`<li class="depth-${depth}"><a href="#${slug}"${englishMark(view)}>${text}</a></li>
`,
  );
  return shown.length < 2
    ? undefined
    : html`<nav class="contents no-print" aria-labelledby="contents-title"><h2 class="navigation-title" id="contents-title">${TEXTS[view.language].onThisPage}</h2><ul>${links}</ul></nav>`;
}

/** Links the guides before and after this one. */
function renderNeighbours(view: DocsView, guide: Guide): Html {
  const guides = listGuides();
  const at = guides.indexOf(guide);
  const link = (neighbour: Guide | undefined, label: string, rel: string) =>
    neighbour &&
    html`<a class="card" rel="${rel}" href="${docsLink(view, `guides/${neighbour.name}`)}"><span class="hint" lang="${view.language}">${label}</span><strong>${shortTitle(neighbour)}</strong></a>`;
  return html`<div class="neighbours no-print">${link(guides[at - 1], TEXTS[view.language].previous, "prev")}${link(guides[at + 1], TEXTS[view.language].next, "next")}</div>`;
}

function sectionPage(view: DocsView, section: TagPage): DocsPage {
  const { slug, name, description, operations } = section;
  const content = html`<header class="page-head"><h1${englishMark(view)}>${name}</h1>
${englishText(view, description, "lead")}</header>
${operations.map((entry) => renderOperation(view, entry))}`;
  return { path: slug, title: name, content };
}

function recordsPage(view: DocsView): DocsPage {
  const texts = TEXTS[view.language];
  const { site } = view;
  const schemas = Object.entries(site.document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = html`<header class="page-head"><h1>${FRAME_TEXTS[view.language].records}</h1><p class="lead">${texts.recordsText}</p></header>
<ul class="row index">${schemas.map(
    ([name]) => html`<li><a href="#${name}"><code>${name}</code></a></li>
`,
  )}</ul>
${schemas.map(([name, schema]) => renderRecord(view, name, schema))}`;
  return { path: "records", title: FRAME_TEXTS[view.language].records, content };
}

function renderRecord(view: DocsView, name: string, schema: Schema): Html {
  return html`<section class="record" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}${renderAnchor(view, name, name)}</h2>
${schema.description && englishText(view, schema.description, "lead")}
${renderFields(view, listFields(schema, name))}</section>
`;
}
