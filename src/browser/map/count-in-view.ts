import type { PointLike } from "maplibre-gl";
import { BOUWJAAR_CLASSES, bouwjaarClassOf } from "../../registry/schema/bouwjaar-classes.ts";
import type { MaplibreMap } from "./load-maplibre.ts";
import { PAND_LAYER } from "./map-pointer.ts";

/** Lowest zoom whose tiles hold each pand with its id. */
const FIRST_ZOOM_WITH_IDS = 14;

/** Counts the panden that can be seen by class of bouwjaar; undefined where the map shows no single panden. */
export function countInView(map: MaplibreMap): number[] | undefined {
  if (map.getZoom() < FIRST_ZOOM_WITH_IDS) {
    return undefined;
  }
  const { clientWidth, clientHeight } = map.getContainer();
  const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding();
  const box: [PointLike, PointLike] = [
    [left, top],
    [clientWidth - right, clientHeight - bottom],
  ];
  const counts = BOUWJAAR_CLASSES.map(() => 0);
  const counted = new Set<unknown>();
  for (const { id, properties } of map.queryRenderedFeatures(box, { layers: [PAND_LAYER] })) {
    if (!counted.has(id)) {
      counted.add(id);
      counts[bouwjaarClassOf(properties.bouwjaar ?? null)]!++;
    }
  }
  return counts;
}
