/** Makes a small PMTiles archive in Protomaps' basemap schema: land with water, a park and a road around Weesp. */
import { gzipSync } from "node:zlib";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { type ArchiveOptions, ArchiveWriter } from "../../../src/tiles/pmtiles/archive-writer.ts";
import { tileNumberOf } from "../../../src/tiles/pmtiles/tile-number.ts";
import { mapPosition } from "./tile-at.ts";

const MIN_ZOOM = 8;
const MAX_ZOOM = 14;
const SIDE = 4096;
export const BASE_MAP_ATTRIBUTION = "© OpenStreetMap, cut out for a test";

const LINE = 2;
const POLYGON = 3;

function box(west: number, north: number, east: number, south: number): number[][] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

/** The west of each tile is water, and its south a park. */
function tileBytes(): Uint8Array {
  const layer = (type: number, tags: Record<string, string>, geometry: unknown) => ({
    features: [{ type, tags, geometry }],
  });
  return fromGeojsonVt(
    {
      earth: layer(POLYGON, { kind: "earth" }, [box(0, 0, SIDE, SIDE)]),
      landuse: layer(POLYGON, { kind: "park" }, [box(0, SIDE / 2, SIDE, SIDE)]),
      water: layer(POLYGON, { kind: "lake" }, [box(0, 0, SIDE / 4, SIDE)]),
      roads: layer(LINE, { kind: "major_road", name: "Weg" }, [
        [
          [0, SIDE / 3],
          [SIDE, SIDE / 3],
        ],
      ]),
      buildings: layer(POLYGON, { kind: "building" }, [box(900, 900, 1000, 1000)]),
    } as never,
    { version: 2, extent: SIDE },
  );
}

/** Writes the archive; each tile has the same contents. */
export async function makeBaseMap(path: string, options: ArchiveOptions = {}): Promise<void> {
  const writer = await ArchiveWriter.create(path, options);
  const gzipped = gzipSync(tileBytes());
  const numbers: number[] = [];
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const northWest = mapPosition(z, 52.4, 4.9);
    const southEast = mapPosition(z, 52.2, 5.2);
    for (let x = Math.floor(northWest.x); x <= southEast.x; x++) {
      for (let y = Math.floor(northWest.y); y <= southEast.y; y++) {
        numbers.push(tileNumberOf({ z, x, y }));
      }
    }
  }
  for (const number of numbers.sort((a, b) => a - b)) {
    await writer.add(number, gzipped);
  }
  const facts = { minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, center: [5.05, 52.3, 12] as const };
  await writer.publish(
    { ...facts, bounds: [4.9, 52.2, 5.2, 52.4] },
    { attribution: BASE_MAP_ATTRIBUTION, vector_layers: [] },
  );
  await writer.close();
}
