/** Tests points and boxes: pairs of coordinates, their precedence, empty results and refusals. */
import { afterAll, describe, expect, test } from "bun:test";
import { findSample } from "../../src/http/sample.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeDemoFolder(500));
afterAll(() => harness.close());
const { adres } = findSample(harness.app.registry.current()!)!;
const { latitude: lat, longitude: lng, rd_x, rd_y, nummeraanduiding_id: id } = adres;
const WGS84 = `lat=${lat}&lng=${lng}`;
const RD = `rd_x=${rd_x}&rd_y=${rd_y}`;
/** Position off the coast, where RD is defined but there are no addresses. */
const SEA = "lat=53.9&lng=3.1";

async function data(path: string) {
  const { status, body } = await harness.askJson(path);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
}

async function errors(path: string) {
  const { status, body } = await harness.askJson(path);
  expect([path, status]).toEqual([path, 422]);
  return body.errors;
}

describe("a point", () => {
  test.each([WGS84, RD, `${WGS84}&rd_x=1&rd_y=300000`, `${RD}&lat=52`].map((point) => [point]))(
    "%s",
    async (point) => {
      // With both pairs lat and lng take precedence; half a pair beside a whole one is ignored.
      const [nearest] = await data(`/addresses/nearby?${point}&limit=1`);
      expect(nearest).toMatchObject({ rd_x, rd_y, distance_km: 0 });
      const reverse = await data(`/geocode/reverse?${point}`);
      expect(reverse.distance_meters).toBe(0);
      expect(reverse.query.latitude).toBeCloseTo(lat, 7);
      expect(reverse.query.longitude).toBeCloseTo(lng, 7);
    },
  );

  test.each([
    `${WGS84}&rd_x=abc&rd_y=-1`,
    `${WGS84}&rd_x=1&rd_x=2`,
    `${RD}&lat=abc`,
    `lat=${lat}${"0".repeat(40)}&lng=${lng}`,
  ])("beside a valid pair the other is ignored: %s", async (point) => {
    expect((await data(`/geocode/reverse?${point}`)).distance_meters).toBe(0);
    expect((await data(`/addresses/nearby?${point}&limit=1`))[0]).toMatchObject({ rd_x, rd_y });
  });

  test("the first complete pair is the one that counts, with its faults", async () => {
    expect(Object.keys(await errors(`/geocode/reverse?lat=999&lng=${lng}&${RD}`))).toEqual(["lat"]);
    expect(Object.keys(await errors(`/geocode/reverse?rd_x=abc&rd_y=1&lat=5`))).toEqual([
      "lat",
      "rd_x",
      "rd_y",
    ]);
  });

  test.each(["/addresses/nearby", "/geocode/reverse"])("%s needs one complete pair", async (path) => {
    expect(Object.keys(await errors(path))).toEqual(["lat", "lng"]);
    expect(await errors(`${path}?lat=52`)).toEqual({
      lng: ["The lng field is required when lat is present."],
    });
    expect(await errors(`${path}?rd_y=463000&lng=5`)).toEqual({
      lat: ["The lat field is required when lng is present."],
      rd_x: ["The rd x field is required when rd y is present."],
    });
    expect(Object.keys(await errors(`${path}?lat=5.02&lng=52.3`))).toEqual(["lat", "lng"]);
    expect(Object.keys(await errors(`${path}?lat=48.85&lng=2.35`))).toEqual(["lat"]);
  });

  test("where nobody lives nothing is found", async () => {
    expect(await data(`/addresses/nearby?${SEA}&radius_km=20`)).toEqual([]);
    expect(harness.ask(`/geocode/reverse?${SEA}&radius_m=1000`).status).toBe(404);
    expect(await data(`/postcodes/nearby?${SEA}`)).toMatchObject({ postcodes: [], total: 0 });
  });

  test("nearby addresses come nearest first, within the radius", async () => {
    const near = await data(`/addresses/nearby?${WGS84}&radius_km=20&limit=100`);
    const distances: number[] = near.map((row: { distance_km: number }) => row.distance_km);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(near.length).toBeGreaterThan(1);
    const [first] = near;
    expect(Object.keys(first).at(-1)).toBe("distance_km");
    const within = await data(`/addresses/nearby?${WGS84}&radius_km=${distances[1]! + 0.001}&limit=100`);
    expect(within.length).toBeLessThanOrEqual(near.length);
  });
});

describe("postcodes nearby", () => {
  test("start at an address, or at a point without one", async () => {
    const { origin } = await data(`/postcodes/nearby?postcode=${adres.postcode}&number=${adres.huisnummer}`);
    expect(origin).toMatchObject({ full_address: adres.full_address, latitude: lat, longitude: lng });
    const atPoint = await data(`/postcodes/nearby?${WGS84}&postcode=9999ZZ&number=1&precision=6`);
    expect(atPoint.origin).toMatchObject({ postcode: null, full_address: null, latitude: lat });
    expect(atPoint.postcodes.map((row: { postcode: string }) => row.postcode)).toContain(adres.postcode);
    expect(harness.ask("/postcodes/nearby?postcode=9999ZZ&number=1").status).toBe(404);
  });

  test("list the start address's own postcode and area, however small the radius; a point has none", async () => {
    const far = harness.app.registry
      .current()!
      .db.query<{ postcode: string; huisnummer: number }, []>(
        `SELECT a.postcode, a.huisnummer FROM adres a JOIN postcodegebied g ON g.fid = substr(a.postcode, 1, 4)
         WHERE abs(a.latitude - g.latitude) > 0.001`,
      )
      .get()!;
    const start = `postcode=${far.postcode}&number=${far.huisnummer}&radius_km=0.1`;
    for (const [precision, own] of [
      [4, far.postcode.slice(0, 4)],
      [6, far.postcode],
    ]) {
      const { postcodes, total } = await data(`/postcodes/nearby?${start}&precision=${precision}`);
      expect(postcodes.map(({ postcode }: { postcode: string }) => postcode)).toContain(own);
      expect(total).toBe(postcodes.length);
    }
    expect(await data(`/postcodes/nearby?${SEA}&postcode=${adres.postcode}&number=1`)).toMatchObject({
      postcodes: [],
      total: 0,
    });
  });

  test("need one of the two", async () => {
    expect(Object.keys(await errors("/postcodes/nearby"))).toEqual(["postcode", "number"]);
    expect(Object.keys(await errors("/postcodes/nearby?lat=52&number=1"))).toEqual(["lng", "postcode"]);
    expect(Object.keys(await errors(`/postcodes/nearby?${WGS84}&precision=5`))).toEqual(["precision"]);
  });
});

describe("a box", () => {
  const BOXES = ["/addresses/within-bbox", "/buildings/within-bbox", "/postcodes/areas/within-bbox"];

  test.each(BOXES)("%s of one point holds what lies there", async (path) => {
    const rows = await data(`${path}?north=${lat}&south=${lat}&east=${lng}&west=${lng}`);
    const found = rows.map(
      (row: Record<string, unknown>) => row.nummeraanduiding_id ?? row.identificatie ?? row.area,
    );
    const expected = { "/addresses/within-bbox": id, "/buildings/within-bbox": adres.pand_id }[path];
    expect(found).toContain(expected ?? adres.postcode.slice(0, 4));
  });

  test.each(BOXES)("%s turned inside out, or with a side missing, is 422", async (path) => {
    expect(await errors(`${path}?north=52&south=53&east=5&west=6`)).toEqual({
      north: ["The north field must be greater than or equal to south."],
      east: ["The east field must be greater than or equal to west."],
    });
    expect(Object.keys(await errors(`${path}?north=52&south=x`)).sort()).toEqual(["east", "south", "west"]);
    expect(await data(`${path}?north=10&south=-10&east=10&west=-10`)).toEqual([]);
    expect((await data(`${path}?north=90&south=-90&east=180&west=-180`)).length).toBeGreaterThan(10);
  });
});

test("changes: a day that exists, and the one import", async () => {
  expect((await data("/changes/summary?since=2021-10-01")).since).toBe("2021-10-01T00:00:00.000Z");
  const recent = await data("/changes/summary");
  expect(recent).toMatchObject({ import_count: 1, imports: [{ id: 1 }] });
  expect(recent.imports[0].records_processed).toBeGreaterThan(500);
  expect(await data("/changes/summary?since=2999-01-01")).toMatchObject({ import_count: 0, imports: [] });
  for (const since of ["2021-02-30", "2021-1-1", "yesterday", "20211001"]) {
    expect(Object.keys(await errors(`/changes/summary?since=${since}`))).toEqual(["since"]);
  }
  expect(harness.ask("/changes/summary").headers.get("etag")).toBeNull();
});
