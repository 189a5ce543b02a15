import type { PolygonFeature } from "./tile-layer.ts";
import type { TileRing } from "./tile-rings.ts";

/** Joins the features of equal properties into one without id, ordered by properties. */
export function groupAlike(features: Iterable<PolygonFeature>): PolygonFeature[] {
  const groups = new Map<string, { properties: PolygonFeature["properties"]; rings: TileRing[] }>();
  for (const { properties, rings } of features) {
    const key = Object.values(properties).join(" ");
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { properties, rings: [...rings] });
    } else {
      group.rings.push(...rings);
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, feature]) => feature);
}
