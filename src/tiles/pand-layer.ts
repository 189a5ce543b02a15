import { polygonsOf } from "../geo/geometry.ts";
import { listPandFootprints, type PandFootprint } from "../registry/read/panden-in-box.ts";
import { groupAlike, keptShare, MAX_TILE_ZOOM, type TileLayer } from "./tile-layer.ts";
import { type TileRing, wholeTileRings } from "./tile-rings.ts";

/** The first zoom at which a tile has room for each pand as a feature of its own. */
const FIRST_ZOOM_WITH_IDS = 14;
/** Maximum panden of a tile, the largest ones; more would pass the size limit or take too long to read. */
const MAX_PANDEN = 7_500;
const MAX_GROUPED_PANDEN = 13_000;

export const pandLayer: TileLayer = {
  name: "pand",
  description:
    "Panden. From zoom 14 on one feature each, with the identificatie as its id; below, one feature for " +
    "all panden of a bouwjaar and status.",
  minZoom: 13,
  maxZoom: MAX_TILE_ZOOM,
  fields: {
    bouwjaar: "Year of construction; absent when unknown",
    status: "Status, as the BAG writes it",
  },
  featuresOf(s, { tile, rdBox, project }, coarseness) {
    const hasIds = tile.z >= FIRST_ZOOM_WITH_IDS;
    const selection = { limit: hasIds ? MAX_PANDEN : MAX_GROUPED_PANDEN, share: keptShare(coarseness) };
    const features = listPandFootprints(s, rdBox, selection).flatMap((pand) => {
      const rings = wholeTileRings(polygonsOf(pand.geometry), project);
      return rings.length === 0 ? [] : [toFeature(pand, rings)];
    });
    return hasIds ? features : groupAlike(features);
  },
};

function toFeature({ id, bouwjaar, status }: PandFootprint, rings: readonly TileRing[]) {
  return { id, properties: { bouwjaar, status }, rings };
}
