/** Serves Weesp with its pages and opens them in Chromium, for the tests of the calling file. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { rmSync } from "node:fs";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { makeWeespFolder } from "../countries/import-data-folders.ts";
import { freePort } from "../processes/free-port.ts";
import { type ServeProcess, startServe } from "../servers/serve-process.ts";
import { launchBrowser, openPage, type WatchedPage } from "./open-browser.ts";

export interface Explorer {
  readonly dataDir: string;
  readonly server: ServeProcess;
  readonly browser: Browser;
  /** Returns the URL of a path of the pages. */
  urlOf(path: string): string;
  /** Returns an empty page with the watch of `open`. */
  openBlank(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page in Dutch unless the options say otherwise; it must show no fault until the end of the test. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page as `open` does, in a browser that draws no map: most of the time of a test is the map's. */
  openWithoutMap(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Draws half a pixel per point: a seventh less processor time for a page with a map, which the processor draws. */
const LOOK = { locale: "nl-NL", deviceScaleFactor: 0.5 } as const;

/**
 * Starts the server with these arguments before the tests, on Weesp unless `makeFolder` makes other data. Closes the
 * pages after each test.
 */
export function useExplorer(args: readonly string[], makeFolder = makeWeespFolder): Explorer {
  let parts: Pick<Explorer, "dataDir" | "server" | "browser">;
  let opened: WatchedPage[] = [];
  beforeAll(async () => {
    const dataDir = await makeFolder();
    const [server, browser] = await Promise.all([
      // A test may restart the server on this port, which no outgoing connection takes meanwhile.
      startServe(dataDir, ["--threads", "1", "--port", String(freePort()), ...args]),
      launchBrowser(),
    ]);
    parts = { dataDir, server, browser };
  }, 120_000);
  afterEach(async () => {
    const faults = opened.flatMap((page) => page.faults);
    await Promise.all(opened.map((page) => page.close()));
    opened = [];
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([parts.browser.close(), parts.server.signal("SIGKILL")]);
    rmSync(parts.dataDir, { recursive: true });
  });
  const openBlank = async (options: BrowserContextOptions = {}) => {
    const watched = await openPage(parts.browser, { ...LOOK, ...options });
    opened.push(watched);
    return watched.page;
  };
  const urlOf = (path: string) => new URL(path, parts.server.url).href;
  return {
    get dataDir() {
      return parts.dataDir;
    },
    get server() {
      return parts.server;
    },
    get browser() {
      return parts.browser;
    },
    urlOf,
    openBlank,
    async open(path, options) {
      const page = await openBlank(options);
      await page.goto(urlOf(path));
      return page;
    },
    async openWithoutMap(path, options) {
      const page = await openBlank(options);
      await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null");
      await page.goto(urlOf(path));
      return page;
    },
  };
}

export function searchBox(page: Page): Locator {
  return page.getByRole("combobox");
}

/** Replaces the text in the search box, typing letter by letter. */
export async function typeSearch(page: Page, text: string): Promise<void> {
  await searchBox(page).fill("");
  await searchBox(page).pressSequentially(text);
}

/** Waits until the card with that heading is there. */
export async function untilHeading(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** Returns the rows of a table or list as text, white space collapsed. */
export async function textsOf(rows: Locator): Promise<string[]> {
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
}
