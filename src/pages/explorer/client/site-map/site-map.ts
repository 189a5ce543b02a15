/** The map of the page that `./baken static --site` writes: tiles of a PMTiles file beside the addresses. */
import { buildStyle, TILE_SOURCE } from "../../../../tiles/style.ts";
import { createMap } from "../../../kit/client/map/create-map.ts";
import { hasWebGl2, loadMaplibre } from "../../../kit/client/map/load-maplibre.ts";
import type { MaplibreFiles } from "../../../kit/maplibre-files.ts";
import { type NoArchive, openArchive } from "./open-archive.ts";

/** Paths at which a server has MapLibre's files; here they are next to this script. Set by the bundler. */
declare const MAPLIBRE_FILES: MaplibreFiles;

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SiteMap {
  /** Marks a position and brings it into view. */
  show(position: Position): void;
}

/** Zoom at which a street fills the map. */
const ADDRESS_ZOOM = 16;
const PROTOCOL = "archive";

/** Opens the map of an archive in a container that has a size; returns why there is none. */
export async function openSiteMap(
  container: HTMLElement,
  archiveUrl: string,
  onPick: (position: Position) => void,
): Promise<SiteMap | NoArchive | "no-webgl"> {
  const archive = await openArchive(archiveUrl);
  if (typeof archive === "string") {
    return archive;
  }
  const { readTile, ...facts } = archive;
  if (!hasWebGl2()) {
    return "no-webgl";
  }
  const beside = (path: string) => new URL(path.slice(path.lastIndexOf("/") + 1), import.meta.url).href;
  const { starter, worker, library, parts, style: sheet } = MAPLIBRE_FILES;
  const maplibre = await loadMaplibre({
    ...{ starter: beside(starter), worker: beside(worker), library: beside(library) },
    parts: parts.map(beside),
    style: beside(sheet),
  });
  maplibre.addProtocol(PROTOCOL, async ({ url }) => {
    const [z, x, y] = url
      .slice(PROTOCOL.length + 3)
      .split("/")
      .map(Number) as [number, number, number];
    return { data: (await readTile(z, x, y)) ?? new ArrayBuffer(0) };
  });
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const style = buildStyle({ theme, tileJsonUrl: "" });
  const map = createMap(maplibre, container, {
    style: {
      ...style,
      sources: {
        [TILE_SOURCE]: { type: "vector", tiles: [`${PROTOCOL}://{z}/{x}/{y}`], ...facts },
      },
    },
    bounds: facts.bounds,
  });
  map.addControl(new maplibre.NavigationControl({ showCompass: false }));
  map.on("click", ({ lngLat: { lat, lng } }) => onPick({ latitude: lat, longitude: lng }));
  const marker = new maplibre.Marker();
  return {
    show({ latitude, longitude }) {
      marker.setLngLat([longitude, latitude]).addTo(map);
      map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), ADDRESS_ZOOM) });
    },
  };
}
