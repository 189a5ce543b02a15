/**
 * Scripts and styles of the pages. Bun bundles them from their sources once, when a server starts from the sources; a
 * release bundles them beforehand. MapLibre's files are served as published.
 */
import { deserialize, serialize } from "bun:jsc";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { AppError } from "../../../base/errors.ts";
import { BUNDLED_BUILD_ID, programFile } from "../../../base/program-files.ts";
import type { BytesResult } from "../../../http/endpoint.ts";

/** Script of each page, below src/pages; a style that it imports becomes a file of its own. */
const ENTRIES = {
  explorer: "explorer/client/explorer.tsx",
  "embed-page": "form/client/embed-page.ts",
  files: "files/client/files.tsx",
  reference: "reference/client/reference.tsx",
} as const;
/** Scripts of the admin port, of which the public one serves nothing. */
const OPERATOR_ENTRIES = { operator: "operator/client/operator.tsx" } as const;
export type EntryName = keyof typeof ENTRIES | keyof typeof OPERATOR_ENTRIES;

/** Content of one path; supports structured cloning, for the serving threads. */
export interface Asset {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  /** Brotli: smaller than gzip, and longer in the making, in releases only. */
  readonly br?: Uint8Array<ArrayBuffer>;
}

/** Paths of what a page loads. */
interface PageAssets {
  readonly script: string;
  /** Undefined for a script that imports no style. */
  readonly style: string | undefined;
  /** Scripts that the script imports at once, which browsers then load beside it. */
  readonly imported: readonly string[];
}

/** Files of pages, and the pages that load them. */
export interface BundledPages<Name extends EntryName> {
  /** By path: `/assets/explorer-1a2b3c4d.js`. The content of a path never changes, but of {@link FIXED_PATHS}. */
  readonly files: ReadonlyMap<string, Asset>;
  readonly pages: Readonly<Record<Name, PageAssets>>;
}

export interface Assets extends BundledPages<keyof typeof ENTRIES> {
  /** The form component: one file without imports; and the one that it loads for static files. */
  readonly embed: Asset;
  readonly embedStatic: Asset;
  /** The map of the page of `./baken static --site`. */
  readonly siteMap: Asset;
  readonly maplibre: { readonly script: string; readonly worker: string; readonly style: string };
}

export const ASSETS_PATH = "/assets";
export const ICON_PATH = `${ASSETS_PATH}/icon.svg`;
export const TOUCH_ICON_PATH = `${ASSETS_PATH}/touch-icon.png`;
/** Picture of the product that shared links show: 1200 by 630 pixels. */
export const SHARE_PICTURE_PATH = `${ASSETS_PATH}/share.jpg`;
export const FAVICON_PATH = `${ASSETS_PATH}/favicon.ico`;
/** Paths that stay the same when a release changes their content. */
export const FIXED_PATHS: readonly string[] = [ICON_PATH, TOUCH_ICON_PATH, SHARE_PICTURE_PATH, FAVICON_PATH];
/** Paths of the form component: fixed, because pages of others name the first, and it the second. */
export const EMBED_PATH = "/embed/baken-address.js";
export const EMBED_STATIC_PATH = "/embed/baken-static.js";
const PAGES = join(import.meta.dir, "../..");
const MAPLIBRE_FILES = {
  script: "maplibre-gl.mjs",
  worker: "maplibre-gl-worker.mjs",
  style: "maplibre-gl.css",
};
const GZIP_LEVEL = 9;
const compressByBrotli = promisify(brotliCompress);
const BUILT_ASSETS = "assets.bin";
const BUILT_OPERATOR_ASSETS = "operator-assets.bin";

/** Returns all assets of the public pages. Throws `unavailable` when the sources cannot be bundled. */
export async function buildAssets(): Promise<Assets> {
  if (BUNDLED_BUILD_ID !== undefined) {
    return deserialize(readFileSync(programFile(BUILT_ASSETS)));
  }
  const [bundled, embed, embedStatic, siteMap, maplibre] = await Promise.all([
    bundlePages(ENTRIES),
    bundleAlone("form/client/form-script.ts"),
    bundleAlone("form/client/static-files.ts"),
    bundleAlone("explorer/client/site-map/site-map.ts"),
    readMaplibre(),
  ]);
  return {
    files: new Map([...bundled.files, ...maplibre.files]),
    pages: bundled.pages,
    embed,
    embedStatic,
    siteMap,
    maplibre: maplibre.paths,
  };
}

/** Returns the assets of the operator's pages. */
export async function buildOperatorAssets(): Promise<BundledPages<keyof typeof OPERATOR_ENTRIES>> {
  if (BUNDLED_BUILD_ID !== undefined) {
    return deserialize(readFileSync(programFile(BUILT_OPERATOR_ASSETS)));
  }
  return bundlePages(OPERATOR_ENTRIES);
}

/** Returns the files of a release by their path, which hold what the two functions above return. */
export async function serializeAssets(): Promise<ReadonlyMap<string, Uint8Array>> {
  const [assets, operatorAssets] = await Promise.all([
    buildAssets().then(compressBetter),
    buildOperatorAssets().then(compressBetter),
  ]);
  return new Map([
    [BUILT_ASSETS, new Uint8Array(serialize(assets))],
    [BUILT_OPERATOR_ASSETS, new Uint8Array(serialize(operatorAssets))],
  ]);
}

async function compressBetter<Bundled extends Pick<Assets, "files">>(bundled: Bundled): Promise<Bundled> {
  const compress = async ([path, asset]: [string, Asset]) => {
    // By its highest level, which is its default: a sixth less than gzip for the library of the map.
    const br = new Uint8Array(await compressByBrotli(asset.bytes));
    return [path, { ...asset, br }] as const;
  };
  return { ...bundled, files: new Map(await Promise.all([...bundled.files].map(compress))) };
}

/** Returns the compressed forms of an asset that exist, the preferred one first. */
export function encodedForms({ gzip, br }: Asset): NonNullable<BytesResult["encoded"]> {
  return br === undefined ? { gzip } : { br, gzip };
}

async function bundlePages<Name extends EntryName>(
  entries: Readonly<Record<Name, string>>,
): Promise<BundledPages<Name>> {
  // Each page alone: with parts that pages share, browsers would wait for a dozen small files, six at a time.
  const perPage = Object.values<string>(entries).map((entry) =>
    bundle([entry], {
      splitting: true,
      // Files name each other by relative paths, so that pages also work below another path.
      publicPath: "./",
      naming: { entry: "[name]-[hash].[ext]", chunk: "chunk-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    }),
  );
  const outputs = (await Promise.all(perPage)).flat();
  const files = new Map<string, Asset>();
  for (const path of FIXED_PATHS) {
    files.set(path, await toAsset(Bun.file(join(import.meta.dir, path.slice(ASSETS_PATH.length + 1)))));
  }
  for (const output of outputs) {
    files.set(pathOf(output), await toAsset(output));
  }
  const pages = Object.keys(entries).map((name) => [name, findPage(name, files)] as const);
  return { files, pages: Object.fromEntries(pages) as Record<Name, PageAssets> };
}

/** Bundles a script of the form component, apart from the pages so that it shares no file with them. */
async function bundleAlone(entry: string): Promise<Asset> {
  const [output] = await bundle([entry]);
  return toAsset(output!);
}

async function bundle(entries: readonly string[], options: Partial<Bun.BuildConfig> = {}) {
  const built = await Bun.build({
    ...options,
    entrypoints: entries.map((entry) => join(PAGES, entry)),
    root: PAGES,
    target: "browser",
    minify: true,
    throw: false,
  });
  if (!built.success) {
    throw new AppError("unavailable", `The pages cannot be bundled: ${built.logs.join("; ")}`);
  }
  // Bun returns chunks in the order in which its threads end.
  return built.outputs.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function pathOf({ path }: { readonly path: string }): string {
  return `${ASSETS_PATH}/${path.replace(/^\.\//, "")}`;
}

/** Finds the files of a page among all: `explorer-<hash>.js` and `explorer-<hash>.css`. */
function findPage(name: string, files: ReadonlyMap<string, Asset>): PageAssets {
  const find = (extension: string) =>
    [...files.keys()].find((path) => new RegExp(`^${ASSETS_PATH}/${name}-[^-]+\\.${extension}$`).test(path));
  const script = find("js")!;
  return { script, style: find("css"), imported: [...listImported(files, script)] };
}

/** Finds what a bundled script imports, also by others; not what it loads later, by `import()`. */
function listImported(
  files: ReadonlyMap<string, Asset>,
  script: string,
  found = new Set<string>(),
): Set<string> {
  const text = new TextDecoder().decode(files.get(script)!.bytes);
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/(chunk-[^"]+\.js)"/g)) {
    const path = `${ASSETS_PATH}/${name}`;
    if (!found.has(path)) {
      listImported(files, path, found.add(path));
    }
  }
  return found;
}

async function readMaplibre() {
  const folder = join(import.meta.resolve("maplibre-gl"), "..").replace(/^file:/, "");
  const { version } = await Bun.file(join(folder, "../package.json")).json();
  const pathOfFile = (file: string) => `${ASSETS_PATH}/${file.replace(".", `-${version}.`)}`;
  const read = async (file: string) =>
    [pathOfFile(file), await toAsset(Bun.file(join(folder, file)))] as const;
  const files = new Map(await Promise.all(Object.values(MAPLIBRE_FILES).map(read)));
  const { script, worker, style } = MAPLIBRE_FILES;
  const paths = { script: pathOfFile(script), worker: pathOfFile(worker), style: pathOfFile(style) };
  return { files, paths };
}

async function toAsset(content: Blob): Promise<Asset> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const gzip = Bun.gzipSync(bytes, { level: GZIP_LEVEL, library: "libdeflate" });
  return { contentType: content.type, bytes, gzip };
}
