/** The map of the page that `./baken static --site` writes: tiles of a PMTiles file beside the addresses. */
import { buildStyle, TILE_SOURCE } from "../../../../tiles/style.ts";
import { hasWebGl2, loadMaplibre } from "../../../kit/client/map/load-maplibre.ts";
import { ArchiveReader, type NoArchive } from "./archive-reader.ts";

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
  const archive = await ArchiveReader.open(archiveUrl);
  if (typeof archive === "string") {
    return archive;
  }
  if (!hasWebGl2()) {
    return "no-webgl";
  }
  const beside = (file: string) => new URL(file, import.meta.url).href;
  const maplibre = await loadMaplibre({
    script: beside("maplibre-gl.js"),
    worker: beside("maplibre-gl-worker.js"),
    style: beside("maplibre-gl.css"),
  });
  maplibre.addProtocol(PROTOCOL, async ({ url }) => {
    const [z, x, y] = url
      .slice(PROTOCOL.length + 3)
      .split("/")
      .map(Number) as [number, number, number];
    return { data: (await archive.readTile(z, x, y)) ?? new ArrayBuffer(0) };
  });
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const style = buildStyle({ theme, tileJsonUrl: "" });
  const map = new maplibre.Map({
    container,
    style: {
      ...style,
      sources: {
        [TILE_SOURCE]: { type: "vector", tiles: [`${PROTOCOL}://{z}/{x}/{y}`], ...archive.facts },
      },
    },
    bounds: archive.facts.bounds,
    attributionControl: { compact: false },
  });
  map.addControl(new maplibre.NavigationControl({ showCompass: false }));
  map.on("click", ({ lngLat: { lat, lng } }) => onPick({ latitude: lat, longitude: lng }));
  container.ariaBusy = "true";
  map.once("idle", () => {
    container.ariaBusy = "false";
  });
  const marker = new maplibre.Marker();
  return {
    show({ latitude, longitude }) {
      marker.setLngLat([longitude, latitude]).addTo(map);
      map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), ADDRESS_ZOOM) });
    },
  };
}
