/** Compares the pages of the documentation with the OpenAPI document, the error codes and the pages of docs. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { createApp } from "../../src/app.ts";
import { ERROR_CODES, type ErrorCode } from "../../src/base/errors.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { FORMER_GUIDES, listGuides } from "../../src/pages/reference/server/guides.ts";
import { renderDocs } from "../../src/pages/reference/server/rendered-docs.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { type ReadHtml, readHtml } from "../support/html/read-html.ts";
import { makeEmptyFolder, openHarness } from "../support/servers/http-harness.ts";
import { parseDocument } from "../support/servers/openapi-document.ts";
import type { Schema } from "../support/servers/openapi-validator.ts";

const ORIGIN = "http://adres.example:8080";
const dataDir = await makeDemoFolder(500);
const harness = openHarness(dataDir);
const assets = await buildAssets();
const app = createApp({ dataDir, assets });
const yaml = await harness.ask("/openapi.yaml").text();
const document = parseDocument(yaml);

afterAll(() => {
  app.close();
  harness.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(new Request(ORIGIN + path, { headers: { "accept-language": "en", ...headers } }));
}

async function readPage(path: string): Promise<{ source: string; read: ReadHtml }> {
  const response = await ask(path);
  expect(response.status, path).toBe(200);
  const source = await response.text();
  return { source, read: readHtml(source) };
}

/** Returns the article of an operation. */
function cutArticle(source: string, id: string): ReadHtml {
  const start = source.indexOf(`id="${id}"`);
  expect(start, id).toBeGreaterThan(0);
  return readHtml(source.slice(source.lastIndexOf("<article", start), source.indexOf("</article>", start)));
}

const withoutBackticks = (text: string) => text.replaceAll("`", "").replaceAll(/\s+/g, " ");

describe("the page of each section", () => {
  const pages = new Map<string, string>();
  const tags = new Map(document.operations.map((operation) => [operation.operationId, tagOf(operation)]));

  async function articleOf(id: string): Promise<ReadHtml> {
    const path = `/docs/${tags.get(id)!.toLowerCase()}`;
    const source = pages.get(path) ?? (await readPage(path)).source;
    pages.set(path, source);
    return cutArticle(source, id);
  }

  function tagOf(operation: object): string {
    return (operation as { tags: [string] }).tags[0];
  }

  test("there are all operations", () => {
    expect(document.operations.length).toBeGreaterThan(45);
  });

  test.each(document.operations.map((operation) => [operation.operationId, operation] as const))(
    "%s is shown with all that the document says",
    async (id, operation) => {
      const article = await articleOf(id);
      expect(article.text).toContain(operation.path);
      expect(article.text).toContain(withoutBackticks(operation.summary));
      expect(article.text).toContain(withoutBackticks(operation.description));
      expect(article.text).toContain(operation.security === undefined ? "Needs a key" : "Without a key");
      for (const { name, description, schema, example, required } of operation.parameters) {
        expect([...article.ids]).toContain(`${id}.${name}`);
        expect(article.text).toContain(withoutBackticks(description!));
        const shown = [schema.default, example, ...limitsOf(schema)].filter((value) => value !== undefined);
        for (const value of shown) {
          expect(article.text, `${id} ${name}`).toContain(String(value));
        }
        expect(article.text).toContain(`${name} ${typeName(schema)} ${required ? "required" : "optional"}`);
      }
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(article.text, id).toContain(status);
        for (const code of codesIn(description)) {
          expect(article.text, id).toContain(`${code} ${withoutBackticks(ERROR_CODES[code].meaning)}`);
        }
      }
    },
  );

  test("an example stands beside its request", async () => {
    const { text } = await articleOf("get-addresses-lookup");
    const { parameters, responses } = document.operations.find(({ path }) => path === "/addresses/lookup")!;
    const { data } = responses["200"]!.content!["application/json"]!.example as {
      data: Record<string, string>;
    };
    expect(text).toContain(`"full_address": "${data.full_address}"`);
    expect(text).toContain(`-d postcode=${parameters[0]!.example}`);
    expect(text).toContain(`${ORIGIN}/api/v1/addresses/lookup`);
  });
});

function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  pattern,
  format,
  enum: choices,
}: Schema): unknown[] {
  const lengths = pattern === undefined && format === undefined ? [minLength, maxLength] : [];
  const limits = [minimum, maximum, ...lengths].filter((limit) => Math.abs(limit ?? 0) < 2 ** 53 - 1);
  return [...limits, ...(choices ?? [])];
}

function typeName({ format, type }: Schema): string {
  return format ?? type!;
}

function codesIn(description: string): ErrorCode[] {
  const words = [...description.matchAll(/`(\w+)`/g)].map(([, word]) => word as ErrorCode);
  return words.filter((word) => word in ERROR_CODES);
}

test("the records page has every field of every record, with its description", async () => {
  const { read } = await readPage("/docs/records");
  const schemas = Object.entries(document.components.schemas);
  expect(schemas.length).toBeGreaterThan(30);
  for (const [record, { properties = {} }] of schemas) {
    expect([...read.ids]).toContain(record);
    for (const [name, field] of Object.entries(properties)) {
      expect([...read.ids]).toContain(`${record}.${name}`);
      expect(read.text).toContain(withoutBackticks(String(field.description ?? name)));
    }
  }
});

test("the errors page has every code that a request may give", async () => {
  const { read } = await readPage("/docs/errors");
  const codes = Object.entries(ERROR_CODES).filter(([code]) => !["usage", "import_refused"].includes(code));
  for (const [code, { status, meaning }] of codes) {
    expect(read.ids.has(code), code).toBe(true);
    expect(read.text).toContain(`${status} ${code} ${withoutBackticks(meaning)}`);
  }
});

test("the overview lists every path and every header", async () => {
  const { read } = await readPage("/docs");
  for (const { path, summary } of document.operations) {
    expect(read.text).toContain(`${path} ${summary}`);
  }
  for (const name of Object.keys(document.components.headers)) {
    expect(read.ids.has(`header-${name.toLowerCase()}`), name).toBe(true);
  }
});

describe.each(["", "?lang=nl", "?lang=en"])("from /docs%s", (query) => {
  test("every link leads to a page that exists and to a place on it", async () => {
    const pages = new Map<string, ReadHtml>();
    const open = [`/docs${query}`];
    const wanted: { from: string; link: string }[] = [];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const { read } = await readPage(path);
      pages.set(path, read);
      for (const link of read.links.filter((address) => /^(#|\/docs)/.test(address))) {
        if (link === "/docs" && query !== "") {
          // The header, shared by all pages, does not keep a language that came from the query.
          continue;
        }
        const target = new URL(link, ORIGIN + path);
        const page = target.pathname + target.search;
        wanted.push({ from: path, link: page + decodeURIComponent(target.hash) });
        if (!pages.has(page) && !open.includes(page)) {
          open.push(page);
        }
      }
    }
    expect(pages.size).toBeGreaterThan(25);
    expect(wanted.length).toBeGreaterThan(1000);
    const faults = wanted.filter(({ link }) => {
      const [page, anchor] = link.split("#");
      return anchor !== undefined && !pages.get(page!)!.ids.has(anchor);
    });
    expect(faults.slice(0, 5)).toEqual([]);
    expect([...pages.keys()].every((path) => path.endsWith(query))).toBe(true);
  });

  test("every entry of the search leads to such a place", async () => {
    const entries = (await (await ask(`/docs/search.json${query}`)).json()) as string[][];
    const titles = new Set(entries.map(([, title]) => title));
    for (const { path, parameters } of document.operations) {
      expect(titles.has(path), path).toBe(true);
      expect(parameters.filter(({ name }) => !titles.has(name))).toEqual([]);
    }
    const pages = new Map<string, ReadHtml>();
    for (const [, title, address] of entries) {
      const { pathname, search, hash } = new URL(address!, ORIGIN);
      const page = pathname + search;
      const read = pages.get(page) ?? (await readPage(page)).read;
      pages.set(page, read);
      expect(hash === "" || read.ids.has(decodeURIComponent(hash.slice(1))), `${title} ${address}`).toBe(
        true,
      );
    }
  });
});

test("every page of docs is a guide, but for those of the repository", () => {
  const pages = [...new Bun.Glob("*.md").scanSync(join(import.meta.dir, "../../docs"))];
  const guides = listGuides().map(({ name }) => `${name}.md`);
  expect(guides.concat("README.md", "architecture.md").toSorted()).toEqual(pages.toSorted());
});

test("headings of every kind of page are in order: one of the first level first, no level left out", async () => {
  const guides = listGuides().map(({ name }) => `/docs/guides/${name}`);
  for (const path of ["/docs", "/docs/records", "/docs/errors", "/docs/addresses", ...guides]) {
    const { source } = await readPage(path);
    const levels = [...source.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels[0], path).toBe(1);
    expect(levels.lastIndexOf(1), path).toBe(0);
    expect(
      levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1),
      path,
    ).toEqual([]);
  }
});

test("a page in Dutch has Dutch labels and marks what is English", async () => {
  const { source, read } = await readPage("/docs/addresses?lang=nl");
  expect(source).toContain('<html lang="nl">');
  expect(read.text).toContain("verplicht");
  expect(read.text).not.toContain(" required");
  expect(source).toContain('<h1 lang="en">Addresses</h1>');
  const english = await readPage("/docs/addresses?lang=en");
  expect(english.source).not.toContain('<h1 lang="en">');
});

test("pages are small, and no page has an inline script or style", async () => {
  const { read } = await readPage("/docs");
  const paths = new Set(
    read.links.filter((link) => link.startsWith("/docs")).map((link) => link.split("#")[0]!),
  );
  for (const path of paths) {
    const response = await ask(path, { "accept-encoding": "gzip" });
    expect((await response.arrayBuffer()).byteLength, path).toBeLessThan(60_000);
    const { source, read: page } = await readPage(path);
    expect([...source.matchAll(/<script(?![^>]*\ssrc=)/g)]).toEqual([]);
    expect(page.elements.has("style")).toBe(false);
    expect([...page.attributes].filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  }
  const { script, imported } = assets.pages.reference;
  expect(imported).toEqual([]);
  expect(assets.files.get(script)!.gzip.byteLength).toBeLessThan(28_000);
});

test.each([
  "/docs/none",
  "/docs/guides/none",
  "/docs/guides/architecture",
  "/docs/..%2f..%2fREADME",
  "/docs/a/b",
])("%s is 404", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("an address of the documentation that leads nowhere is a page with the way to the others", async () => {
  for (const path of ["/docs/nonsense", "/docs/guides/nonsense"]) {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const { text, links } = readHtml(await response.text());
    expect(text).toContain("There is no such page");
    expect(links).toContain("/docs/guides/use");
  }
});

test("the address of a former guide redirects to its new place, in the language asked for", async () => {
  const response = await ask("/docs/guides/errors");
  expect(response.status).toBe(301);
  expect(response.headers.get("location")).toBe("/docs/guides/http#errors");
  const dutch = await ask("/docs/guides/errors?lang=nl");
  expect(dutch.headers.get("location")).toBe("/docs/guides/http?lang=nl#errors");
});

test.each([...FORMER_GUIDES])(
  "the former guide %s leads to a page and heading that exist: %s",
  async (former, target) => {
    const [page, anchor] = target.split("#");
    expect((await ask(`/docs/guides/${former}`)).status).toBe(301);
    const { read } = await readPage(`/docs/guides/${page}`);
    expect(read.ids.has(anchor!)).toBe(true);
  },
);

test("a server without data shows the reference without examples", async () => {
  const emptyFolder = makeEmptyFolder();
  const empty = createApp({ dataDir: emptyFolder, assets });
  const response = await empty.fetch(new Request(`${ORIGIN}/docs/addresses?lang=en`));
  expect(response.status).toBe(200);
  expect(readHtml(await response.text()).text).toContain("gives no example here");
  empty.close();
  rmSync(emptyFolder, { recursive: true });
});

test("hostile text in the OpenAPI document is shown, not run", () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>`<b>`';
  const plain = JSON.stringify(parseYaml(yaml));
  const poisoned = JSON.parse(plain, (name, value) =>
    TEXTS_OF_DOCUMENT.has(name) && typeof value === "string" ? hostile + value : value,
  );
  const docs = renderDocs(assets);
  const request = {
    preferences: { language: "en", theme: undefined },
    isAsked: false,
    publicUrl: hostile,
    hasFiles: false,
    pinned: undefined,
  } as const;
  const openApi = { document: poisoned, yaml: "", requests: {} };
  for (const page of [
    "",
    "records",
    ...poisoned.tags.map(({ name }: { name: string }) => name.toLowerCase()),
  ]) {
    const { document } = docs.page(openApi, page, request);
    const { elements, attributes, text } = readHtml(
      document.replaceAll(/<script type="module" src="[^"]*"><\/script>/g, ""),
    );
    expect([...elements]).not.toContainAnyValues(["script", "b"]);
    expect([...attributes].filter((name) => name.startsWith("on"))).toEqual([]);
    expect(text).toContain("<script>alert(1)</script>");
  }
});

/** Members of the document that hold text for people, and examples. */
const TEXTS_OF_DOCUMENT = new Set(["description", "summary", "example", "default", "pattern"]);

describe("the OpenAPI document without a key", () => {
  test.each<[string, string, (text: string) => unknown]>([
    ["/docs/openapi.yaml", "application/yaml", parseYaml],
    ["/docs/openapi.json", "application/json", JSON.parse],
  ])("%s is that of the interface, with the URL that the client called", async (path, contentType, parse) => {
    const response = await ask(path, { origin: "https://tool.example" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    // Examples contain the times at which the data was imported and the document was made.
    const withoutTimes = (text: string) =>
      text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "moment");
    const ownDocument = parseYaml(withoutTimes(yaml));
    expect(parse(withoutTimes(await response.text()))).toEqual({
      ...ownDocument,
      servers: [{ url: `${ORIGIN}/api/v1` }],
    });
  });

  test("has an example of each required parameter, and no schema that generators turn into an empty type", async () => {
    const { paths, components } = JSON.parse(await (await ask("/docs/openapi.json")).text());
    const parameters = Object.values<
      Record<string, { parameters?: { required?: boolean; example?: unknown }[] }>
    >(paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => operation.parameters ?? []),
    );
    const required = parameters.filter((parameter) => parameter.required);
    expect(required.length).toBeGreaterThan(50);
    expect(required.filter(({ example }) => example === undefined)).toEqual([]);
    expect(JSON.stringify(components)).not.toContain('"type":"object","nullable":true,"enum":[null]');
  });
});
