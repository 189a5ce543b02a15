/** Tests OGC API Features on Weesp: pages, boxes and filters compared with full scans; documents and refusals. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { idsOf, readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { type InterfaceHarness, openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";

const ROOT = "/kadaster/bag/ogc/v2";
const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
const RD = "http://www.opengis.net/def/crs/EPSG/0/28992";

interface Feature {
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string }[];
  readonly features: readonly Feature[];
}

let weesp: Weesp;
let served: InterfaceHarness;
beforeAll(async () => {
  weesp = await readWeesp();
  served = openInterfaces({}, { dataDir: weesp.dataDir, interfaces: ["ogc"] });
});
afterAll(() => {
  served.close();
  weesp.close();
});

async function read<T = Page>(path: string): Promise<T> {
  const answer = await served.ask(path.startsWith(ORIGIN) ? path.slice(ORIGIN.length) : ROOT + path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

async function refusal(path: string): Promise<number> {
  const answer = await served.ask(ROOT + path);
  const body = (await answer.json()) as { status: number; description: string };
  expect(body).toMatchObject({ status: answer.status, description: expect.any(String) });
  return answer.status;
}

/** Follows the pages from a path; returns their features, checked against `numberMatched` of the first one. */
async function readAll(path: string): Promise<Feature[]> {
  const first = await read(path);
  const features = [...first.features];
  for (let page = first; ; ) {
    expect(page.numberReturned).toBe(page.features.length);
    const next = page.links.find(({ rel }) => rel === "next");
    if (next === undefined) {
      break;
    }
    page = await read(next.href);
    features.push(...page.features);
  }
  expect(new Set(features.map(({ id }) => id)).size).toBe(features.length);
  if (first.numberMatched !== undefined) {
    expect(features.length).toBe(first.numberMatched);
  }
  return features;
}

const sortedIds = (features: readonly Feature[]) => features.map(({ id }) => id).sort();

describe("pages together are the whole of Weesp", () => {
  const COLLECTIONS = [
    "adres",
    "verblijfsobject",
    "ligplaats",
    "standplaats",
    "pand",
    "woonplaats",
    "gemeente",
    "postcodegebied",
  ];

  test.each(COLLECTIONS)("%s", async (id) => {
    const digits = ["woonplaats", "gemeente", "postcodegebied"].includes(id) ? 4 : 16;
    const rows = weesp.snapshot.db
      .query<{ id: string }, []>(`SELECT printf('%0${digits}d', fid) AS id FROM ${id} ORDER BY fid`)
      .all();
    const features = await readAll(`/collections/${id}/items?limit=1000`);
    expect(features.map((feature) => feature.id)).toEqual(rows.map((row) => row.id));
    // A box around all objects gives the same ones, in order of place or of id.
    const boxed = await readAll(`/collections/${id}/items?limit=700&bbox=4,52,6,53`);
    expect(sortedIds(boxed)).toEqual(sortedIds(features));
    const { properties } = await read<{ properties: Record<string, { type?: string }> }>(
      `/collections/${id}/schema`,
    );
    const names = Object.keys(properties).filter((name) => name !== "geometry");
    const typeOf = (value: unknown) =>
      Number.isInteger(value) ? "integer" : Array.isArray(value) ? "array" : typeof value;
    const isTyped = ([name, value]: [string, unknown]) =>
      value === null || typeOf(value) === properties[name]!.type;
    const faults = features.filter(
      (feature) =>
        !Bun.deepEquals(Object.keys(feature.properties), names) ||
        !Object.entries(feature.properties).every(isTyped),
    );
    expect(faults).toEqual([]);
  });
});

describe("a box has what touches it", () => {
  const BOXES = [
    [5.03, 52.3, 5.05, 52.31],
    [5.0399, 52.3069, 5.0401, 52.3071],
    [5.042, 52.305, 5.042, 52.309],
    [4.0, 52.3, 4.1, 52.31],
  ] as const;

  test.each(BOXES)("%d,%d,%d,%d: addresses by their published degrees", async (west, south, east, north) => {
    const expected = weesp.adressen.filter(
      ({ longitude, latitude }) =>
        longitude >= west && longitude <= east && latitude >= south && latitude <= north,
    );
    const box = [west, south, east, north].join(",");
    expect(sortedIds(await readAll(`/collections/adres/items?limit=100&bbox=${box}`))).toEqual(
      idsOf(expected).sort(),
    );
    const withHeights = [west, south, 0, east, north, 9].join(",");
    const objects = await readAll(`/collections/verblijfsobject/items?limit=100&bbox=${withHeights}`);
    const main = expected
      .filter(({ type }) => type === "verblijfsobject")
      .map((a) => a.adresseerbaar_object_id);
    expect(sortedIds(objects)).toEqual([...new Set(main)].sort());
  });

  test.each(BOXES)("%d,%d,%d,%d: panden", async (west, south, east, north) => {
    const found = new Set(
      sortedIds(
        await readAll(`/collections/pand/items?limit=100&bbox=${[west, south, east, north].join(",")}`),
      ),
    );
    const ringsOf = ({ type, coordinates }: Weesp["panden"][number]["footprint"]) =>
      (type === "MultiPolygon" ? coordinates.flat(2) : (coordinates as number[][][]).flat()) as number[][];
    const faults = weesp.panden.filter(({ identificatie, footprint }) => {
      const points = ringsOf(footprint);
      const [xs, ys] = [points.map(([x]) => x!), points.map(([, y]) => y!)];
      const hasVertex = points.some(([x, y]) => x! >= west && x! <= east && y! >= south && y! <= north);
      const overlaps =
        Math.min(...xs) <= east &&
        Math.max(...xs) >= west &&
        Math.min(...ys) <= north &&
        Math.max(...ys) >= south;
      return found.has(identificatie) ? !overlaps : hasVertex;
    });
    expect(faults).toEqual([]);
  });

  test("in RD, by rd_x and rd_y", async () => {
    const [minX, minY, maxX, maxY] = [130_000, 480_000, 131_000, 480_500];
    const expected = weesp.adressen.filter(
      ({ rd_x, rd_y }) => rd_x >= minX && rd_x <= maxX && rd_y >= minY && rd_y <= maxY,
    );
    const query = `limit=99&bbox=${[minX, minY, maxX, maxY].join(",")}&bbox-crs=${encodeURIComponent(RD)}&crs=${encodeURIComponent(RD)}`;
    const features = await readAll(`/collections/adres/items?${query}`);
    expect(sortedIds(features)).toEqual(idsOf(expected).sort());
    const byId = new Map(expected.map((adres) => [adres.nummeraanduiding_id, adres]));
    for (const { id, geometry } of features) {
      const { rd_x, rd_y } = byId.get(id)!;
      expect(geometry).toEqual({ type: "Point", coordinates: [rd_x, rd_y] });
    }
  });

  test("across 180° is empty", async () => {
    expect(await read("/collections/adres/items?bbox=6,52,5,53")).toMatchObject({
      numberMatched: 0,
      features: [],
    });
  });
});

describe("a feature", () => {
  test("in both systems, with Content-Crs and links", async () => {
    const path = `${ROOT}/collections/adres/items/0457200000521750`;
    const answer = await served.ask(path);
    expect(answer.headers.get("content-crs")).toBe(`<${CRS84}>`);
    expect(answer.headers.get("content-type")).toBe("application/geo+json");
    // Compat.md §3.3 and §6: Keurstraat 5a.
    expect(await answer.json()).toMatchObject({
      type: "Feature",
      id: "0457200000521750",
      geometry: { type: "Point", coordinates: [5.02527163, 52.3112572] },
      properties: {
        openbare_ruimte_naam: "Keurstraat",
        huisnummer: 5,
        huisletter: "a",
        toevoeging: null,
        postcode: "1382KT",
        woonplaats_naam: "Weesp",
        adresseerbaar_object_type: "Verblijfsobject",
      },
      links: [{ rel: "self", href: ORIGIN + path }, { rel: "alternate" }, { rel: "collection" }],
    });
    const rd = await served.ask(`${path}?crs=${encodeURIComponent(RD)}`);
    expect(rd.headers.get("content-crs")).toBe(`<${RD}>`);
  });

  test("a pand links to its verblijfsobjecten, and these to it", async () => {
    const { features } = await read("/collections/pand/items?limit=1000");
    const pand = features.find(({ properties }) => properties.aantal_verblijfsobjecten === 2)!;
    const hrefs = pand.properties["verblijfsobject.href"] as string[];
    expect(hrefs.length).toBe(2);
    for (const href of hrefs) {
      const object = await read<Feature>(href);
      const [back] = object.properties["pand.href"] as string[];
      expect((await read<Feature>(back!)).id).toBe(pand.id);
    }
  });

  test("that does not exist is 404", async () => {
    for (const path of [
      "adres/items/0457200000000000",
      "pand/items/x",
      "adres/items/457200000521750",
      "x/items/1",
      "x",
    ]) {
      expect(await refusal(`/collections/${path}`)).toBe(404);
    }
  });
});

describe("filters compare by equality", () => {
  const count = async (path: string) => (await read(path)).numberMatched;

  test("as parameters and as CQL2 text", async () => {
    const [pand] = weesp.panden.filter(({ bouwjaar }) => bouwjaar !== null);
    const ofYear = weesp.panden.filter(({ bouwjaar }) => bouwjaar === pand!.bouwjaar).length;
    const ofPostcode = weesp.adressen.filter(({ postcode }) => postcode === "1382KT");
    const five = ofPostcode.filter(({ huisnummer }) => huisnummer === 5);
    const filter = encodeURIComponent("postcode='1382KT' AND huisnummer=5");
    const adres = "/collections/adres/items";
    expect(await count(`${adres}?postcode=1382KT`)).toBe(ofPostcode.length);
    expect(await count(`${adres}?postcode=1382+kt&huisnummer=05`)).toBe(five.length);
    expect(await count(`${adres}?filter=${filter}&filter-lang=cql2-text`)).toBe(five.length);
    expect(await count(`${adres}?identificatie=0457200000521750`)).toBe(1);
    const object = five[0]!.adresseerbaar_object_id;
    const ofObject = weesp.adressen.filter((each) => each.adresseerbaar_object_id === object).length;
    expect(await count(`${adres}?adresseerbaar_object_identificatie=${object}`)).toBe(ofObject);
    expect((await readAll(`/collections/pand/items?bouwjaar=${pand!.bouwjaar}&limit=20`)).length).toBe(
      ofYear,
    );
    // Objects match by their hoofdadres only. Keurstraat 5a is a nevenadres.
    const objects = weesp.snapshot.db
      .query<{ n: number }, []>(
        "SELECT count(*) AS n FROM verblijfsobject v JOIN adres a ON a.fid = v.hoofdadres_id WHERE postcode = '1382KT'",
      )
      .get()!.n;
    expect(await count("/collections/verblijfsobject/items?postcode=1382KT")).toBe(objects);
    expect(await count(`${adres}?postcode=9999ZZ`)).toBe(0);
    const paged = await readAll(`${adres}?postcode=1382KT&limit=2`);
    expect(sortedIds(paged)).toEqual(idsOf(ofPostcode).sort());
  });

  test.each([
    "postcode > '1'",
    "postcode='1382KT' OR huisnummer=5",
    "postcode='1382KT' AND",
    "nothing=1",
    "huisnummer='x'",
    "pand.href='x'",
    "';DROP TABLE adres;--",
  ])("refuses %s", async (filter) => {
    expect(await refusal(`/collections/adres/items?filter=${encodeURIComponent(filter)}`)).toBe(400);
  });
});

describe("refuses with 400", () => {
  test.each([
    "limit=0",
    "limit=-1",
    "limit=x",
    "limit=1.5",
    "limit=1&limit=2",
    "bbox=1,2,3",
    "bbox=a,b,c,d",
    "bbox=5,53,6,52",
    "bbox=131700,479700,180,90",
    "bbox=1,2,3,",
    `bbox=2,1,1,2&bbox-crs=${encodeURIComponent(RD)}`,
    "bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4326",
    "crs=http://www.opengis.net/def/crs/EPSG/0/4258",
    "datetime=yesterday",
    "datetime=2021-13-01",
    "datetime=2021-01-01/2022-01-01/2023-01-01",
    "cursor=x",
    "offset=10",
    "f=xml",
    "huisnummer=a",
    "unknown=1",
    "sortby=postcode",
  ])("%s", async (query) => {
    expect(await refusal(`/collections/adres/items?${query}`)).toBe(400);
  });

  test("an unknown parameter of any resource", async () => {
    for (const path of [
      "",
      "/conformance",
      "/api",
      "/collections",
      "/collections/adres",
      "/collections/adres/schema",
    ]) {
      expect(await refusal(`${path}?unknown=1`)).toBe(400);
    }
  });
});

test("accepts every valid time, empty values and a limit above the highest", async () => {
  for (const datetime of [
    "2021-10-15",
    "2021-10-15T00:00:00Z",
    "../2021-10-15T00:00:00Z",
    "2021-10-15T00:00:00Z/..",
  ]) {
    expect((await read(`/collections/adres/items?datetime=${datetime}`)).numberMatched).toBe(12_034);
  }
  expect((await read("/collections/adres/items?limit=99999&bbox=&postcode=")).numberReturned).toBe(1_000);
});

describe("documents", () => {
  test("say what clients look for", async () => {
    const api = await read<{
      openapi: string;
      paths: Record<string, { get: { parameters: { $ref?: string; name?: string }[] } }>;
      components: { parameters: Record<string, { schema: object }> };
    }>("/api");
    expect(api.openapi).toStartWith("3.0");
    // QGIS takes its page size from here; GDAL filters by what the path lists.
    expect(api.components.parameters.limit!.schema).toMatchObject({ minimum: 1, maximum: 1000, default: 10 });
    const listed = api.paths["/collections/adres/items"]!.get.parameters;
    expect(listed.map(({ name, $ref }) => name ?? $ref!.split("/").at(-1))).toEqual([
      ...["limit", "bbox", "bbox-crs", "crs", "datetime", "cursor"],
      ...["identificatie", "adresseerbaar_object_identificatie", "adresseerbaar_object_type"],
      ...["openbare_ruimte_naam", "openbare_ruimte_naam_kort", "huisnummer", "huisletter", "toevoeging"],
      ...["postcode", "woonplaats_naam", "f"],
    ]);
    const { collections } = await read<{
      collections: { crs: string[]; storageCrs: string; extent: object }[];
    }>("/collections");
    expect(collections.length).toBe(8);
    expect(collections[0]).toMatchObject({ crs: [CRS84, RD], storageCrs: RD, itemType: "feature" });
    const { conformsTo } = await read<{ conformsTo: string[] }>("/conformance");
    expect(conformsTo).toContain("http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs");
  });

  test("every link of every document leads to an answer of its type", async () => {
    const open = [`${ORIGIN}${ROOT}`];
    const seen = new Set<string>();
    for (let href = open.pop(); href !== undefined; href = open.pop()) {
      if (seen.has(href) || href.includes("cursor=")) {
        continue;
      }
      seen.add(href);
      const answer = await served.ask(href.slice(ORIGIN.length));
      expect([href, answer.status]).toEqual([href, 200]);
      if (!answer.headers.get("content-type")!.includes("json")) {
        continue;
      }
      const body = (await answer.json()) as { links?: Page["links"]; collections?: Page[] };
      for (const link of [...(body.links ?? []), ...(body.collections ?? []).flatMap((each) => each.links)]) {
        open.push(link.href);
        const { headers } = await served.ask(link.href.slice(ORIGIN.length));
        expect([link.href, headers.get("content-type")]).toEqual([link.href, link.type]);
      }
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  test("pages for people escape names and lead on", async () => {
    const answer = await served.ask(
      `${ROOT}/collections/adres/items?f=html&limit=3&openbare_ruimte_naam=%3Cb%3E`,
    );
    const html = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).not.toContain("<b>");
    const page = await (await served.ask(`${ROOT}/collections/adres/items?f=html&limit=3`)).text();
    expect(page.match(/<tr><td>/g)?.length).toBe(3);
    const next = /<a href="([^"]+)">Verder/.exec(page)![1]!.replaceAll("&amp;", "&");
    expect(await (await served.ask(next.slice(ORIGIN.length))).text()).toContain("<table>");
  });
});
