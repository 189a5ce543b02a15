/** Tests what all routes below the root of the server have in common: pages, assets, tiles. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { createApp } from "../../src/app.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { pageEndpoints } from "../../src/pages/page-endpoints.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";

const ORIGIN = "http://127.0.0.1:8080";
const dataDir = makeDataFolder();
const assets = await buildAssets();
const app = createApp({ dataDir, assets, publicPage: true, filesPage: "on" });
// Paths below /files answer only requests with the secret of a session (test/files).
const fixedPaths = pageEndpoints(assets)
  .filter(({ method, path }) => method === "GET" && !path.includes("{") && !path.startsWith("/files/"))
  .map(({ path }) => path);

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
      const isNamedByContent = !/^\/assets\/(icon\.svg|touch-icon\.png|share\.jpg)$/.test(path);
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

describe("the library of the map", () => {
  const { library, worker, starter, parts } = assets.maplibre;
  const textOf = (path: string) => new TextDecoder().decode(assets.files.get(path)!.bytes);
  const gzipKb = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + assets.files.get(path)!.gzip.length / 1000, 0);
  const isNamedIn = (path: string, part: string) => textOf(path).includes(part.slice(part.lastIndexOf("/")));

  test("shares with its worker what both need, so that it is sent once", () => {
    const shared = parts.filter((part) => isNamedIn(library, part) && isNamedIn(worker, part));
    expect(gzipKb(shared)).toBeGreaterThan(100);
    expect(gzipKb([worker])).toBeLessThan(10);
    // The published files, each whole, are 440 KB.
    expect(gzipKb([library, worker, starter, ...parts])).toBeLessThan(320);
  });

  test("is not needed to start the worker", () => {
    const needed = parts.filter((part) => isNamedIn(starter, part));
    expect(gzipKb([starter, ...needed])).toBeLessThan(15);
  });

  test("has no fields that are declared for their type only, which would hide those of the class above", () => {
    const declared = /^ +(?:protected |private )?_listeners\??: /m;
    const source = Bun.fileURLToPath(import.meta.resolve("maplibre-gl")).replace(
      /dist.*/,
      "src/util/evented.ts",
    );
    expect(readFileSync(source, "utf8")).toMatch(declared);
    for (const path of [library, worker, ...parts]) {
      expect(textOf(path)).not.toMatch(/[{;]_listeners;/);
    }
  });
});

test("browsers find an icon and crawlers their rules, also those of a server that is not public", async () => {
  const icon = await ask("/favicon.ico");
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  expect((await icon.bytes()).slice(0, 4)).toEqual(Uint8Array.of(0, 0, 1, 0));
  expect(await (await ask("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /api/\n");
  const closed = createApp({ dataDir, assets, publicPage: false });
  const rules = await closed.fetch(new Request(`${ORIGIN}/robots.txt`));
  expect(await rules.text()).toBe("User-agent: *\nDisallow: /\n");
  closed.close();
});

describe("a shared link", () => {
  /** Returns what a crawler reads of a page: its title, description and picture. */
  async function readShared(path: string, from: Pick<typeof app, "fetch"> = app) {
    const found: Record<string, string> = {};
    const response = await from.fetch(new Request(ORIGIN + path));
    await new HTMLRewriter()
      .on("meta[property], meta[name=description]", {
        element: (element) => {
          const name = (element.getAttribute("property") ?? element.getAttribute("name"))!;
          found[name] = element.getAttribute("content")!;
        },
      })
      .on("title", {
        text({ text }) {
          found.title = (found.title ?? "") + text;
        },
      })
      .transform(response)
      .text();
    expect(found["og:title"]).toBe(found.title!);
    expect(found["og:description"]).toBe(found.description!);
    expect(found["og:image"]).toBe(`${ORIGIN}/assets/share.jpg`);
    return { title: found.title, description: found.description };
  }
  const SOURCE = "Uit de BAG, stand van 15 oktober 2021.";
  const weesp = makeWeespFolder();
  afterAll(async () => rmSync(await weesp, { recursive: true }));

  test("says what it is of, for each kind of card", async () => {
    const weespApp = createApp({ dataDir: await weesp, assets, publicPage: true });
    const read = (query: string) => readShared(`/?${query}`, weespApp);
    expect(await read("")).toMatchObject({ title: "baken: adressen van Weesp" });
    const expected = {
      "address=0457200000521749": ["Keurstraat 5, 1382KT Weesp", /^Gebouwd in \d{4}, [\d.]+ m²\. /],
      "residence=0457010000005191": ["Pampuslaan 42, 1382JR Weesp", /^Gebouwd in \d{4}, [\d.]+ m²\. /],
      "building=0457100000068075": ["Pand 0457100000068075", /^Gebouwd in \d{4}\. /],
      "address=0457200000205490": ["Nieuwstraat 41, 1381BB Weesp", /^Gebouwd in 1776, 2\.430 m²\. /],
      "street=0457300000000031": ["Breedstraat, Weesp", /^Straat in Weesp met 21 adressen\. /],
      "postcode=1382KT": ["1382 KT, Weesp", /^Keurstraat 5–39: 6 adressen\. /],
      "postcode=1382": ["Postcodegebied 1382", /^Weesp: 5\.979 adressen\. /],
      "place=3631": ["Weesp", /^Woonplaats in de gemeente Weesp met 12\.034 adressen\. /],
      "municipality=0457": ["Gemeente Weesp", /^Noord-Holland: 12\.034 adressen\. /],
      "province=Noord-Holland": ["Noord-Holland", /^Provincie met 12\.034 adressen in deze gegevens\. /],
    } as const;
    for (const [query, [title, description]] of Object.entries(expected)) {
      const shared = await read(query);
      expect(shared.title).toBe(`${title} – baken`);
      expect(shared.description).toMatch(description);
      expect(shared.description).toEndWith(SOURCE);
    }
    expect((await read("place=3631&lang=en")).description).toContain("12,034 addresses");
    for (const query of ["address=0457200009999999", "address=%3Cb%3E", "place=36", "q=%22%3E%3Cb%3E"]) {
      expect((await read(query)).title).toBe("baken: adressen van Weesp");
    }
    weespApp.close();
  });

  test("tells nothing of the data where they need a key", async () => {
    const closed = createApp({ dataDir: await weesp, assets, publicPage: false });
    expect((await readShared("/?address=0457200000521749", closed)).title).toBe("baken: adressen van Weesp");
    closed.close();
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
