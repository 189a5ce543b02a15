/** Everything that the search of the documentation finds, as one list for the script of the page. */
import type { ErrorCode } from "../../../base/errors.ts";
import { ERROR_CODES } from "../../../base/errors.ts";
import type { SearchEntry } from "../page-data.ts";
import { listCodes } from "./errors-page.ts";
import { listFields } from "./fields.ts";
import { listGuides } from "./guides.ts";
import { listParts } from "./markdown.ts";
import { type DocsView, docsLink, type TagPage } from "./site.ts";

export function listSearchEntries(view: DocsView): SearchEntry[] {
  return [
    ...view.site.sections.flatMap((section) => listOperations(view, section)),
    ...listRecords(view),
    ...listCodes().map((code) => errorEntry(view, code)),
    ...listGuideEntries(view),
  ];
}

function listOperations(view: DocsView, { slug, operations }: TagPage): SearchEntry[] {
  return operations.flatMap(({ id, path, operation }) => {
    const own: SearchEntry = [
      "operation",
      path,
      docsLink(view, slug, id),
      `${operation.summary}. ${operation.description}`,
    ];
    const parameters = (operation.parameters ?? []).map(
      ({ name, description }): SearchEntry => [
        "parameter",
        name,
        docsLink(view, slug, `${id}.${name}`),
        `${path} · ${description}`,
      ],
    );
    return [own, ...parameters];
  });
}

function listRecords(view: DocsView): SearchEntry[] {
  const schemas = Object.entries(view.site.document.components.schemas);
  return schemas.flatMap(([record, schema]) =>
    listFields(schema, record).map(
      ({ name, anchor, schema: { description = "" } }): SearchEntry => [
        "field",
        name,
        docsLink(view, "records", anchor),
        `${record} · ${description}`,
      ],
    ),
  );
}

function errorEntry(view: DocsView, code: ErrorCode): SearchEntry {
  const { status, meaning } = ERROR_CODES[code];
  return ["error", code, docsLink(view, "errors", code), `${status} · ${meaning}`];
}

function listGuideEntries(view: DocsView): SearchEntry[] {
  return listGuides().flatMap(({ name, title, source }) => {
    const [first, ...parts] = listParts(source);
    const page = `guides/${name}`;
    return [
      ["guide", title, docsLink(view, page), first?.text ?? ""] as const,
      ...parts.map(
        ({ heading, text }) =>
          ["heading", heading.text, docsLink(view, page, heading.slug), `${title} · ${text}`] as const,
      ),
    ];
  });
}
