/** Tests the map of the rows on the page for spreadsheets, drawn by WebGL: a dot for each row with an address. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, downloadRows, searchAll, toCareSheet } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

/** Makes the map available as `rowMap` when it asks for its source: the page does not export it. */
const CATCH_MAP = `(async () => {
  const { maplibre } = JSON.parse(document.querySelector("[data-page]").dataset.page);
  const { prototype } = (await import(maplibre.library)).Map;
  const { getSource } = prototype;
  prototype.getSource = function (...words) { globalThis.rowMap = this; return getSource.apply(this, words); };
})()`;

/** Holds back all frames until `releaseFrames`, as a busy machine would. */
const HOLD_FRAMES = `{
  const { requestAnimationFrame } = globalThis;
  let held = [];
  globalThis.requestAnimationFrame = (draw) => held === undefined ? requestAnimationFrame(draw) : held.push(draw);
  globalThis.releaseFrames = () => {
    const waiting = held;
    held = undefined;
    waiting.forEach((draw) => requestAnimationFrame(draw));
  };
}`;

type Dot = readonly [longitude: number, latitude: number, kind: number];

/** Returns the dots of the map's source, in order. */
async function dotsOf(page: Page): Promise<Dot[]> {
  const dots = await page.evaluate<
    Dot[]
  >(`globalThis.rowMap?.getSource("rows").getData().then(({ features }) =>
    features.map(({ geometry, properties }) => [...geometry.coordinates, properties.kind])) ?? []`);
  return dots.toSorted(([a, c], [b, d]) => a - b || c - d);
}

/** Counts the places with a dot that was drawn. */
function countDrawn(page: Page): Promise<number> {
  return page.evaluate<number>(`new Set(rowMap.queryRenderedFeatures({ layers: ["rows"] })
    .map(({ geometry }) => geometry.coordinates.map((degrees) => degrees.toFixed(4)).join())).size`);
}

describe.skipIf(!HAS_BROWSER)("the map of the rows", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"]);

  test("has a dot for each row with an address, and draws it; one decided by hand is of its own kind", async () => {
    const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    // Far from each other.
    const asked = addresses.filter((_, i) => i % 700 === 0);
    const unknown = { ...addresses[0]!, postcode: null, street: "Qwertzuiopweg", number: 1, suffix: "" };
    const page = await pages.open("/files?lang=en");
    await page.evaluate(CATCH_MAP);
    await chooseFile(page, "clients.csv", toCareSheet([...asked, unknown]));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    const expected = async (): Promise<Dot[]> =>
      (await downloadRows(page))
        .filter(({ result_longitude }) => result_longitude !== "")
        .map((row): Dot => {
          const kind = row.result_decided_by === "hand" ? 3 : 0;
          return [Number(row.result_longitude), Number(row.result_latitude), kind];
        })
        .toSorted(([a, c], [b, d]) => a - b || c - d);

    const located = await expected();
    expect(located).toHaveLength(asked.length);
    await until(async () => (await dotsOf(page)).length === located.length);
    expect(await dotsOf(page)).toEqual(located);
    await until(async () => (await countDrawn(page)) === located.length);

    await page.locator(".row-card h4").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("keurstraat 5a weesp");
    await page.getByRole("option", { name: /^Keurstraat 5a/i }).waitFor();
    await page.keyboard.press("Enter");
    await until(async () => (await dotsOf(page)).length === located.length + 1);
    const decided = await expected();
    expect(decided.filter(([, , kind]) => kind === 3)).toHaveLength(1);
    expect(await dotsOf(page)).toEqual(decided);
  });

  test("has the dots of rows that came before the map could draw", async () => {
    const page = await pages.openBlank({ locale: "en-GB" });
    await page.addInitScript(HOLD_FRAMES);
    await page.goto(pages.urlOf("/files"));
    await page.evaluate(CATCH_MAP);
    const rows = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    await chooseFile(page, "clients.csv", toCareSheet(rows.slice(0, 5)));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    // The page has the rows, and gives them to its map.
    await until(() => page.evaluate<boolean>("globalThis.rowMap !== undefined"));
    await page.evaluate("releaseFrames()");
    await until(async () => (await dotsOf(page)).length === 5);
  });

  test("follows the theme of the system when that changes", async () => {
    const page = await pages.open("/files", { colorScheme: "light" });
    await page.evaluate(CATCH_MAP);
    const rows = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    await chooseFile(page, "clients.csv", toCareSheet(rows.slice(0, 5)));
    await page.getByText("Klopt dit?").waitFor();
    await searchAll(page);
    await until(async () => (await dotsOf(page)).length === 5);
    const veil = () => page.evaluate<string>('rowMap.getPaintProperty("veil", "background-color")');
    expect(await veil()).toBe("#f3f1ec");
    await page.emulateMedia({ colorScheme: "dark" });
    await until(async () => (await veil()) === "#131417");
    expect(await dotsOf(page)).toHaveLength(5);
  });
});
