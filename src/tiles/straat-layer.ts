import { TILE_EXTENT } from "../geo/web-mercator.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { BuildingMask, directionOf, type Label } from "./building-mask.ts";
import { listPandRings } from "./pand-layer.ts";
import { earlier, MAX_TILE_ZOOM, type PointFeature, type TileFrame, type TileLayer } from "./tile-layer.ts";
import type { TilePoint } from "./tile-rings.ts";

/** Least ratio of length to width at which the addresses of a street count as a line. */
const MIN_ELONGATION = 1.5;

export const straatLayer: TileLayer = {
  name: "straat",
  description:
    "Names of streets: one point for each openbare ruimte with addresses in the tile, whose id it has, " +
    "amid these addresses and beside the buildings; at zoom 16 further ones along it.",
  minZoom: 15,
  maxZoom: MAX_TILE_ZOOM,
  fields: {
    naam: "Name",
    angle: "Direction along the street in the tile: degrees clockwise from east, -90 to 90",
    adressen: "Number of its addresses in the tile, or around a further point",
    bouwjaar: "Earliest year of construction of its buildings in the tile; absent when unknown",
    near: "1 for a further point, to be shown from zoom 17.3 on; else absent",
  },
  featuresOf(s, frame, coarseness) {
    const mask = maskOf(s, frame, coarseness);
    return [...listStreets(frame)]
      .filter(([, { points }]) => points.length >= 2 ** coarseness - 1)
      .flatMap(([id, street]) => toFeatures(id, street, { mask, zoom: frame.tile.z }));
  },
};

interface Street {
  readonly naam: string;
  readonly points: TilePoint[];
  bouwjaar: number | undefined;
}

function listStreets({ listAdressen }: TileFrame): Map<number, Street> {
  const streets = new Map<number, Street>();
  for (const { adres, point } of listAdressen()) {
    let street = streets.get(adres.openbareRuimte);
    if (street === undefined) {
      street = { naam: adres.straatnaam, points: [], bouwjaar: undefined };
      streets.set(adres.openbareRuimte, street);
    }
    street.points.push(point);
    street.bouwjaar = earlier(street.bouwjaar, adres.bouwjaar);
  }
  return streets;
}

function maskOf(s: Snapshot, frame: TileFrame, coarseness: number): BuildingMask {
  const mask = new BuildingMask();
  for (const { rings } of listPandRings(s, frame, coarseness)) {
    mask.add(rings);
  }
  return mask;
}

interface Ground {
  readonly mask: BuildingMask;
  readonly zoom: number;
}

/** Units along a street at zoom 16 for which it has a further name: some 130 m, a window of zoom 18. */
const PIECE_LENGTH = 1400;
/** Least addresses of a piece with a name. */
const MIN_PIECE = 2;
/** Units of a letter's width, and of the height of names, in a tile at the first zoom that shows it. */
const LETTER = { width: 48, height: 90 };
/** The same at the first zoom that shows further points. */
const NEAR_LETTER = { width: 20, height: 40 };

function toFeatures(id: number, { naam, points, bouwjaar }: Street, { mask, zoom }: Ground): PointFeature[] {
  const axis = principalAxis(points);
  const place = (run: Axis, letter: typeof LETTER) =>
    placeBeside(mask, run, { length: naam.length * letter.width, height: letter.height, zoom });
  const main = place(axis, LETTER);
  const features: PointFeature[] = [
    { id, properties: { naam, angle: axis.angle, adressen: points.length, bouwjaar }, point: main },
  ];
  if (zoom < MAX_TILE_ZOOM) {
    return features;
  }
  for (const piece of cut(points, axis, main)) {
    const run = { ...principalAxis(piece), angle: axis.angle };
    const properties = { naam, angle: axis.angle, adressen: piece.length, bouwjaar, near: 1 };
    features.push({ id, properties, point: place(run, NEAR_LETTER) });
  }
  return features;
}

/** Cuts a long street into pieces of its addresses, without the piece that has the name. */
function cut(points: readonly TilePoint[], { angle, extent }: Axis, named: TilePoint): TilePoint[][] {
  const count = Math.ceil(extent / PIECE_LENGTH);
  if (count < 2) {
    return [];
  }
  const [cos, sin] = directionOf(angle);
  const along = ({ x, y }: TilePoint) => x * cos + y * sin;
  const start = Math.min(...points.map(along));
  const pieceOf = (point: TilePoint) =>
    Math.min(count - 1, Math.floor(((along(point) - start) / extent) * count));
  const pieces = Map.groupBy(points, pieceOf);
  pieces.delete(pieceOf(named));
  return [...pieces.values()].filter((piece) => piece.length >= MIN_PIECE);
}

/** Farthest distance in metres at which a name is placed off its addresses, and the steps to there. */
const REACH_M = 32;
const STEP_M = 4;
/** Parts of the street's length by which a name may move along it. */
const SHIFTS = [0, 0.2, -0.2];
/** Metres of a tile unit at zoom 16, in the middle of the country. */
const UNIT_M = 0.0912;
/** Share of a name over buildings that is as bad as the farthest distance. */
const FARTHEST_PENALTY = 0.15;

/** Returns where a name covers the least of buildings, and is not far from the middle of its addresses. */
function placeBeside(
  mask: BuildingMask,
  { centre, angle, extent }: Axis,
  { zoom, ...size }: Omit<Label, "direction"> & { readonly zoom: number },
): TilePoint {
  const label = { ...size, direction: directionOf(angle) };
  const [cos, sin] = label.direction;
  const unitsPerM = 2 ** (zoom - MAX_TILE_ZOOM) / UNIT_M;
  let best: TilePoint | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let distance = 0; distance <= REACH_M; distance += STEP_M) {
    const penalty = (distance / REACH_M) * FARTHEST_PENALTY;
    if (penalty >= least) {
      break;
    }
    for (const across of distance === 0 ? [0] : [distance * unitsPerM, -distance * unitsPerM]) {
      for (const shift of SHIFTS) {
        const along = shift * extent;
        const point = {
          x: Math.floor(centre.x + along * cos - across * sin),
          y: Math.floor(centre.y + along * sin + across * cos),
        };
        const most = least - penalty;
        const cost = most > 0 && isInTile(point) ? penalty + mask.coverOf(point, label, most) : least;
        if (cost < least) {
          best = point;
          least = cost;
        }
      }
    }
  }
  return best ?? { x: Math.floor(centre.x), y: Math.floor(centre.y) };
}

function isInTile({ x, y }: TilePoint): boolean {
  return x >= 0 && y >= 0 && x < TILE_EXTENT && y < TILE_EXTENT;
}

interface Axis {
  readonly centre: TilePoint;
  /** Degrees. */
  readonly angle: number;
  /** Units from the first to the last point along it. */
  readonly extent: number;
}

/** Returns the centre of points and the direction in which they extend most; 0 when they extend in none. */
function principalAxis(points: readonly TilePoint[]): Axis {
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
  const angle = Math.round(isLine ? (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI : 0);
  return { centre: { x, y }, angle, extent: extentAlong(points, angle) };
}

function extentAlong(points: readonly TilePoint[], angle: number): number {
  const [cos, sin] = directionOf(angle);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of points) {
    least = Math.min(least, x * cos + y * sin);
    most = Math.max(most, x * cos + y * sin);
  }
  return most - least;
}
