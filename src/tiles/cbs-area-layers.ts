import { polygonsOf } from "../geo/geometry.ts";
import { type CbsAreaKind, listCbsOutlines } from "../registry/read/buurt-outlines.ts";
import { MAX_TILE_ZOOM, type TileLayer } from "./tile-layer.ts";
import { clippedTileRings } from "./tile-rings.ts";

/** Wijken and buurten, where the data was imported with their map. */
export const CBS_AREA_LAYERS: readonly TileLayer[] = [cbsAreaLayer("wijk", 12), cbsAreaLayer("buurt", 13)];

/** Coarseness from which a tile that is too large goes without these borders: they are in full detail. */
const LEFT_OUT_FROM = 3;

function cbsAreaLayer(kind: CbsAreaKind, minZoom: number): TileLayer {
  return {
    name: kind,
    description: `Areas of the kind ${kind}, of CBS. Empty for data without their map.`,
    minZoom,
    maxZoom: MAX_TILE_ZOOM,
    fields: { naam: "Name", code: "Code of CBS" },
    featuresOf(s, frame, coarseness) {
      if (coarseness >= LEFT_OUT_FROM) {
        return [];
      }
      return [...listCbsOutlines(s, kind, frame.rdBox)].flatMap(({ id, code, name, geometry }) => {
        const rings = clippedTileRings(polygonsOf(geometry), frame);
        return rings.length === 0 ? [] : [{ id, properties: { naam: name, code }, rings }];
      });
    },
  };
}
