/**
 * Declares the bundle of MapLibre. MapLibre publishes two scripts, each complete: the worker repeats half of the
 * library. Bundled from the published sources, both share these parts, and parts that the pages do not use are left
 * out. That is a quarter less to send, and the worker starts while the library is still on its way.
 */
import { basename, dirname, join } from "node:path";
import type { MaplibreFiles } from "../maplibre-files.ts";

/** Entries by their name, as modules within MapLibre's sources. */
const ENTRIES = {
  library: `
    export { Map } from "./ui/map.ts";
    export { Marker } from "./ui/marker.ts";
    export { NavigationControl } from "./ui/control/navigation_control.ts";
    export { addProtocol } from "./source/protocol_crud.ts";`,
  starter: `
    import { config } from "./util/config.ts";
    import { prewarm } from "./util/global_worker_pool.ts";
    export function startWorker(url) {
      config.WORKER_URL = url;
      prewarm();
    }`,
  worker: `import "./source/worker.ts";`,
} as const;

/** Modules that no map of baken needs, with what takes their place: 7 % of what is sent. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  /** A form of tiles. */
  vector_tile_mlt: "export class MLTVectorTile {}",
  /** Checks of styles, for which a slow phone waits a tenth of a second: tests check the styles of baken. */
  validate_style: `
    const passes = () => false;
    export const validateStyle = () => [];
    export const SPEC_SOURCE_TYPES = new Set(["vector", "raster", "raster-dem", "geojson", "video", "image"]);
    export { passes as validateStyleAndEmit, passes as emitValidationErrors, passes as validateAndEmit };`,
};

const WITHOUT_UNUSED: Bun.BunPlugin = {
  name: "without-unused",
  setup(build) {
    build.onLoad({ filter: new RegExp(`[/\\\\](${Object.keys(LEFT_OUT).join("|")})\\.ts$`) }, ({ path }) => ({
      contents: LEFT_OUT[basename(path, ".ts")]!,
      loader: "js",
    }));
  },
};

/** Returns the build of MapLibre, whose files {@link findMaplibreFiles} tells apart. */
export function maplibreBuild(): Bun.BuildConfig {
  const folder = join(dirname(Bun.fileURLToPath(import.meta.resolve("maplibre-gl"))), "..");
  const pathOf = (name: string) => join(folder, `src/${name}.ts`);
  const modules = Object.entries(ENTRIES).map(([name, text]) => [pathOf(name), text] as const);
  return {
    entrypoints: [...modules.map(([path]) => path), join(folder, "dist/maplibre-gl.css")],
    files: Object.fromEntries(modules),
    plugins: [WITHOUT_UNUSED],
    // The hash in a name is of paths below this folder too: the same in every checkout.
    root: join(folder, ".."),
    splitting: true,
    // MapLibre's classes count on fields that are declared only for their type.
    tsconfig: join(import.meta.dir, "maplibre.tsconfig.json"),
    publicPath: "./",
    naming: { entry: "maplibre-[name]-[hash].[ext]", chunk: "maplibre-part-[hash].[ext]" },
  };
}

/** Tells the files of the build apart by their paths. */
export function findMaplibreFiles(paths: readonly string[]): MaplibreFiles {
  const find = (name: string) => paths.find((path) => path.includes(`/maplibre-${name}-`))!;
  return {
    starter: find("starter"),
    worker: find("worker"),
    library: find("library"),
    parts: paths.filter((path) => path.includes("/maplibre-part-")),
    style: paths.find((path) => path.endsWith(".css"))!,
  };
}
