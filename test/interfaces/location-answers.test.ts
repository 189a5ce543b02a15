/** The form of answers of the Location API on Weesp: its traps, marks, documents, ids and links. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { makeCountry } from "../relevance/country.ts";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";
import {
  ADRES,
  ALL,
  BAG,
  CRS84,
  KEUR_5A,
  PLACES,
  RD,
  ROOT,
  searchesOf,
  searchPath,
} from "./location-searches.ts";

setDefaultTimeout(120_000);

let weesp: WeespInterfaces;
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());
const { search, namesOf } = searchesOf(() => weesp);

const toText = (html: string) =>
  html
    .replace(/<\/?b>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

test("an answer is as PDOK's, with nothing more", async () => {
  const path = searchPath("keurstr 5a", `${ADRES}&limit=1`);
  const { timeStamp, ...answer } = await weesp.askJson(path);
  expect(timeStamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(answer).toEqual({
    type: "FeatureCollection",
    links: [
      {
        rel: "self",
        title: expect.any(String),
        type: "application/geo+json",
        href: `${ORIGIN}${path.replace("[", "%5B").replace("]", "%5D")}`,
      },
    ],
    features: [
      {
        type: "Feature",
        id: "0457200000521750",
        geometry: { type: "Point", coordinates: [5.02527163, 52.3112572] },
        properties: {
          collection_geometry_type: "POINT",
          collection_id: "adres",
          collection_version: 1,
          display_name: KEUR_5A,
          highlight: "<b>Keurstr</b>aat <b>5a</b>, 1382KT Weesp, Weesp (Noord-Holland)",
          href: [`${ORIGIN}${BAG}/collections/adres/items/0457200000521750?f=json`],
          score: expect.any(Number),
        },
      },
    ],
    numberReturned: 1,
  });
});

describe("traps", () => {
  test("Content-Crs has angle brackets, of the default too, and pages may read it", async () => {
    for (const [query, crs] of [
      ["", CRS84],
      [`&crs=${RD}`, RD],
    ]) {
      const { headers } = await weesp.ask(searchPath("weesp", ADRES + query), {
        origin: "https://a.example",
      });
      expect([headers.get("content-type"), headers.get("content-crs")]).toEqual([
        "application/geo+json",
        `<${crs}>`,
      ]);
      expect(headers.get("access-control-expose-headers")).toContain("Content-Crs");
    }
  });

  test("unknown collections and versions find nothing, and cost nothing beside others", async () => {
    for (const asked of [
      ...["perceel[version]=1", "adres[version]=2", "adres[version]=1e999", "__proto__[version]=1"],
      ...["constructor[version]=1&toString[relevance]=0&toString[version]=1", "[version]=1"],
    ]) {
      const { features, numberReturned } = await weesp.askJson(searchPath("weesp", asked));
      expect([features, numberReturned]).toEqual([[], 0]);
    }
    const many = Array.from({ length: 400 }, (_, i) => `c${i}[version]=1`).join("&");
    const repeated = Array.from({ length: 100 }, () => ADRES).join("&");
    for (const more of [
      many,
      repeated,
      "plaats[version]=1&adres[naam]=x",
      "&limit=10",
      "woonplaats[version]=7",
    ]) {
      expect(await search("keurstraat", `${ADRES}&${more}`)).toEqual(await search("keurstraat"));
    }
  });

  test("of a repeated parameter the first counts", async () => {
    expect(await namesOf("keurstraat 5a", `${ADRES}&adres[version]=2&q=nieuwstraat&limit=1&limit=9`)).toEqual(
      [KEUR_5A],
    );
  });

  test("brackets raw and encoded, spaces as + and %20, and f=geojson, are the same", async () => {
    const raw = await search("keurstraat 5");
    for (const path of [
      `q=keurstraat+5&adres%5Bversion%5D=1`,
      `q=keurstraat%205&&adres[version]=1.0&f=geojson`,
      `f=json&adres[version]=01&q=keurstraat%205`,
    ]) {
      expect((await weesp.askJson(`${ROOT}/search?${path}`)).features).toEqual(raw);
    }
    const [link] = (await weesp.askJson(searchPath("keurstraat 5"))).links;
    expect(link.href).not.toMatch(/[[\]]/);
    expect((await weesp.askJson(link.href.slice(ORIGIN.length))).features).toEqual(raw);
  });

  test("2 to 200 characters as they came are accepted, also in other planes of Unicode", async () => {
    for (const q of [
      ...["a ", " 5", `${" ".repeat(195)}weesp`],
      `${"(".repeat(190)}weesp`,
      `${"a ".repeat(99)}ab`,
      "😀".repeat(200),
      `${"1 ".repeat(99)}aa`,
    ]) {
      expect((await weesp.ask(searchPath(q, ALL))).status).toBe(200);
    }
    for (const q of ["  ", `${" ".repeat(196)}weesp`]) {
      expect((await weesp.ask(searchPath(q, ALL))).status).toBe(400);
    }
    expect((await search(" keurstraat 5a "))[0].properties.display_name).toBe(KEUR_5A);
  });

  test("href is a list of one, of the item in the system asked; an area without item has none", async () => {
    for (const [query, point] of [
      ["", [5.02527163, 52.3112572]],
      [`&crs=${RD}`, undefined],
    ] as const) {
      const [{ id, geometry, properties, bbox }] = await search("keurstraat 5a", ADRES + query);
      expect(properties.href).toEqual([`${ORIGIN}${BAG}/collections/adres/items/${id}?f=json${query}`]);
      const item = await weesp.askJson(properties.href[0].slice(ORIGIN.length));
      expect([item.id, item.geometry, bbox]).toEqual([id, geometry, undefined]);
      if (point !== undefined) {
        expect(geometry).toEqual({ type: "Point", coordinates: point });
      }
    }
    const [provincie] = await search("noord", PLACES);
    expect([provincie.id, provincie.properties.display_name]).toEqual(["PV27", "Provincie Noord-Holland"]);
    expect(provincie.properties).not.toHaveProperty("href");
  });

  test("areas have a box around their border, and a point on it", async () => {
    for (const crs of [CRS84, RD]) {
      const [woonplaats, gemeente] = await search("weesp", `${PLACES}&crs=${crs}`);
      const { geometry: border } = await weesp.askJson(woonplaats.properties.href[0].slice(ORIGIN.length));
      expect(woonplaats.properties.collection_geometry_type).toBe(border.type.toUpperCase());
      const rings: [number, number][][] =
        border.type === "Polygon" ? border.coordinates : border.coordinates.flat();
      const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
      const sides = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      // The box in degrees is larger: it surrounds the box in RD, which is rotated by a degree.
      const margin = crs === RD ? 1 : 0.002;
      for (const { bbox, geometry } of [woonplaats, gemeente]) {
        expect(bbox.map((side: number, i: number) => Math.abs(side - sides[i]!) < margin)).toEqual(
          Array(4).fill(true),
        );
        expect([geometry.type, isInside(geometry.coordinates, rings)]).toEqual(["Point", true]);
      }
    }
  });

  test("a box tests points, in its own system", async () => {
    const inside = weesp.adressen.filter(({ straatnaam }) => straatnaam === "Keurstraat");
    const [longitudes, latitudes] = [
      inside.map(({ longitude }) => longitude),
      inside.map(({ latitude }) => latitude),
    ];
    const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
    const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
    const expected = weesp.adressen
      .filter(({ longitude: x, latitude: y }) => x >= west && x <= east && y >= south && y <= north)
      .map(({ nummeraanduiding_id }) => nummeraanduiding_id);
    const found = await search("weesp", `${ALL}&limit=50&bbox=${[west, south, east, north].join(",")}`);
    expect(found.map(({ id }: Json) => id).sort()).toEqual(expected.sort().slice(0, 50));
    const [xs, ys] = [inside.map(({ rd_x }) => rd_x), inside.map(({ rd_y }) => rd_y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].join(",");
    const ofRd = await search("keurstraat", `${ADRES}&bbox=${box}&bbox-crs=${RD}`);
    expect(ofRd.map(({ id }: Json) => id).sort()).toEqual(
      inside.map((adres) => adres.nummeraanduiding_id).sort(),
    );
    expect(ofRd[0].geometry.coordinates[0]).toBeLessThan(6);
    expect(await search("weesp", `${ALL}&bbox=4,51,4.1,51.1`)).toEqual([]);
    expect((await search("weesp", `${ALL}&bbox=3,50,8,54&limit=50`)).length).toBe(50);
  });
});

/** Tests a point against rings by the crossings of a line to the east. */
function isInside([x, y]: [number, number], rings: [number, number][][]): boolean {
  let crossings = 0;
  for (const ring of rings) {
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      crossings += ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? 1 : 0;
    });
  }
  return crossings % 2 === 1;
}

describe("highlight", () => {
  test("is display_name, escaped, with what matched in b", async () => {
    const [{ properties }] = await search("keurstr 5a");
    expect(properties.highlight).toBe("<b>Keurstr</b>aat <b>5a</b>, 1382KT Weesp, Weesp (Noord-Holland)");
    for (const q of ["<b>weesp</b>", "weesp <script>", "ke", "'t", "<i>1382</i> KT"]) {
      for (const { properties: found } of await search(q, ALL)) {
        expect(toText(found.highlight)).toBe(found.display_name);
        expect(found.highlight.replace(/<\/?b>/g, "")).not.toMatch(/[<>"']/);
      }
    }
  });

  test("escapes names with signs of HTML, and what differs by accents is found", async () => {
    const streets = ["<b>", "<script>alert(1)</script>", "'t Hoentje", 'A & "B"', "Brân"];
    const dataDir = makeCountry([
      ...streets.map((street, i) => `${street}|${i + 1}|A|1|1000A${"ABCDE"[i]}|Bran|FR`),
      "Kortestraat|2||A|2000AB|Ee|FR",
      "Kortestraat|2|||2000AC|Eext|DR",
      "Kade|3||||Bran|FR",
    ]);
    // Areas are placed by their addresses, and this country has no counts of addresses.
    const db = openScratch(join(dataDir, "registry-2026-01-01.gpkg"));
    db.run("UPDATE woonplaats SET adres_count = 1");
    db.close();
    const server = openInterfaces({}, { dataDir });
    const find = async (q: string, rest = ADRES): Promise<Json[]> =>
      ((await (await server.ask(searchPath(q, rest))).json()) as Json).features;
    const found = await find("Bran", `${ADRES}&limit=50`);
    const names = found.map(({ properties }) => properties.display_name);
    expect(names.toSorted()).toEqual(
      [
        ...streets.map((street, i) => `${street} ${i + 1}A-1, 1000A${"ABCDE"[i]} Bran, Bran (Fryslân)`),
        "Kade 3, Bran, Bran (Fryslân)",
      ].toSorted(),
    );
    for (const { properties } of found) {
      expect(toText(properties.highlight)).toBe(properties.display_name);
      expect(properties.highlight.replace(/<\/?b>/g, "")).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    }
    const [brân] = await find("bran 5");
    expect(brân.properties.display_name).toStartWith("Brân 5A-1");
    expect(brân.properties.highlight).toStartWith("<b>Brân</b> <b>5</b>A");
    expect((await find("Brán, 1000AE Bran"))[0].properties.display_name).toStartWith("Brân 5A-1");
    for (const q of ["fryslan", "Fryslân", "friesland", "fries", "Provincie Frysl"]) {
      const [provincie] = await find(q, PLACES);
      expect([provincie.id, provincie.properties.display_name]).toEqual(["PV21", "Provincie Fryslân"]);
    }
    // The exact name comes before longer ones.
    const woonplaatsen = await find("ee", "woonplaats[version]=1");
    expect(woonplaatsen.map(({ properties }) => properties.display_name)).toEqual([
      "Ee, Ee (Fryslân)",
      "Eext, Eext (Drenthe)",
    ]);
    server.close();
  });
});

describe("documents", () => {
  test("the landing page leads to everything, with a type at each link", async () => {
    const { title, links } = await weesp.askJson(ROOT);
    expect(title).toEqual(expect.any(String));
    const rels = new Map<string, Json>(links.map((link: Json) => [link.rel, link]));
    expect([...rels.keys()].sort()).toEqual([
      "conformance",
      "data",
      "license",
      "search",
      "self",
      "service-desc",
    ]);
    expect(rels.get("search")).toMatchObject({
      href: `${ORIGIN}${ROOT}/search`,
      type: "application/geo+json",
    });
    expect(rels.get("license")?.href).toBe("https://creativecommons.org/publicdomain/zero/1.0/");
    for (const rel of ["self", "service-desc", "conformance", "data"]) {
      const { href, type } = rels.get(rel)!;
      const answer = await weesp.ask(href.slice(ORIGIN.length));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    }
    expect(await (await weesp.ask(`${ROOT}/`)).json()).toMatchObject({ title });
    expect(await weesp.askJson(`${ROOT}/openapi.json`)).toEqual(await weesp.askJson(`${ROOT}/api?f=json`));
    expect(await weesp.askJson(`${BAG}/openapi.json`)).toEqual(await weesp.askJson(`${BAG}/api`));
    expect((await weesp.ask(`${ROOT}?f=html`)).status).toBe(400);
    const { conformsTo } = await weesp.askJson(`${ROOT}/conformance`);
    expect(conformsTo.filter((uri: string) => /html|features/.test(uri))).toEqual([]);
  });

  test("collections have a number as version, and a source in the BAG", async () => {
    const { collections } = await weesp.askJson(`${ROOT}/collections?f=json`);
    expect(collections.map(({ id, version }: Json) => [id, version])).toEqual(
      ["adres", "woonplaats", "gemeentegebied", "provinciegebied"].map((id) => [id, 1]),
    );
    for (const { id, links, displayNameExample } of collections) {
      const own = await weesp.askJson(`${ROOT}/collections/${id}`);
      expect(own).not.toHaveProperty("version");
      expect(own.extent.spatial.bbox[0].length).toBe(4);
      const source = links.find(({ rel }: Json) => rel === "source");
      expect(source === undefined).toBe(id === "provinciegebied");
      if (source !== undefined) {
        expect((await weesp.ask(source.href.slice(ORIGIN.length))).status).toBe(200);
      }
      const asked = await namesOf(displayNameExample, `${id}[version]=1`);
      expect(asked[0]).toBe(displayNameExample);
    }
  });
});

describe("ids as UUIDs", () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test("with --location-ids uuid results have them, and lead to the item with that id", async () => {
    const server = openInterfaces({}, { locationIds: "uuid" });
    const ask = async (path: string): Promise<Json> => await (await server.ask(path)).json();
    const { features } = await ask(searchPath("weesp", ALL));
    const seen = new Set();
    for (const { id, properties } of features) {
      expect(id).toMatch(UUID);
      seen.add(id);
      const item = await ask(properties.href[0].slice(ORIGIN.length));
      expect(item.id).toBe(id);
      expect(item.properties.identificatie).toMatch(/^\d{4}(\d{12})?$/);
      const own = await ask(
        `${new URL(properties.href[0]).pathname.replace(id, item.properties.identificatie)}`,
      );
      expect([own.id, own.geometry]).toEqual([item.properties.identificatie, item.geometry]);
    }
    expect(seen.size).toBe(features.length);
    const [provincie] = (await ask(searchPath("noord-holland", PLACES))).features;
    expect(provincie.id).toMatch(UUID);
    server.close();
  });

  test("an object has one, of its own kind; any other is 404, and /api/v1 knows none", async () => {
    const uuid = "04572000-0052-8175-8000-6261672d6964";
    const item = (collection: string, id: string) => `${BAG}/collections/${collection}/items/${id}`;
    expect((await weesp.askJson(item("adres", uuid))).properties.identificatie).toBe("0457200000521750");
    expect((await weesp.ask(item("adres", `${uuid}?f=geojson&crs=${RD}`))).status).toBe(200);
    for (let i = 0; i < uuid.length; i++) {
      for (const digit of ["0", "1", "a"].filter((each) => uuid[i] !== "-" && uuid[i] !== each)) {
        const other = uuid.slice(0, i) + digit + uuid.slice(i + 1);
        const { status, body } = await weesp.askAny(item("adres", other));
        // Another digit of the identificatie may be another address.
        expect(status === 404 || body.properties.identificatie !== "0457200000521750").toBe(true);
      }
    }
    for (const id of [uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll("-", "")]) {
      expect((await weesp.ask(item("adres", encodeURIComponent(id)))).status).toBe(404);
    }
    expect((await weesp.ask(item("pand", uuid))).status).toBe(404);
    expect((await weesp.askOwn(`/addresses/${uuid}`)).status).toBe(422);
  });
});

test("the BAG OGC API has what these clients ask for behind the links", async () => {
  const gemeente = await weesp.askJson(`${BAG}/collections/gemeente/items/0457?f=geojson`);
  expect(gemeente.properties).toMatchObject({
    identificatie: "0457",
    code: "0457",
    naam: "Weesp",
    ligt_in_provincie_naam: "Noord-Holland",
    gemeente_naam: "Weesp",
  });
  const items = `${BAG}/collections/adres/items?filter=postcode%3D'1382KT'`;
  const asJson = await weesp.askJson(items);
  const asGeoJson = await weesp.askJson(`${items}&f=geojson`);
  expect(asJson.numberReturned).toBe(6);
  expect(asGeoJson.features).toEqual(asJson.features);
  const { status, body } = await weesp.askAny(items.replace("postcode", "straatnaam"));
  expect([status, body.detail]).toEqual([400, expect.stringContaining("openbare_ruimte_naam")]);
  expect((await weesp.ask(`${BAG}/collections?f=geojson`)).status).toBe(400);
});
