import { listAdresPositions } from "../registry/read/adres-positions.ts";
import { MAX_TILE_ZOOM, type PointFeature, type TileLayer, tilePointOf } from "./tile-layer.ts";
import type { TilePoint } from "./tile-rings.ts";

/** Least ratio of length to width at which the addresses of a street count as a line. */
const MIN_ELONGATION = 1.5;

export const straatLayer: TileLayer = {
  name: "straat",
  description:
    "Names of streets: one point for each openbare ruimte with addresses in the tile, whose id it has, " +
    "amid these addresses.",
  minZoom: 15,
  maxZoom: MAX_TILE_ZOOM,
  fields: {
    naam: "Name",
    angle: "Direction along the street in the tile: degrees clockwise from east, -90 to 90",
    adressen: "Number of its addresses in the tile",
  },
  featuresOf(s, { tile, rdBox }, coarseness) {
    const streets = new Map<number, { naam: string; points: TilePoint[] }>();
    for (const adres of listAdresPositions(s, rdBox)) {
      const point = tilePointOf(tile, adres);
      if (point === undefined) {
        continue;
      }
      const street = streets.get(adres.openbareRuimte) ?? { naam: adres.straatnaam, points: [] };
      street.points.push(point);
      streets.set(adres.openbareRuimte, street);
    }
    return [...streets]
      .filter(([, { points }]) => points.length >= 2 ** coarseness - 1)
      .map(([id, { naam, points }]) => toFeature(id, naam, points));
  },
};

function toFeature(id: number, naam: string, points: readonly TilePoint[]): PointFeature {
  const { centre, angle } = principalAxis(points);
  const point = { x: Math.floor(centre.x), y: Math.floor(centre.y) };
  return { id, properties: { naam, angle, adressen: points.length }, point };
}

/** Returns the centre of points and the direction in which they extend most; 0 when they extend in none. */
function principalAxis(points: readonly TilePoint[]): { centre: TilePoint; angle: number } {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const point of points) {
    xx += (point.x - x) ** 2;
    yy += (point.y - y) ** 2;
    xy += (point.x - x) * (point.y - y);
  }
  // The variances along the axes of the ellipse are mean ± spread.
  const mean = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  const isLine = mean + spread > MIN_ELONGATION ** 2 * (mean - spread);
  const angle = isLine ? (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI : 0;
  return { centre: { x, y }, angle: Math.round(angle) };
}
