/** Tests refusals of unexpected files and answers, and of redirects to other origins. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { OLD, refusalOf, useDownloads } from "../../../test/support/servers/download-fixture.ts";
import { respondWithFile, type ServedResponse } from "../../../test/support/servers/download-server.ts";
import { lockDownloads } from "./download-target.ts";

const at = useDownloads();

describe("a file is refused, and nothing of it kept, that", () => {
  const page = `<!doctype html><title>Onderhoud</title>${" ".repeat(20_000)}`;
  test.each<[string, ServedResponse, RegExp]>([
    ["is a page", { status: 200, body: page }, /a file that begins with "<!doctype html>.*": expected zip$/],
    ["is a short page", { status: 200, body: "<html>" }, /a file that begins with "<html>": expected zip/],
    ["is empty", { status: 200 }, /a file that begins with "": expected zip/],
    ["is of another type", { status: 200, body: '{"type":' }, /is a GeoJSON: expected zip/],
    [
      "is too large by its header",
      { status: 200, headers: { "content-length": "1000001" } },
      /1000001 bytes: expected at most 1000000/,
    ],
    ["is not there", { status: 404, body: page }, /file\.zip answered 404: expected a file there/],
    [
      "is packed",
      { status: 200, headers: { "content-encoding": "gzip" }, body: "" },
      /answered in gzip encoding/,
    ],
    ["never comes", { status: 503 }, /answered 503; gave up after 4 tries/],
    ["is unchanged at first sight", { status: 304 }, /answered 304, which does not match/],
  ])("%s", async (_what, response, message) => {
    at().handle = () => response;
    expect(await refusalOf(at().download())).toMatch(message);
    expect(readdirSync(at().folder)).toEqual([]);
  });

  test("does not end where it should", async () => {
    const zeros = Buffer.concat([OLD.content.subarray(0, 5_000), Buffer.alloc(2_000_000)]);
    const chunk = Buffer.concat([
      Buffer.from(`${zeros.length.toString(16)}\r\n`),
      zeros,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    at().handle = () => ({
      status: 200,
      headers: { "transfer-encoding": "chunked", "content-length": "" },
      body: chunk,
    });
    expect(await refusalOf(at().download())).toContain("file.zip is larger than 1000000 bytes");
    expect(readdirSync(at().folder)).toEqual([]);
  });

  test("replaces a good one with an error page", async () => {
    at().handle = (request) => respondWithFile(request, OLD);
    await at().download();
    at().handle = () => ({ status: 200, body: page });
    await refusalOf(at().download());
    expect(at().content).toEqual(OLD.content);
    expect(readdirSync(at().folder).sort()).toEqual(["file.zip", "file.zip.json"]);
  });
});

describe("a redirect", () => {
  const to = (location: string): ServedResponse => ({ status: 302, headers: { location } });

  test("is followed within the sources, and the file stays that of its first address", async () => {
    at().handle = (request) =>
      request.path === "/file.zip" ? to("moved/a.zip?x=1") : respondWithFile(request, OLD);
    await at().download();
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().server.requests.map(({ path }) => path)).toEqual(
      Array(2).fill(["/file.zip", "/moved/a.zip?x=1"]).flat(),
    );
  });

  test.each([
    ["another host", "https://elsewhere.test/file.zip"],
    ["another port of this machine", "http://127.0.0.1:1/file.zip"],
    ["a file", "file:///etc/passwd"],
    ["the address of a cloud's metadata", "http://169.254.169.254/latest"],
    ["a host that begins alike", "//127.0.0.1.nip.test/"],
    ["the same host with a user", "http://127.0.0.1@elsewhere.test/"],
  ])("to %s is refused", async (_what, location) => {
    at().handle = () => to(location);
    const message = await refusalOf(at().download());
    expect(message).toContain(
      `is not at one of the sources ${at().server.origin} (redirected from ${at().wanted().url})`,
    );
    expect(at().server.requests).toHaveLength(1);
  });

  test("without an address, or to one that is none, is refused", async () => {
    at().handle = () => to("http://[");
    expect(await refusalOf(at().download())).toContain('redirects to "http://[", which is not a URL');
    at().handle = () => ({ status: 301 });
    expect(await refusalOf(at().download())).toContain("redirects more than 5 times");
  });

  test("in a circle ends", async () => {
    at().handle = ({ path }) => to(path === "/file.zip" ? "/b" : "/file.zip");
    expect(await refusalOf(at().download())).toContain("redirects more than 5 times");
    expect(at().server.requests).toHaveLength(6);
  });
});

test("one download at a time", () => {
  const lock = lockDownloads(at().folder);
  expect(() => lockDownloads(at().folder)).toThrow("another download is running");
  lock.close();
  lockDownloads(at().folder).close();
});
