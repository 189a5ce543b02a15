import { memoizePerObject } from "../base/memoize.ts";
import type { PlanarPoint } from "../geo/geometry.ts";
import { rdToWgs84 } from "../geo/rd.ts";
import { mercatorOf } from "../geo/web-mercator.ts";
import type { Woonplaats } from "../registry/file/areas.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { woonplaatsCentresOf } from "../registry/index/woonplaats-centres.ts";
import { MAX_TILE_ZOOM, type TileLayer, tilePointOf } from "./tile-layer.ts";

const MIN_ZOOM = 6;
/** First zoom with all places. */
const FULL_ZOOM = 13;
/** Least distance between names, as a share of the side of a tile. */
const MIN_DISTANCE = 0.15;
/** Side of the tile of zoom 0 in metres, at the latitude of the country. */
const WORLD_SIDE_M = 24_700_000;

export const plaatsLayer: TileLayer = {
  name: "plaats",
  description:
    "Names of woonplaatsen: one point amid its addresses, with the key of the woonplaats as id. At low " +
    "zooms those with the most addresses around.",
  minZoom: MIN_ZOOM,
  maxZoom: MAX_TILE_ZOOM,
  fields: { naam: "Name", adressen: "Number of addresses" },
  featuresOf(s, { tile }, coarseness) {
    return placesOf(s)
      .filter((place) => place.minZoom <= tile.z - coarseness)
      .flatMap(({ woonplaats: { id, naam, adresCount }, mercator }) => {
        const point = tilePointOf(tile, mercator);
        return point ? [{ id, properties: { naam, adressen: adresCount }, point }] : [];
      });
  },
};

interface Place {
  readonly woonplaats: Woonplaats;
  readonly x: number;
  readonly y: number;
  readonly mercator: PlanarPoint;
  /** First zoom at which no larger place is too near. */
  minZoom: number;
}

/** Returns the places of a snapshot, the largest first; computes them once. */
const placesOf = memoizePerObject((s: Snapshot): readonly Place[] => {
  const centres = woonplaatsCentresOf(s);
  const places = [...s.areas.woonplaatsen.values()]
    .sort((a, b) => b.adresCount - a.adresCount || a.id - b.id)
    .flatMap((woonplaats) => {
      const centre = centres.get(woonplaats.id);
      return centre ? [toPlace(woonplaats, centre)] : [];
    });
  for (let zoom = MIN_ZOOM; zoom < FULL_ZOOM; zoom++) {
    showPlaces(places, zoom);
  }
  return places;
});

function toPlace(woonplaats: Woonplaats, { x, y }: { x: number; y: number }): Place {
  const { lat, lon } = rdToWgs84(x, y);
  return { woonplaats, x, y, mercator: mercatorOf(lat, lon), minZoom: FULL_ZOOM };
}

/** Lets places appear at a zoom where none that is shown, or larger, is too near. */
function showPlaces(places: readonly Place[], zoom: number): void {
  const distanceM = (WORLD_SIDE_M / 2 ** zoom) * MIN_DISTANCE;
  const shown = new Map<string, Place[]>();
  const squareOf = (metres: number) => Math.floor(metres / distanceM);
  const show = (place: Place) => {
    const key = `${squareOf(place.x)} ${squareOf(place.y)}`;
    shown.set(key, [...(shown.get(key) ?? []), place]);
  };
  const near = ({ x, y }: Place) =>
    [-1, 0, 1].flatMap((east) =>
      [-1, 0, 1].flatMap((north) => shown.get(`${squareOf(x) + east} ${squareOf(y) + north}`) ?? []),
    );
  places.filter((place) => place.minZoom < zoom).forEach(show);
  for (const place of places.filter((place) => place.minZoom > zoom)) {
    if (near(place).every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= distanceM)) {
      place.minZoom = zoom;
      show(place);
    }
  }
}
