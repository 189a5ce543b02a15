import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
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

/** Makes a layer of the features with a role. */
function layer<Type extends "fill" | "line" | "circle" | "symbol">(
  name: string,
  role: SelectionRole,
  rest: Pick<LayerSpecification & { type: Type }, "type" | "paint"> &
    Partial<Pick<LayerSpecification & { type: Type }, "layout" | "minzoom">>,
) {
  const filter: ExpressionSpecification = ["==", ["get", "role"], role];
  return { source: SELECTION, id: `${SELECTION}-${name}`, filter, ...rest } as LayerSpecification;
}

type LinePaint = NonNullable<LineLayerSpecification["paint"]>;

function line(name: string, role: SelectionRole, paint: LinePaint): LayerSpecification {
  return layer(name, role, { type: "line", layout: { "line-join": "round", "line-cap": "round" }, paint });
}

function byZoom(far: number, near: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], 14, far, 18, near];
}

function groundLayers({ line: colour, casing, outside }: SelectionColours): LayerSpecification[] {
  return [
    layer("outside", "outside", {
      type: "fill",
      paint: { "fill-color": outside, "fill-antialias": false },
    }),
    line("area-casing", "area", { "line-color": casing, "line-width": 5, "line-opacity": 0.6 }),
    line("area", "area", { "line-color": colour, "line-width": 2 }),
    line("soft-area", "soft-area", {
      "line-color": colour,
      "line-width": 8,
      "line-blur": 8,
      "line-opacity": 0.7,
    }),
    line("building-glow", "building", {
      "line-color": colour,
      "line-width": byZoom(10, 26),
      "line-blur": byZoom(8, 20),
      "line-opacity": 0.55,
    }),
    layer("building-fill", "building", {
      type: "fill",
      paint: { "fill-color": colour, "fill-opacity": 0.25, "fill-antialias": false },
    }),
    line("building-casing", "building", { "line-color": casing, "line-width": byZoom(3.5, 6.5) }),
    line("building", "building", { "line-color": colour, "line-width": byZoom(1.5, 3) }),
  ];
}

function pointLayers(
  { line: colour, casing, accent }: SelectionColours,
  fonts: string[] | undefined,
): LayerSpecification[] {
  return [
    layer("others", "other", {
      type: "circle",
      paint: {
        "circle-radius": byZoom(2.5, 5),
        "circle-color": colour,
        "circle-stroke-color": casing,
        "circle-stroke-width": 1.5,
      },
    }),
    layer("others-label", "other", {
      type: "symbol",
      minzoom: 16.5,
      layout: {
        "text-field": ["get", "label"],
        "text-size": 12,
        "text-variable-anchor": ["left", "right", "top", "bottom"],
        "text-radial-offset": 0.7,
        "text-justify": "auto",
        ...(fonts === undefined ? {} : { "text-font": fonts }),
      },
      paint: { "text-color": colour, "text-halo-color": casing, "text-halo-width": 1.6 },
    }),
    layer("point", "point", {
      type: "circle",
      paint: {
        "circle-radius": 7,
        "circle-color": accent,
        "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2.5,
      },
    }),
    // A ring at the point that was asked for.
    layer("asked", "asked", {
      type: "circle",
      paint: {
        "circle-radius": 8,
        "circle-opacity": 0,
        "circle-stroke-color": accent,
        "circle-stroke-width": 3,
      },
    }),
  ];
}
