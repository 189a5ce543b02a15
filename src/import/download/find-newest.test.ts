import { describe, expect, test } from "bun:test";
import { refusalOf, useDownloads } from "../../../test/support/servers/download-fixture.ts";
import type { ServedResponse } from "../../../test/support/servers/download-server.ts";
import { findNewestFile } from "./find-newest.ts";

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
