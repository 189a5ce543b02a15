import type { RasterLayerSpecification } from "maplibre-gl";

export const THEME_NAMES = ["light", "dark"] as const;
export type Theme = (typeof THEME_NAMES)[number];

export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly pandOutline: string;
  readonly hoverOutline: string;
  /** Opacity of squares by how much of them is built upon: from 0, 1, 4 and 12 percent. */
  readonly cellOpacity: readonly [number, number, number, number];
  readonly border: string;
  readonly label: string;
  readonly mutedLabel: string;
  readonly halo: string;
  /** Makes a base map recede behind the colours. */
  readonly baseMap: NonNullable<RasterLayerSpecification["paint"]>;
}

/** Colours by theme; those of bouwjaren are the same in both. */
export const THEMES: Readonly<Record<Theme, MapColours>> = {
  light: {
    water: "#b4c3ca",
    land: "#d6d2c8",
    pandOutline: "#00000066",
    hoverOutline: "#111317",
    cellOpacity: [0.4, 0.7, 0.9, 1],
    border: "#6b5f7a",
    label: "#1d1f23",
    mutedLabel: "#3d4048",
    halo: "#f7f5f0",
    baseMap: { "raster-saturation": -0.7, "raster-opacity": 0.75 },
  },
  dark: {
    water: "#0b0d11",
    land: "#17191e",
    pandOutline: "#00000066",
    hoverOutline: "#ffffff",
    cellOpacity: [0.2, 0.45, 0.75, 1],
    border: "#7d7691",
    label: "#f4f4f2",
    mutedLabel: "#d5d6da",
    halo: "#0b0d11",
    baseMap: { "raster-saturation": -0.9, "raster-opacity": 0.35, "raster-brightness-max": 0.6 },
  },
};
