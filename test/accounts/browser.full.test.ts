/** Tests browser keys in a real browser: pages behind the same host, of approved and of other origins. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { HAS_BROWSER, launchBrowser } from "../support/browser/open-browser.ts";
import { type Site, startSite } from "../support/servers/browser-site.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

describe.skipIf(!HAS_BROWSER)("a page in Chromium", () => {
  const dataDir = makeDataFolder();
  let server: ServeProcess;
  let site: Site;
  let browser: Browser;
  let page: Page;
  /** Key for pages of the site; `foreign` is for pages of another site. */
  let key: string;
  let foreign: string;
  const siteOrigin = () => `http://localhost:${site.port}`;

  beforeAll(async () => {
    issueKey(dataDir, {});
    server = await startServe(dataDir, ["--threads", "1", "--trusted-proxies", "127.0.0.1"]);
    site = startSite(new URL(server.url).origin);
    key = issueKey(dataDir, { kind: "browser", origins: [siteOrigin()] });
    foreign = issueKey(dataDir, { kind: "browser", origins: ["https://example.nl"] });
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(siteOrigin());
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    site?.stop();
    await server?.signal("SIGTERM");
    rmSync(dataDir, { recursive: true });
  }, 60_000);

  interface PageRequest {
    readonly token?: string;
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly on?: Page;
  }

  /**
   * Fetches from the page's script: returns status, body code and some headers, or the name of the error when access is
   * denied.
   */
  function ask(url: string, { token, method = "GET", headers = {}, on = page }: PageRequest = {}) {
    const authorization: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    return on.evaluate(
      async ({ url, method, headers }) => {
        try {
          const response = await fetch(url, { method, headers, cache: "no-store" });
          const text = await response.text();
          return {
            status: response.status,
            code: text.startsWith("{") ? JSON.parse(text).code : undefined,
            remaining: response.headers.get("x-ratelimit-remaining"),
            etag: response.headers.get("etag"),
          };
        } catch (error) {
          return { refused: (error as Error).name };
        }
      },
      { url, method, headers: { ...authorization, ...headers } },
    );
  }

  test("behind the same host uses the key that approves its origin, and no other", async () => {
    for (const method of ["GET", "HEAD"]) {
      expect(await ask("/api/v1/cities", { token: key, method })).toMatchObject({ status: 200 });
    }
    expect(await ask("/api/v1/cities", { token: foreign })).toMatchObject({
      status: 403,
      code: "origin_not_allowed",
    });
  });

  test("of an approved origin asks another host, and sees headers and unchanged answers", async () => {
    const url = `${server.url}/cities`;
    const answer = await ask(url, { token: key });
    expect(answer.status).toBe(200);
    expect(Number(answer.remaining)).toBeGreaterThan(0);
    expect(answer.etag).toStartWith("W/");
    const headers = {
      "if-none-match": answer.etag!,
      "accept-language": "nl",
      "x-requested-with": "XMLHttpRequest",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    };
    expect(await ask(url, { token: key, headers })).toMatchObject({ status: 304 });
    expect(await ask(url, { token: key, headers: { "x-other": "1" } })).toEqual({ refused: "TypeError" });
  });

  test.each<[string, string, PageRequest, number, string]>([
    ["no key", "/cities", {}, 401, "unauthenticated"],
    ["a wrong key", "/cities", { token: "1|bkn_x" }, 401, "unauthenticated"],
    ["an unknown route", "/nope", {}, 404, "route_not_found"],
    ["a method the route lacks", "/cities", { method: "POST" }, 405, "method_not_allowed"],
    ["a faulty parameter", "/cities?page=x", {}, 422, "validation_failed"],
    ["a POST", "/export/addresses", { method: "POST" }, 403, "key_read_only"],
  ])("of an approved origin may read why it was refused: %s", async (name, path, asked, status, code) => {
    const token = name === "no key" ? {} : { token: key };
    const headers = { "x-requested-with": "XMLHttpRequest" };
    expect(await ask(server.url + path, { ...token, headers, ...asked })).toMatchObject({ status, code });
  });

  test("of another origin may read nothing, but what needs no key", async () => {
    const other = await browser.newPage();
    await other.goto(`http://other.localhost:${site.port}`);
    for (const [path, token] of [
      ["/cities", key],
      ["/cities", foreign],
      ["/nope", key],
      ["/cities", "1|bkn_x"],
    ] as const) {
      expect(await ask(server.url + path, { token, on: other })).toEqual({ refused: "TypeError" });
    }
    expect(await ask(`${server.url}/status`, { on: other })).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/problems/rate-limited`, { on: other })).toMatchObject({ status: 200 });
    await other.close();
  });

  test("one visitor that uses up its limit gets 429 with its own code", async () => {
    const token = issueKey(dataDir, { kind: "browser", origins: [siteOrigin()], visitorRatePerMinute: 2 });
    const answers = [];
    for (let n = 0; n < 3; n++) {
      answers.push(await ask(`${server.url}/cities`, { token }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]).toMatchObject({ code: "visitor_rate_limited", remaining: "0" });
  });
});
