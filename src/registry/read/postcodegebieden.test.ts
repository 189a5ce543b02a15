import { afterAll, describe, expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { rdToWgs84 } from "../../geo/rd.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { listPostcodegebiedenInBox, postcodegebieden } from "./areas.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

const FIRST = { page: 1, perPage: 10 };

describe("listPostcodegebieden", () => {
  test("by code, with the middle of the addresses", () => {
    const { rows, total } = postcodegebieden.list(s, {}, FIRST);
    expect(rows.map(({ area }) => area)).toEqual(["1382", "1383", "9001"]);
    expect(total).toBe(3);
    const { lat, lon } = rdToWgs84(131234.567, 480123.4);
    expect(rows[0]).toEqual({
      area: "1382",
      address_count: 14,
      sample_city: "Weesp",
      centroid_latitude: expect.closeTo(lat, 7),
      centroid_longitude: expect.closeTo(lon, 7),
    });
  });

  test.each([
    ["13", 2],
    ["1383", 1],
    ["2", 0],
  ])("prefix %s", (prefix, total) => {
    expect(postcodegebieden.list(s, { prefix }, FIRST).total).toBe(total);
  });

  test("pages, and the boundary with its source", () => {
    const { rows, total } = postcodegebieden.list(s, {}, { page: 2, perPage: 2, geometry: true });
    expect(total).toBe(3);
    expect(rows.map(({ area, boundary_source }) => [area, boundary_source])).toEqual([["9001", "test"]]);
    expect(rows[0]!.geometry?.type).toBe("Polygon");
  });
});

describe("listPostcodegebiedenInBox", () => {
  const around = (x: number, y: number, m: number) => {
    const [sw, ne] = [rdToWgs84(x - m, y - m), rdToWgs84(x + m, y + m)];
    return { south: sw.lat, north: ne.lat, west: sw.lon, east: ne.lon };
  };
  const areas = (x: number, y: number, m: number) =>
    listPostcodegebiedenInBox(s, around(x, y, m), FIRST).rows.map(({ area }) => area);

  test("the boundary counts, not the box around it", () => {
    // 9001 is |x - 182000| + |y - 579000| <= 1000: (182900, 579900), in its bounding box, is far outside.
    expect(areas(182_900, 579_900, 300)).toEqual([]);
    expect(areas(182_900, 579_900, 420)).toEqual(["9001"]);
    expect(areas(182_000, 579_000, 1)).toEqual(["9001"]);
    expect(areas(131_100, 480_050, 5)).toEqual(["1382", "1383"]);
  });

  test("the source always, the geometry when asked", () => {
    const [row] = listPostcodegebiedenInBox(s, around(182_000, 579_000, 5), FIRST).rows;
    expect(row).toMatchObject({ area: "9001", boundary_source: "test" });
    expect(row).not.toHaveProperty("geometry");
    expect(
      listPostcodegebiedenInBox(s, around(182_000, 579_000, 5), { ...FIRST, geometry: true }).rows[0]!
        .geometry,
    ).toBeDefined();
  });
});
