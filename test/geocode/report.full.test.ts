/** Tests the report of `baken geocode` in a browser: its numbers, its policy, its map, both themes, a phone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { expectAccessible, HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { listAddresses, toPostcodeCsv } from "../support/tables/weesp-addresses.ts";

const ROWS = 1_000;
const UNKNOWN_ROWS = 25;

let folder: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
  folder = mkdtempSync(join(tmpdir(), "baken-report-"));
  const addresses = listAddresses(dataDir).filter(({ postcode }) => postcode !== null);
  const unknown = addresses.slice(0, UNKNOWN_ROWS).map((address) => ({ ...address, number: 99_999 }));
  const rows = [...addresses.slice(0, ROWS - UNKNOWN_ROWS), ...unknown];
  // A name that is HTML: it must be shown, not run.
  const text = toPostcodeCsv(rows).replace("Postcode", "<b>Postcode</b>");
  writeFileSync(join(folder, "<i>klanten.csv"), text);
  const args = [
    "--out",
    join(folder, "uit.csv"),
    "--columns",
    "postcode=<b>Postcode</b>,number=Huisnr,addition=Toev",
  ];
  for (const lang of ["nl", "en"]) {
    const report = ["--report", join(folder, `${lang}.html`), "--lang", lang, "--replace"];
    const input = join(folder, "<i>klanten.csv");
    const outcome = await runBaken(["geocode", input, "--data", dataDir, ...args, ...report]);
    expect(`${outcome.exitCode} ${outcome.stderr}`).toStartWith("0 ");
  }
}, 120_000);
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

test("the report is one file that loads nothing and runs nothing", () => {
  const page = readFileSync(join(folder, "nl.html"), "utf8");
  expect(page.match(/<script|<link|<img|https?:|url\(|@import| style=| on\w+=/)).toBeNull();
  expect(page.includes("default-src &#39;none&#39;; style-src &#39;sha256-")).toBe(true);
  expect(page.length).toBeLessThan(300_000);
});

/** Evaluates to the smallest diameter of a dot in pixels, and the contrast of dots with land as WCAG defines it. */
const LOOK_OF_DOTS = `(() => {
  const dots = [...document.querySelectorAll(".points")];
  const scale = document.querySelector(".map").getBoundingClientRect().width / 880;
  const diameters = dots.map((dot) => {
    const { strokeWidth, vectorEffect } = getComputedStyle(dot);
    return parseFloat(strokeWidth) * (vectorEffect === "non-scaling-stroke" ? 1 : scale);
  });
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const { stroke, strokeOpacity } = getComputedStyle(dots[0]);
  const land = rgb(getComputedStyle(document.querySelector(".land")).fill);
  const dot = rgb(stroke).map((part, i) => part * strokeOpacity + land[i] * (1 - strokeOpacity));
  const luminance = (color) => color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const [dark, light] = [luminance(dot), luminance(land)].sort((a, b) => a - b);
  return [Math.min(...diameters), (light + 0.05) / (dark + 0.05)];
})()`;

describe.skipIf(!HAS_BROWSER)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser.close());

  const sizes = { desktop: { width: 1200, height: 900 }, phone: { width: 360, height: 740 } };
  const cases = Object.values(sizes).flatMap((viewport) =>
    (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme })),
  );
  test.each(cases)("%j", async (options) => {
    const { page, faults, close } = await openPage(browser, options);
    await page.goto(pathToFileURL(join(folder, "nl.html")).href);
    expect(await page.textContent("h1")).toBe("<i>klanten.csv");
    expect(await page.textContent(".found")).toContain("97,5 % gevonden: 975 rijen");
    const cells = await page.locator(".bars tr:first-child .number").allTextContents();
    expect(cells.slice(0, 2)).toEqual(["975", "97,5 %"]);
    expect(await page.locator(".columns th").first().textContent()).toBe("<b>Postcode</b>");
    // Weesp in its borders, and dots of hundreds of addresses.
    expect(await page.locator(".map .land").getAttribute("d")).toMatch(/^M.+Z$/);
    const dots = await page
      .locator(".map .points")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")!.split("M").length - 1));
    expect(dots.reduce((sum, count) => sum + count)).toBeGreaterThan(300);
    // The smallest dot has four pixels at any size of the map, and three times the contrast of its land.
    const [smallest, contrast] = await page.evaluate<[number, number]>(LOOK_OF_DOTS);
    expect(smallest).toBeGreaterThanOrEqual(4);
    expect(contrast).toBeGreaterThanOrEqual(3);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await close();
  });

  test("English says the same", async () => {
    const { page, close } = await openPage(browser);
    await page.goto(pathToFileURL(join(folder, "en.html")).href);
    expect(await page.textContent(".found")).toContain("97.5 % found: 975 rows");
    expect(await page.getAttribute("html", "lang")).toBe("en");
    // The map stands below the numbers on the first sheet.
    const printed = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(2);
    await close();
  });
});
