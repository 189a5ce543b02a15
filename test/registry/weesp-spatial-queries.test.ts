/** Compares searches around a point or in a box, which use spatial indexes, with full scans: Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { geometryIntersectsBox } from "../../src/geo/box-intersection.ts";
import type { GeoJsonGeometry, GeoJsonPosition } from "../../src/geo/geojson.ts";
import { rdToWgs84, wgs84ToRd } from "../../src/geo/rd.ts";
import { openSnapshot, type Snapshot } from "../../src/registry/file/snapshot.ts";
import type { Wgs84Box } from "../../src/registry/index/wgs84-box.ts";
import { listAdressenInBox } from "../../src/registry/read/adressen-in-box.ts";
import { listPostcodegebiedenInBox } from "../../src/registry/read/areas.ts";
import { findNearestAdres, listNearbyAdressen } from "../../src/registry/read/nearby.ts";
import { findPand } from "../../src/registry/read/panden.ts";
import { listPandenInBox, type PandQuery } from "../../src/registry/read/panden-in-box.ts";
import { listNearbyPostcodes } from "../../src/registry/read/postcodes-nearby.ts";
import type { AdresRecord, PandRecord } from "../../src/registry/read/records.ts";
import { compareKeys } from "../../src/registry/schema/name-key.ts";
import { type Adres, idsOf, type Pand, readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";

let weesp: Weesp;
let s: Snapshot;
let adressen: readonly Adres[];
let panden: readonly Pand[];

describe("Weesp", () => {
  beforeAll(async () => {
    weesp = await readWeesp();
    ({ snapshot: s, adressen, panden } = weesp);
  }, 120_000);
  afterAll(() => weesp?.close());

  const random = seeded(457);
  /** Draws a point around the centre of Weesp, sometimes on water or outside. */
  const randomPoint = () => ({ x: 129_000 + random() * 7_000, y: 478_000 + random() * 5_500 });
  const randomBox = (maxKm: number): Wgs84Box => {
    const at = randomPoint();
    const { lat, lon } = rdToWgs84(at.x, at.y);
    return {
      south: lat,
      north: lat + (random() * maxKm) / 111,
      west: lon,
      east: lon + (random() * maxKm) / 68,
    };
  };
  const distanceTo = (at: { x: number; y: number }) => (adres: AdresRecord) =>
    Math.hypot(adres.rd_x - at.x, adres.rd_y - at.y);

  test("every address is within radius 0 of its published position, in degrees and in RD", () => {
    for (const { nummeraanduiding_id, latitude, longitude, rd_x, rd_y } of adressen) {
      for (const at of [wgs84ToRd(latitude, longitude), { x: rd_x, y: rd_y }]) {
        const here = listNearbyAdressen(s, at, { radiusM: 0, limit: 1000 });
        expect(here.map(({ adres }) => adres.nummeraanduiding_id)).toContain(nummeraanduiding_id);
        for (const { adres } of here) {
          expect([adres.rd_x, adres.rd_y]).toEqual([rd_x, rd_y]);
        }
        const nearest = findNearestAdres(s, at, 0)!.adres;
        expect([nearest.rd_x, nearest.rd_y]).toEqual([rd_x, rd_y]);
      }
    }
  }, 120_000);

  test("nearby", () => {
    for (let i = 0; i < 150; i++) {
      const at = i % 3 === 0 ? pointOfRandomAddress() : randomPoint();
      const query = { radiusM: [30, 300, 3000, 20_000][i % 4]!, limit: [1, 25, 100][i % 3]! };
      const distance = distanceTo(at);
      const expected = adressen
        .map((adres) => ({ id: adres.nummeraanduiding_id, distanceM: distance(adres) }))
        .filter(({ distanceM }) => distanceM <= query.radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.id, b.id))
        .slice(0, query.limit);
      const found = listNearbyAdressen(s, at, query);
      expect(found.map(({ adres, distanceM }) => ({ id: adres.nummeraanduiding_id, distanceM }))).toEqual(
        expected,
      );
    }
  });

  test("reverse: in a footprint an address of that pand, else the nearest", () => {
    for (let i = 0; i < 40; i++) {
      const at = i % 2 ? pointOfRandomAddress() : randomPoint();
      const radiusM = [100, 1000][i % 2]!;
      const { lat, lon } = rdToWgs84(at.x, at.y);
      const pandenAtPoint = panden.filter(({ footprint }) =>
        intersectsBox(footprint, { south: lat, north: lat, west: lon, east: lon }),
      );
      const inPand = new Set(
        pandenAtPoint.flatMap(({ identificatie }) =>
          findPand(s, identificatie, { addresses: true })!.addresses!.map(
            (adres) => adres.nummeraanduiding_id,
          ),
        ),
      );
      const near = adressen
        .map((adres) => ({ id: adres.nummeraanduiding_id, distanceM: distanceTo(at)(adres) }))
        .filter(({ distanceM }) => distanceM <= radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.id, b.id));
      const expected = near.find(({ id }) => inPand.has(id)) ?? near[0];
      expect(findNearestAdres(s, at, radiusM)?.adres.nummeraanduiding_id).toBe(expected?.id);
    }
  });

  test("addresses in a box, edges included", () => {
    for (let i = 0; i < 200; i++) {
      const box = i % 4 === 0 ? boxOfTwoAddresses() : randomBox([0.2, 1, 5][i % 3]!);
      const inside = adressen.filter(
        ({ latitude, longitude }) =>
          latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east,
      );
      expectSubset(idsOf(listAdressenInBox(s, box, { limit: 1000 })), idsOf(inside), 1000);
      expectSubset(idsOf(listAdressenInBox(s, box, { limit: 7 })), idsOf(inside), 7);
    }
    const country = { south: 50, north: 54, west: 3, east: 8 };
    expect(new Set(idsOf(listAdressenInBox(s, country, { limit: 20_000 }))).size).toBe(adressen.length);
    expect(listAdressenInBox(s, country, { limit: 100 })).toHaveLength(100);
    const world = { south: -90, north: 90, west: -180, east: 180 };
    expect(listAdressenInBox(s, world, { limit: 100 })).toHaveLength(100);
  });

  test("panden in a box, with filters", () => {
    const filters: Omit<PandQuery, "limit">[] = [
      {},
      { bouwjaarMin: 1900, bouwjaarMax: 1930 },
      { bouwjaarMax: 1700 },
      { bouwjaarMin: 2015, status: "pand in gebruik" },
      { status: "Sloopvergunning verleend" },
      { bouwjaarMin: 1111, bouwjaarMax: 1112 },
      { status: "onbekend" },
    ];
    for (let i = 0; i < 140; i++) {
      const box = randomBox([0.2, 1, 5, 20][i % 4]!);
      const filter = filters[i % filters.length]!;
      const inside = panden
        .filter((pand) => matchesFilter(pand, filter) && intersectsBox(pand.footprint, box))
        .map(({ identificatie }) => identificatie);
      const found = (limit: number) =>
        listPandenInBox(s, box, { ...filter, limit }).map((p) => p.identificatie);
      expectSubset(found(20_000), inside, 20_000);
      expectSubset(found(30), inside, 30);
    }
  });

  test("answers of boxes do not depend on how the spatial indexes grew", () => {
    const copy = join(weesp.dataDir, "grown-otherwise.gpkg");
    copyFileSync(s.path, copy);
    const db = openScratch(copy);
    for (const index of ["rtree_adres_geom", "rtree_pand_geom"]) {
      db.run(`CREATE TEMP TABLE boxes AS SELECT * FROM ${index} ORDER BY (id * 7919) % 10007`);
      db.run(`DELETE FROM ${index}`);
      db.run(`INSERT INTO ${index} SELECT * FROM boxes`);
      db.run("DROP TABLE boxes");
    }
    db.close();
    const other = openSnapshot(copy);
    for (let i = 0; i < 40; i++) {
      const box = randomBox([1, 5, 20][i % 3]!);
      expect(idsOf(listAdressenInBox(other, box, { limit: 50 }))).toEqual(
        idsOf(listAdressenInBox(s, box, { limit: 50 })),
      );
      const query: PandQuery = i % 2 ? { limit: 50, bouwjaarMin: 1900 } : { limit: 50 };
      expect(listPandenInBox(other, box, query)).toEqual(listPandenInBox(s, box, query));
    }
    other.close();
  });

  test("postcodes nearby: total and the nearest", () => {
    const all = s.db
      .query<{ postcode: string; adres_count: number; latitude: number; longitude: number }, []>(
        "SELECT * FROM postcode",
      )
      .all()
      .map((row) => ({ ...row, ...wgs84ToRd(row.latitude, row.longitude) }));
    expect(all.reduce((sum, { adres_count }) => sum + adres_count, 0)).toBe(
      adressen.filter(({ postcode }) => postcode !== null).length,
    );
    for (let i = 0; i < 60; i++) {
      const at = randomPoint();
      const radiusM = [100, 700, 1500, 5000, 20_000][i % 5]!;
      const within = all
        .map(({ postcode, x, y }) => ({ postcode, distanceM: Math.hypot(x - at.x, y - at.y) }))
        .filter(({ distanceM }) => distanceM <= radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.postcode, b.postcode));
      const { postcodes, total } = listNearbyPostcodes(s, at, { radiusM, precision: 6 });
      expect(total).toBe(within.length);
      expect(postcodes.map(({ postcode }) => postcode)).toEqual(
        within.slice(0, 1000).map(({ postcode }) => postcode),
      );
    }
  });

  test("postcodes nearby: the own one is always listed and counted once, whatever the radius", () => {
    const withPostcode = adressen.filter(({ postcode }) => postcode !== null);
    let outsideRadiusCount = 0;
    for (let i = 0; i < 120; i++) {
      const { postcode, rd_x, rd_y } = withPostcode[Math.floor(random() * withPostcode.length)]!;
      const [at, ownPostcode] = [{ x: rd_x, y: rd_y }, postcode!];
      const precision = i % 2 === 0 ? 4 : 6;
      const radiusM = [100, 500, 2000][i % 3]!;
      const others = listNearbyPostcodes(s, at, { radiusM, precision });
      const { postcodes, total } = listNearbyPostcodes(s, at, { radiusM, precision, ownPostcode });
      const listed = postcodes.filter((each) => each.postcode === ownPostcode.slice(0, precision));
      expect(listed).toHaveLength(1);
      expect(postcodes.filter((each) => each !== listed[0])).toEqual(
        others.postcodes.filter((each) => each.postcode !== ownPostcode.slice(0, precision)),
      );
      expect(total).toBe(postcodes.length);
      const distances = postcodes.map(({ distance_km }) => distance_km);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      outsideRadiusCount += Number(listed[0]!.distance_km > radiusM / 1000);
    }
    // Both kinds of start occur: with the centre of the own postcode inside the radius, and outside.
    expect(outsideRadiusCount).toBeGreaterThan(10);
    expect(outsideRadiusCount).toBeLessThan(110);
  });

  test("postcode areas in a box", () => {
    const areas = s.db
      .query<{ code: string }, []>("SELECT code FROM postcodegebied ORDER BY fid")
      .all()
      .map(({ code }) => code);
    const country = { south: 50, north: 54, west: 3, east: 8 };
    const all = listPostcodegebiedenInBox(s, country, { page: 1, perPage: 100, geometry: true });
    expect(all.rows.map(({ area }) => area)).toEqual(areas);
    for (let i = 0; i < 60; i++) {
      const box = randomBox(2);
      const expected = all.rows
        .filter(({ geometry }) => intersectsBox(geometry!, box))
        .map(({ area }) => area);
      const { rows, total } = listPostcodegebiedenInBox(s, box, { page: 1, perPage: 100 });
      expect(rows.map(({ area }) => area)).toEqual(expected);
      expect(total).toBe(expected.length);
    }
  });

  function pointOfRandomAddress() {
    const { rd_x, rd_y } = adressen[Math.floor(random() * adressen.length)]!;
    return { x: rd_x, y: rd_y };
  }

  /** Returns a box with two addresses on its corners. */
  function boxOfTwoAddresses(): Wgs84Box {
    const [a, b] = [random(), random()].map((at) => adressen[Math.floor(at * adressen.length)]!) as [
      Adres,
      Adres,
    ];
    return {
      south: Math.min(a.latitude, b.latitude),
      north: Math.max(a.latitude, b.latitude),
      west: Math.min(a.longitude, b.longitude),
      east: Math.max(a.longitude, b.longitude),
    };
  }
});

/** Expects as many results as exist or as the limit, without duplicates, all of them expected. */
function expectSubset(found: string[], expected: string[], limit: number): void {
  expect(found).toHaveLength(Math.min(limit, expected.length));
  expect(new Set(found).isSubsetOf(new Set(expected))).toBe(true);
  expect(new Set(found).size).toBe(found.length);
}

function matchesFilter(
  pand: PandRecord,
  { bouwjaarMin, bouwjaarMax, status }: Omit<PandQuery, "limit">,
): boolean {
  if (status && status.toLowerCase() !== pand.status.toLowerCase()) {
    return false;
  }
  if (bouwjaarMin === undefined && bouwjaarMax === undefined) {
    return true;
  }
  const { bouwjaar } = pand;
  return bouwjaar !== null && bouwjaar >= (bouwjaarMin ?? 0) && bouwjaar <= (bouwjaarMax ?? 9999);
}

/** Returns true when a geometry and a box, both in degrees, intersect. */
function intersectsBox(geometry: GeoJsonGeometry, { south, north, west, east }: Wgs84Box): boolean {
  if (geometry.type === "Point") {
    return false;
  }
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const toRing = (ring: GeoJsonPosition[]) => Float64Array.from(ring.flat());
  const planar = { type: "MultiPolygon" as const, polygons: polygons.map((rings) => rings.map(toRing)) };
  return geometryIntersectsBox(planar, { minX: west, minY: south, maxX: east, maxY: north });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
