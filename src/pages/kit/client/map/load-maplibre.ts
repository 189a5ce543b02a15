/** Paths of MapLibre's published files. */
export interface MaplibreFiles {
  readonly script: string;
  readonly worker: string;
  readonly style: string;
}

export type Maplibre = typeof import("maplibre-gl");
export type MaplibreMap = import("maplibre-gl").Map;

/** Loads MapLibre from its published files, which are too large to be part of a page's script. */
export async function loadMaplibre(assets: MaplibreFiles): Promise<Maplibre> {
  const [maplibre] = await Promise.all([import(assets.script) as Promise<Maplibre>, loadStyle(assets.style)]);
  maplibre.setWorkerUrl(new URL(assets.worker, location.href).href);
  maplibre.prewarm();
  // Lets the worker start beside the making of the map, which would keep the browser from it.
  await new Promise((resolve) => setTimeout(resolve));
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
  if (document.querySelector(`link[href="${path}"]`) !== null) {
    return Promise.resolve();
  }
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
