/** Maps under the vector tiles: PDOK's, which browsers fetch from it, or an archive of this machine. */
import { layers, namedFlavor } from "@protomaps/basemaps";
import type { LayerSpecification, RasterLayerSpecification, StyleSpecification } from "maplibre-gl";
import { AppError, messageOf } from "../base/errors.ts";
import { ArchiveFile } from "./pmtiles/archive-file.ts";
import { AERIAL_LAYER, type Ground, type MapTheme } from "./style.ts";

/** Map that the setting `--base-map` names. */
export type BaseMap =
  | { readonly kind: "none" }
  | { readonly kind: "pdok-brt" }
  | { readonly kind: "archive"; readonly archive: ArchiveFile };

/**
 * Opens the map that a setting names; throws a usage error for a file that is not an archive of vector tiles. One
 * thread of a process also checks the directories of an archive.
 */
export function openBaseMap(setting: string, { isChecked = false } = {}): BaseMap {
  if (setting === "none" || setting === "pdok-brt") {
    return { kind: setting };
  }
  try {
    return { kind: "archive", archive: new ArchiveFile(setting, { isChecked }) };
  } catch (error) {
    throw new AppError("usage", `--base-map: ${setting} cannot be used. ${messageOf(error)}`);
  }
}

/** Returns the archive of a base map that this server has as a file. */
export function archiveOf(baseMap: BaseMap): ArchiveFile | undefined {
  return baseMap.kind === "archive" ? baseMap.archive : undefined;
}

const PDOK = "https://service.pdok.nl";

/** Returns the origins that pages with a base map fetch from. */
export function originsOf({ kind }: BaseMap): readonly string[] {
  return kind === "pdok-brt" ? [PDOK] : [];
}

/** Returns the ground of a style; undefined without a base map. `tilesUrl` is where the tiles of an archive are. */
export function groundOf(baseMap: BaseMap, theme: MapTheme, tilesUrl: string): Ground | undefined {
  switch (baseMap.kind) {
    case "none":
      return undefined;
    case "pdok-brt":
      return { sources: PDOK_SOURCES, layers: pdokLayers(theme) };
    case "archive":
      return { sources: archiveSource(baseMap.archive, tilesUrl), layers: archiveLayers(theme) };
  }
}

/** Name of the source, and the beginning of the layers' names. */
const BASE_MAP = "base-map";

const PDOK_SOURCES: StyleSpecification["sources"] = {
  [BASE_MAP]: {
    type: "raster",
    tileSize: 256,
    tiles: [`${PDOK}/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:3857/{z}/{x}/{y}.png`],
    attribution: "BRT achtergrondkaart: Kadaster (CC BY 4.0)",
    maxzoom: 19,
  },
  [AERIAL_LAYER]: {
    type: "raster",
    tileSize: 256,
    tiles: [`${PDOK}/hwh/luchtfotorgb/wmts/v1_0/Actueel_orthoHR/EPSG:3857/{z}/{x}/{y}.jpeg`],
    attribution: "Luchtfoto: Beeldmateriaal.nl (CC BY 4.0)",
    maxzoom: 19,
  },
};

/** Makes the BRT's grey version less prominent than the colours; it serves both themes. */
const RECEDING: Readonly<Record<MapTheme, NonNullable<RasterLayerSpecification["paint"]>>> = {
  light: { "raster-saturation": -0.7, "raster-opacity": 0.75 },
  dark: { "raster-saturation": -0.9, "raster-opacity": 0.35, "raster-brightness-max": 0.6 },
};

/** Returns the layers of PDOK's maps; the aerial picture is hidden, for pages to show. */
function pdokLayers(theme: MapTheme): LayerSpecification[] {
  return [
    { id: BASE_MAP, type: "raster", source: BASE_MAP, paint: RECEDING[theme] },
    { id: AERIAL_LAYER, type: "raster", source: AERIAL_LAYER, layout: { visibility: "none" } },
  ];
}

function archiveSource({ header, attribution }: ArchiveFile, tilesUrl: string) {
  const { minzoom, maxzoom, bounds } = header;
  return {
    [BASE_MAP]: { type: "vector" as const, tiles: [tilesUrl], minzoom, maxzoom, bounds, attribution },
  };
}

const REPLACED: ReadonlySet<string> = new Set(["buildings", "boundaries"]);

/** Protomaps' greys: hues say the bouwjaar. */
const FLAVORS: Readonly<Record<MapTheme, string>> = { light: "grayscale", dark: "black" };

/** Returns Protomaps' layers without labels, which need its fonts, and without the objects of our tiles. */
function archiveLayers(theme: MapTheme): LayerSpecification[] {
  return layers(BASE_MAP, namedFlavor(FLAVORS[theme]))
    .filter((layer) => "source-layer" in layer && !REPLACED.has(layer["source-layer"]!))
    .map((layer) => ({ ...layer, id: `${BASE_MAP}-${layer.id}` }) as LayerSpecification);
}
