/** Tests search, autocomplete, validate and geocode/forward over HTTP, on the registry fixture. */
import { afterAll, describe, expect, test } from "bun:test";
import { makeDataFolder, openHarness } from "../support/servers/http-harness.ts";

const { askJson, app, close } = openHarness(makeDataFolder());
afterAll(close);
const { db } = app.registry.current()!;

interface Shown {
  full_address: string;
}
const labels = (rows: Shown[]) => rows.map((row) => row.full_address);

/** Address of the fixture that has a postcode and is the only one at its street and number. */
const UNIQUE_ADDRESS = db
  .query<{ straat: string; nummer: number; postcode: string; stad: string; id: string }, []>(
    `SELECT a.straatnaam AS straat, a.huisnummer AS nummer, a.postcode AS postcode, w.naam AS stad, a.identificatie AS id
     FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id WHERE a.postcode IS NOT NULL
     GROUP BY a.openbare_ruimte_id, a.huisnummer HAVING count(*) = 1 AND max(a.huisletter) IS NULL
       AND max(a.huisnummertoevoeging) IS NULL ORDER BY a.fid LIMIT 1`,
  )
  .get()!;

describe("/addresses/search", () => {
  test("finds an address by its line, with meta and links", async () => {
    const q = encodeURIComponent(`${UNIQUE_ADDRESS.straat} ${UNIQUE_ADDRESS.nummer} ${UNIQUE_ADDRESS.stad}`);
    const { status, body } = await askJson(`/addresses/search?q=${q}`);
    expect(status).toBe(200);
    expect(body.data[0].nummeraanduiding_id).toBe(UNIQUE_ADDRESS.id);
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 25, total: body.data.length });
    expect(body.links.first).toContain("q=");
  });

  test("pages through a street without gap or duplicate, with the same total on each page", async () => {
    const whole = await askJson("/addresses/search?q=keurstraat&per_page=100");
    const ids: string[] = [];
    for (let page = 1; page <= whole.body.meta.total; page++) {
      const { body } = await askJson(`/addresses/search?q=keurstraat&per_page=1&page=${page}`);
      expect(body.meta.total).toBe(whole.body.meta.total);
      ids.push(...body.data.map((row: { nummeraanduiding_id: string }) => row.nummeraanduiding_id));
    }
    expect(ids).toEqual(
      whole.body.data.map((row: { nummeraanduiding_id: string }) => row.nummeraanduiding_id),
    );
    expect(new Set(ids).size).toBe(whole.body.meta.total);
  });

  test("a page beyond the last is empty", async () => {
    const { status, body } = await askJson("/addresses/search?q=keurstraat&page=999");
    expect([status, body.data.length]).toEqual([200, 0]);
  });

  test("explain=1 adds the trace to meta, and nothing to the records", async () => {
    const plain = await askJson("/addresses/search?q=keurstraat");
    const explained = await askJson("/addresses/search?q=keurstraat&explain=1");
    expect(plain.body.meta.explain).toBeUndefined();
    expect(explained.body.meta.explain.collectors[0]).toEqual({
      name: "as typed",
      found: explained.body.meta.total,
    });
    expect(explained.body.data).toEqual(plain.body.data);
  });

  test("a line over several lines is one line; one character is too few, 201 are too many", async () => {
    const q = encodeURIComponent(
      `${UNIQUE_ADDRESS.straat} ${UNIQUE_ADDRESS.nummer}\r\n\t${UNIQUE_ADDRESS.postcode}  ${UNIQUE_ADDRESS.stad}`,
    );
    expect((await askJson(`/addresses/search?q=${q}`)).body.data[0].nummeraanduiding_id).toBe(
      UNIQUE_ADDRESS.id,
    );
    expect((await askJson("/addresses/search?q=a")).status).toBe(422);
    expect((await askJson("/addresses/search")).status).toBe(422);
    expect((await askJson(`/addresses/search?q=${"a".repeat(201)}`)).status).toBe(422);
  });
});

describe("/addresses/autocomplete", () => {
  test("gives id, label, postcode and city", async () => {
    const { body } = await askJson(
      `/addresses/autocomplete?q=${encodeURIComponent(UNIQUE_ADDRESS.straat)}&limit=20`,
    );
    expect(Object.keys(body.data[0])).toEqual(["id", "label", "postcode", "city"]);
  });

  test("include=address adds the record that the address itself has", async () => {
    const q = encodeURIComponent(UNIQUE_ADDRESS.straat);
    const { body } = await askJson(`/addresses/autocomplete?q=${q}&include=address`);
    expect(Object.keys(body.data[0])).toEqual(["id", "label", "postcode", "city", "address"]);
    for (const { id, address } of body.data) {
      expect(address).toEqual((await askJson(`/addresses/${id}`)).body.data);
    }
    expect((await askJson(`/addresses/autocomplete?q=${q}&include=geometry`)).status).toBe(400);
  });

  test("while no number is typed, different streets come before more of one street", async () => {
    const { body } = await askJson("/addresses/autocomplete?q=achterg&limit=2");
    const cities = body.data.map(({ city }: { city: string }) => city);
    expect(new Set(cities)).toEqual(new Set(["Weesp", "Amsterdam"]));
  });

  test("takes 1 to 20 suggestions", async () => {
    expect((await askJson("/addresses/autocomplete?q=keur&limit=0")).status).toBe(422);
    expect((await askJson("/addresses/autocomplete?q=keur&limit=21")).status).toBe(422);
    expect((await askJson("/addresses/autocomplete?q=keur&limit=1")).body.data).toHaveLength(1);
  });
});

describe("/addresses/validate", () => {
  test("what exists is valid and needs no suggestion", async () => {
    const { body } = await askJson(
      `/addresses/validate?postcode=${UNIQUE_ADDRESS.postcode}&number=${UNIQUE_ADDRESS.nummer}`,
    );
    expect([body.data.valid, body.data.address.nummeraanduiding_id, body.data.suggestions]).toEqual([
      true,
      UNIQUE_ADDRESS.id,
      [],
    ]);
  });

  test("a letter that does not exist suggests the number's others before other numbers", async () => {
    const { body } = await askJson("/addresses/validate?postcode=1382KT&number=5&letter=q");
    expect([body.data.valid, body.data.address]).toEqual([false, null]);
    const suggestions: { huisnummer: number }[] = body.data.suggestions;
    expect(suggestions.length).toBeGreaterThan(1);
    expect(suggestions.length).toBeLessThanOrEqual(10);
    const others = suggestions.findIndex(({ huisnummer }) => huisnummer !== 5);
    expect(suggestions.slice(0, others).every(({ huisnummer }) => huisnummer === 5)).toBe(true);
    expect(suggestions.slice(others).some(({ huisnummer }) => huisnummer === 5)).toBe(false);
  });

  test("a postcode one letter or swap away leads to the number", async () => {
    const near = UNIQUE_ADDRESS.postcode.slice(0, 5) + (UNIQUE_ADDRESS.postcode.endsWith("Z") ? "Y" : "Z");
    const { body } = await askJson(`/addresses/validate?postcode=${near}&number=${UNIQUE_ADDRESS.nummer}`);
    if (body.data.valid) {
      return;
    }
    expect(labels(body.data.suggestions).some((label) => label.includes(UNIQUE_ADDRESS.postcode))).toBe(true);
  });
});

describe("/geocode/forward", () => {
  test("by postcode and number, in WGS84, RD and GeoJSON", async () => {
    const { status, body } = await askJson(
      `/geocode/forward?postcode=${UNIQUE_ADDRESS.postcode}&number=${UNIQUE_ADDRESS.nummer}&q=${encodeURIComponent(UNIQUE_ADDRESS.stad)}`,
    );
    expect(status).toBe(200);
    const { address, coordinates, geojson } = body.data;
    expect(address.nummeraanduiding_id).toBe(UNIQUE_ADDRESS.id);
    expect(coordinates.rd).toEqual({ x: address.rd_x, y: address.rd_y });
    expect(geojson.geometry.coordinates).toEqual([address.longitude, address.latitude]);
    expect(geojson.properties).toEqual({
      nummeraanduiding_id: UNIQUE_ADDRESS.id,
      full_address: address.full_address,
      postcode: UNIQUE_ADDRESS.postcode,
      huisnummer: UNIQUE_ADDRESS.nummer,
      straatnaam: UNIQUE_ADDRESS.straat,
      woonplaats: UNIQUE_ADDRESS.stad,
      source: "BAG",
    });
  });

  test("by a line that names one address beyond doubt", async () => {
    const q = encodeURIComponent(`${UNIQUE_ADDRESS.straat} ${UNIQUE_ADDRESS.nummer} ${UNIQUE_ADDRESS.stad}`);
    expect((await askJson(`/geocode/forward?q=${q}`)).body.data.address.nummeraanduiding_id).toBe(
      UNIQUE_ADDRESS.id,
    );
  });

  test("the same street and number in two places is no answer but candidates", async () => {
    const { status, body } = await askJson("/geocode/forward?q=achtergracht");
    expect(status).toBe(404);
    expect(body.candidates.length).toBe(2);
    expect(body.candidates_total).toBe(2);
  });

  test("a wrong addition is no answer", async () => {
    const { status, body } = await askJson("/geocode/forward?q=keurstraat+5zz+weesp");
    expect(status).toBe(404);
    expect(body.candidates.length).toBeGreaterThan(0);
    expect(body.candidates.length).toBeLessThanOrEqual(10);
  });

  test("says that a PO box is not in the BAG", async () => {
    const { status, body } = await askJson("/geocode/forward?q=postbus+12+weesp");
    expect([status, body.candidates]).toEqual([404, []]);
    expect(body.detail).toContain("PO box");
    expect((await askJson("/addresses/search?q=postbus+12+weesp")).body.meta.total).toBe(0);
  });

  test("neither line nor postcode and number is 422", async () => {
    expect(Object.keys((await askJson("/geocode/forward")).body.errors)).toEqual(["q"]);
    expect(Object.keys((await askJson("/geocode/forward?postcode=1382KT")).body.errors)).toEqual(["number"]);
    expect(Object.keys((await askJson("/geocode/forward?number=5")).body.errors)).toEqual(["postcode"]);
  });
});
