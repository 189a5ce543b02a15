/** A page that holds nothing but the map, so that the map's module can be tested without the explorer. */
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type {
  MapPoint,
  MapPosition,
  MapSelection,
} from "../../../src/pages/explorer/client/map/map-selection.ts";
import { pageSecurityPolicy } from "../../../src/pages/kit/server/document.ts";
import { openPage, type WatchedPage } from "./open-browser.ts";

const SRC = join(import.meta.dir, "../../../src");
const PAGE = "/map-page";
const FOLDER = "/assets/map-page";

export interface MapPageOptions {
  readonly language?: "nl" | "en";
  readonly theme?: "light" | "dark";
  readonly position?: MapPosition;
  readonly year?: number;
  /** Pixels that a panel covers on the left. */
  readonly coveredLeft?: number;
  readonly context?: BrowserContextOptions;
}

interface Pick {
  readonly kind: "point" | "building" | "address";
  readonly id?: string;
  readonly point?: MapPoint;
}

interface Box {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

export interface MapPage extends WatchedPage {
  /** Milliseconds from `openMap` until all tiles were drawn. */
  readonly openedMs: number;
  /** Waits until all tiles are drawn. */
  settle(): Promise<void>;
  show(selection: MapSelection): Promise<void>;
  setTheme(theme: "light" | "dark"): Promise<void>;
  setYear(year: number | undefined): Promise<void>;
  position(): Promise<MapPosition>;
  /** Returns the box in degrees that can be seen. */
  box(): Promise<Box>;
  /** Returns where a point lies in the page. */
  pixelOf(point: MapPoint): Promise<{ x: number; y: number }>;
  /** Returns what was picked since the last call. */
  picks(): Promise<Pick[]>;
  /** Returns the years that the slider reported since the last call; null for all. */
  years(): Promise<(number | null)[]>;
}

/** Opens the map on the tiles of a server; `origin` has no slash at its end. */
export async function openMapPage(
  browser: Browser,
  origin: string,
  options: MapPageOptions = {},
): Promise<MapPage> {
  const watched = await openPage(browser, { viewport: { width: 1000, height: 700 }, ...options.context });
  const { page } = watched;
  await serveMapPage(page, options);
  await page.goto(origin + PAGE);
  const explorer = await (await fetch(`${origin}/`)).text();
  const assets = readAssets(explorer);
  const openedMs = await page.evaluate(startMap, {
    folder: FOLDER,
    assets,
    options: { ...options, context: null },
  });
  const call = (method: string, argument?: unknown) => page.evaluate(callView, { method, argument });
  return {
    ...watched,
    openedMs,
    settle: () => settle(page),
    show: (selection) => call("show", { selection, stays: false }) as Promise<void>,
    setTheme: (theme) => call("setTheme", theme) as Promise<void>,
    setYear: (year) => call("setYear", year) as Promise<void>,
    position: () => call("position") as Promise<MapPosition>,
    async box() {
      return boxOf((await call("position")) as MapPosition, page.viewportSize()!);
    },
    async pixelOf(point) {
      return pixelOf(
        point,
        (await call("position")) as MapPosition,
        page.viewportSize()!,
        options.coveredLeft,
      );
    },
    picks: () => page.evaluate("picks.splice(0)"),
    years: () => page.evaluate("years.splice(0)"),
  };
}

/** Paths of MapLibre's files, which the explorer's page names. */
function readAssets(html: string): unknown {
  const data = html.match(/data-page="([^"]*)"/)![1]!;
  const text = data.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return JSON.parse(text).maplibre;
}

async function serveMapPage(page: Page, { theme = "dark", language = "nl" }: MapPageOptions): Promise<void> {
  const built = await Bun.build({
    entrypoints: [
      "pages/explorer/client/map/open-map.ts",
      "pages/kit/client/access.ts",
      "pages/kit/client/base.css",
    ].map((file) => join(SRC, file)),
    target: "browser",
    splitting: true,
    publicPath: `${FOLDER}/`,
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]" },
  });
  const files = new Map(
    built.outputs.map((output) => [`${FOLDER}/${output.path.replace(/^\.\//, "")}`, output]),
  );
  await page.route(`**${FOLDER}/*`, async (route) => {
    const file = files.get(new URL(route.request().url()).pathname)!;
    await route.fulfill({ contentType: file.type, body: await file.text() });
  });
  await page.route(`**${PAGE}`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": pageSecurityPolicy() },
      body: `<!doctype html><html lang="${language}" data-theme="${theme}"><title>Map</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${FOLDER}/base.css"><link rel="stylesheet" href="${FOLDER}/open-map.css">
<link rel="icon" href="/assets/icon.svg"><main id="map"></main></html>`,
    }),
  );
}

interface StartOptions {
  readonly folder: string;
  readonly assets: unknown;
  readonly options: Omit<MapPageOptions, "context">;
}

/** Runs in the page: opens the map over all of it. */
async function startMap({ folder, assets, options }: StartOptions): Promise<number> {
  // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
  const page = globalThis as any;
  const { openMap } = await import(`${folder}/open-map.js`);
  const { openAccess } = await import(`${folder}/access.js`);
  const container = page.document.getElementById("map");
  Object.assign(container.style, { position: "fixed", inset: "0" });
  page.picks = [];
  page.years = [];
  const startedAt = performance.now();
  page.view = await openMap(container, {
    theme: "dark",
    ...options,
    access: openAccess(),
    assets,
    beginning: Promise.resolve({ selection: {}, stays: false }),
    covering: container,
    onAerial() {},
    covered: () => ({ top: 0, right: 0, bottom: 0, left: options.coveredLeft ?? 0 }),
    onPick: (point: MapPoint) => page.picks.push({ kind: "point", point }),
    onPickFeature: (kind: string, id: string) => page.picks.push({ kind, id }),
    onYear: (year: number | undefined) => page.years.push(year ?? null),
  });
  await new Promise<void>((resolve) => {
    const isDone = () => container.querySelector('[aria-busy="true"]') === null;
    const check = () => (isDone() ? resolve() : page.requestAnimationFrame(check));
    check();
  });
  return performance.now() - startedAt;
}

function callView({ method, argument }: { method: string; argument: unknown }): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
  return (globalThis as any).view[method](argument);
}

/** Waits until the map has begun to draw what changed, and is done with it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  await page.waitForSelector('.map-ground[aria-busy="false"]', { state: "attached", timeout: 60_000 });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels around the equator: MapLibre places tiles of 512 pixels in Web Mercator. */
function worldSize(zoom: number): number {
  return 512 * 2 ** zoom;
}

function pixelOf(
  point: MapPoint,
  { zoom, ...centre }: MapPosition,
  { width, height }: Size,
  coveredLeft = 0,
): { x: number; y: number } {
  const x = (lng: number) => (lng / 360) * worldSize(zoom);
  const y = (lat: number) => (-Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * worldSize(zoom);
  return {
    x: coveredLeft + (width - coveredLeft) / 2 + x(point.lng) - x(centre.lng),
    y: height / 2 + y(point.lat) - y(centre.lat),
  };
}

function boxOf({ zoom, lat, lng }: MapPosition, { width, height }: Size): Box {
  const halfWidth = (width / 2 / worldSize(zoom)) * 360;
  const middle = Math.asinh(Math.tan((lat * Math.PI) / 180));
  const halfHeight = (height / 2 / worldSize(zoom)) * 2 * Math.PI;
  const latitude = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI;
  return {
    north: latitude(middle + halfHeight),
    south: latitude(middle - halfHeight),
    east: lng + halfWidth,
    west: lng - halfWidth,
  };
}
