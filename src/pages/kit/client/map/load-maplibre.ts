import type { MaplibreFiles } from "../../maplibre-files.ts";

/** MapLibre as far as the bundle has it. */
export type Maplibre = Pick<
  typeof import("maplibre-gl"),
  "Map" | "Marker" | "NavigationControl" | "addProtocol"
>;
export type MaplibreMap = import("maplibre-gl").Map;

let begun: Promise<void> | undefined;

/**
 * Begins to load MapLibre with its style, which is too large to be part of a page's script. Its worker starts as soon
 * as its own files are there, before the library makes the page busy. Rejects when the worker's script or the style
 * cannot be had.
 */
export function beginMaplibre(files: MaplibreFiles): Promise<void> {
  begun ??= begin(files).catch((error) => {
    begun = undefined;
    throw error;
  });
  return begun;
}

async function begin({ starter, worker, library, parts, style }: MaplibreFiles): Promise<void> {
  // Otherwise browsers would request the imports of a script only after they have read it.
  document.head.append(
    ...[starter, ...parts, library].map((href) =>
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    ),
  );
  const start = async () => {
    const { startWorker } = (await import(starter)) as { startWorker(url: string): void };
    startWorker(new URL(worker, location.href).href);
  };
  await Promise.all([start(), loadStyle(style)]);
}

/** Loads MapLibre, its style and its worker. */
export async function loadMaplibre(files: MaplibreFiles): Promise<Maplibre> {
  const begun = beginMaplibre(files);
  const [maplibre] = await Promise.all([import(files.library) as Promise<Maplibre>, begun]);
  return maplibre;
}

/** MapLibre 6 draws with WebGL 2 only. */
export function hasWebGl2(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  // Browsers keep a limited number of contexts alive.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

function loadStyle(path: string): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${path} cannot be loaded.`));
  });
  // Styles of the page come later and win.
  document.head.prepend(link);
  return loaded;
}
