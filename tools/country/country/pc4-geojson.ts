import { rdToWgs84 } from "../../../src/geo/rd.ts";
import type { Country } from "./country.ts";
import { outlines } from "./region.ts";
import { warp } from "./street-layout.ts";

type Position = [lon: number, lat: number];

/**
 * Generates the PC4 areas in the form of the boundaries of the real country: one feature a line, WGS84, property
 * PC4CODE.
 */
export function* pc4GeoJson(country: Country): Generator<string> {
  yield '{"type":"FeatureCollection","features":[\n';
  let separator = "";
  for (const { pc4Areas } of country.woonplaatsen) {
    for (const { pc4, region } of pc4Areas) {
      const polygons = outlines(region, country.lattice).map((ring) => [positions(ring)]);
      const geometry =
        polygons.length === 1
          ? { type: "Polygon", coordinates: polygons[0] }
          : { type: "MultiPolygon", coordinates: polygons };
      const feature = { type: "Feature", properties: { PC4CODE: pc4 }, geometry };
      yield separator + JSON.stringify(feature);
      separator = ",\n";
    }
  }
  yield "\n]}\n";
}

/** Converts a ring to WGS84 with seven decimals, a centimetre, so that neighbours keep meeting in the same points. */
function positions(ring: readonly number[]): Position[] {
  const result: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const rd = warp(ring[i]!, ring[i + 1]!);
    const { lat, lon } = rdToWgs84(rd.x, rd.y);
    result.push([Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]);
  }
  return result;
}
