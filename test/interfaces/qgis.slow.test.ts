/**
 * QGIS of Debian, unchanged and without a screen, opens the OGC features of Weesp as layers and asks Nominatim; its
 * answers are compared with those of `/api/v1`.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { canRun } from "../support/processes/find-program.ts";
import { type InterfaceHarness, openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { BOX, FILTERS, type OwnAdres, type OwnAnswers, openOwn, readOwnAnswers } from "./own-features.ts";
import { drawQuestions } from "./questions.ts";

setDefaultTimeout(300_000);

/** Debian's own, which has Debian's packages. */
const PYTHON = "/usr/bin/python3";
const HAS_QGIS = canRun([PYTHON, "-c", "import qgis.core"], "python3-qgis");

const SCRIPT = `
import json, sys
from qgis.core import *

host, asked = sys.argv[1], json.loads(sys.argv[2])
root = host + "/kadaster/bag/ogc/v2"
app = QgsApplication([], False)
app.initQgis()

def open_layer(name, box_only=False):
    uri = f"url='{root}' typename='{name}'" + (" restrictToRequestBBOX='1'" if box_only else "")
    layer = QgsVectorLayer(uri, name, "OAPIF")
    if not layer.isValid():
        raise Exception(layer.error().message())
    return layer

def ids(features):
    return sorted(feature["identificatie"] for feature in features)

adres, pand = open_layer("adres"), open_layer("pand")
answers = {
    "announced": [adres.featureCount(), pand.featureCount()],
    "types": {field.name(): field.typeName() for field in adres.fields()},
    "adressen": ids(adres.getFeatures()),
    "panden": ids(pand.getFeatures()),
    "filtered": [],
}
for name, value in asked["filters"]:
    equal = QgsExpression.createFieldEqualityExpression(name, value)
    answers["filtered"].append(ids(adres.getFeatures(QgsFeatureRequest().setFilterExpression(equal))))
chosen = open_layer("adres")
if not chosen.setSubsetString(equal):
    raise Exception("no filter of a layer")
answers["lastFilterOfLayer"] = ids(chosen.getFeatures())
box = QgsFeatureRequest(QgsRectangle(*asked["box"]))
in_box = list(open_layer("adres", True).getFeatures(box))
answers["adressenInBox"] = ids(in_box)
answers["pandenInBox"] = ids(open_layer("pand", True).getFeatures(box))
points = ((each["identificatie"], each.geometry().asPoint()) for each in in_box)
answers["points"] = {id: [point.x(), point.y()] for id, point in points}
geocoder = QgsNominatimGeocoder("nl", host + "/nominatim/search")
geocoder.setRequestsPerSecond(1000)
answers["geocoded"] = []
for line in asked["lines"]:
    first = geocoder.geocodeString(line, QgsGeocoderContext(QgsCoordinateTransformContext()))[0]
    point = first.geometry().asPoint()
    answers["geocoded"].append([point.x(), point.y()])
print(json.dumps(answers))
`;

/** Output of the script; identificaties are sorted. */
interface Printed extends OwnAnswers {
  /** Numbers of adressen and panden before any is read. */
  readonly announced: readonly [number, number];
  /** Types of the fields of `adres`. */
  readonly types: Readonly<Record<string, string>>;
  /** Adressen of a layer that has the last of the filters. */
  readonly lastFilterOfLayer: readonly string[];
  /** Longitude and latitude of the first place of each line. */
  readonly geocoded: readonly (readonly [number, number])[];
}

let weesp: Weesp;
let served: InterfaceHarness;
let own: OwnAnswers;
let lines: readonly string[];

beforeAll(async () => {
  weesp = await readWeesp();
  served = openInterfaces({}, { dataDir: weesp.dataDir, interfaces: ["ogc", "nominatim"] });
  own = await readOwnAnswers(served, weesp);
  lines = drawQuestions(weesp).lines;
});
afterAll(() => {
  served.close();
  weesp.close();
});

/** Runs the script in a new profile; returns what it printed and the query strings of the pages it asked for. */
async function runQgis(): Promise<{ printed: Printed; pages: URLSearchParams[] }> {
  const pages: URLSearchParams[] = [];
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith("/items")) {
        pages.push(searchParams);
      }
      return served.app.fetch(request, () => "127.0.0.1");
    },
  });
  const home = mkdtempSync(join(tmpdir(), "baken-qgis-"));
  const asked = JSON.stringify({ filters: FILTERS, box: BOX, lines });
  const child = Bun.spawn([PYTHON, "-c", SCRIPT, server.url.origin, asked], {
    env: { ...process.env, HOME: home, QT_QPA_PLATFORM: "offscreen" },
    stderr: "pipe",
  });
  const [text, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  rmSync(home, { recursive: true });
  expect({ code, errors }).toMatchObject({ code: 0 });
  return { printed: JSON.parse(text), pages };
}

describe.skipIf(!HAS_QGIS)("QGIS", () => {
  test("reads layers, filters and boxes, and geocodes", async () => {
    const { printed, pages } = await runQgis();
    const { announced, types, lastFilterOfLayer, geocoded, ...answers } = printed;
    expect(announced).toEqual([own.adressen.length, own.panden.length]);
    expect(types).toMatchObject({ huisnummer: "Integer", huisletter: "String", postcode: "String" });
    expect(answers).toEqual(own);
    expect(lastFilterOfLayer).toEqual(own.filtered.at(-1)!);
    const ask = openOwn(served);
    const places = lines.map(async (line) => {
      const { address } = await ask<{ address: OwnAdres }>(`/geocode/forward?q=${encodeURIComponent(line)}`);
      return [address.longitude, address.latitude] as const;
    });
    expect(geocoded).toEqual(await Promise.all(places));
    expect(geocoded).toHaveLength(5);
    // QGIS reads ten features to learn the types, and then all features with the highest limit in the API document.
    expect(new Set(pages.map((page) => page.get("limit")))).toEqual(new Set(["10", "1000"]));
    const boxes = pages.filter((page) => page.has("bbox"));
    expect(boxes).toHaveLength(2);
    for (const box of boxes) {
      expect(box.get("bbox")!.split(",").map(Number)).toEqual([...BOX]);
    }
  });
});
