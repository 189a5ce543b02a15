/** The map style of the tiles, for MapLibre GL JS, with its themes. Browser code imports this file too. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import { BOUWJAAR_CLASSES, UNKNOWN_CLASS } from "../registry/schema/bouwjaar-classes.ts";
import { OBJECT_TYPES } from "../registry/schema/object-types.ts";

/** Name of the source of the tiles in the style. */
export const TILE_SOURCE = "baken";
/** Year of the state at which every pand is shown. */
export const LATEST_YEAR = 9999;

/** Layer of an aerial picture, which a base map may have; hidden, for pages to show. */
export const AERIAL_LAYER = "aerial";

/** A map under ours. */
export type Ground = Pick<StyleSpecification, "sources" | "layers">;

export interface StyleOptions {
  readonly theme: MapTheme;
  /** URL of the TileJSON. */
  readonly tileJsonUrl: string;
  readonly ground?: Ground | undefined;
}

/**
 * Builds the style. Its global state `year` hides panden built later: `map.setGlobalStateProperty("year", 1900)`. The
 * state `isLoading` draws the ground as land, because tiles that are not there yet look like water otherwise.
 * Without `glyphs`, labels are drawn with fonts of the visitor's machine.
 */
export function buildStyle({ theme, tileJsonUrl, ground }: StyleOptions): StyleSpecification {
  const colours = THEMES[theme];
  return {
    version: 8,
    name: `baken ${theme}`,
    state: { year: { default: LATEST_YEAR }, isLoading: { default: false } },
    sources: {
      ...ground?.sources,
      [TILE_SOURCE]: { type: "vector", url: tileJsonUrl },
    },
    layers: [
      ...groundLayers(colours, ground),
      ...pandLayers(colours),
      ...borderLayers(colours),
      ...labelLayers(colours),
    ],
  };
}

/** Colour of a pand or square by its bouwjaar. */
const BOUWJAAR_COLOUR: ExpressionSpecification = [
  "case",
  ["has", "bouwjaar"],
  [
    "step",
    ["get", "bouwjaar"],
    BOUWJAAR_CLASSES[0]!.colour,
    ...BOUWJAAR_CLASSES.flatMap(({ firstYear, colour }) =>
      firstYear === undefined ? [] : [firstYear, colour],
    ),
  ] as ExpressionSpecification,
  BOUWJAAR_CLASSES[UNKNOWN_CLASS]!.colour,
];

/** True for panden built by the state's year; also for an unknown bouwjaar, but only while all is shown. */
const BUILT_BY_YEAR: ExpressionSpecification = [
  "case",
  ["has", "bouwjaar"],
  ["<=", ["get", "bouwjaar"], ["global-state", "year"]],
  ["==", ["global-state", "year"], LATEST_YEAR],
];

/** True for names and numbers whose objects existed by the state's year; also where no year is known. */
const STOOD_BY_YEAR: ExpressionSpecification = [
  "any",
  ["!", ["has", "bouwjaar"]],
  ["<=", ["get", "bouwjaar"], ["global-state", "year"]],
];

/**
 * Returns filters of panden: those drawn as built, and planned ones, which are drawn only while all is shown, because
 * they existed in no earlier year.
 */
function pandFilters(): Readonly<Record<"standing" | "planned", ExpressionSpecification>> {
  const isPlanned: ExpressionSpecification = [
    "in",
    ["get", "status"],
    ["literal", [...OBJECT_TYPES.PND.plannedStatuses]],
  ];
  return {
    standing: ["all", ["!", isPlanned], BUILT_BY_YEAR],
    planned: ["all", isPlanned, ["==", ["global-state", "year"], LATEST_YEAR]],
  };
}

/** Layer of panden that do not stand yet, drawn faintly; a page may hatch it. */
export const PLANNED_LAYER = "pand-planned";

function fromTiles(sourceLayer: string) {
  return { source: TILE_SOURCE, "source-layer": sourceLayer } as const;
}

function groundLayers({ water, land }: MapColours, ground: Ground | undefined): LayerSpecification[] {
  const background: LayerSpecification = {
    id: "water",
    type: "background",
    paint: {
      "background-color": ["case", ["global-state", "isLoading"], land, water],
      // A gradual change draws the whole map again for a third of a second, which delays a slow phone.
      "background-color-transition": { duration: 0 },
    },
  };
  if (ground !== undefined) {
    return [background, ...ground.layers];
  }
  // A registry of single gemeenten may know no provincie.
  const grounds = (["provincie", "gemeente"] as const).map(
    (area): LayerSpecification => ({
      id: `land-${area}`,
      type: "fill",
      ...fromTiles(area),
      paint: { "fill-color": land, "fill-antialias": false },
    }),
  );
  return [background, ...grounds];
}

/** True for the pand whose feature state a page has set: `map.setFeatureState(pand, { hover: true })`. */
const IS_HOVERED: ExpressionSpecification = ["boolean", ["feature-state", "hover"], false];

function whenHovered<T>(hovered: T, otherwise: T): ExpressionSpecification {
  return ["case", IS_HOVERED, hovered, otherwise] as ExpressionSpecification;
}

function pandLayers({
  pandOutline,
  hoverOutline,
  cellOpacity: [least, some, much, most],
}: MapColours): LayerSpecification[] {
  const { standing, planned } = pandFilters();
  return [
    {
      id: "pand_cell",
      type: "fill",
      ...fromTiles("pand_cell"),
      maxzoom: 13,
      filter: BUILT_BY_YEAR,
      paint: {
        "fill-color": BOUWJAAR_COLOUR,
        "fill-opacity": ["step", ["get", "bebouwd"], least, 1, some, 4, much, 12, most],
        "fill-antialias": false,
      },
    },
    {
      id: "pand",
      type: "fill",
      ...fromTiles("pand"),
      minzoom: 13,
      filter: standing,
      paint: { "fill-color": BOUWJAAR_COLOUR },
    },
    {
      id: PLANNED_LAYER,
      type: "fill",
      ...fromTiles("pand"),
      minzoom: 13,
      filter: planned,
      paint: { "fill-color": BOUWJAAR_COLOUR, "fill-opacity": 0.25 },
    },
    {
      id: "pand-outline",
      type: "line",
      ...fromTiles("pand"),
      minzoom: 15,
      filter: ["any", standing, planned],
      paint: {
        "line-color": whenHovered(hoverOutline, pandOutline),
        "line-width": [
          ...["interpolate", ["linear"], ["zoom"]],
          ...[14.5, whenHovered(1.5, 0.3), 17, whenHovered(3, 1)],
        ] as ExpressionSpecification,
      },
    },
  ];
}

/** Borders, from the thinnest to the widest; widths at zooms 5, 10 and 16. Hidden ones are for pages to show. */
const BORDERS = [
  { area: "buurt", minzoom: 13, widths: [0.4, 0.4, 1], dashes: [2, 2], visibility: "none" },
  { area: "wijk", minzoom: 12, widths: [0.5, 0.5, 1.5], dashes: [4, 2], visibility: "none" },
  { area: "postcodegebied", minzoom: 12, widths: [0.5, 0.5, 1.5], dashes: [1, 3], visibility: "visible" },
  { area: "woonplaats", minzoom: 10, widths: [0.4, 0.6, 1.5], dashes: [3, 2], visibility: "visible" },
  { area: "gemeente", minzoom: 8, widths: [0.4, 0.8, 2], dashes: undefined, visibility: "visible" },
  { area: "provincie", minzoom: 5, widths: [0.6, 1.4, 3], dashes: undefined, visibility: "visible" },
] as const;

function borderLayers({ border }: MapColours): LayerSpecification[] {
  return BORDERS.map(({ area, minzoom, widths: [far, middle, near], dashes, visibility }) => ({
    id: `${area}-border`,
    type: "line",
    ...fromTiles(area),
    minzoom,
    layout: { "line-join": "round", visibility },
    paint: {
      "line-color": border,
      // An outline around addresses is no border, and is drawn softly.
      "line-opacity": ["case", ["has", "afgeleid"], 0.35, 1],
      "line-width": ["interpolate", ["linear"], ["zoom"], 5, far, 10, middle, 16, near],
      ...(dashes ? { "line-dasharray": [...dashes] } : {}),
    },
  }));
}

/** Fonts of the visitor's machine, the first that exists. */
const FONTS = ["system-ui", "Segoe UI", "Roboto", "Noto Sans", "Helvetica Neue", "Arial", "sans-serif"];

function labelLayers({ label, mutedLabel, halo }: MapColours): LayerSpecification[] {
  const haloed = { "text-halo-color": halo, "text-halo-width": 1.4 } as const;
  return [
    {
      id: "adres-label",
      type: "symbol",
      ...fromTiles("adres"),
      minzoom: 17.3,
      filter: STOOD_BY_YEAR,
      layout: { "text-field": ["get", "label"], "text-font": FONTS, "text-size": 11, "text-padding": 1 },
      paint: { "text-color": label, ...haloed },
    },
    ...streetLabels({ "text-color": mutedLabel, ...haloed }),
    {
      id: "plaats-label",
      type: "symbol",
      ...fromTiles("plaats"),
      maxzoom: 15.5,
      layout: {
        "text-field": ["get", "naam"],
        "text-font": FONTS,
        "text-size": [
          ...["interpolate", ["linear"], ["zoom"]],
          ...[6, sizeByAddresses(10, 14), 13, sizeByAddresses(12, 20)],
        ] as ExpressionSpecification,
        "text-max-width": 8,
        "symbol-sort-key": ["-", ["get", "adressen"]],
      },
      paint: { "text-color": label, ...haloed, "text-halo-width": 1.8 },
    },
  ];
}

/** Returns the layers of street names: one of each street in a tile, and more along it where little is in view. */
function streetLabels(paint: NonNullable<SymbolLayerSpecification["paint"]>): LayerSpecification[] {
  const street = {
    type: "symbol",
    ...fromTiles("straat"),
    layout: {
      "text-field": ["get", "naam"],
      "text-font": FONTS,
      "text-size": ["interpolate", ["linear"], ["zoom"], 15, 10.5, 18, 14],
      "text-rotate": ["get", "angle"],
      "text-rotation-alignment": "map",
      "text-max-width": 40,
      "symbol-sort-key": ["-", ["get", "adressen"]],
    },
    paint,
  } satisfies Partial<LayerSpecification>;
  return [
    {
      ...street,
      id: "straat-near-label",
      minzoom: 17.3,
      filter: ["all", STOOD_BY_YEAR, ["has", "near"]],
    },
    { ...street, id: "straat-label", minzoom: 15, filter: ["all", STOOD_BY_YEAR, ["!", ["has", "near"]]] },
  ];
}

/** Returns a size for places from 500 to 50,000 addresses. */
function sizeByAddresses(smallest: number, largest: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["log10", ["+", 1, ["get", "adressen"]]], 2.7, smallest, 4.7, largest];
}

export const THEME_NAMES = ["light", "dark"] as const;
export type MapTheme = (typeof THEME_NAMES)[number];

interface MapColours {
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
}

/** Colours by theme; colours of bouwjaren are the same in both. */
const THEMES: Readonly<Record<MapTheme, MapColours>> = {
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
  },
};
