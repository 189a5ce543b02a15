/** Shows the aerial picture of a base map, and lets it be seen through the buildings. */
import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { AERIAL_LAYER } from "../../../../tiles/style.ts";

const OPACITY = 0.35;

export function withAerial(style: StyleSpecification): StyleSpecification {
  return { ...style, layers: style.layers.map(toAerial) };
}

function toAerial(layer: LayerSpecification): LayerSpecification {
  if (layer.id === AERIAL_LAYER && layer.type === "raster") {
    return { ...layer, layout: { visibility: "visible" } };
  }
  return layer.type === "fill" && (layer.id === "pand" || layer.id === "pand_cell")
    ? { ...layer, paint: { ...layer.paint, "fill-opacity": OPACITY } }
    : layer;
}
