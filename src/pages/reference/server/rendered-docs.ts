/** The documentation as HTML, each page rendered once for a version of the document and a language. */
import { memoize } from "../../../base/memoize.ts";
import { EXAMPLE_ORIGIN } from "../../../http/openapi/examples.ts";
import type { OpenApi } from "../../../http/openapi-document.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { renderDocument } from "../../kit/server/document.ts";
import { escapeHtml, type Html, html } from "../../kit/server/html.ts";
import type { Preferences } from "../../kit/server/preferences.ts";
import { siteHeader } from "../../kit/server/site-header.ts";
import type { DocsPageData } from "../page-data.ts";
import { errorsPage } from "./errors-page.ts";
import { guidePage } from "./guide-page.ts";
import { listGuides } from "./guides.ts";
import { type DocsPage, renderFrame } from "./layout.ts";
import { overviewPage } from "./overview-page.ts";
import { recordsPage } from "./records-page.ts";
import { listSearchEntries } from "./search-index.ts";
import { sectionPage } from "./section-page.ts";
import { describeSite, docsLink, type Site, type View } from "./site.ts";
import { TEXTS } from "./texts.ts";

/** Request for a page. */
export interface DocsRequest {
  readonly preferences: Preferences;
  /** True when the address of the page names the language; links then name it too. */
  readonly isAsked: boolean;
  /** Public URL of the server, which stands in the examples. */
  readonly publicUrl: string;
}

export interface RenderedDocs {
  /** Returns the document at a path below `/docs`; undefined for an unknown one. */
  page(openApi: OpenApi, path: string, request: DocsRequest): string | undefined;
  /** Returns the entries of the search as JSON. */
  searchIndex(openApi: OpenApi, request: DocsRequest): string;
}

/** Page without what depends on the visitor beside the language. */
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

  return {
    page(openApi, path, request) {
      const { site, pages } = cacheOf(openApi);
      const view = toView(site, request);
      const find = findPage(view, path);
      if (find === undefined) {
        return undefined;
      }
      const page = memoize(pages, `${path} ${view.language}${view.query}`, () => {
        const found = find();
        return { title: found.title, body: renderFrame(view, found) };
      });
      const document = renderPage(assets, view, { page, preferences: request.preferences });
      return document.replaceAll(EXAMPLE_ORIGIN, () => escapeHtml(request.publicUrl));
    },
    searchIndex(openApi, request) {
      const { site, indexes } = cacheOf(openApi);
      const view = toView(site, request);
      return memoize(indexes, view.query, () => JSON.stringify(listSearchEntries(view)));
    },
  };
}

function toView(site: Site, { preferences: { language }, isAsked }: DocsRequest): View {
  return { site, language, texts: TEXTS[language], query: isAsked ? `?lang=${language}` : "" };
}

function findPage(view: View, path: string): (() => DocsPage) | undefined {
  const section = view.site.sections.find(({ slug }) => slug === path);
  if (section !== undefined) {
    return () => sectionPage(view, section);
  }
  const guide = listGuides().find(({ name }) => `guides/${name}` === path);
  if (guide !== undefined) {
    return () => guidePage(view, guide);
  }
  const page = FIXED_PAGES.get(path);
  return page && (() => page(view));
}

const FIXED_PAGES = new Map([
  ["", overviewPage],
  ["records", recordsPage],
  ["errors", errorsPage],
]);

interface PageForVisitor {
  readonly page: RenderedPage;
  readonly preferences: Preferences;
}

function renderPage(assets: Assets, view: View, { page, preferences }: PageForVisitor): string {
  return renderDocument(assets, {
    title: `${page.title} · baken`,
    description: view.texts.description,
    preferences,
    entry: "reference",
    body: html`${siteHeader(preferences, "docs")}${page.body}`,
    data: {
      baseUrl: view.site.baseUrl,
      searchIndex: docsLink(view, "search.json"),
    } satisfies DocsPageData,
  });
}
