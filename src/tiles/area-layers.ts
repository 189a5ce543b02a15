import { polygonsOf } from "../geo/geometry.ts";
import { type AreaKind, derivedPostcodegebieden, listAreaOutlines } from "../registry/read/area-outlines.ts";
import { type CbsAreaKind, listCbsOutlines } from "../registry/read/buurt-outlines.ts";
import { MAX_TILE_ZOOM, type PolygonFeature, type TileLayer } from "./tile-layer.ts";
import { clippedTileRings } from "./tile-rings.ts";

const FIELDS = { naam: "Name", code: "Code: four digits" };

/** Layers of areas, the largest first. Outlines of low zooms are generalised; neighbours share their borders. */
export const AREA_LAYERS: readonly TileLayer[] = [
  areaLayer("provincie", 5, { ...FIELDS, code: "Code: two letters" }),
  areaLayer("gemeente", 7, FIELDS),
  areaLayer("woonplaats", 9, FIELDS),
  areaLayer("postcodegebied", 11, {
    ...FIELDS,
    naam: "Its four digits",
    afgeleid: "1 where the outline is no border but the hull of its addresses",
  }),
];

function areaLayer(kind: AreaKind, minZoom: number, fields: TileLayer["fields"]): TileLayer {
  return {
    name: kind,
    description: `Areas of the kind ${kind}, each with its key as id.`,
    minZoom,
    maxZoom: MAX_TILE_ZOOM,
    fields,
    featuresOf(s, frame, coarseness) {
      const zoom = frame.tile.z - 2 * coarseness;
      const derived = kind === "postcodegebied" ? derivedPostcodegebieden(s) : undefined;
      const features: PolygonFeature[] = [];
      for (const { id, code, name, geometry } of listAreaOutlines(s, kind, { zoom, box: frame.rdBox })) {
        const rings = clippedTileRings(polygonsOf(geometry), frame);
        if (rings.length > 0) {
          features.push({
            id,
            properties: { naam: name, code, afgeleid: derived?.has(id) ? 1 : undefined },
            rings,
          });
        }
      }
      return features;
    },
  };
}

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
