/** Positions of areas as other services give them: a point where the addresses are, or on the surface, and extents. */
import { memoize, memoizePerObject } from "../base/memoize.ts";
import type { Box, Geometry } from "../geo/geometry.ts";
import { rdToWgs84, roundDegrees, roundMetres } from "../geo/rd.ts";
import { pointOnSurface } from "../geo/representative-point.ts";
import type { Gemeente, Provincie, Woonplaats } from "../registry/file/areas.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { woonplaatsCentresOf } from "../registry/index/woonplaats-centres.ts";
import { readBoundary } from "../registry/read/area-geometry.ts";
import type { Extent, MeanPosition } from "../registry/read/street-parts.ts";

/** Returns the centre of a woonplaats; `undefined` when none of its addresses has a postcode. */
export function centreOfWoonplaats(s: Snapshot, { id }: Woonplaats): MeanPosition | undefined {
  const centre = woonplaatsCentresOf(s).get(id);
  return centre && toPosition(centre);
}

/** Returns the mean of the centres of an area's woonplaatsen, weighted by their addresses. */
export function centreOfArea(s: Snapshot, area: Gemeente | Provincie): MeanPosition | undefined {
  const centres = woonplaatsCentresOf(s);
  let [x, y, weight] = [0, 0, 0];
  for (const { id, gemeente, adresCount } of s.areas.woonplaatsen.values()) {
    const centre = centres.get(id);
    if (centre !== undefined && (gemeente === area || gemeente.provincie === area)) {
      x += centre.x * adresCount;
      y += centre.y * adresCount;
      weight += adresCount;
    }
  }
  return weight === 0 ? undefined : toPosition({ x: x / weight, y: y / weight });
}

function toPosition({ x, y }: { readonly x: number; readonly y: number }): MeanPosition {
  const { lat, lon } = rdToWgs84(x, y);
  return {
    latitude: roundDegrees(lat),
    longitude: roundDegrees(lon),
    rd_x: roundMetres(x),
    rd_y: roundMetres(y),
  };
}

const BOX = `SELECT minx AS minX, miny AS minY, maxx AS maxX, maxy AS maxY
  FROM rtree_woonplaats_geom WHERE id = ?`;

/** Returns the box around the border of a woonplaats, in RD; `undefined` when it has no border. */
function boxOfWoonplaats(s: Snapshot, { id }: Woonplaats): Box | undefined {
  return s.statement<Box>(BOX).get(id) ?? undefined;
}

/** Returns the box around the border of a woonplaats, in degrees; `undefined` when it has no border. */
export function extentOfWoonplaats(s: Snapshot, woonplaats: Woonplaats): Extent | undefined {
  const box = boxOfWoonplaats(s, woonplaats);
  if (box === undefined) {
    return undefined;
  }
  const southWest = rdToWgs84(box.minX, box.minY);
  const northEast = rdToWgs84(box.maxX, box.maxY);
  return { south: southWest.lat, west: southWest.lon, north: northEast.lat, east: northEast.lon };
}

type Area = Woonplaats | Gemeente | Provincie;

interface AreaPlace {
  /** Point on the surface, near the centre; `undefined` for an area that has neither addresses nor a border. */
  readonly position: MeanPosition | undefined;
  /** Box around the borders of its woonplaatsen, in RD. */
  readonly box: Box | undefined;
  /** Type of its own border; without one, the type of most borders. */
  readonly geometryType: Geometry["type"];
}

const placesOf = memoizePerObject((_: Snapshot) => new Map<Area, AreaPlace>());

/** Returns the place of an area. Its border, of megabytes for a large gemeente, is read once per snapshot. */
export function placeOfArea(s: Snapshot, area: Area): AreaPlace {
  return memoize(placesOf(s), area, () => {
    const parts = [...s.areas.woonplaatsen.values()].filter(
      (each) => each === area || each.gemeente === area || each.gemeente.provincie === area,
    );
    const boxes = parts.flatMap((part) => boxOfWoonplaats(s, part) ?? []);
    const centre = "identificatie" in area ? centreOfWoonplaats(s, area) : centreOfArea(s, area);
    const border = borderOf(s, area);
    const surface = border ?? borderNear(s, parts, centre);
    const middle = centre && { x: centre.rd_x, y: centre.rd_y };
    return {
      position: surface ? toPosition(pointOnSurface(surface, middle)) : centre,
      box: boxes.length === 0 ? undefined : boxAround(boxes),
      geometryType: border?.type ?? "MultiPolygon",
    };
  });
}

/** Returns the border of an area; null for a provincie, which has none. */
function borderOf(s: Snapshot, area: Area): Geometry | null {
  if ("identificatie" in area) {
    return readBoundary(s, "woonplaats", area.id);
  }
  return "provincie" in area ? readBoundary(s, "gemeente", area.id) : null;
}

/** Returns the border of the woonplaats whose centre is nearest to `centre`. */
function borderNear(
  s: Snapshot,
  woonplaatsen: readonly Woonplaats[],
  centre: MeanPosition | undefined,
): Geometry | null {
  const distanceOf = ({ id }: Woonplaats) => {
    const { x, y } = woonplaatsCentresOf(s).get(id) ?? { x: Number.POSITIVE_INFINITY, y: 0 };
    return centre === undefined ? 0 : Math.hypot(x - centre.rd_x, y - centre.rd_y);
  };
  const [nearest] = woonplaatsen.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return nearest === undefined ? null : readBoundary(s, "woonplaats", nearest.id);
}

function boxAround(boxes: readonly Box[]): Box {
  return {
    minX: Math.min(...boxes.map(({ minX }) => minX)),
    minY: Math.min(...boxes.map(({ minY }) => minY)),
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
  };
}
