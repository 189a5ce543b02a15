/** GDAL and OWSLib of Debian and ogc-client of npm, unchanged, on the OGC features of Weesp; compared with its records. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { OgcApiEndpoint } from "@camptocamp/ogc-client";
import { idsOf, readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { canRun, hasProgram } from "../support/processes/find-program.ts";
import { type InterfaceHarness, openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { BOX, FILTERS, readOwnAnswers } from "./own-features.ts";

setDefaultTimeout(60_000);
const HAS_GDAL = hasProgram("ogr2ogr", "gdal-bin");
/** Debian's own, which has Debian's packages. */
const PYTHON = "/usr/bin/python3";
const HAS_OWSLIB = canRun([PYTHON, "-c", "import owslib.ogcapi.features"], "python3-owslib");

let weesp: Weesp;
let closed: InterfaceHarness;
let server: ReturnType<typeof Bun.serve>;
let tokens: { server: string; link: string };
let root: string;

beforeAll(async () => {
  weesp = await readWeesp();
  closed = openInterfaces({ ipRanges: ["127.0.0.1"] }, { dataDir: weesp.dataDir, interfaces: ["ogc"] });
  tokens = { server: closed.issue({ kind: "server" }), link: closed.issue({}) };
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // From an address that may use the open key, unless a header says otherwise: GDAL can send one.
    fetch: (request) => closed.app.fetch(request, () => request.headers.get("x-from") ?? "127.0.0.1"),
  });
  root = `${server.url.origin}/kadaster/bag/ogc/v2`;
});
afterAll(async () => {
  await server.stop(true);
  closed.close();
  weesp.close();
});

interface Converted {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>> & { readonly identificatie: string };
  }[];
}

/** Converts a collection by ogr2ogr; fails with its message. The environment carries GDAL's own settings. */
async function ogr2ogr(
  args: readonly string[],
  env: Record<string, string> = {},
  base = root,
): Promise<Converted> {
  const run = Bun.spawn(["ogr2ogr", "-f", "GeoJSON", "/vsistdout/", `OAPIF:${base}`, ...args], {
    env: { ...process.env, ...env },
    stderr: "pipe",
  });
  const [text, errors, code] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
  expect({ code, errors }).toMatchObject({ code: 0 });
  return JSON.parse(text);
}

const idsIn = ({ features }: Converted) => features.map(({ properties }) => properties.identificatie).sort();
const adressenIn = (accepts: (adres: Weesp["adressen"][number]) => boolean) =>
  idsOf(weesp.adressen.filter(accepts)).sort();

describe.skipIf(!HAS_GDAL)("GDAL", () => {
  test("lists the collections and counts the features", async () => {
    const run = Bun.spawn(["ogrinfo", "-so", "-al", `OAPIF:${root}`]);
    const text = await run.stdout.text();
    const counts = [...text.matchAll(/^Layer name: (\w+)$[\s\S]*?^Feature Count: (\d+)$/gm)];
    const countOf = (table: string) =>
      weesp.snapshot.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
    expect(counts.length).toBe(8);
    for (const [, table, count] of counts) {
      expect([table, Number(count)]).toEqual([table, countOf(table!)]);
    }
  });

  test("reads all addresses and their types", async () => {
    const all = await ogr2ogr(["adres", "-oo", "PAGE_SIZE=1000"]);
    expect(idsIn(all)).toEqual(adressenIn(() => true));
    const { properties } = all.features.find((each) => each.properties.identificatie === "0457200000521750")!;
    expect(properties).toMatchObject({
      huisnummer: 5,
      huisletter: "a",
      toevoeging: null,
      postcode: "1382KT",
    });
  });

  test.each([
    ["postcode='1382KT'", (a) => a.postcode === "1382KT"],
    ["identificatie='0457200000521750'", (a) => a.nummeraanduiding_id === "0457200000521750"],
    ["postcode='1382KT' AND huisnummer=5", (a) => a.postcode === "1382KT" && a.huisnummer === 5],
    ["openbare_ruimte_naam='Keurstraat'", (a) => a.straatnaam === "Keurstraat"],
    ["huisletter='a' AND postcode='1382KT'", (a) => a.huisletter === "a" && a.postcode === "1382KT"],
  ] as [string, (adres: Weesp["adressen"][number]) => boolean][])("-where %s", async (where, accepts) => {
    expect(idsIn(await ogr2ogr(["adres", "-where", where]))).toEqual(adressenIn(accepts));
  });

  test("-spat, alone and with -where, and panden of a year", async () => {
    const box = ["-spat", "5.03", "52.30", "5.04", "52.305"];
    const isIn = (a: Weesp["adressen"][number]) =>
      a.longitude >= 5.03 && a.longitude <= 5.04 && a.latitude >= 52.3 && a.latitude <= 52.305;
    expect(idsIn(await ogr2ogr(["adres", "-oo", "PAGE_SIZE=100", ...box]))).toEqual(adressenIn(isIn));
    const street = weesp.adressen.find(isIn)!.straatnaam;
    const where = ["-where", `openbare_ruimte_naam='${street}'`];
    expect(idsIn(await ogr2ogr(["adres", ...box, ...where]))).toEqual(
      adressenIn((a) => isIn(a) && a.straatnaam === street),
    );
    const panden = weesp.panden.filter(({ bouwjaar }) => bouwjaar === 1930);
    expect(idsIn(await ogr2ogr(["pand", "-where", "bouwjaar=1930"]))).toEqual(
      panden.map(({ identificatie }) => identificatie).sort(),
    );
  });

  test("sends a key in each way that it has, on every page", async () => {
    const elsewhere = "X-From: 198.51.100.1";
    const args = ["adres", "-where", "postcode='1382KT'", "-oo", "PAGE_SIZE=2"];
    const expected = adressenIn((a) => a.postcode === "1382KT");
    const bearer = `${elsewhere},Authorization: Bearer ${tokens.server}`;
    const user = { GDAL_HTTP_USERPWD: tokens.server.replace("|", ":") };
    const headers = { GDAL_HTTP_HEADERS: elsewhere };
    const token = encodeURIComponent(tokens.link);
    const inPath = root.replace("/kadaster", `/key/${token}/kadaster`);
    expect(idsIn(await ogr2ogr(args, { GDAL_HTTP_HEADERS: bearer }))).toEqual(expected);
    expect(idsIn(await ogr2ogr(args, { ...headers, ...user }))).toEqual(expected);
    expect(idsIn(await ogr2ogr(args, headers, inPath))).toEqual(expected);
    expect(idsIn(await ogr2ogr(args, headers, `${root}?key=${token}`))).toEqual(expected);
    const refused = Bun.spawn(["ogrinfo", "-so", `OAPIF:${root}`], {
      env: { ...process.env, ...headers },
      stderr: "pipe",
    });
    expect(await refused.stderr.text()).toContain("401");
  });
});

const OWSLIB = `
import json, sys
from owslib.ogcapi.features import Features
from owslib.util import Authentication

root, asked = sys.argv[1], json.loads(sys.argv[2])
id, secret = asked["token"].split("|")
elsewhere = {"X-From": "198.51.100.1"}
bag = Features(root, headers=elsewhere, auth=Authentication(username=id, password=secret))

def ids(collection, **query):
    return sorted(each["id"] for each in bag.collection_items(collection, **query)["features"])

points = bag.collection_items("adres", bbox=asked["box"], limit=1000)["features"]
answers = {
    "filtered": [ids("adres", limit=100, **{name: value}) for name, value in asked["filters"]],
    "adressenInBox": ids("adres", bbox=asked["box"], limit=1000),
    "pandenInBox": ids("pand", bbox=asked["box"], limit=1000),
    "points": {each["id"]: each["geometry"]["coordinates"] for each in points},
    "collections": bag.feature_collections(),
    "paths": "/collections/adres/items" in bag.api()["paths"],
    "core": "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core" in bag.conformance()["conformsTo"],
    "counts": [bag.collection_items(name)["numberMatched"] for name in ("adres", "pand")],
    "street": bag.collection_item("adres", "0457200000521750")["properties"]["openbare_ruimte_naam"],
}
try:
    Features(root, headers=elsewhere).collections()
    answers["refused"] = False
except Exception:
    answers["refused"] = True
print(json.dumps(answers))
`;

describe.skipIf(!HAS_OWSLIB)("OWSLib", () => {
  test("reads documents, counts, filters, boxes and one feature, by a login", async () => {
    const asked = JSON.stringify({ token: tokens.server, filters: FILTERS, box: BOX });
    const run = Bun.spawn([PYTHON, "-c", OWSLIB, root, asked], { stderr: "pipe" });
    const [text, errors, code] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
    expect({ code, errors }).toMatchObject({ code: 0 });
    const { adressen, panden, ...own } = await readOwnAnswers(closed, weesp);
    const { collections, ...answers } = JSON.parse(text);
    expect(collections).toEqual(expect.arrayContaining(["adres", "pand", "verblijfsobject", "woonplaats"]));
    expect(answers).toEqual({
      ...own,
      paths: true,
      core: true,
      counts: [adressen.length, panden.length],
      street: "Keurstraat",
      refused: true,
    });
  });
});

describe("@camptocamp/ogc-client", () => {
  test("reads the collections, their pages and one feature", async () => {
    const endpoint = new OgcApiEndpoint(root);
    expect((await endpoint.info).title).toStartWith("BAG");
    expect(await endpoint.hasFeatures).toBe(true);
    const all = await endpoint.featureCollections;
    expect(all).toEqual(expect.arrayContaining(["adres", "pand", "verblijfsobject", "woonplaats"]));
    const info = await endpoint.getCollectionInfo("adres");
    expect(info.crs).toContain("http://www.opengis.net/def/crs/EPSG/0/28992");
    expect(await endpoint.getCollectionItem("adres", "0457200000521750")).toMatchObject({
      properties: { openbare_ruimte_naam: "Keurstraat", huisnummer: 5 },
    });
    const items = await endpoint.getCollectionItems("pand", 25);
    expect(items.length).toBe(25);
    const url = await endpoint.getCollectionItemsUrl("adres", {
      limit: 50,
      extent: [5.03, 52.3, 5.04, 52.305],
    });
    expect(((await (await fetch(url)).json()) as Converted).features.length).toBe(50);
  });
});
