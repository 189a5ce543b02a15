import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { wgs84ToRd } from "../../src/geo/rd.ts";
import { planCountry } from "../../tools/country/country/country.ts";
import { pc4GeoJson } from "../../tools/country/country/pc4-geojson.ts";
import { streetPlaces } from "../../tools/country/country/street-places.ts";
import { formatMetres } from "../../tools/country/official-format/gml.ts";
import { randomUnit } from "../../tools/country/random.ts";
import { woonplaatsRecords } from "../../tools/country/records/place-records.ts";
import { footprintOf, pointAt } from "../../tools/country/records/street-records.ts";
import { planStreet } from "../../tools/country/street/plan-street.ts";

/** The two processors are often shared with other work. */
setDefaultTimeout(60_000);

const COUNTRIES = [
  { addresses: 800, seed: 1 },
  { addresses: 20_000, seed: 2 },
  { addresses: 120_000, seed: 3 },
];

describe.each(COUNTRIES)("$addresses addresses, seed $seed", ({ addresses, seed }) => {
  const country = planCountry(addresses, seed);
  const woonplaatsen = country.woonplaatsen.map((woonplaats) => ({
    pc4s: new Set(woonplaats.pc4Areas.map(({ pc4 }) => pc4)),
    rings: woonplaatsRecords(woonplaats, country.lattice)[0]!.geometrie.map(({ exterior }) => exterior),
  }));
  const { features } = JSON.parse([...pc4GeoJson(country)].join("")) as { features: Feature[] };
  const areas = features.map(({ properties, geometry }) => ({
    pc4: properties.PC4CODE,
    rings: ringsOf(geometry),
  }));

  test("residences lie in one of their panden, in their woonplaats and PC4 area; postcodes are valid", () => {
    let places = 0;
    for (const { woonplaats, street } of streetPlaces(country)) {
      places += 1;
      if (places % Math.ceil(addresses / 4000) !== 0) {
        continue;
      }
      for (const residence of planStreet(street).verblijfsobjecten) {
        const { x, y } = pointAt(street.frame, residence.along, residence.across);
        const inside = residence.panden.filter((pand) => {
          const { exterior, interiors = [] } = footprintOf(street.frame, pand);
          return isInside(x, y, exterior) && !interiors.some((ring) => isInside(x, y, ring));
        });
        expect(inside.length).toBe(1);
        expect(woonplaatsen[woonplaats.index]!.rings.some((ring) => isInside(x, y, ring))).toBe(true);
        const { postcode } = residence.hoofdadres;
        if (postcode === undefined) {
          continue;
        }
        expect(postcode).toMatch(/^[1-9]\d{3}(?!SA|SD|SS)[A-Z]{2}$/);
        expect(woonplaatsen[woonplaats.index]!.pc4s.has(Number(postcode.slice(0, 4)))).toBe(true);
        const area = areas.find(({ pc4 }) => pc4 === Number(postcode.slice(0, 4)))!;
        expect(area.rings.some((ring) => isInside(x, y, ring))).toBe(true);
      }
    }
  });

  test("woonplaatsen and PC4 areas tile: a point lies in one of each or in none of both", () => {
    let hits = 0;
    for (let i = 0; i < 1500; i += 1) {
      const x = 13_000 + 265_000 * randomUnit(seed, 2 * i);
      const y = 306_000 + 313_000 * randomUnit(seed, 2 * i + 1);
      const around = woonplaatsen.filter(({ rings }) => rings.some((ring) => isInside(x, y, ring)));
      const codes = areas.filter(({ rings }) => rings.some((ring) => isInside(x, y, ring)));
      expect(around.length).toBeLessThanOrEqual(1);
      expect(codes.length).toBe(around.length);
      if (codes[0]) {
        expect(around[0]!.pc4s.has(codes[0].pc4)).toBe(true);
      }
      hits += around.length;
    }
    expect(hits).toBeGreaterThan(500);
  });
});

test("coordinates are printed as Java prints doubles, at most three decimals", () => {
  expect([131009, 481699.9, 130318.263, 0.0004, 155000.0996].map(formatMetres)).toEqual([
    "131009.0",
    "481699.9",
    "130318.263",
    "0.0",
    "155000.1",
  ]);
});

interface Feature {
  readonly properties: { readonly PC4CODE: number };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** Returns the exterior rings in RD metres. */
function ringsOf({ type, coordinates }: Feature["geometry"]): number[][] {
  const polygons = (type === "Polygon" ? [coordinates] : coordinates) as [number, number][][][];
  return polygons.map(([exterior]) =>
    exterior!.flatMap(([lon, lat]) => {
      const { x, y } = wgs84ToRd(lat, lon);
      return [x, y];
    }),
  );
}

function isInside(x: number, y: number, ring: ArrayLike<number>): boolean {
  // Rings of the country are at most about 100 km wide, so the first point already excludes most of them.
  if (Math.abs(ring[0]! - x) > 100_000 || Math.abs(ring[1]! - y) > 100_000) {
    return false;
  }
  let inside = false;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) {
      inside = !inside;
    }
  }
  return inside;
}
