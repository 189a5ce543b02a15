import { rdToWgs84, roundDegrees } from "../geo/rd.ts";
import { extentOf, type Snapshot } from "../registry/file/snapshot.ts";
import { TILE_LAYERS } from "./layers.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "./tile-layer.ts";

/** Description of a tile set after TileJSON 3.0.0. */
export interface TileJson {
  readonly tilejson: "3.0.0";
  readonly name: string;
  readonly description: string;
  readonly version: "1.0.0";
  readonly attribution: string;
  readonly scheme: "xyz";
  readonly tiles: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Longitude, latitude, zoom. */
  readonly center: readonly [number, number, number];
  readonly vector_layers: readonly VectorLayer[];
}

interface VectorLayer {
  readonly id: string;
  readonly description: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** Describes the tiles of a snapshot, which are at these URLs. */
export function describeTiles(s: Snapshot, tiles: readonly string[]): TileJson {
  const bounds = boundsOf(s);
  return {
    tilejson: "3.0.0",
    name: "baken",
    description:
      "Panden, addresses, streets and areas of the Dutch register of addresses and buildings (BAG)",
    version: "1.0.0",
    attribution: attributionOf(s.meta),
    scheme: "xyz",
    tiles,
    minzoom: MIN_TILE_ZOOM,
    maxzoom: MAX_TILE_ZOOM,
    bounds,
    center: centreOf(bounds),
    vector_layers: TILE_LAYERS.map(({ name, description, minZoom, maxZoom, fields }) => ({
      id: name,
      description,
      minzoom: minZoom,
      maxzoom: maxZoom,
      fields,
    })),
  };
}

function attributionOf({ isDemo, sample, referenceDate, buurtMap }: Snapshot["meta"]): string {
  if (isDemo && sample === undefined) {
    return "Generated test data, baken";
  }
  const ofBuurten =
    buurtMap === undefined ? "" : `; wijken and buurten ${buurtMap.year}: CBS, Kadaster (CC BY 4.0)`;
  return `BAG, Kadaster, ${referenceDate}${ofBuurten}`;
}

/** Box around the country, for a registry without objects. */
const COUNTRY: TileJson["bounds"] = [3.2, 50.7, 7.3, 53.6];

/** Returns the box in degrees around the corners of the registry's RD box. */
function boundsOf(s: Snapshot): TileJson["bounds"] {
  const { minX, minY, maxX, maxY } = extentOf(s);
  if (minX > maxX) {
    return COUNTRY;
  }
  const corners = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => rdToWgs84(x, y)));
  const longitudes = corners.map(({ lon }) => roundDegrees(lon));
  const latitudes = corners.map(({ lat }) => roundDegrees(lat));
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** Returns the middle of the bounds and the zoom at which they fill a tile or two. */
function centreOf([west, south, east, north]: TileJson["bounds"]): TileJson["center"] {
  const zoom = Math.round(Math.log2(360 / Math.max(east - west, 0.001)));
  const within = Math.min(MAX_TILE_ZOOM, Math.max(MIN_TILE_ZOOM, zoom));
  return [roundDegrees((west + east) / 2), roundDegrees((south + north) / 2), within];
}
