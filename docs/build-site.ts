/**
 * Builds the documentation as static files, for any web server and below any path: `npm run docs [-- FOLDER]`, by
 * default `site`. The pages are those at `/docs` of a server with the sample.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type App, createApp } from "../src/app.ts";
import { importSample } from "../src/cli/import-sample.ts";
import { buildAssets } from "../src/pages/kit/server/assets.ts";
import { FORMER_GUIDES } from "../src/pages/reference/server/guides.ts";
import {
  fileOf,
  listAssets,
  listPages,
  SEARCH_INDEX,
  toRefreshPage,
  toStaticIndex,
  toStaticPage,
} from "./static-page.ts";

/** Address of a server in the examples: the default of `baken serve`. */
const ORIGIN = "http://127.0.0.1:8080";

/** Writes the site into a folder, and returns the number of pages. Files of an earlier site are replaced. */
export async function buildSite(folder: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-site-"));
  try {
    await importSample({ dataDir, keepRegistries: 1, isConfirmed: false });
    const app = createApp({ dataDir, assets: await buildAssets(), publicUrl: ORIGIN });
    try {
      return await writeSite(app, folder);
    } finally {
      app.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function writeSite(app: App, folder: string): Promise<number> {
  const pages = await collectPages(app);
  const assets = await collectAssets(app, pages);
  for (const [path, document] of pages) {
    const file = fileOf(path);
    await write(folder, file, toStaticPage(document, file));
  }
  for (const [former, target] of FORMER_GUIDES) {
    await write(folder, fileOf(`/docs/guides/${former}`), toRefreshPage(target));
  }
  for (const [path, content] of assets) {
    await write(folder, path.slice(1), content);
  }
  await write(folder, SEARCH_INDEX, toStaticIndex(await (await ask(app, "/docs/search.json")).text()));
  await write(folder, "openapi.yaml", await readOpenApi(app));
  return pages.size + FORMER_GUIDES.size;
}

/** Follows the links from the first page. */
async function collectPages(app: App): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const open = ["/docs"];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const document = await (await ask(app, path)).text();
    pages.set(path, document);
    open.push(...listPages(document).filter((next) => !pages.has(next) && !open.includes(next)));
  }
  return pages;
}

/** Collects the files that pages load, and the files that these load. */
async function collectAssets(app: App, pages: ReadonlyMap<string, string>): Promise<Map<string, Uint8Array>> {
  const assets = new Map<string, Uint8Array>();
  const open = [...new Set([...pages.values()].flatMap(listAssets))];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const bytes = await (await ask(app, path)).bytes();
    assets.set(path, bytes);
    const next = /\.(js|css)$/.test(path) ? listAssets(new TextDecoder().decode(bytes)) : [];
    open.push(...next.filter((name) => !assets.has(name) && !open.includes(name)));
  }
  return assets;
}

async function readOpenApi(app: App): Promise<string> {
  const { token } = await app.keys.create({ name: "site", kind: "server" });
  await app.keys.refresh();
  return (await ask(app, "/api/v1/openapi.yaml", { authorization: `Bearer ${token}` })).text();
}

async function ask(app: App, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(ORIGIN + path, { headers: { "accept-language": "en", ...headers } });
  const response = await app.fetch(request);
  if (response.status !== 200) {
    throw new Error(`${path} is answered with ${response.status}: ${await response.text()}`);
  }
  return response;
}

async function write(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  await Bun.write(path, content);
}

if (import.meta.main) {
  const [folder = "site"] = process.argv.slice(2);
  const count = await buildSite(folder);
  process.stdout.write(
    `${count} pages in ${folder}; open ${join(folder, "index.html")} through any web server.\n`,
  );
}
