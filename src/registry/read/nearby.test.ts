import { afterAll, describe, expect, test } from "bun:test";
import {
  adresId,
  PAND,
  POSITION,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { rdToWgs84 } from "../../geo/rd.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { listAdressenInBox } from "./adressen-in-box.ts";
import { findNearestAdres, listNearbyAdressen } from "./nearby.ts";
import { listPandenInBox, type PandQuery } from "./panden-in-box.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

/** Position of twelve of the fixture's addresses. */
const SPOT = { x: 131234.567, y: 480123.4 };

function near(at: { x: number; y: number }, radiusM: number, limit: number): [string, number][] {
  return listNearbyAdressen(s, at, { radiusM, limit }).map(({ adres, distanceM }) => [
    adres.nummeraanduiding_id,
    Math.round(distanceM * 1000) / 1000,
  ]);
}

describe("listAdressenNearby", () => {
  test("nearest first, ties by id, up to the limit", () => {
    const at = { x: SPOT.x + 90, y: SPOT.y };
    expect(near(at, 1000, 4)).toEqual([
      [adresId(14), 10],
      [adresId(1), 90],
      [adresId(2), 90],
      [adresId(3), 90],
    ]);
  });

  test("the edge of the radius belongs to it", () => {
    expect(near({ x: 121003, y: 487004 }, 5, 10)).toEqual([[adresId(16), 5]]);
    // The address is beyond the radius: first by less than the published precision, then by more.
    expect(near({ x: 121003, y: 487004 }, 4.999, 10)).toEqual([[adresId(16), 5]]);
    expect(near({ x: 121003, y: 487004 }, 4.998, 10)).toEqual([]);
  });

  test("far from everything, and a limit that reaches all", () => {
    expect(near({ x: 20_000, y: 600_000 }, 20_000, 100)).toEqual([]);
    expect(
      near(SPOT, 20_000, 100)
        .map(([id]) => id)
        .slice(-4),
    ).toEqual([adresId(14), adresId(15), adresId(13), adresId(16)]);
    // Amsterdam: 10,234.567 m west and 6,876.6 m north.
    expect(near(SPOT, 20_000, 100).at(-1)).toEqual([adresId(16), 12330.206]);
  });
});

describe("findNearestAdres", () => {
  const found = (x: number, y: number, radiusM: number) =>
    findNearestAdres(s, { x, y }, radiusM)?.adres.nummeraanduiding_id;

  test("in a footprint the nearest address of that pand, though a berth is nearer", () => {
    // 13 lies at (131008⅓, 480008⅓); the pand's 1, 2 and 11 at SPOT, 258 m away.
    expect(found(131005, 480005, 1000)).toBe(adresId(1));
  });

  test("the pand's addresses count within the radius only", () => {
    expect(found(131005, 480005, 200)).toBe(adresId(13));
  });

  test("outside of footprints the nearest, and nothing beyond the radius", () => {
    expect(found(131025, 480025, 100)).toBe(adresId(13));
    expect(found(131234.567, 480300, 100)).toBe(adresId(15));
    expect(found(150_000, 480_300, 1000)).toBeUndefined();
  });
});

describe("listAdressenInBox", () => {
  const { latitude, longitude } = POSITION;
  const ids = (south: number, north: number, west: number, east: number, limit = 100) =>
    listAdressenInBox(s, { south, north, west, east }, { limit }).map((adres) => adres.nummeraanduiding_id);

  test("the edges belong to it", () => {
    const [amsterdam] = listNearbyAdressen(s, { x: 121000, y: 487000 }, { radiusM: 1, limit: 1 });
    const { latitude: lat, longitude: lon } = amsterdam!.adres;
    expect(ids(lat, lat, lon, lon)).toEqual([adresId(16)]);
    expect(ids(lat + 1e-8, lat + 1, lon, lon)).toEqual([]);
  });

  test("the country and more", () => {
    expect(ids(-90, 90, -180, 180)).toHaveLength(17);
    expect(ids(-90, 90, -180, 180, 5)).toHaveLength(5);
    expect(ids(latitude + 1, latitude + 1.1, longitude, longitude + 0.1)).toEqual([]);
  });
});

describe("listPandenInBox", () => {
  const around = (x: number, y: number, m: number) => {
    const [sw, ne] = [rdToWgs84(x - m, y - m), rdToWgs84(x + m, y + m)];
    return { south: sw.lat, north: ne.lat, west: sw.lon, east: ne.lon };
  };
  const country = { south: 50, north: 54, west: 3, east: 8 };
  const ids = (box: typeof country, query: Partial<PandQuery> = {}) =>
    listPandenInBox(s, box, { limit: 100, ...query }).map(({ identificatie }) => identificatie);

  test("a footprint that the box only touches, not its bounding box", () => {
    expect(ids(around(131010, 480010, 2))).toEqual([PAND]);
    // The corner outside the L shape.
    expect(ids(around(131017, 480017, 2))).toEqual([]);
    // A box inside the footprint, with no side in it.
    expect(ids(around(131005, 480005, 1))).toEqual([PAND]);
  });

  test.each<[Partial<PandQuery>, number]>([
    [{}, 1],
    [{ bouwjaarMin: 1462, bouwjaarMax: 1462 }, 1],
    [{ bouwjaarMin: 1463 }, 0],
    [{ bouwjaarMax: 1461 }, 0],
    [{ bouwjaarMin: 1500, bouwjaarMax: 1400 }, 0],
    [{ status: "pand in gebruik" }, 1],
    [{ status: "Verbouwing pand" }, 0],
    [{ status: "Pand" }, 0],
    [{ limit: 0 }, 0],
  ])("%j", (query, count) => {
    expect(ids(country, query)).toHaveLength(count);
  });
});
