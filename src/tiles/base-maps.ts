import type { BaseMap } from "./style.ts";

/** Value of the setting `--base-map`. */
export type BaseMapName = "none" | "pdok-brt";

/** Origins that pages with a base map fetch from. */
export const BASE_MAP_ORIGINS: Readonly<Record<BaseMapName, readonly string[]>> = {
  none: [],
  "pdok-brt": ["https://service.pdok.nl"],
};

/** Returns the tiles of a base map; the BRT's grey version serves both themes. */
export function baseMapOf(name: BaseMapName): BaseMap | undefined {
  if (name === "none") {
    return undefined;
  }
  const [origin] = BASE_MAP_ORIGINS[name];
  return {
    tiles: [`${origin}/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:3857/{z}/{x}/{y}.png`],
    attribution: "BRT achtergrondkaart: Kadaster (CC BY 4.0)",
    maxzoom: 19,
  };
}
