/** The reference as sections of operations, described from the OpenAPI document. */
import { EXAMPLE_ORIGIN } from "../../../http/openapi/examples.ts";
import type { OpenApi, OpenApiDocument, Operation, Schema } from "../../../http/openapi-document.ts";
import type { Language } from "../../kit/server/preferences.ts";

export interface OperationEntry {
  readonly operation: Operation;
  readonly id: string;
  readonly method: string;
  /** Path below the base URL. */
  readonly path: string;
}

/** Operations of one tag, on one page. */
export interface TagPage {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationEntry[];
}

export interface Site {
  readonly document: OpenApiDocument;
  readonly requests: OpenApi["requests"];
  readonly sections: readonly TagPage[];
  /** Absolute URL of `/api/v1`, below EXAMPLE_ORIGIN when the server has no public URL. */
  readonly baseUrl: string;
}

/** One rendering of the site. */
export interface DocsView {
  readonly site: Site;
  readonly language: Language;
  /** Query of links between pages: keeps a language that was asked for. */
  readonly query: string;
}

export const DOCS_PATH = "/docs";

export function describeSite({ document, requests }: OpenApi): Site {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
  const sections = document.tags.map(({ name, description }) => ({
    slug: name.toLowerCase(),
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags[0] === name),
  }));
  const [server] = document.servers;
  const url = server?.url ?? "";
  return { document, requests, sections, baseUrl: url.startsWith("/") ? EXAMPLE_ORIGIN + url : url };
}

/** Returns the address of a page, such as `addresses` or `guides/start`; the overview has the empty name. */
export function docsLink({ query }: Pick<DocsView, "query">, page: string, anchor?: string): string {
  const path = page === "" ? DOCS_PATH : `${DOCS_PATH}/${page}`;
  return path + query + (anchor === undefined ? "" : `#${anchor}`);
}

const SCHEMA_PREFIX = "#/components/schemas/";

/** Returns the name of the record that a schema refers to, also in a union with null; undefined for other schemas. */
export function recordName(schema: Schema): string | undefined {
  const reference = schema.$ref ?? schema.oneOf?.[0]?.$ref;
  return reference?.startsWith(SCHEMA_PREFIX) ? reference.slice(SCHEMA_PREFIX.length) : undefined;
}

/** Follows a reference to a component of the document, such as a response. */
export function resolve<T extends object>(
  document: OpenApiDocument,
  value: T | { readonly $ref: string },
): T {
  if (!("$ref" in value)) {
    return value;
  }
  const steps = value.$ref.split("/").slice(1);
  return steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document) as T;
}
