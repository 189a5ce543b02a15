import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { Theme } from "../../../kit/client/preferences.ts";
import type { SelectionFeature, SelectionRole } from "./selection-features.ts";

/** Name of the source and begin of the layers' names. */
export const SELECTION = "selection";
/** Layer of the dots of other addresses. */
export const OTHERS = `${SELECTION}-others`;

interface SelectionColours {
  /** Line around the selection; `casing` sets it off from its ground. */
  readonly line: string;
  readonly casing: string;
  readonly outside: string;
  readonly accent: string;
}

/** Selected things are drawn without hue, because hues say the bouwjaar. */
const COLOURS: Readonly<Record<Theme, SelectionColours>> = {
  dark: { line: "#ffffff", casing: "#000000", outside: "#00000080", accent: "#ff9a62" },
  light: { line: "#111317", casing: "#ffffff", outside: "#fbfaf899", accent: "#b8410f" },
};

/** Puts the selection into a style: areas and buildings below the labels, points above them. */
export function withSelection(
  style: StyleSpecification,
  theme: Theme,
  features: readonly SelectionFeature[],
): StyleSpecification {
  const colours = COLOURS[theme];
  const labels = style.layers.findIndex(({ type }) => type === "symbol");
  const fonts = (style.layers[labels] as SymbolLayerSpecification | undefined)?.layout?.["text-font"];
  const at = labels === -1 ? style.layers.length : labels;
  return {
    ...style,
    sources: { ...style.sources, [SELECTION]: { type: "geojson", data: toCollection(features) } },
    layers: [
      ...style.layers.slice(0, at),
      ...groundLayers(colours),
      ...style.layers.slice(at),
      ...pointLayers(colours, fonts as string[] | undefined),
    ],
  };
}

export function toCollection(features: readonly SelectionFeature[]) {
  return { type: "FeatureCollection" as const, features: [...features] };
}

function hasRole(role: SelectionRole): ExpressionSpecification {
  return ["==", ["get", "role"], role];
}

function byZoom(far: number, near: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], 14, far, 18, near];
}

function groundLayers({ line, casing, outside }: SelectionColours): LayerSpecification[] {
  const part = { source: SELECTION } as const;
  const join = { "line-join": "round", "line-cap": "round" } as const;
  const area = { ...part, type: "line", layout: join, filter: hasRole("area") } as const;
  const building = { ...part, type: "line", layout: join, filter: hasRole("building") } as const;
  return [
    {
      ...part,
      id: `${SELECTION}-outside`,
      type: "fill",
      filter: hasRole("outside"),
      paint: { "fill-color": outside, "fill-antialias": false },
    },
    {
      ...area,
      id: `${SELECTION}-area-casing`,
      paint: { "line-color": casing, "line-width": 5, "line-opacity": 0.6 },
    },
    { ...area, id: `${SELECTION}-area`, paint: { "line-color": line, "line-width": 2 } },
    {
      ...area,
      id: `${SELECTION}-soft-area`,
      filter: hasRole("soft-area"),
      paint: { "line-color": line, "line-width": 8, "line-blur": 8, "line-opacity": 0.7 },
    },
    {
      ...building,
      id: `${SELECTION}-building-glow`,
      paint: {
        "line-color": line,
        "line-width": byZoom(10, 26),
        "line-blur": byZoom(8, 20),
        "line-opacity": 0.55,
      },
    },
    {
      ...part,
      id: `${SELECTION}-building-fill`,
      type: "fill",
      filter: hasRole("building"),
      paint: { "fill-color": line, "fill-opacity": 0.25, "fill-antialias": false },
    },
    {
      ...building,
      id: `${SELECTION}-building-casing`,
      paint: { "line-color": casing, "line-width": byZoom(3.5, 6.5) },
    },
    {
      ...building,
      id: `${SELECTION}-building`,
      paint: { "line-color": line, "line-width": byZoom(1.5, 3) },
    },
  ];
}

function pointLayers(
  { line, casing, accent }: SelectionColours,
  fonts: string[] | undefined,
): LayerSpecification[] {
  const part = { source: SELECTION } as const;
  return [
    {
      ...part,
      id: OTHERS,
      type: "circle",
      filter: hasRole("other"),
      paint: {
        "circle-radius": byZoom(2.5, 5),
        "circle-color": line,
        "circle-stroke-color": casing,
        "circle-stroke-width": 1.5,
      },
    },
    {
      ...part,
      id: `${SELECTION}-others-label`,
      type: "symbol",
      minzoom: 16.5,
      filter: hasRole("other"),
      layout: {
        "text-field": ["get", "label"],
        "text-size": 12,
        "text-variable-anchor": ["left", "right", "top", "bottom"],
        "text-radial-offset": 0.7,
        "text-justify": "auto",
        ...(fonts === undefined ? {} : { "text-font": fonts }),
      },
      paint: { "text-color": line, "text-halo-color": casing, "text-halo-width": 1.6 },
    },
    {
      ...part,
      id: `${SELECTION}-point`,
      type: "circle",
      filter: hasRole("point"),
      paint: {
        "circle-radius": 7,
        "circle-color": accent,
        "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2.5,
      },
    },
    askedLayer(accent),
  ];
}

/** Ring at the point that was asked for. */
function askedLayer(accent: string): LayerSpecification {
  return {
    source: SELECTION,
    id: `${SELECTION}-asked`,
    type: "circle",
    filter: hasRole("asked"),
    paint: {
      "circle-radius": 8,
      "circle-opacity": 0,
      "circle-stroke-color": accent,
      "circle-stroke-width": 3,
    },
  };
}
