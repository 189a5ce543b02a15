import type { StyleSpecification } from "maplibre-gl";
import { AERIAL_LAYER, TILE_SOURCE } from "../../../../tiles/style.ts";
import type { Access } from "../access.ts";
import type { Theme } from "../preferences.ts";
import type { MapBounds } from "./map-bounds.ts";

/** Path that answers when the server is there and accepts the key or session. */
export const TILEJSON_PATH = "/tiles.json";

/** Styles of both themes, complete: MapLibre fetches nothing but tiles for them. */
export interface MapStyles {
  readonly styles: Readonly<Record<Theme, StyleSpecification>>;
  readonly bounds: MapBounds;
  /** True where the visitor may look at an aerial picture. */
  readonly hasAerial: boolean;
}

/** Reads the styles and the description of the tiles; rejects when one cannot be had. */
export async function readStyles(access: Access): Promise<MapStyles> {
  const [tileJson, light, dark] = await Promise.all([
    readJson(access, TILEJSON_PATH),
    readJson(access, "/tiles/style.json?theme=light"),
    readJson(access, "/tiles/style.json?theme=dark"),
  ]);
  const complete = (style: StyleSpecification): StyleSpecification => ({
    ...style,
    sources: { ...style.sources, [TILE_SOURCE]: { ...tileJson, type: "vector" } },
  });
  const hasAerial = light.layers.some(({ id }: { id: string }) => id === AERIAL_LAYER);
  return {
    styles: { light: complete(light), dark: complete(dark) },
    bounds: tileJson.bounds,
    hasAerial,
  };
}

async function readJson(access: Access, path: string) {
  const response = await access.fetch(path);
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  return response.json();
}
