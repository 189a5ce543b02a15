/**
 * Scripts and styles of the pages, and MapLibre's. Bun bundles them from their sources once, when a server starts from
 * the sources; a release bundles them beforehand.
 */
import { deserialize, serialize } from "bun:jsc";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { AppError } from "../../../base/errors.ts";
import { BUNDLED_BUILD_ID, programFile } from "../../../base/program-files.ts";
import type { BytesResult } from "../../../http/endpoint.ts";
import type { MaplibreFiles } from "../maplibre-files.ts";
import { findMaplibreFiles, maplibreBuild } from "./maplibre-build.ts";

/** Script of each page, below src/pages; a style that it imports becomes a file of its own. */
const ENTRIES = {
  explorer: "explorer/client/explorer.tsx",
  "embed-page": "form/client/embed-page.ts",
  files: "files/client/files.tsx",
  reference: "reference/client/reference.tsx",
} as const;
/** Scripts of the admin port, never served on the public port. */
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

/** Paths of the files that a page loads. */
interface PageAssets {
  readonly script: string;
  /** Undefined for a script that imports no style. */
  readonly style: string | undefined;
  /** Scripts that the script imports at once, which browsers then load beside it. */
  readonly imported: readonly string[];
}

/** Files of pages, and the pages that load them. */
export interface BundledPages<Name extends EntryName> {
  /** By path: `/assets/explorer-1a2b3c4d.js`. The content of a path never changes, except for {@link FIXED_PATHS}. */
  readonly files: ReadonlyMap<string, Asset>;
  readonly pages: Readonly<Record<Name, PageAssets>>;
}

export interface Assets extends BundledPages<keyof typeof ENTRIES> {
  /** The form component, which is one file without imports, and the file that it loads for static files. */
  readonly embed: Asset;
  readonly embedStatic: Asset;
  /** The map of the page of `./baken static --site`. */
  readonly siteMap: Asset;
  readonly maplibre: MaplibreFiles;
}

export const ASSETS_PATH = "/assets";
export const ICON_PATH = `${ASSETS_PATH}/icon.svg`;
export const TOUCH_ICON_PATH = `${ASSETS_PATH}/touch-icon.png`;
/** Picture of the product that shared links show: 1200 by 630 pixels. */
export const SHARE_PICTURE_PATH = `${ASSETS_PATH}/share.jpg`;
export const FAVICON_PATH = `${ASSETS_PATH}/favicon.ico`;
/** Paths that stay the same when a release changes their content. */
export const FIXED_PATHS: readonly string[] = [ICON_PATH, TOUCH_ICON_PATH, SHARE_PICTURE_PATH, FAVICON_PATH];
/** Paths of the form component. Fixed, because pages of others name the first, and the first names the second. */
export const EMBED_PATH = "/embed/baken-address.js";
export const EMBED_STATIC_PATH = "/embed/baken-static.js";
const PAGES = join(import.meta.dir, "../..");
const GZIP_LEVEL = 9;
const compressByBrotli = promisify(brotliCompress);
const BUILT_ASSETS = "assets.bin";
const BUILT_OPERATOR_ASSETS = "operator-assets.bin";

/** Returns all assets of the public pages. Throws `unavailable` when the sources cannot be bundled. */
export async function buildAssets(): Promise<Assets> {
  if (BUNDLED_BUILD_ID !== undefined) {
    return deserialize(readFileSync(programFile(BUILT_ASSETS)));
  }
  const maplibreBundled = bundleMaplibre();
  const [bundled, embed, embedStatic, siteMap, maplibre] = await Promise.all([
    bundlePages(ENTRIES),
    bundleAlone("form/client/form-script.ts"),
    bundleAlone("form/client/static-files.ts"),
    maplibreBundled.then(({ paths }) => bundleSiteMap(paths)),
    maplibreBundled,
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

/** Returns the files of a release by their path. They contain the results of the two functions above. */
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
    bundle({
      entrypoints: [join(PAGES, entry)],
      plugins: [shareOneFile(join(PAGES, entry))],
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
  for (const [path, asset] of await toFiles(outputs)) {
    files.set(path, asset);
  }
  const pages = Object.keys(entries).map((name) => [name, findPage(name, files)] as const);
  return { files, pages: Object.fromEntries(pages) as Record<Name, PageAssets> };
}

/**
 * Lets each script that a page loads later import the page's own script, so that the code they share is one file.
 * Otherwise it is a file for each set of scripts that share something, a dozen in all.
 */
function shareOneFile(entry: string): Bun.BunPlugin {
  const later = new Set<string>();
  return {
    name: "share-one-file",
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
        if (kind === "dynamic-import") {
          later.add(resolve(dirname(importer), path));
        }
        return undefined;
      });
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path, loader }) =>
        later.has(path)
          ? { contents: `import ${JSON.stringify(entry)};\n${await Bun.file(path).text()}`, loader }
          : undefined,
      );
    },
  };
}

/** Bundles a script of the form component, apart from the pages so that it shares no file with them. */
async function bundleAlone(entry: string, config: Partial<Bun.BuildConfig> = {}): Promise<Asset> {
  const [output] = await bundle({ ...config, entrypoints: [join(PAGES, entry)] });
  return toAsset(output!);
}

/** Bundles the map of the page of static files, which has MapLibre's files beside it. */
function bundleSiteMap(maplibre: MaplibreFiles): Promise<Asset> {
  return bundleAlone("explorer/client/site-map/site-map.ts", {
    define: { MAPLIBRE_FILES: JSON.stringify(maplibre) },
  });
}

async function bundle(config: Bun.BuildConfig) {
  const built = await Bun.build({
    root: PAGES,
    ...config,
    // Files that a plugin loads have no tsconfig.json.
    jsx: { runtime: "automatic", importSource: "preact", development: false },
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

async function bundleMaplibre() {
  const files = await toFiles(await bundle(maplibreBuild()));
  return { files, paths: findMaplibreFiles([...files.keys()]) };
}

async function toFiles(outputs: readonly Bun.BuildArtifact[]): Promise<Map<string, Asset>> {
  const toFile = async (output: Bun.BuildArtifact) => [pathOf(output), await toAsset(output)] as const;
  return new Map(await Promise.all(outputs.map(toFile)));
}

async function toAsset(content: Blob): Promise<Asset> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const gzip = Bun.gzipSync(bytes, { level: GZIP_LEVEL, library: "libdeflate" });
  return { contentType: content.type, bytes, gzip };
}
