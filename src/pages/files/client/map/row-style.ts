import type { StyleSpecification } from "maplibre-gl";
import type { Theme } from "../../../kit/client/preferences.ts";
import type { RowPoint } from "../answers.ts";

/** Name of the source and the layer of the rows. */
export const ROWS = "rows";
/** Colours of exact, corrected, one of several, by hand, as in the counts. */
const COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ["#1d6b3c", "#0b57d0", "#865300", "#b8410f"],
  dark: ["#6fcf97", "#8ab4ff", "#f2bd5c", "#ff9a62"],
};
/** Colour over a ground that has colours of its own. */
export const VEIL: Readonly<Record<Theme, string>> = { light: "#f3f1ec", dark: "#131417" };
const CASING: Readonly<Record<Theme, string>> = { light: "#ffffff", dark: "#131417" };

/** Puts the rows into a style, above its labels, and a veil over its ground. */
export function withRows(
  style: StyleSpecification,
  theme: Theme,
  points: readonly RowPoint[],
): StyleSpecification {
  const [exact, corrected, several, byHand] = COLOURS[theme];
  const firstLabel = style.layers.findIndex(({ type }) => type === "symbol");
  const labels = firstLabel === -1 ? style.layers.length : firstLabel;
  return {
    ...style,
    sources: { ...style.sources, [ROWS]: { type: "geojson", data: toCollection(points) } },
    layers: [
      ...style.layers.slice(0, labels),
      // Rows have the colours with a meaning; the ground has none.
      {
        id: "veil",
        type: "background",
        paint: { "background-color": VEIL[theme], "background-opacity": 0.7 },
      },
      ...style.layers.slice(labels),
      {
        id: ROWS,
        type: "circle",
        source: ROWS,
        paint: {
          "circle-radius": ["interpolate", ["linear"], ["zoom"], 8, 2.5, 16, 6],
          "circle-color": ["match", ["get", "kind"], 1, corrected!, 2, several!, 3, byHand!, exact!],
          "circle-stroke-color": CASING[theme],
          "circle-stroke-width": 1,
        },
      },
    ],
  };
}

export function toCollection(points: readonly RowPoint[]) {
  return {
    type: "FeatureCollection" as const,
    features: points.map(([longitude, latitude, kind]) => ({
      type: "Feature" as const,
      geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
      properties: { kind },
    })),
  };
}
