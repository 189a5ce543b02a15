import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { responseSchema } from "../../src/http/openapi/responses.ts";
import { createRoutes } from "../../src/http/pipeline/routes.ts";
import {
  ACHTERGRACHT_AMSTERDAM,
  adresId,
  DIEP,
  HOLSTHOF,
  KEURSTRAAT,
  OBJECT,
  PAND,
} from "../support/registries/registry-fixture.ts";
import { ORIGIN, openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

const findRoute = createRoutes(ENDPOINTS);

/** Returns the body of a 200, and checks it against the closed schema of its endpoint. */
async function get(path: string) {
  const { status, body } = await harness.askJson(path);
  expect(status).toBe(200);
  const { endpoint } = findRoute(`/api/v1${path.split("?")[0]}`)!.methods.get("GET")!;
  z.parse(responseSchema(endpoint), body);
  return body;
}

describe("one record", () => {
  test.each<[string, Record<string, unknown>]>([
    ["/addresses/lookup?postcode=1382KT&number=5", { nummeraanduiding_id: adresId(1) }],
    ["/addresses/lookup?postcode=1382%20kt&number=5&letter=&addition=", { nummeraanduiding_id: adresId(1) }],
    ["/addresses/lookup?postcode=1382+kt&number=5&letter=A", { full_address: "Keurstraat 5a, 1382KT Weesp" }],
    ["/addresses/lookup?postcode=1382KT&number=12&addition=A-10", { nummeraanduiding_id: adresId(3) }],
    ["/addresses/lookup?postcode=1382KT&number=12&addition=BOV", { nummeraanduiding_id: adresId(6) }],
    ["/demo/lookup?postcode=1382KT&number=5&letter=a", { nummeraanduiding_id: adresId(1) }],
    [`/addresses/${adresId(14)}`, { postcode: null, full_address: "Pampuslaan 7, Weesp" }],
    [
      "/postcodes/1382kt/range",
      { min_number: 1, max_number: 100, count: 13, street: "Keurstraat", city: "Weesp" },
    ],
    ["/postcodes/validate/1382kt", { valid: true, street: "Keurstraat", province: "Noord-Holland" }],
    ["/postcodes/validate/range", { valid: false, postcode: "range", street: null, city: null }],
    ["/postcodes/validate/%00", { valid: false, postcode: "\u0000" }],
    ["/cities/3631", { naam: "Weesp", gemeente_code: "0457" }],
    [`/streets/${HOLSTHOF}`, { naam: "Henriëtte Roland Holsthof", verkorte_naam: "H Roland Holsthof" }],
    ["/municipalities/0080", { gemeente_naam: "Leeuwarden", provincie_code: "FR" }],
    ["/provinces/%20nb", { provincie_naam: "Noord-Brabant" }],
    ["/provinces/nb", { provincie_naam: "Noord-Brabant" }],
    ["/provinces/noord-brabant", { provincie_code: "NB" }],
    ["/provinces/Frysl%C3%A2n", { provincie_naam: "Friesland" }],
    [`/buildings/${PAND}`, { bouwjaar: 1462, geconstateerd: true, voorkomen_identificatie: 3 }],
    ["/buildings/at-address?postcode=1382KT&number=5&letter=a", { identificatie: PAND }],
    [`/residences/${OBJECT}`, { hoofdadres_nummeraanduiding_id: adresId(11), oppervlakte: 120 }],
    ["/version", { bag_version: "2021-10-15", last_import: "2026-01-02T03:04:05Z", api_version: "v1" }],
  ])("GET %s", async (path, expected) => {
    expect((await get(path)).data).toMatchObject(expected);
  });
});

describe("include", () => {
  test.each<[string, Record<string, unknown>]>([
    ["/addresses/lookup?postcode=1382KT&number=5&include=geometry", { geometry: { type: "Point" } }],
    [`/addresses/${adresId(13)}?include=geometry`, { geometry: { type: "Polygon" } }],
    ["/cities/3631?include=counts", { counts: { addresses: 15, buildings: 2, streets: 4 } }],
    ["/cities/3631?include=counts,geometry", { geometry: { type: "Polygon" }, counts: { streets: 4 } }],
    ["/cities/3594?include=geometry", { geometry: null }],
    [`/streets/${KEURSTRAAT}?include=counts`, { counts: { addresses: 10 } }],
    [
      "/municipalities/0457?include=%20counts,",
      { counts: { addresses: 15, buildings: 2, cities: 1, streets: 4 } },
    ],
    ["/provinces/NH?include=counts", { counts: { addresses: 16, municipalities: 2, cities: 2 } }],
    ["/provinces/FR?include=municipalities", { municipalities: [{ gemeente_naam: "Leeuwarden" }] }],
    [`/buildings/${PAND}?include=geometry`, { geometry: { type: "Polygon" } }],
    [`/buildings/${PAND}?include=counts`, { counts: { addresses: 3, residences: 1 } }],
    [
      `/buildings/${PAND}?include=addresses`,
      { addresses: [{ pand_id: PAND }, { pand_id: PAND }, { pand_id: PAND }] },
    ],
    [`/residences/${OBJECT}?include=address`, { address: { nummeraanduiding_id: adresId(11) } }],
    [`/residences/${OBJECT}?include=geometry`, { geometry: { type: "Point" } }],
  ])("GET %s", async (path, expected) => {
    expect((await get(path)).data).toMatchObject(expected);
  });

  test("nothing extra comes unasked", async () => {
    for (const path of [
      "/cities/3631",
      `/buildings/${PAND}`,
      `/residences/${OBJECT}`,
      "/provinces/NH?include=",
    ]) {
      const { data } = await get(path);
      for (const extra of ["geometry", "counts", "addresses", "address", "municipalities"]) {
        expect(data).not.toHaveProperty(extra);
      }
    }
  });
});

describe("lists", () => {
  test.each<[string, string, unknown[]]>([
    [
      `/addresses/batch?ids=${adresId(3)},,${adresId(1)},%20${adresId(3)},${adresId(99)}`,
      "nummeraanduiding_id",
      [adresId(3), adresId(1)],
    ],
    [`/streets/${DIEP}/addresses`, "full_address", ["'t Diep 1, 9001AA Weespérdyk"]],
    [`/streets/${HOLSTHOF}/addresses`, "huisnummer", []],
    ["/cities", "identificatie", ["3594", "3631", "1004", "1005"]],
    ["/cities?sort=-naam", "identificatie", ["1004", "1005", "3631", "3594"]],
    ["/cities?filter[naam]=weesperd", "identificatie", ["1004", "1005"]],
    ["/cities?filter%5Bgemeente_code%5D=0457", "naam", ["Weesp"]],
    ["/cities?filter[gemeente_code]=none", "naam", []],
    ["/cities?filter[provincie_naam]=frysl%C3%A2n", "naam", ["Weespérdyk", "Weespérdyk"]],
    ["/cities?filter[provincie_naam]=NH", "naam", ["Amsterdam", "Weesp"]],
    ["/cities?filter[provincie_naam]=Narnia", "naam", []],
    [
      "/cities/3631/streets",
      "naam",
      ["Achtergracht", "Henriëtte Roland Holsthof", "Keurstraat", "Pampuslaan"],
    ],
    ["/cities/3631/streets?sort=-naam&per_page=1", "naam", ["Pampuslaan"]],
    ["/streets?filter[naam]=acht&woonplaats_id=3594", "identificatie", [ACHTERGRACHT_AMSTERDAM]],
    ["/streets?filter[woonplaats_id]=3594&woonplaats_id=3631", "identificatie", [ACHTERGRACHT_AMSTERDAM]],
    ["/streets?city=weesperd", "identificatie", [DIEP]],
    ["/streets?filter[type]=Water", "identificatie", [DIEP]],
    ["/streets?filter[naam]=&per_page=2", "naam", ["'t Diep", "Achtergracht"]],
    ["/municipalities", "gemeente_naam", ["Amsterdam", "Leeuwarden", "Weesp"]],
    ["/municipalities?sort=-gemeente_naam", "gemeente_naam", ["Weesp", "Leeuwarden", "Amsterdam"]],
    ["/municipalities?filter[gemeente_naam]=WEES", "gemeente_code", ["0457"]],
    ["/municipalities?filter[provincie_naam]=noord-holland", "gemeente_code", ["0363", "0457"]],
    ["/municipalities?filter[provincie_naam]=nh", "gemeente_code", ["0363", "0457"]],
    ["/municipalities?filter[provincie_code]=fr", "gemeente_code", ["0080"]],
    ["/municipalities/0080/cities", "identificatie", ["1004", "1005"]],
  ])("GET %s", async (path, field, expected) => {
    const { data } = await get(path);
    expect(data.map((row: Record<string, unknown>) => row[field])).toEqual(expected);
  });

  test("the twelve provinces", async () => {
    const { data } = await get("/provinces?include=counts");
    expect(data.map((province: { provincie_code: string }) => province.provincie_code).join(" ")).toBe(
      "DR FL FR GE GR LI NB NH OV UT ZE ZH",
    );
  });

  test.each([
    ["/cities", false],
    ["/municipalities", false],
    ["/municipalities/0457/cities", false],
    ["/streets", true],
    ["/cities/3631/streets", true],
    ["/postcodes/1382KT", true],
    [`/streets/${KEURSTRAAT}/addresses`, true],
    ["/residences/by-purpose?purpose=woonfunctie", true],
  ])("%s has meta, and links: %p", async (path, hasLinks) => {
    expect(Object.keys(await get(path))).toEqual(hasLinks ? ["data", "meta", "links"] : ["data", "meta"]);
  });

  test("pages hold every row once and link to each other", async () => {
    const path = "/postcodes/1382KT";
    const seen: string[] = [];
    let next: string | null = `${ORIGIN}/api/v1${path}?per_page=5&include=geometry&x[]=1`;
    while (next !== null) {
      const body = await get(next.slice(`${ORIGIN}/api/v1`.length));
      expect(body.meta).toMatchObject({ per_page: 5, total: 13, last_page: 3 });
      for (const row of body.data) {
        seen.push(row.nummeraanduiding_id);
      }
      expect(body.links.last).toBe(`${ORIGIN}/api/v1${path}?per_page=5&include=geometry&x%5B%5D=1&page=3`);
      next = body.links.next;
    }
    expect(new Set(seen).size).toBe(13);
  });

  test("addresses by purpose link page to page and keep the other parameters", async () => {
    const path = "/residences/by-purpose?purpose=woonfunctie&gemeente_code=0457&per_page=7";
    const { data, meta, links } = await get(path);
    expect([data.length, meta.total, meta.last_page]).toEqual([7, 14, 2]);
    const [first, last] = [1, 2].map((page) => `${ORIGIN}/api/v1${path}&page=${page}`);
    expect(links).toEqual({ first: first!, last: last!, prev: null, next: last! });
  });

  test("a purpose in any case is one, and one that no address has gives an empty list", async () => {
    expect((await get("/residences/by-purpose?purpose=Kantoorfunctie")).meta.total).toBe(16);
    expect((await get("/residences/by-purpose?purpose=celfunctie")).data).toEqual([]);
  });

  test("a page beyond the last is empty", async () => {
    const { data, meta, links } = await get("/postcodes/1382KT?page=2147483647&per_page=100");
    expect(data).toEqual([]);
    expect(meta).toEqual({ current_page: 2_147_483_647, last_page: 1, per_page: 100, total: 13 });
    expect(links.next).toBeNull();
  });
});

test("links begin with the public address when one is set", async () => {
  const behindProxy = openHarness(undefined, "https://public.example/baken");
  const { body } = await behindProxy.askJson("/streets");
  expect(body.links.first).toBe("https://public.example/baken/api/v1/streets?page=1");
  behindProxy.close();
});
