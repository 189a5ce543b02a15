import { afterAll, describe, expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import type { Database } from "../../base/sqlite.ts";
import { rdToWgs84 } from "../../geo/rd.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { postcodeCell } from "../index/postcode-grid.ts";
import { listNearbyPostcodes } from "./postcodes-nearby.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

test("areas, nearest first, three decimals", () => {
  // From the middle of 1383, 1382 lies 224.567 m east and 113.4 m north: 251.577 m.
  expect(listNearbyPostcodes(s, { x: 131_010, y: 480_010 }, { radiusM: 5000, precision: 4 })).toEqual({
    postcodes: [
      { postcode: "1383", city: "Weesp", distance_km: 0, address_count: 1 },
      { postcode: "1382", city: "Weesp", distance_km: 0.252, address_count: 14 },
    ],
    total: 2,
  });
});

test.each([
  [300, 1],
  [299.9, 0],
  [20_000, 1],
])("whole postcodes within %d m", (radiusM, total) => {
  const found = listNearbyPostcodes(s, { x: 131_234.567, y: 480_423.4 }, { radiusM, precision: 6 });
  expect(found.total).toBe(total);
  expect(found.postcodes).toEqual(
    total ? [{ postcode: "1382KT", city: "Weesp", distance_km: 0.3, address_count: 13 }] : [],
  );
});

// 400 m east and 300 m north of the middle of 1382 and of 1382KT: 500 m away.
const at = { x: 131_634.567, y: 480_423.4 };
const area = { postcode: "1382", city: "Weesp", distance_km: 0.5, address_count: 14 };
const whole = { postcode: "1382KT", city: "Weesp", distance_km: 0.5, address_count: 13 };

test.each([499, 500, 501])("the own postcode and area are listed once, also within %d m", (radiusM) => {
  const ownPostcode = "1382KT";
  expect(listNearbyPostcodes(s, at, { radiusM, precision: 4, ownPostcode })).toEqual({
    postcodes: [area],
    total: 1,
  });
  expect(listNearbyPostcodes(s, at, { radiusM, precision: 6, ownPostcode })).toEqual({
    postcodes: [whole],
    total: 1,
  });
});

describe("among more than are listed", () => {
  const crowded = openSnapshot(writeRegistryFixture(undefined, addCrowd));
  afterAll(() => crowded.close());

  test.each([
    ["beyond the radius", 450, 1_200 + 1],
    ["within it, but later than the thousandth", 5_000, 1_200 + 1],
  ])("the own one takes the last place: %s", (_, radiusM, total) => {
    const found = listNearbyPostcodes(crowded, at, { radiusM, precision: 6, ownPostcode: "1382KT" });
    expect(found.total).toBe(total);
    expect(found.postcodes).toHaveLength(1_000);
    expect(found.postcodes.at(-1)).toEqual(whole);
    expect(new Set(found.postcodes.map(({ postcode }) => postcode)).size).toBe(1_000);
    const areas = listNearbyPostcodes(crowded, at, { radiusM, precision: 4, ownPostcode: "1382KT" });
    expect(areas.postcodes).toHaveLength(1_000);
    expect(areas.postcodes.at(-1)).toEqual(area);
  });

  test("without an own one the nearest thousand", () => {
    const found = listNearbyPostcodes(crowded, at, { radiusM: 5_000, precision: 6 });
    expect([found.total, found.postcodes.length]).toEqual([1_201, 1_000]);
    expect(found.postcodes).not.toContainEqual(whole);
  });
});

/** Adds 1,200 postcodes and as many postcodegebieden within 100 m of the start. */
function addCrowd(db: Database): void {
  const postcode = db.query(`INSERT INTO postcode
    (postcode, straatnaam, woonplaats_id, min_huisnummer, max_huisnummer, adres_count, latitude, longitude, x, y, cell)
    VALUES (?1, 'x', 3631, 1, 1, 1, 52, 5, ?2, ?3, ?4)`);
  const insertArea = db.query(`INSERT INTO postcodegebied
    (fid, adres_count, woonplaats_naam, latitude, longitude, boundary_source, geom)
    SELECT ?1, 1, 'Weesp', ?2, ?3, 'test', geom FROM postcodegebied WHERE fid = 1382`);
  for (let i = 0; i < 1_200; i++) {
    const [x, y] = [at.x + (i % 40), at.y + Math.floor(i / 40)];
    const { lat, lon } = rdToWgs84(x, y);
    postcode.run(`${2000 + i}AA`, x, y, postcodeCell(x, y));
    insertArea.run(2000 + i, lat, lon);
  }
}
