import { polygonsOf } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { listPandFootprints, type PandFootprint } from "../registry/read/panden-in-box.ts";
import { groupAlike, keptShare, MAX_TILE_ZOOM, type TileFrame, type TileLayer } from "./tile-layer.ts";
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
  featuresOf(s, frame, coarseness) {
    const features = listPandRings(s, frame, coarseness).map(({ pand, rings }) => toFeature(pand, rings));
    return hasIds(frame) ? features : groupAlike(features);
  },
};

function hasIds({ tile }: TileFrame): boolean {
  return tile.z >= FIRST_ZOOM_WITH_IDS;
}

interface PandRings {
  readonly pand: PandFootprint;
  readonly rings: readonly TileRing[];
}

/** The panden of a frame, listed last. */
const listed = new WeakMap<
  TileFrame,
  { readonly coarseness: number; readonly panden: readonly PandRings[] }
>();

/** Lists the panden of a tile with their rings in it; once for all layers that read them. */
export function listPandRings(s: Snapshot, frame: TileFrame, coarseness: number): readonly PandRings[] {
  const known = listed.get(frame);
  if (known?.coarseness === coarseness) {
    return known.panden;
  }
  const selection = {
    limit: hasIds(frame) ? MAX_PANDEN : MAX_GROUPED_PANDEN,
    share: keptShare(coarseness),
  };
  const panden = listPandFootprints(s, frame.rdBox, selection).flatMap((pand) => {
    const rings = wholeTileRings(polygonsOf(pand.geometry), frame.project);
    return rings.length === 0 ? [] : [{ pand, rings }];
  });
  listed.set(frame, { coarseness, panden });
  return panden;
}

function toFeature({ id, bouwjaar, status }: PandFootprint, rings: readonly TileRing[]) {
  return { id, properties: { bouwjaar, status }, rings };
}
