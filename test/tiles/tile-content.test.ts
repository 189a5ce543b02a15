/** Compares the tiles of Weesp with its registry, read by SQL and projected by the formulas. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { geometryIntersectsBox } from "../../src/geo/box-intersection.ts";
import { type Geometry, polygonsOf } from "../../src/geo/geometry.ts";
import { decodeGpkgGeometry } from "../../src/geo/gpkg-geometry.ts";
import { areaCentroid } from "../../src/geo/representative-point.ts";
import { exactProjection, type TileId } from "../../src/geo/web-mercator.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeTile, makeTileWithin } from "../../src/tiles/make-tile.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { doubledArea, type ReadFeature, readTile } from "../support/tiles/read-tile.ts";
import { mapPosition } from "../support/tiles/tile-at.ts";

const dataDir = await makeWeespFolder();
const registry = openRegistry(dataDir, (error) => {
  throw error;
});
const s = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

const CENTRE: TileId = { z: 14, x: 8421, y: 5389 };

interface Pand {
  readonly fid: number;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly geometry: Geometry;
}

const panden: readonly Pand[] = s.db
  .query<Omit<Pand, "geometry"> & { geom: Uint8Array }, []>("SELECT fid, bouwjaar, status, geom FROM pand")
  .all()
  .map(({ geom, ...row }) => ({ ...row, geometry: decodeGpkgGeometry(geom) }));

function layersOf({ z, x, y }: TileId): Record<string, readonly ReadFeature[]> {
  return readTile(makeTile(s, z, x, y)!);
}

/** Projects a geometry to the units of a tile by the formulas. */
function inTile(geometry: Geometry, tile: TileId): Geometry {
  const project = exactProjection(tile);
  const out = new Float64Array(2);
  const polygons = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => {
      const projected = new Float64Array(ring.length);
      for (let i = 0; i < ring.length; i += 2) {
        project(ring[i]!, ring[i + 1]!, out);
        projected.set(out, i);
      }
      return projected;
    }),
  );
  return { type: "MultiPolygon", polygons };
}

/** Returns the panden that share a point with a tile and its buffer, larger by a margin in tile units. */
function pandenIn(tile: TileId, margin: number): Pand[] {
  const box = { minX: -64 - margin, minY: -64 - margin, maxX: 4160 + margin, maxY: 4160 + margin };
  return panden.filter(({ geometry }) => geometryIntersectsBox(inTile(geometry, tile), box));
}

describe("panden", () => {
  test.each([CENTRE, { z: 15, x: 16843, y: 10779 }, { z: 16, x: 33687, y: 21558 }])(
    "each pand of tile $z/$x/$y is there, whole, with its id, and no other",
    (tile) => {
      const features = layersOf(tile).pand!;
      const ids = new Set(features.map(({ id }) => id!));
      expect(ids.size).toBe(features.length);
      // Rounding decides about those that just touch the edge.
      const [surely, perhaps] = [pandenIn(tile, -1), pandenIn(tile, 1)];
      expect(surely.filter(({ fid }) => !ids.has(fid))).toEqual([]);
      const known = new Map(perhaps.map((pand) => [pand.fid, pand]));
      expect([...ids].filter((id) => !known.has(id))).toEqual([]);
      for (const { id, properties, parts } of features) {
        const { bouwjaar, status, geometry } = known.get(id!)!;
        expect(properties).toEqual(bouwjaar === null ? { status } : { bouwjaar, status });
        const vertices = polygonsOf(inTile(geometry, tile)).flat(2);
        const corners = vertices.flatMap((ring) =>
          Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!] as const),
        );
        for (const { x, y } of parts.flat()) {
          expect(
            corners.some((corner) => Math.max(Math.abs(corner[0] - x), Math.abs(corner[1] - y)) <= 1.01),
          ).toBe(true);
        }
      }
    },
  );

  test("tile 14/8421/5389 has the 5,226 panden that others counted in it", () => {
    expect(layersOf(CENTRE).pand).toHaveLength(5226);
  });

  test("at zoom 13 they are grouped by bouwjaar and status, without ids", () => {
    const tile = { z: 13, x: 4210, y: 2694 };
    const features = layersOf(tile).pand!;
    expect(features.every(({ id }) => id === undefined)).toBe(true);
    const keys = features.map(({ properties }) => `${properties.bouwjaar} ${properties.status}`);
    expect(new Set(keys).size).toBe(keys.length);
    const exteriors = features.flatMap(({ parts }) => parts.filter((ring) => doubledArea(ring) > 0));
    const polygonsIn = (margin: number) =>
      pandenIn(tile, margin).flatMap(({ geometry }) => polygonsOf(geometry)).length;
    expect(exteriors.length).toBeGreaterThanOrEqual(polygonsIn(-1));
    expect(exteriors.length).toBeLessThanOrEqual(polygonsIn(1));
  });

  test("at zoom 12 squares of 32 m stand where their centres of area are", () => {
    const tile = { z: 12, x: 2105, y: 1347 };
    const features = layersOf(tile).pand_cell!;
    const squares = new Set(
      pandenIn(tile, 0)
        .filter(({ status }) => status !== "Bouwvergunning verleend" && status !== "Bouw gestart")
        .map(({ geometry }) => {
          const { x, y } = areaCentroid(geometry);
          return `${Math.floor(x / 32)} ${Math.floor(y / 32)}`;
        }),
    );
    const unitM = 40_075_016.686 / 2 ** 12 / 4096;
    const side = 32 / (unitM * Math.cos((52.3 * Math.PI) / 180));
    const area = features.flatMap(({ parts }) => parts).reduce((sum, ring) => sum + doubledArea(ring) / 2, 0);
    expect(area / side ** 2 / squares.size).toBeWithin(0.97, 1.03);
    const years = new Set(features.map(({ properties }) => properties.bouwjaar));
    expect(years).toEqual(
      new Set(
        [0, 1700, 1850, 1901, 1919, 1946, 1966, 1974, 1992, 2005, 2015, undefined].filter((y) =>
          years.has(y),
        ),
      ),
    );
    expect(years.size).toBeGreaterThan(8);
  });
});

interface AdresRow {
  readonly fid: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly straat: number;
  readonly bouwjaar: number | null;
}

const adressen = s.db
  .query<AdresRow, []>("SELECT fid, latitude, longitude, openbare_ruimte_id AS straat, bouwjaar FROM adres")
  .all();

/** Returns the addresses in each tile of a zoom, by its column and row. */
function adressenByTile(z: number): Map<string, AdresRow[]> {
  return Map.groupBy(adressen, ({ latitude, longitude }) => {
    const { x, y } = mapPosition(z, latitude, longitude);
    return `${Math.floor(x)}/${Math.floor(y)}`;
  });
}

describe("addresses", () => {
  test("each is counted in one tile of zoom 16, under a label of its street and position", () => {
    let total = 0;
    for (const [place, inThisTile] of adressenByTile(16)) {
      const [x, y] = place.split("/").map(Number) as [number, number];
      const features = layersOf({ z: 16, x, y }).adres!;
      const counted = features.reduce((sum, { properties }) => sum + Number(properties.count), 0);
      expect(counted, place).toBe(inThisTile.length);
      const ids = new Set(inThisTile.map(({ fid }) => fid));
      expect(features.every(({ id }) => ids.has(id!))).toBe(true);
      total += counted;
    }
    expect(total).toBe(12_034);
  });

  test("a label is the number, or the first and the last of several at one position", () => {
    const { x, y } = mapPosition(16, 52.3112572, 5.02527163);
    const features = layersOf({ z: 16, x: Math.floor(x), y: Math.floor(y) }).adres!;
    // Keurstraat 5 and 5a have one position.
    const both = features.find(({ id }) => id === 457200000521749)!;
    expect(both.properties).toEqual({ label: "5–5a", count: 2, bouwjaar: 1970 });
    const [{ x: left, y: top }] = both.parts[0] as [{ x: number; y: number }];
    expect([left, top]).toEqual([Math.floor((x % 1) * 4096), Math.floor((y % 1) * 4096)]);
    const { fid } = s.db
      .query<{ fid: number }, []>("SELECT fid FROM adres WHERE straatnaam = 'Keurstraat' AND huisnummer = 11")
      .get()!;
    expect(features.find(({ id }) => id === fid)!.properties).toMatchObject({ label: "11", count: 1 });
  });

  /** Maximum distance of a name from its addresses: 32 m at zoom 15, in tile units. */
  const OFF = 180;

  test("a street has one name in each tile with its addresses, amid them, with the year of its first building", () => {
    for (const [place, inThisTile] of adressenByTile(15)) {
      const [x, y] = place.split("/").map(Number) as [number, number];
      const features = layersOf({ z: 15, x, y }).straat!;
      const streets = Map.groupBy(inThisTile, ({ straat }) => straat);
      expect(new Set(features.map(({ id }) => id!))).toEqual(new Set(streets.keys()));
      expect(features).toHaveLength(streets.size);
      for (const { id, properties, parts } of features) {
        const points = streets.get(id!)!.map(({ latitude, longitude }) => {
          const position = mapPosition(15, latitude, longitude);
          return { x: (position.x - x) * 4096, y: (position.y - y) * 4096 };
        });
        expect(properties.adressen).toBe(points.length);
        const years = streets.get(id!)!.flatMap(({ bouwjaar }) => bouwjaar ?? []);
        expect(properties.bouwjaar).toBe(years.length === 0 ? undefined : Math.min(...years));
        const [label] = parts[0]!;
        expect(label!.x).toBeWithin(
          Math.min(...points.map((p) => p.x)) - OFF,
          Math.max(...points.map((p) => p.x)) + OFF,
        );
        expect(label!.y).toBeWithin(
          Math.min(...points.map((p) => p.y)) - OFF,
          Math.max(...points.map((p) => p.y)) + OFF,
        );
      }
    }
  });

  test("names of streets lie beside buildings, where the middle of the addresses is often on one", () => {
    const onBuilding = { name: 0, middle: 0 };
    for (const [place, inThisTile] of adressenByTile(15)) {
      const [x, y] = place.split("/").map(Number) as [number, number];
      const { straat = [], pand = [] } = layersOf({ z: 15, x, y });
      const streets = Map.groupBy(inThisTile, ({ straat }) => straat);
      const isBuilt = (point: { x: number; y: number }) => pand.some(({ parts }) => contains(parts, point));
      for (const { id, parts } of straat) {
        const positions = streets
          .get(id!)!
          .map(({ latitude, longitude }) => mapPosition(15, latitude, longitude));
        const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
        const middle = {
          x: (mean(positions.map((p) => p.x)) - x) * 4096,
          y: (mean(positions.map((p) => p.y)) - y) * 4096,
        };
        onBuilding.name += Number(isBuilt(parts[0]![0]!));
        onBuilding.middle += Number(isBuilt(middle));
      }
    }
    expect(onBuilding.middle).toBeGreaterThan(50);
    expect(onBuilding.name).toBeLessThan(0.6 * onBuilding.middle);
  });

  test("a long street has further names at zoom 16, so that nearly every address has one at hand", () => {
    let [count, far, further] = [0, 0, 0];
    for (const [place, inThisTile] of adressenByTile(16)) {
      const [x, y] = place.split("/").map(Number) as [number, number];
      const named = Map.groupBy(layersOf({ z: 16, x, y }).straat!, ({ id }) => id!);
      for (const { latitude, longitude, straat } of inThisTile) {
        const position = mapPosition(16, latitude, longitude);
        const distances = named
          .get(straat)!
          .map(({ parts }) => parts[0]![0]!)
          .map((point) => Math.hypot(point.x - (position.x - x) * 4096, point.y - (position.y - y) * 4096));
        count++;
        far += Number(Math.min(...distances) > 1800);
      }
      further += [...named.values()].flat().filter(({ properties }) => properties.near === 1).length;
    }
    expect(further).toBeGreaterThan(50);
    expect(far / count).toBeLessThan(0.02);
  });
});

interface Vertex {
  readonly x: number;
  readonly y: number;
}

/** Returns true for a point in an odd number of rings. */
function contains(rings: readonly (readonly Vertex[])[], { x, y }: Vertex): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length]!;
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

test("a tile that is too large has fewer panden and all its streets, those with one address too", () => {
  const tile = { z: 15, x: 2 * CENTRE.x, y: 2 * CENTRE.y };
  const whole = makeTile(s, tile.z, tile.x, tile.y)!;
  const smaller = makeTileWithin(s, tile, whole.length - 1)!;
  const [all, fewer] = [whole, smaller].map(readTile);
  expect(fewer!.pand!.length).toBeLessThan(all!.pand!.length);
  const namesOf = (layers: Record<string, readonly ReadFeature[]>) =>
    layers.straat!.map(({ properties }) => properties.naam).sort();
  expect(all!.straat!.some(({ properties }) => properties.adressen === 1)).toBe(true);
  expect(namesOf(fewer!)).toEqual(namesOf(all!));
});
