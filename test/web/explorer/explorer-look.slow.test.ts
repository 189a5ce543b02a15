/** Tests the explorer on a phone, the choices of language and theme, and the size of its script. */
import { describe, expect, test } from "bun:test";
import { typeSearch, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };

describe.skipIf(!HAS_BROWSER)("look", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("the header fits a phone in Dutch too", async () => {
    const page = await explorer.open("/", PHONE);
    await untilHeading(page, "Weesp: 12.034 adressen");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  });

  test("a suggestion is chosen by touch on a phone", async () => {
    const page = await explorer.open("/", PHONE);
    await typeSearch(page, "keurstraat 5a");
    await page.getByRole("option", { name: "Keurstraat 5a" }).first().tap();
    await untilHeading(page, "Keurstraat 5a");
  });

  test("the language is switched in place and stays", async () => {
    const page = await explorer.open("/?place=3631");
    await untilHeading(page, "Weesp");
    await page.getByText("Panden naar bouwjaar").waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("Buildings by year of construction").waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
    await page.reload();
    await page.getByText("Buildings by year of construction").waitFor();
  });

  test("the theme is switched in place", async () => {
    const page = await explorer.open("/", { colorScheme: "light" });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.getByRole("button", { name: "Licht of donker" }).click();
    expect(await ground()).not.toBe(light);
  });

  test("the scripts of the page and of its map stay below 50 KB, the library aside, which comes last", async () => {
    const page = await explorer.open("/");
    await page.locator(".map-ground[aria-busy='false']").waitFor();
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/.*js$/.test(name))
        .map((entry) => {
          const { name, startTime, responseEnd } = entry as PerformanceResourceTiming;
          return { name, startTime, responseEnd };
        }),
    );
    const isLibrary = ({ name }: { name: string }) => name.includes("maplibre");
    const own = files.filter((file) => !isLibrary(file));
    const paths = new Set(own.map(({ name }) => name));
    const sent = { headers: { "accept-encoding": "gzip" }, decompress: false };
    const packed = await Promise.all(
      [...paths].map(async (url) => (await (await fetch(url, sent)).arrayBuffer()).byteLength),
    );
    expect(paths.size).toBeGreaterThan(3);
    const total = packed.reduce((sum, size) => sum + size);
    expect(total).toBeLessThan(50_000);
    const isPageScript = ({ name }: { name: string }) => /explorer-/.test(name);
    expect(files.find(isLibrary)!.startTime).toBeGreaterThan(files.find(isPageScript)!.responseEnd);
  });
});
