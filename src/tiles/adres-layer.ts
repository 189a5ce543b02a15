import { type AdresPosition, houseNumberOf } from "../registry/read/adres-positions.ts";
import { earlier, keptShare, MAX_TILE_ZOOM, type PointFeature, type TileLayer } from "./tile-layer.ts";

export const adresLayer: TileLayer = {
  name: "adres",
  description:
    "House numbers: one point for all addresses of a street at one position. Its id is the identificatie " +
    "of the first nummeraanduiding.",
  minZoom: MAX_TILE_ZOOM,
  maxZoom: MAX_TILE_ZOOM,
  fields: {
    label: "Number with letter and addition; the first and the last of several: 12A–12K",
    count: "Number of addresses",
    bouwjaar: "Earliest year of construction of their buildings; absent when unknown",
  },
  featuresOf(_, { listAdressen }, coarseness) {
    const positions = new Map<string, Position>();
    for (const { adres, point } of listAdressen()) {
      const key = `${point.x} ${point.y} ${adres.openbareRuimte}`;
      const position = positions.get(key);
      if (position === undefined) {
        positions.set(key, {
          point,
          first: adres,
          last: adres,
          count: 1,
          bouwjaar: adres.bouwjaar ?? undefined,
        });
      } else {
        position.last = adres;
        position.count++;
        position.bouwjaar = earlier(position.bouwjaar, adres.bouwjaar);
      }
    }
    const share = keptShare(coarseness);
    return [...positions.values()]
      .filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share))
      .map(toFeature);
  },
};

/** Addresses of a street at one position, first and last in natural order. */
interface Position {
  readonly point: PointFeature["point"];
  readonly first: AdresPosition;
  last: AdresPosition;
  count: number;
  bouwjaar: number | undefined;
}

function toFeature({ point, first, last, count, bouwjaar }: Position): PointFeature {
  const [from, to] = [houseNumberOf(first), houseNumberOf(last)];
  const label = from === to ? from : `${from}–${to}`;
  return { id: first.id, properties: { label, count, bouwjaar }, point };
}
