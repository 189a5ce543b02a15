/** Tests what all routes below the root of the server have in common: pages, assets, tiles. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../src/app.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { pageEndpoints } from "../../src/pages/page-endpoints.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";

const ORIGIN = "http://127.0.0.1:8080";
const dataDir = makeDataFolder();
const assets = await buildAssets();
const app = createApp({ dataDir, assets, publicPage: true });
const fixedPaths = pageEndpoints(assets).flatMap(({ path }) => (path.includes("{") ? [] : [path]));

afterAll(() => {
  app.close();
  rmSync(dataDir, { recursive: true });
});

const ask = async (path: string, init?: RequestInit) => app.fetch(new Request(ORIGIN + path, init));

describe("every page", () => {
  test.each(fixedPaths)("%s answers GET and HEAD alike, and 405 to others", async (path) => {
    const got = await ask(path);
    expect(got.status).toBe(200);
    const head = await ask(path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect((await ask(path, { method: "POST" })).status).toBe(405);
    expect(got.headers.get("x-request-id")).toBeString();
  });

  test.each(fixedPaths)("%s has no inline script or style, and its policy allows none", async (path) => {
    const response = await ask(path);
    if (!response.headers.get("content-type")!.startsWith("text/html")) {
      return;
    }
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toContain("unsafe");
    const text = await response.text();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    expect([...text.matchAll(/<script(?![^>]*\ssrc=)/g)]).toEqual([]);
  });

  test("every asset that a page names exists, and may be kept for ever unless its path stays the same", async () => {
    const paths = new Set<string>();
    for (const page of fixedPaths) {
      const text = await (await ask(page)).text();
      for (const [path] of text.matchAll(/\/assets\/[\w.-]+/g)) {
        paths.add(path);
      }
    }
    expect(paths.size).toBeGreaterThan(5);
    for (const path of paths) {
      const response = await ask(path, { headers: { "accept-encoding": "gzip" } });
      expect(response.status, path).toBe(200);
      const isNamedByContent = path !== "/assets/icon.svg";
      expect(response.headers.get("cache-control")!.includes("immutable"), path).toBe(isNamedByContent);
      expect(response.headers.get("content-encoding")).toBe("gzip");
      const unpacked = Bun.gunzipSync(new Uint8Array(await response.arrayBuffer()));
      const plain = await ask(path);
      expect(new Uint8Array(await plain.arrayBuffer())).toEqual(unpacked);
    }
  });

  test.each([
    "/assets/",
    "/assets/none.js",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/x",
    "//",
    "/nope",
  ])("%s is 404", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });
});

describe("the explorer", () => {
  test("may fetch the base map that the operator chose, and nothing else from elsewhere", async () => {
    const withBaseMap = createApp({ dataDir, assets, baseMap: "pdok-brt" });
    const response = await withBaseMap.fetch(new Request(`${ORIGIN}/`));
    withBaseMap.close();
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toContain("; connect-src 'self' https://service.pdok.nl; ");
    expect((await ask("/")).headers.get("content-security-policy")).toContain("; connect-src 'self'; ");
  });

  test.each([
    ["", "en-GB,en;q=0.9,nl;q=0.8", "en"],
    ["", "nl,en;q=0.8", "nl"],
    ["", "de-DE,de;q=0.9,en;q=0.7", "en"],
    ["", "de", "nl"],
    ["?lang=en", "nl", "en"],
    ["?lang=nl", "en", "nl"],
  ])("/%s for %s is in %s", async (query, accepted, language) => {
    const response = await ask(`/${query}`, { headers: { "accept-language": accepted } });
    expect(response.headers.get("content-language")).toBe(language);
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });

  test.each([
    ["baken-language=en", "nl", "en", ""],
    ["x=1; baken-language=nl; baken-theme=dark", "en", "nl", ' data-theme="dark"'],
    ["baken-language=fy; baken-theme=pink", "en", "en", ""],
  ])("for the cookies %s is as chosen before", async (cookie, accepted, language, theme) => {
    const response = await ask("/", { headers: { cookie, "accept-language": accepted } });
    expect(await response.text()).toContain(`<html lang="${language}"${theme}>`);
  });

  test("is revalidated by its ETag", async () => {
    const etag = (await ask("/")).headers.get("etag")!;
    expect((await ask("/", { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("in an unknown language is 422", async () => {
    expect((await ask("/?lang=fy")).status).toBe(422);
  });
});
