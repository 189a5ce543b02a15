/** Positions of areas as other services give them: a point where the addresses are, and the extent of a woonplaats. */
import { rdToWgs84, roundDegrees, roundMetres } from "../geo/rd.ts";
import type { Gemeente, Provincie, Woonplaats } from "../registry/file/areas.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { woonplaatsCentresOf } from "../registry/index/woonplaats-centres.ts";
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

const BOX = "SELECT minx, miny, maxx, maxy FROM rtree_woonplaats_geom WHERE id = ?";

/** Returns the box around the border of a woonplaats, in degrees; `undefined` when it has no border. */
export function extentOfWoonplaats(s: Snapshot, { id }: Woonplaats): Extent | undefined {
  const box = s.statement<{ minx: number; miny: number; maxx: number; maxy: number }>(BOX).get(id);
  if (box === null) {
    return undefined;
  }
  const southWest = rdToWgs84(box.minx, box.miny);
  const northEast = rdToWgs84(box.maxx, box.maxy);
  return { south: southWest.lat, west: southWest.lon, north: northEast.lat, east: northEast.lon };
}
