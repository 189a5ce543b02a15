/**
 * Measures the start page on a phone: 390 pixels, slow 4G (1.6 Mbit/s down, 0.75 up, 150 ms there and back) and a
 * processor slowed by 4, as Chromium emulates them. Prints when the first text is there, when the search box answers to
 * typing, when the map is drawn, the layout shift, and the compressed sizes. The processor draws the map here.
 * A real phone does not, so its map is there sooner. Medians and ranges; other processes on the machine count as the
 * page's.
 *
 * `node_modules/.bin/bun bench/pages.ts --help` names its flags. Needs Debian's chromium. Asserts nothing.
 */
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage } from "../test/support/browser/open-browser.ts";
import { startServe } from "../test/support/servers/serve-process.ts";
import { print, quantile } from "./shared/figures.ts";

const HELP = `node_modules/.bin/bun bench/pages.ts [flags]

  --data DIR      Data folder whose registry is served. Default ./data.
  --path PATH     Page that has a map. Default /.
  --rounds N      Visits after the one that warms up. Default 5.
  --slowdown N    Slows the processor of the browser by this factor. Default 4.
`;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    rounds: { type: "string", default: "5" },
    slowdown: { type: "string", default: "4" },
    path: { type: "string", default: "/" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

interface Visit {
  readonly firstPaint: number;
  /** When the search box is a combobox: its script runs. */
  readonly search: number;
  readonly map: number;
  readonly shift: number;
  /** Bytes of bodies as sent, compressed; headers take some 300 more for each file. */
  readonly ownScript: number;
  readonly style: number;
  readonly library: number;
  /** When the request for the map library began. */
  readonly libraryAsked: number;
}

/** Runs in the page from its start: notes when elements appear. */
const WATCH = `
  globalThis.seen = {};
  const look = () => {
    for (const [name, selector] of [["search", "[role=combobox]"], ["map", ".map-ground[aria-busy=false]"]]) {
      if (!(name in seen) && document.querySelector(selector)) seen[name] = performance.now();
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  seen.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) seen.shift += hadRecentInput ? 0 : value;
  }).observe({ type: "layout-shift", buffered: true });
`;

const READ = `(() => {
  // The worker of the map asks for a script of the library again, from the browser's cache.
  const files = [...new Map(performance.getEntriesByType("resource").map((file) => [file.name, file])).values()];
  const bytes = (pattern) => files.filter(({ name }) => pattern.test(name)).reduce((n, f) => n + f.encodedBodySize, 0);
  return {
    ...seen,
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    ownScript: bytes(/assets\\/(?!maplibre)[^?]*\\.js/),
    style: bytes(/assets\\/(?!maplibre)[^?]*\\.css/),
    library: bytes(/assets\\/maplibre/),
    libraryAsked: files.find(({ name }) => /maplibre-(gl-[\\d.]+\\.mjs|library)/.test(name)).startTime,
  };
})()`;

async function visit(browser: Browser, url: string): Promise<Visit> {
  const { page, close } = await openPage(browser, {
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "nl-NL" },
  });
  await slowDown(page);
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForSelector(".map-ground[aria-busy=false]", { state: "attached", timeout: 120_000 });
  const seen = await page.evaluate<Visit>(READ);
  await close();
  return seen;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(values.slowdown) });
}

const server = await startServe(values.data, ["--threads", "1", "--public-page", "on"]);
const browser = await launchBrowser();
const url = new URL(values.path, server.url).href;
const visits: Visit[] = [];
// The first visit makes the answers that the server keeps.
await visit(browser, url);
for (let round = 0; round < Number(values.rounds); round++) {
  visits.push(await visit(browser, url));
}
await browser.close();
await server.signal("SIGTERM");

const show = (name: string, read: (visit: Visit) => number, digits: number, unit: string) => {
  const text = [0.5, 0, 1].map((share) => quantile(visits.map(read), share).toFixed(digits));
  print(`${name.padEnd(34)} ${text[0]} ${unit} (${text[1]}–${text[2]})`);
};
print(`${values.path} on a phone, processor slowed by ${values.slowdown}, ${values.rounds} rounds`);
show("first text", ({ firstPaint }) => firstPaint / 1000, 2, "s");
show("search box answers", ({ search }) => search / 1000, 2, "s");
show("map library asked for", ({ libraryAsked }) => libraryAsked / 1000, 2, "s");
show("map drawn", ({ map }) => map / 1000, 2, "s");
show("layout shift", ({ shift }) => shift, 3, "");
show("own script, compressed", ({ ownScript }) => ownScript / 1000, 1, "KB");
show("own style, compressed", ({ style }) => style / 1000, 1, "KB");
show("map library, compressed", ({ library }) => library / 1000, 1, "KB");
