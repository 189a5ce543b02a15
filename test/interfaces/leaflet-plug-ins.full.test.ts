/** Plug-ins of Leaflet, unchanged, in Chromium on a page of another origin, with the open key. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { HAS_BROWSER, launchBrowser, openPage, type WatchedPage } from "../support/browser/open-browser.ts";
import { serveWeespInterfaces, type WeespInterfaces } from "../support/servers/weesp-interfaces.ts";
import { askOwn, drawQuestions, type OwnAnswers, type Questions, toStreetNumber } from "./questions.ts";

setDefaultTimeout(120_000);

const MODULES = join(import.meta.dir, "../../node_modules");
const SCRIPTS = [
  "leaflet/dist/leaflet.js",
  "leaflet-control-geocoder/dist/Control.Geocoder.js",
  "leaflet-geosearch/dist/bundle.min.js",
];

let weesp: WeespInterfaces;
let base: string;
let questions: Questions;
let own: OwnAnswers;
let watched: WatchedPage;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  if (!HAS_BROWSER) {
    return;
  }
  weesp = await serveWeespInterfaces();
  closers.push(() => weesp.close());
  base = weesp.listen();
  questions = drawQuestions(weesp);
  own = await askOwn(weesp, questions);
  const html = `<!doctype html><title>Map</title>${SCRIPTS.map((path) => `<script src="/${path}"></script>`).join("")}`;
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ url }) {
      const script = SCRIPTS.find((path) => new URL(url).pathname === `/${path}`);
      return script === undefined
        ? new Response(html, { headers: { "content-type": "text/html" } })
        : new Response(Bun.file(join(MODULES, script)));
    },
  });
  const browser = await launchBrowser();
  watched = await openPage(browser);
  closers.push(
    () => browser.close(),
    () => site.stop(true),
  );
  await watched.page.goto(`http://127.0.0.1:${site.port}/`);
});
afterAll(async () => {
  for (const close of closers.reverse()) {
    await close();
  }
});

/** Runs a script in the page, with `base` and the questions as variables; returns the result of the script. */
function inPage(script: string): Promise<{ points: [number, number][]; addresses: string[] }> {
  const body = `(async () => { const base = ${JSON.stringify(base)}; const { lines, points } = ${JSON.stringify(questions)}; ${script} })()`;
  return watched.page.evaluate(body);
}

test.skipIf(!HAS_BROWSER)("leaflet-control-geocoder: Nominatim and Photon", async () => {
  for (const [name, path] of [
    ["nominatim", "/nominatim/"],
    ["photon", "/photon/"],
  ] as const) {
    const options =
      name === "nominatim"
        ? "{ serviceUrl: base + path }"
        : '{ serviceUrl: base + path + "api/", reverseUrl: base + path + "reverse/", nameProperties: ["street", "housenumber", "city"] }';
    const { points, addresses } = await inPage(`
      const path = ${JSON.stringify(path)};
      const geocoder = L.Control.Geocoder.${name}(${options});
      const found = [];
      for (const line of lines) {
        const [{ center }] = await geocoder.geocode(line);
        found.push([center.lat, center.lng]);
      }
      const near = [];
      for (const [lat, lng] of points) {
        near.push((await geocoder.reverse(L.latLng(lat, lng), 256 * 2 ** 18))[0].name);
      }
      return { points: found, addresses: near };`);
    expect([name, points]).toEqual([name, own.points.map(([lat, lon]) => [lat, lon])]);
    expect([name, addresses.length]).toEqual([name, 5]);
    if (name === "nominatim") {
      addresses.forEach((address, i) => {
        for (const word of toStreetNumber(own.addresses[i]!).split(" ")) {
          expect(address).toContain(word);
        }
      });
    }
  }
  expect(watched.faults).toEqual([]);
});

test.skipIf(!HAS_BROWSER)("leaflet-geosearch: OpenStreetMap and the French geoportal's addok", async () => {
  const { points } = await inPage(`
    const provider = new GeoSearch.OpenStreetMapProvider({ searchUrl: base + "/nominatim/search", reverseUrl: base + "/nominatim/reverse" });
    const ban = new GeoSearch.GeoApiFrProvider({ searchUrl: base + "/addok/search", reverseUrl: base + "/addok/reverse" });
    const found = [];
    for (const line of lines) {
      for (const each of [provider, ban]) {
        const [{ x, y }] = await each.search({ query: line });
        found.push([y, x]);
      }
    }
    return { points: found, addresses: [] };`);
  expect(points).toEqual(
    own.points.flatMap(
      ([lat, lon]) =>
        [
          [lat, lon],
          [lat, lon],
        ] as [number, number][],
    ),
  );
  expect(watched.faults).toEqual([]);
});
