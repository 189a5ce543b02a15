/** CBS areas over HTTP: of addresses, and in lists of their own. */
import { afterAll, describe, expect, test } from "bun:test";
import { adresId, KEURSTRAAT } from "../support/registries/registry-fixture.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

async function get(path: string) {
  const { status, body } = await harness.askJson(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
}

const WEESP = { gemeente_code: "0457", gemeente_naam: "Weesp", year: 2021, boundary_source: "CBS" };
const STAD = { wijk_code: "WK045700", wijk_naam: "Weesp-Stad", ...WEESP };
const ZUID = { wijk_code: "WK04570A", wijk_naam: "Weesp-Zuid", ...WEESP };

test("an address tells its areas on request, null where there are none", async () => {
  const centrum = {
    buurt_code: "BU04570001",
    buurt_naam: "Centrum",
    wijk_code: "WK045700",
    wijk_naam: "Weesp-Stad",
    veiligheidsregio: "Gooi en Vechtstreek",
  };
  const { data } = await get(`/addresses/${adresId(1)}?include=areas`);
  expect(data).toMatchObject(centrum);
  const { data: plain } = await get(`/addresses/${adresId(1)}`);
  expect(Object.keys(plain).length + 5).toBe(Object.keys(data).length);
  const none = { buurt_code: null, buurt_naam: null, wijk_code: null, wijk_naam: null };
  const other = await get(`/addresses/${adresId(5)}?include=geometry,areas`);
  expect(other.data).toMatchObject({ ...none, veiligheidsregio: "Gooi en Vechtstreek" });
  for (const path of [
    "/addresses/lookup?postcode=1382KT&number=5&include=areas",
    `/addresses/batch?ids=${adresId(1)}&include=areas`,
    "/addresses/search?q=keurstraat%205%20weesp&include=areas",
    "/postcodes/1382KT?include=areas",
    `/streets/${KEURSTRAAT}/addresses?include=areas`,
  ]) {
    const { data: answer } = await get(path);
    const found = [answer].flat().find(({ nummeraanduiding_id: id }) => id === adresId(1));
    expect(found, path).toMatchObject(centrum);
  }
});

test.each([
  ["/neighbourhoods", "filter[buurt_code]", "xx"],
  ["/neighbourhoods", "filter[wijk_code]", "WK0457"],
  ["/districts", "filter[wijk_code]", "BU04570001"],
  ["/postcodes/1382KT", "filter[buurt_code]", "bu04570001"],
  ["/postcodes/1382KT", "filter[buurt_code]", "WK045700"],
])("%s refuses %s=%s, which is no code", async (path, name, value) => {
  const { status, body } = await harness.askJson(`${path}?${name}=${value}`);
  expect({ status, errors: body.errors }).toEqual({
    status: 422,
    errors: { [name]: [`The ${name} field format is invalid.`] },
  });
});

describe("/neighbourhoods lists buurten of the gemeenten of the data by code", () => {
  test.each<[string, string[]]>([
    ["", ["BU04570001", "BU04570002", "BU04570A01"]],
    ["?filter[buurt_code]=BU04570002", ["BU04570002"]],
    ["?filter[buurt_naam]=POLDER", ["BU04570A01"]],
    ["?filter[wijk_code]=WK045700", ["BU04570001", "BU04570002"]],
    ["?filter[gemeente_code]=0457&filter[wijk_code]=WK04570A", ["BU04570A01"]],
    ["?filter[gemeente_code]=0999", []],
    ["?filter[buurt_code]=BU09990001", []],
    ["?per_page=1&page=2", ["BU04570002"]],
  ])("%s", async (query, codes) => {
    const { data } = await get(`/neighbourhoods${query}`);
    expect(data.map(({ buurt_code }: { buurt_code: string }) => buurt_code)).toEqual(codes);
  });

  test("with counts and geometry on request", async () => {
    const { data } = await get("/neighbourhoods?filter[wijk_code]=WK045700");
    expect(data).toEqual([
      { buurt_code: "BU04570001", buurt_naam: "Centrum", ...STAD },
      { buurt_code: "BU04570002", buurt_naam: "Aetsveld", ...STAD },
    ]);
    const full = await get("/neighbourhoods?filter[buurt_code]=BU04570001&include=counts,geometry");
    expect(full.data).toMatchObject([{ counts: { addresses: 2 }, geometry: { type: "Polygon" } }]);
  });
});

test("buurten and wijken tell their addresses by kind and purpose on request", async () => {
  const include = "include=by_type,by_purpose";
  const { data: buurten } = await get(`/neighbourhoods?${include}`);
  // Addresses 1 and 2, 3, and 14 of the registry: residences to live and work in.
  expect(buurten.map(({ by_type }: { by_type: object }) => by_type)).toEqual(
    [2, 1, 1].map((verblijfsobject) => ({ verblijfsobject, ligplaats: 0, standplaats: 0 })),
  );
  const { data: wijken } = await get(`/districts?${include}`);
  expect(
    wijken.map(({ by_purpose }: { by_purpose: Record<string, number> }) => [
      by_purpose.woonfunctie,
      by_purpose.kantoorfunctie,
      by_purpose.celfunctie,
    ]),
  ).toEqual([
    [3, 3, 0],
    [1, 1, 0],
  ]);
  const { data: plain } = await get("/districts");
  expect(Object.keys(plain[0])).not.toContain("by_type");
});

describe("/districts lists wijken by code", () => {
  test("with counts and geometry on request", async () => {
    expect((await get("/districts")).data).toEqual([STAD, ZUID]);
    const { data } = await get("/districts?include=counts,geometry");
    expect(data).toMatchObject([
      { counts: { addresses: 3, neighbourhoods: 2 }, geometry: { type: "Polygon" } },
      { counts: { addresses: 1, neighbourhoods: 1 }, geometry: null },
    ]);
  });

  test.each<[string, object[]]>([
    ["filter[wijk_naam]=zuid", [ZUID]],
    ["filter[wijk_code]=WK045700", [STAD]],
    ["filter[gemeente_code]=0363", []],
  ])("?%s", async (query, expected) => {
    expect((await get(`/districts?${query}`)).data).toEqual(expected);
  });
});

describe("lists of addresses take buurt and wijk as filters", () => {
  test.each<[string, string, number[]]>([
    ["/postcodes/1382KT", "filter[buurt_code]=BU04570001", [1, 2]],
    ["/postcodes/1382KT", "filter[wijk_code]=WK045700", [1, 2, 3]],
    ["/postcodes/1382KT", "filter[wijk_code]=WK045700&filter[buurt_code]=BU04570002", [3]],
    ["/postcodes/1382KT", "filter[wijk_code]=WK04570A&filter[buurt_code]=BU04570002", []],
    [`/streets/${KEURSTRAAT}/addresses`, "filter[buurt_code]=BU04570001", [1, 2]],
    [`/streets/${KEURSTRAAT}/addresses`, "filter[wijk_code]=WK045700&per_page=1&page=3", [3]],
  ])("%s?%s", async (path, query, numbers) => {
    const all = await get(`${path}?per_page=100`);
    const { data, meta } = await get(`${path}?${query}`);
    const ids = data.map(({ nummeraanduiding_id: id }: { nummeraanduiding_id: string }) => id);
    const expected = numbers.map(adresId);
    expect(ids.toSorted()).toEqual(expected.toSorted());
    const order = all.data.map(({ nummeraanduiding_id: id }: { nummeraanduiding_id: string }) => id);
    expect(ids).toEqual(order.filter((id: string) => expected.includes(id)));
    expect(meta.total).toBe(query.includes("page=") ? 3 : numbers.length);
  });

  test("a postcode that no address has is 404 with a filter too", async () => {
    expect(await harness.askJson("/postcodes/9999ZZ?filter[buurt_code]=BU04570001")).toMatchObject({
      status: 404,
    });
  });
});
