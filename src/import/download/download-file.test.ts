/** Tests the download of one file from a server that breaks off, lies and replaces the file meanwhile. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { NEW, OLD, refusalOf, useDownloads } from "../../../test/support/servers/download-fixture.ts";
import { respondWithFile, type ServedResponse } from "../../../test/support/servers/download-server.ts";
import type { Progress, Total } from "../progress.ts";

const at = useDownloads();

/** Returns a generator of the same pseudo-random numbers in every run, from 0 to 1 (Park and Miller). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe("a file", () => {
  test("is fetched once, and again only when it has changed", async () => {
    at().handle = (request) => respondWithFile(request, OLD);
    await at().download();
    await at().download();
    expect(at().requestedHeaders("if-none-match")).toEqual([undefined, '"one"']);
    at().handle = (request) => respondWithFile(request, NEW);
    await at().download();
    expect(at().content).toEqual(NEW.content);
    expect(readdirSync(at().folder).sort()).toEqual(["file.zip", "file.zip.json"]);
  });

  test("of which the copy is gone, damaged, of another address or without a receipt is fetched anew", async () => {
    at().handle = (request) => respondWithFile(request, OLD);
    await at().download();
    const damages = [
      () => rmSync(at().target.path),
      () => writeFileSync(at().target.path, "short"),
      () => rmSync(`${at().target.path}.json`),
      () => writeFileSync(`${at().target.path}.json`, '{"address":'),
    ];
    for (const damage of damages) {
      damage();
      await at().download();
      expect(at().content).toEqual(OLD.content);
    }
    await at().download(at().wanted({ url: `${at().server.origin}/other.zip` }));
    expect(at().server.requests.some(({ headers }) => headers.has("if-none-match"))).toBe(false);
  });

  test("is known by Last-Modified where there is no ETag", async () => {
    const date = "Sun, 08 Nov 2026 08:00:00 GMT";
    const file = { content: OLD.content, headers: { "last-modified": date, etag: "" } };
    at().handle = (request, count) =>
      at().cut(
        respondWithFile(request, { ...file, headers: { "last-modified": date } }),
        count === 1 ? 100_000 : Number.POSITIVE_INFINITY,
      );
    await at().download();
    await at().download();
    expect(at().content).toEqual(OLD.content);
    const conditions = at().server.requests.map(({ headers }) => [
      headers.get("if-range"),
      headers.get("if-modified-since"),
    ]);
    expect(conditions).toEqual([
      [undefined, undefined],
      [date, undefined],
      [undefined, date],
    ]);
  });

  test("comes in chunks of unknown length too", async () => {
    const body = Buffer.concat([
      Buffer.from(`${OLD.content.length.toString(16)}\r\n`),
      OLD.content,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    const headers = { "transfer-encoding": "chunked", "content-length": "" };
    at().handle = (_request, count) => ({
      status: 200,
      headers,
      body,
      ...(count === 1 && { closeAfterBytes: 50_000 }),
    });
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range")).toEqual([undefined, undefined]);
    const message = await refusalOf(at().download(at().wanted({ lengthBytes: 5 })));
    expect(message).toEndWith(`file.zip is ${OLD.content.length} bytes: expected 5`);
  });

  test("reports its progress in bytes", async () => {
    at().handle = (request, count) =>
      at().cut(respondWithFile(request, OLD), count === 1 ? 100_000 : Number.POSITIVE_INFINITY);
    const stages: (readonly [string, number, number | Total])[] = [];
    const progress: Progress = {
      async stage(name, work, total = 0) {
        let done = 0;
        const result = await work((bytes) => {
          done += bytes;
        });
        stages.push([name, done, total]);
        return result;
      },
    };
    await at().download(at().wanted(), progress);
    await at().download(at().wanted(), progress);
    const { length } = OLD.content;
    expect(stages).toEqual([
      ["download file.zip", length, length],
      ["file.zip is unchanged", 0, 0],
    ]);
  });
});

describe("a connection that is cut", () => {
  test("goes on where it stopped, as often as needed", async () => {
    at().handle = (request) => at().cut(respondWithFile(request, OLD), 70_000);
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range")).toEqual([
      undefined,
      ...[70, 140, 210, 280].map((kB) => `bytes=${kB}000-`),
    ]);
  });

  test("goes on in the next run, after giving up in this one", async () => {
    at().handle = (request, count) => at().cut(respondWithFile(request, OLD), count === 1 ? 70_000 : 0);
    expect(await refusalOf(at().download())).toMatch(/70000 of \d+ bytes|gave up after 20 tries/);
    expect(existsSync(at().target.path)).toBe(false);
    at().handle = (request) => respondWithFile(request, OLD);
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range").at(-1)).toBe("bytes=70000-");
  });

  test("begins anew when the file has changed meanwhile", async () => {
    at().handle = (request, count) =>
      count === 1 ? at().cut(respondWithFile(request, OLD), 70_000) : respondWithFile(request, NEW);
    await at().download();
    expect(at().content).toEqual(NEW.content);
    expect(at().requestedHeaders("range")).toEqual([undefined, "bytes=70000-"]);
  });

  const rest = OLD.content.subarray(70_000);
  const total = OLD.content.length;
  test.each<[string, ServedResponse]>([
    [
      "of another version",
      {
        status: 206,
        headers: { etag: '"two"', "content-range": `bytes 70000-${total - 1}/${total}` },
        body: rest,
      },
    ],
    [
      "from another place",
      { status: 206, headers: { "content-range": `bytes 69999-${total - 1}/${total}` }, body: rest },
    ],
    [
      "of another length",
      { status: 206, headers: { "content-range": `bytes 70000-${total}/${total + 1}` }, body: rest },
    ],
    ["without its place", { status: 206, body: rest }],
    ["that it says to lack", { status: 416 }],
    ["that is unchanged", { status: 304 }],
  ])("begins anew when the server gives a part %s", async (_what, wrong) => {
    at().handle = (request, count) => {
      if (count === 2) {
        return wrong;
      }
      const usual = respondWithFile(request, OLD);
      return count === 1 ? at().cut(usual, 70_000) : usual;
    };
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range")).toEqual([undefined, "bytes=70000-", undefined]);
  });

  test("begins anew where no header identifies the version", async () => {
    const weak = { content: OLD.content, headers: { etag: 'W/"one"' } };
    at().handle = (request, count) =>
      at().cut(respondWithFile(request, weak), count === 1 ? 9_000 : Number.POSITIVE_INFINITY);
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range")).toEqual([undefined, undefined]);
  });

  test("counts as cut when it falls silent", async () => {
    at().handle = (request, count) => ({
      ...respondWithFile(request, OLD),
      ...(count < 3 && { closeAfterBytes: count * 10_000, staysOpen: true }),
    });
    await at().download(undefined, undefined, at().clientOf(1_000));
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("range")).toEqual([undefined, "bytes=10000-", "bytes=30000-"]);
  });

  test("never mixes versions, wherever it is cut and whenever the file changes", async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 20; round++) {
      let served = OLD;
      at().handle = (request) => {
        if (random() < 0.3) {
          served = served === OLD ? NEW : OLD;
        }
        const bytes = random() < 0.6 ? Math.floor(random() * OLD.content.length) : Number.POSITIVE_INFINITY;
        return at().cut(respondWithFile(request, served), bytes);
      };
      await at().download();
      expect(at().content.equals(served.content)).toBe(true);
    }
    expect(at().requestedHeaders("range").filter(Boolean).length).toBeGreaterThan(5);
  });

  test("finishes a part that has all its bytes", async () => {
    at().handle = (request) => respondWithFile(request, OLD);
    at().target.start({ address: at().wanted().url, etag: '"one"', sizeBytes: total });
    writeFileSync(at().target.partPath, OLD.content);
    await at().download();
    expect(at().content).toEqual(OLD.content);
    expect(at().requestedHeaders("if-none-match")).toEqual(['"one"']);
  });

  test("passes by a server that is busy for a while", async () => {
    at().handle = (request, count) =>
      count < 4 ? { status: [500, 503, 429][count - 1]! } : respondWithFile(request, OLD);
    await at().download();
    expect(at().content).toEqual(OLD.content);
  });
});
