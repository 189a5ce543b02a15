/** Builds the documentation as static files, follows every link, and reads it in a browser below a path. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parse } from "yaml";
import { buildSite } from "../../docs/build-site.ts";
import { expectAccessible, HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { type ReadHtml, readHtml } from "../support/html/read-html.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-docs-site-"));
const PREFIX = "/help/baken/";
let pages: ReadonlyMap<string, ReadHtml>;

beforeAll(async () => {
  const count = await buildSite(folder);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  expect(names.length).toBe(count);
  pages = new Map(names.map((name) => [name, readHtml(readFileSync(join(folder, name), "utf8"))]));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the fault of a link; undefined when it leads to a file of the site, and to an id on its page. */
function faultOf(from: string, link: string): string | undefined {
  if (/^https?:/.test(link)) {
    return undefined;
  }
  const [path = "", anchor] = decodeURI(link).split("#");
  const target = path === "" ? from : relative(folder, join(folder, dirname(from), path));
  if (link.startsWith("/") || target.startsWith("..") || !existsSync(join(folder, target))) {
    return `${from}: ${link}: no such file`;
  }
  const isKnown = anchor === undefined || anchor === "" || pages.get(target)?.ids.has(anchor);
  return isKnown ? undefined : `${from}: ${link}: no such heading`;
}

test("every link of every page, and of the search, leads to a file of the site and to a heading of its page", () => {
  expect(pages.size).toBeGreaterThan(35);
  const links = [...pages].flatMap(([page, { links }]) => links.map((link) => ({ page, link })));
  const index = JSON.parse(readFileSync(join(folder, "search.json"), "utf8")) as string[][];
  expect(index.length).toBeGreaterThan(500);
  const found = index.map(([, , link = ""]) => ({ page: "search.json", link }));
  const faults = [...links, ...found].map(({ page, link }) => faultOf(page, link));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  const texts = [...pages.keys()].map((name) => readFileSync(join(folder, name), "utf8")).join();
  expect(texts.match(/(?:src|href)="\/[^"]*"/g) ?? []).toEqual([]);
});

test("every page of docs that a server shows is there, and the OpenAPI document", () => {
  const { paths } = parse(readFileSync(join(folder, "openapi.yaml"), "utf8"));
  expect(Object.keys(paths)).toContain("/addresses/lookup");
  for (const name of ["operations", "security", "troubleshooting", "keys", "cli"]) {
    expect([...pages.keys()]).toContain(`guides/${name}.html`);
  }
});

test("the file of a former guide leads to its new place", () => {
  const page = readFileSync(join(folder, "guides/errors.html"), "utf8");
  expect(page).toContain('<meta http-equiv="refresh" content="0; url=http.html#errors">');
  expect(pages.get("guides/http.html")?.ids.has("errors")).toBe(true);
});

describe.skipIf(!HAS_BROWSER)("in a browser, below a path of any web server", () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const path = decodeURI(new URL(request.url).pathname);
      const file = join(folder, path.slice(PREFIX.length) || "index.html");
      return path.startsWith(PREFIX) && existsSync(file)
        ? new Response(Bun.file(file))
        : new Response("none", { status: 404 });
    },
  });
  const start = `http://127.0.0.1:${server.port}${PREFIX}`;
  afterAll(() => server.stop(true));

  test("pages load all they name; the search leads on; a chosen theme stays", async () => {
    const browser = await launchBrowser();
    const { page, faults } = await openPage(browser, {
      locale: "en-GB",
      viewport: { width: 1400, height: 900 },
    });
    const missing: string[] = [];
    page.on("response", (response) => response.status() >= 400 && missing.push(response.url()));
    await page.goto(start);
    await page.keyboard.press("/");
    await page.keyboard.type("service under systemd");
    await page.locator(".search-results a").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${start}guides/operations.html#a-service-under-systemd`);
    await page.locator("[data-theme-choice]").click();
    const theme = () => page.evaluate("document.documentElement.dataset.theme");
    const chosen = await theme();
    expect(["light", "dark"]).toContain(chosen as string);
    await page.getByRole("link", { name: "Overview" }).click();
    await page.waitForURL(`${start}index.html`);
    expect(await theme()).toBe(chosen);
    await expectAccessible(page);
    expect({ faults, missing }).toEqual({ faults: [], missing: [] });
    await browser.close();
  });
});
