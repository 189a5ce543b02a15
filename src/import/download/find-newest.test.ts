import { describe, expect, test } from "bun:test";
import { refusalOf, useDownloads } from "../../../test/support/servers/download-fixture.ts";
import type { ServedResponse } from "../../../test/support/servers/download-server.ts";
import { AppError } from "../../base/errors.ts";
import { findNewestFile, readAtomFeed } from "./find-newest.ts";

const at = useDownloads();

describe("the newest file", () => {
  const NAMES = /^area_(\d{4}).*\.gpkg$/;
  const entry = (updated: string, ...links: string[]) =>
    `<entry>${links.map((link) => `<link ${link}/>`).join("")}<updated>${updated}</updated></entry>`;
  const atom = (...entries: string[]): ServedResponse => ({
    status: 200,
    body: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join("")}</feed>`,
  });
  const find = (...paths: string[]) =>
    findNewestFile(
      at().client,
      paths.map((path) => at().server.origin + path),
      NAMES,
    );

  test("is of the latest edition, then the latest update, then the last name", async () => {
    at().handle = () =>
      atom(
        entry("2026-05-01T00:00:00Z", 'href="area_2024.gpkg"', 'href="other.gpkg"', 'href="area_2030.gml"'),
        entry("2026-02-01T00:00:00Z", 'rel="section" href="/d/area_2026_v2.gpkg" length="12"'),
        entry("2026-02-01T00:00:00Z", 'href="area_2026_v1.gpkg"', 'rel="related" href="area_2027.gpkg"'),
        entry("2026-01-01T00:00:00Z", 'href="area_2026_v9.gpkg"'),
      );
    expect(await find("/a/feed.xml")).toMatchObject({
      url: `${at().server.origin}/d/area_2026_v2.gpkg`,
      lengthBytes: 12,
    });
  });

  test("is found through the feed of a service", async () => {
    const type = 'type="application/atom+xml"';
    at().handle = ({ path }) => {
      if (path === "/index.xml") {
        return atom(
          entry("", `href="/one.xml" ${type}`, 'rel="describedby" href="/m"', `href="/two.xml" ${type}`),
        );
      }
      return path === "/one.xml" ? atom() : atom(entry("", 'href="area_2026.gpkg"'));
    };
    expect(await find("/index.xml")).toMatchObject({ url: `${at().server.origin}/area_2026.gpkg` });
    expect(at().server.requests.map(({ path }) => path)).toEqual(["/index.xml", "/one.xml", "/two.xml"]);
  });

  test("is found in the next feed when one fails, and all failures are reported", async () => {
    at().handle = ({ path }) => {
      if (path === "/a.xml") {
        return { status: 404 };
      }
      return path === "/b.xml"
        ? atom(entry("", 'href="x.zip"'))
        : atom(entry("", 'href="area_1.gpkg"', 'href="area_2026.gpkg"'));
    };
    expect(await find("/a.xml", "/b.xml", "/c.xml")).toMatchObject({
      url: `${at().server.origin}/area_2026.gpkg`,
    });
    const message = await refusalOf(find("/a.xml", "/b.xml"));
    expect(message).toContain("/a.xml answered 404");
    expect(message).toContain("/b.xml lists no file whose name matches");
  });

  test("is an address that is no feed", async () => {
    expect(await find("/x/download?id=1")).toEqual({
      url: `${at().server.origin}/x/download?id=1`,
      lengthBytes: undefined,
    });
    expect(at().server.requests).toEqual([]);
  });

  test("is not looked for in feeds that are too large or elsewhere", async () => {
    at().handle = () => ({ status: 200, body: Buffer.alloc(9 * 1024 * 1024, " ") });
    expect(await refusalOf(find("/feed.xml"))).toContain("is larger than a feed can be");
    at().handle = () => atom(entry("", 'href="https://elsewhere.test/a.xml" type="application/atom+xml"'));
    expect(await refusalOf(find("/feed.xml"))).toContain(
      "https://elsewhere.test/a.xml is not at one of the sources",
    );
  });

  test("is read again when the connection of its feed is cut", async () => {
    at().handle = (_request, count) => ({
      ...atom(entry("", 'href="area_2026.gpkg"')),
      ...(count < 3 && { closeAfterBytes: 60 }),
    });
    expect(await find("/feed.xml")).toMatchObject({ url: `${at().server.origin}/area_2026.gpkg` });
  });
});

describe("the newest file of a template", () => {
  const PC4 = /cbs_pc4_(\d{4}).*\.zip$/;
  const PINNED = "/postcode/2025-cbs_pc4_2024_v1.zip";
  const zip = (headers: Record<string, string> = {}): ServedResponse => ({
    status: 200,
    headers: { "content-type": "application/zip", ...headers },
  });
  const serve = (files: Record<string, ServedResponse>) => {
    at().handle = ({ path }) => files[path] ?? { status: 404 };
  };
  const find = async (thisYear = 2026) => {
    const { origin } = at().server;
    const urls = [`${origin}/postcode/{year}-cbs_pc4_{year-1}_v{version}.zip`, origin + PINNED];
    const { url } = await findNewestFile(at().client, urls, PC4, thisYear);
    return url.slice(origin.length);
  };
  const asked = () => at().server.requests.map(({ method, path }) => `${method} ${path}`);

  test("is this year's, its second version before its first", async () => {
    const [v1, v2] = [1, 2].map((version) => `/postcode/2026-cbs_pc4_2025_v${version}.zip`) as [
      string,
      string,
    ];
    serve({ [v1]: zip(), [PINNED]: zip() });
    expect(await find()).toBe(v1);
    expect(asked()).toEqual([`HEAD ${v2}`, `HEAD ${v1}`]);
    serve({ [v1]: zip(), [v2]: zip() });
    expect(await find()).toBe(v2);
  });

  test("is an earlier one when this year has none", async () => {
    serve({ "/postcode/2025-cbs_pc4_2024_v2.zip": zip() });
    expect(await find()).toBe("/postcode/2025-cbs_pc4_2024_v2.zip");
  });

  test("is the pinned one after at most eight requests, whatever the clock says", async () => {
    serve({});
    expect(await find(2024)).toBe(PINNED);
    expect(asked()).toEqual([]);
    expect(await find(2026)).toBe(PINNED);
    expect(asked()).toHaveLength(4);
    at().server.requests.length = 0;
    expect(await find(2030)).toBe(PINNED);
    expect(asked()).toHaveLength(8);
    expect(asked()[7]).toBe("HEAD /postcode/2027-cbs_pc4_2026_v1.zip");
  });

  test("is no page that answers 200, and may have no length", async () => {
    serve({
      "/postcode/2026-cbs_pc4_2025_v2.zip": zip({ "content-type": "text/html; charset=utf-8" }),
      "/postcode/2026-cbs_pc4_2025_v1.zip": zip({ "content-length": "" }),
    });
    expect(await find()).toBe("/postcode/2026-cbs_pc4_2025_v1.zip");
  });

  test.each(["https://elsewhere.test/2026.zip", "http://service.test/2026.zip"])(
    "is not looked for at %s, to which its server redirects",
    async (location) => {
      at().handle = () => ({ status: 302, headers: { location } });
      expect(await find()).toBe(PINNED);
      expect(asked()).toHaveLength(1);
    },
  );

  test("is followed to another path of its server", async () => {
    serve({
      "/postcode/2026-cbs_pc4_2025_v2.zip": { status: 302, headers: { location: "/new/2026.zip" } },
      "/new/2026.zip": zip(),
    });
    expect(await find()).toBe("/postcode/2026-cbs_pc4_2025_v2.zip");
  });

  test("is not found when its server cuts each connection, and the pinned one is", async () => {
    at().handle = () => ({ status: 200, closeAfterBytes: 0, headers: { "content-length": "x" } });
    expect(await find()).toBe(PINNED);
  });
});

const ADDRESS = "https://service.test/bag/atom/bag.xml";

function feed(entries: string, before = ""): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="https://service.test/style.xsl" type="text/xsl" media="screen"?>${before}
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss"
 xmlns:inspire_dls="http://inspire.ec.europa.eu/schemas/inspire_dls/1.0" xml:lang="nl">
 <id>${ADDRESS}</id><title>BAG</title><updated>2026-11-09T08:00:00Z</updated>
 <link href="https://service.test/other.xml" rel="alternate" type="application/atom+xml"/>
 <rights>https://creativecommons.org/publicdomain/zero/1.0/deed.nl</rights>
 <author><name>PDOK</name><email>x@y.nl</email></author>${entries}</feed>`;
}

const read = (text: string | Buffer) => readAtomFeed(Buffer.from(text), ADDRESS);

test("reads the links of entries with their dates, and none of the feed's own", () => {
  const links = read(
    feed(`
 <entry><id>1</id><title>Extract</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a
  href="no"/><link href="no"/>&#233;</div></content><summary><![CDATA[<b>]]></summary>
  <link href="https://service.test/bag/atom/downloads/lvbag-extract-nl.zip" rel="alternate" type="application/zip"
   hreflang="nl" length="3610187048" title="a &amp; b" bbox="50 3 53 7"/>
  <link href='downloads/bag-light.gpkg?a=1&amp;b=2'/>
  <updated> 2026-11-08T22:00:00+01:00 </updated>
  <georss:polygon>50 3 53 3 53 7 50 7 50 3</georss:polygon><category term="x" label="y"/></entry>
 <entry><updated>once</updated><link rel="describedby" href="/m" length="-"/></entry>`),
  );
  expect(links).toEqual([
    {
      url: "https://service.test/bag/atom/downloads/lvbag-extract-nl.zip",
      rel: "alternate",
      type: "application/zip",
      lengthBytes: 3_610_187_048,
      updatedMs: Date.UTC(2026, 10, 8, 21),
    },
    {
      url: "https://service.test/bag/atom/downloads/bag-light.gpkg?a=1&b=2",
      rel: "alternate",
      type: undefined,
      lengthBytes: undefined,
      updatedMs: Date.UTC(2026, 10, 8, 21),
    },
    {
      url: "https://service.test/m",
      rel: "describedby",
      type: undefined,
      lengthBytes: undefined,
      updatedMs: 0,
    },
  ]);
});

const ENTITY = '<!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each([
  [
    "another vocabulary",
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    "is not an Atom feed: it begins with <html>",
  ],
  ["no namespace", "<feed><entry/></feed>", "is not an Atom feed"],
  ["a feed cut short", feed("<entry>").slice(0, -7), "is not well-formed XML"],
  ["nothing", "", "is not well-formed XML"],
  ["no XML", '{"error":"not found"}', "is not well-formed XML"],
  ["a DTD", feed("", ENTITY), "has a document type declaration"],
  ["an unknown entity", feed("<entry><title>&x;</title></entry>"), "is not well-formed XML"],
  [
    "an address that is none",
    feed('<entry><link href="http://"/></entry>'),
    'without a usable address: "http://"',
  ],
  ["other text than UTF-8", Buffer.from(feed("é"), "latin1"), "is not UTF-8 text"],
])("refuses %s", (_what, text, message) => {
  expect(() => read(text)).toThrow(AppError);
  expect(() => read(text)).toThrow(message);
});
