import type { Context } from "../../../http/context.ts";
import { type BytesResult, rootEndpoint } from "../../../http/endpoint.ts";
import { interfaceUrl } from "../../../http/interface-version.ts";
import type { OpenApiDocument } from "../../../http/openapi-document.ts";
import { text } from "../../../http/parameters/kinds.ts";
import type { Assets } from "../../kit/server/assets.ts";
import { languageParameter, pageResult } from "../../kit/server/document.ts";
import { type Language, preferencesOf } from "../../kit/server/preferences.ts";
import { hasFilesPage } from "../../kit/server/site-header.ts";
import { getClientPackage } from "./client-package.ts";
import { FORMER_GUIDES } from "./guides.ts";
import { type DocsRequest, NO_SUCH_PATH, type RenderedDocs, renderDocs } from "./rendered-docs.ts";
import { DOCS_PATH, docsLink } from "./site.ts";

/** Declares the pages of the documentation: the reference, made from the OpenAPI document, and the guides. */
export function docsPages(assets: Assets) {
  const docs = renderDocs(assets);
  const query = { lang: languageParameter };
  return [
    rootEndpoint({
      path: DOCS_PATH,
      summary: "Read the documentation",
      auth: "page",
      query,
      handler: (context, { lang }) => showPage(docs, context, "", lang),
    }),
    rootEndpoint({
      path: `${DOCS_PATH}/{page}`,
      summary: "Read a page of the reference",
      auth: "page",
      pathParameters: { page: text({ description: "Name of the page.", example: "addresses" }) },
      query,
      handler: (context, { page, lang }) => showPage(docs, context, page, lang),
    }),
    rootEndpoint({
      path: `${DOCS_PATH}/guides/{guide}`,
      summary: "Read a guide",
      auth: "page",
      pathParameters: { guide: text({ description: "Name of the guide.", example: "start" }) },
      query,
      handler: (context, { guide, lang }) =>
        redirectFormer(guide, lang) ?? showPage(docs, context, `guides/${guide}`, lang),
    }),
    rootEndpoint({
      path: `${DOCS_PATH}/search.json`,
      summary: "List what the search of the documentation finds",
      auth: "page",
      query,
      handler(context, { lang }) {
        const request = requestOf(context, lang);
        const index = docs.searchIndex(context.services.openApi(context.pinned), request);
        return { ...pageResult(index, request.preferences), contentType: "application/json" };
      },
    }),
    ...DESCRIPTIONS.map(descriptionEndpoint),
    getClientPackage,
  ];
}

/** Returns what browsers get for a path that does not exist: the page of the documentation that says so. */
export function missingPage(assets: Assets): (context: Context) => BytesResult {
  const docs = renderDocs(assets);
  return (context) => showPage(docs, context, NO_SUCH_PATH, undefined);
}

/** Forms of the OpenAPI document. */
const DESCRIPTIONS = [
  {
    path: `${DOCS_PATH}/openapi.yaml`,
    contentType: "application/yaml",
    write: (document: OpenApiDocument) => Bun.YAML.stringify(document, null, 2),
  },
  {
    path: `${DOCS_PATH}/openapi.json`,
    contentType: "application/json",
    write: (document: OpenApiDocument) => JSON.stringify(document),
  },
];

/** Declares the OpenAPI document for tools that import it by its URL: without a key, with the URL they called. */
function descriptionEndpoint({ path, contentType, write }: (typeof DESCRIPTIONS)[number]) {
  return rootEndpoint({
    path,
    summary: "Get the OpenAPI document",
    auth: "none",
    handler: ({ services, pinned, publicUrl }) => {
      const { document } = services.openApi(pinned);
      return {
        status: 200,
        contentType,
        cacheControl: "public, max-age=3600",
        body: write({ ...document, servers: [{ url: interfaceUrl(publicUrl) }] }),
        isVersioned: true,
      };
    },
  });
}

function showPage(docs: RenderedDocs, context: Context, path: string, lang: Language | undefined) {
  const request = requestOf(context, lang);
  const { document, status } = docs.page(context.services.openApi(context.pinned), path, request);
  return { ...pageResult(document, request.preferences), status };
}

/** Returns the redirect of a former guide to its new place; undefined for any other name. */
function redirectFormer(guide: string, lang: Language | undefined): BytesResult | undefined {
  const [page, anchor] = FORMER_GUIDES.get(guide)?.split("#") ?? [];
  if (page === undefined) {
    return undefined;
  }
  const location = docsLink({ query: lang === undefined ? "" : `?lang=${lang}` }, `guides/${page}`, anchor);
  return {
    status: 301,
    contentType: "text/plain; charset=utf-8",
    bytes: new TextEncoder().encode(`${location}\n`),
    cacheControl: "no-cache",
    headers: { Location: location },
  };
}

function requestOf(context: Context, lang: Language | undefined): DocsRequest {
  const { request, publicUrl, pinned } = context;
  const preferences = preferencesOf(request, lang);
  return { preferences, isAsked: lang !== undefined, publicUrl, hasFiles: hasFilesPage(context), pinned };
}
