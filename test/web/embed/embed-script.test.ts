/** Tests the file of the form component as shops load it. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../../src/app.ts";
import { buildAssets } from "../../../src/pages/kit/server/assets.ts";
import { makeDataFolder } from "../../support/servers/http-harness.ts";

const MAX_GZIP_BYTES = 12 * 1024;
/** Maximum of the code loaded for static files: the client `baken-client/static` and the component's calls. */
const MAX_STATIC_GZIP_BYTES = 6.5 * 1024;
const dataDir = makeDataFolder();
const app = createApp({ dataDir, assets: await buildAssets() });
afterAll(() => {
  app.close();
  rmSync(dataDir, { recursive: true });
});

const load = async (headers: Record<string, string> = {}, name = "baken-address.js") =>
  app.fetch(new Request(`http://127.0.0.1:8080/embed/${name}`, { headers }));

describe("/embed/baken-address.js", () => {
  test("is at most 12 KB compressed, and one file", async () => {
    const response = await load({ "accept-encoding": "gzip" });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    const gzip = new Uint8Array(await response.arrayBuffer());
    expect(gzip.length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
    const script = new TextDecoder().decode(Bun.gunzipSync(gzip));
    expect(new Bun.Transpiler({ loader: "js" }).scanImports(script)).toEqual([]);
    expect(script).not.toMatch(/innerHTML|eval\(|new Function/);
  });

  test("what it loads for static files is at most 6.5 KB compressed, and one file", async () => {
    const response = await load({ "accept-encoding": "gzip" }, "baken-static.js");
    const gzip = new Uint8Array(await response.arrayBuffer());
    expect(gzip.length).toBeLessThanOrEqual(MAX_STATIC_GZIP_BYTES);
    const script = new TextDecoder().decode(Bun.gunzipSync(gzip));
    expect(new Bun.Transpiler({ loader: "js" }).scanImports(script)).toEqual([]);
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test("any page may load it as a module, and ask whether it changed", async () => {
    const response = await load({ origin: "https://shop.example" });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(response.headers.get("content-type")).toStartWith("text/javascript");
    expect(response.headers.get("cache-control")).toContain("max-age=3600");
    expect((await load({ "if-none-match": response.headers.get("etag")! })).status).toBe(304);
  });
});
