/** Requests the tiles of Weesp, their TileJSON and style over HTTP. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../src/app.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";
import { readTile } from "../support/tiles/read-tile.ts";

const ORIGIN = "https://adres.example";
const SITE = "https://shop.example";
const TILE = "/tiles/14/8421/5389.mvt";
const dataDir = await makeWeespFolder();
const keys = openKeyStore(dataDir);
const server = keys.create({ name: "server", kind: "server", ratePerMinute: 5 }).token;
const browser = keys.create({ name: "browser", kind: "browser", origins: [SITE] }).token;
const app = createApp({ dataDir });
const withBaseMap = createApp({ dataDir, baseMap: "pdok-brt" });

afterAll(() => {
  app.close();
  withBaseMap.close();
  keys.close();
  rmSync(dataDir, { recursive: true });
});

interface Asked extends RequestInit {
  readonly from?: typeof app;
  readonly headers?: Record<string, string>;
}

async function ask(path: string, { from = app, headers, ...init }: Asked = {}): Promise<Response> {
  const authorization = `Bearer ${server}`;
  const request = new Request(ORIGIN + path, { ...init, headers: { authorization, ...headers } });
  return await from.fetch(request, () => "192.0.2.7");
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes, which the tests compare
async function jsonOf(response: Response): Promise<any> {
  return JSON.parse(await response.text());
}

async function problemOf(path: string) {
  const response = await ask(path);
  return { status: response.status, ...((await response.json()) as { code: string; errors?: object }) };
}

describe("a tile", () => {
  test("is a vector tile that its key may keep for some minutes", async () => {
    const response = await ask(TILE);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
    expect(response.headers.get("cache-control")).toBe("private, max-age=600");
    expect(readTile(await bytesOf(response)).pand).toHaveLength(5226);
  });

  test.each([
    ["gzip", (bytes: Uint8Array<ArrayBuffer>) => Bun.gunzipSync(bytes)],
    ["zstd", (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdDecompressSync(bytes)],
  ] as const)("comes compressed with %s, twice the same", async (coding, unpack) => {
    const plain = await bytesOf(await ask(TILE));
    for (let turn = 0; turn < 2; turn++) {
      const response = await ask(TILE, { headers: { "accept-encoding": coding } });
      expect(response.headers.get("content-encoding")).toBe(coding);
      const packed = await bytesOf(response);
      expect(packed.length).toBeLessThan(plain.length * 0.7);
      expect(new Uint8Array(unpack(packed))).toEqual(plain);
    }
  });

  test("is not sent again to who has it", async () => {
    const etag = (await ask(TILE)).headers.get("etag")!;
    const again = await ask(TILE, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(await again.text()).toBe("");
  });

  test.each([
    ["beside the town", "/tiles/14/8300/5200.mvt"],
    ["in Africa", "/tiles/12/2100/2100.mvt"],
    ["below the lowest zoom", "/tiles/0/0/0.mvt"],
  ])("without content is 204: %s", async (_, path) => {
    const response = await ask(path);
    expect(response.status).toBe(204);
    expect(response.headers.get("etag")).toBeString();
    expect(await response.text()).toBe("");
    expect((await ask(path, { method: "HEAD" })).status).toBe(204);
  });

  test.each([
    ["/tiles/17/0/0.mvt", "z"],
    ["/tiles/99999999999/0/0.mvt", "z"],
    ["/tiles/-1/0/0.mvt", "z"],
    ["/tiles/a/0/0.mvt", "z"],
    ["/tiles/1e1/0/0.mvt", "z"],
    ["/tiles/14/16384/0.mvt", "x"],
    ["/tiles/14/-1/0.mvt", "x"],
    ["/tiles/14/9007199254740993/0.mvt", "x"],
    ["/tiles/14/0/16384.mvt", "y"],
    ["/tiles/14/0/-1.mvt", "y"],
    ["/tiles/14/0/99999999999999999999.mvt", "y"],
    ["/tiles/14/0/0.5.mvt", "y"],
    ["/tiles/14/0/5389.png", "y"],
    ["/tiles/14/0/5389", "y"],
    ["/tiles/14/0/..%2f..%2fetc%2fpasswd.mvt", "y"],
  ])("%s is refused for its %s", async (path, parameter) => {
    const { status, code, errors } = await problemOf(path);
    expect({ status, code }).toEqual({ status: 422, code: "validation_failed" });
    expect(Object.keys(errors!)).toEqual([parameter]);
  });

  test.each(["/tiles", "/tiles/14", "/tiles/14/8421", "/tiles/14/8421/5389.mvt/x", "/tiles/../tiles.json/x"])(
    "%s is no route",
    async (path) => {
      expect((await problemOf(path)).status).toBe(404);
    },
  );

  test("needs a key, and takes nothing from its rate", async () => {
    const anonymous = await app.fetch(new Request(ORIGIN + TILE), () => "192.0.2.8");
    expect(anonymous.status).toBe(401);
    for (let turn = 0; turn < 10; turn++) {
      const response = await ask(TILE);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-ratelimit-limit")).toBe("3000");
    }
  });

  test("comes with the key of a browser in the URL, on its site", async () => {
    const path = `${TILE}?key=${encodeURIComponent(browser)}`;
    const response = await app.fetch(
      new Request(ORIGIN + path, { headers: { origin: SITE } }),
      () => "192.0.2.9",
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(SITE);
  });
});

describe("TileJSON", () => {
  test("names the tiles, their zooms and layers, under the public address", async () => {
    const response = await ask("/tiles.json");
    expect(response.headers.get("content-type")).toBe("application/json");
    const described = await jsonOf(response);
    expect(described).toMatchObject({
      tilejson: "3.0.0",
      tiles: [`${ORIGIN}/tiles/{z}/{x}/{y}.mvt`],
      minzoom: 5,
      maxzoom: 16,
      attribution: "BAG, Kadaster, 2021-10-15",
    });
    const [west, south, east, north] = described.bounds;
    expect(west).toBeWithin(4.9, 5.04);
    expect(east).toBeWithin(5.04, 5.2);
    expect(south).toBeWithin(52.2, 52.31);
    expect(north).toBeWithin(52.31, 52.4);
    const layers = readTile(await bytesOf(await ask("/tiles/16/33687/21558.mvt")));
    for (const [name, features] of Object.entries(layers)) {
      const layer = described.vector_layers.find(({ id }: { id: string }) => id === name);
      expect(layer, name).toBeDefined();
      for (const { properties } of features) {
        expect(Object.keys(properties).filter((field) => !(field in layer.fields))).toEqual([]);
      }
    }
  });

  test("carries a key in the URL into the URLs of the tiles", async () => {
    const path = `/tiles.json?key=${encodeURIComponent(browser)}`;
    const request = new Request(ORIGIN + path, { headers: { origin: SITE } });
    const { tiles } = await jsonOf(await app.fetch(request, () => "192.0.2.9"));
    expect(tiles).toEqual([`${ORIGIN}/tiles/{z}/{x}/{y}.mvt?key=${encodeURIComponent(browser)}`]);
  });
});

describe("the style", () => {
  test.each(["light", "dark"])("%s draws every layer of the tiles and asks nobody else", async (theme) => {
    const style = await jsonOf(await ask(`/tiles/style.json?theme=${theme}`));
    expect(style.sources).toEqual({ baken: { type: "vector", url: `${ORIGIN}/tiles.json` } });
    expect(style).not.toHaveProperty("glyphs");
    expect(style.state).toEqual({ year: { default: 9999 }, isLoading: { default: false } });
    const { vector_layers } = await jsonOf(await ask("/tiles.json"));
    const drawn = new Set(style.layers.map((layer: Record<string, unknown>) => layer["source-layer"]));
    expect(vector_layers.filter(({ id }: { id: string }) => !drawn.has(id))).toEqual([]);
  });

  test("has the base map that the operator chose under it", async () => {
    const style = await jsonOf(await ask("/tiles/style.json", { from: withBaseMap }));
    const { type, tiles, attribution } = style.sources["base-map"];
    expect(type).toBe("raster");
    expect(tiles[0]).toStartWith("https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/");
    expect(attribution).toContain("Kadaster");
    expect(style.layers[1]).toMatchObject({ type: "raster", source: "base-map" });
  });

  test("in a theme that does not exist is refused", async () => {
    expect(await problemOf("/tiles/style.json?theme=neon")).toMatchObject({ status: 422 });
  });
});
