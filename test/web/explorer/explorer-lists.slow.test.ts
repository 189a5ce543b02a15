/** Tests that the lists of the explorer show each row once, whatever number of rows and pages they have. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { makeCountry } from "../../relevance/country.ts";
import { untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";

/** Numbers of addresses of streets: near one page, and near the pages that the card loads at once. */
const SIZES = [100, 101, 500, 501, 600, 601, 860];
/** Streets with one address each, so that the list of the place has several pages, too. */
const FURTHER_STREETS = 760;

const nameOf = (size: number) => `Weg van ${size}`;
const numbersTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
const LINES = [
  ...SIZES.flatMap((size) =>
    numbersTo(size).map((number) => `${nameOf(size)}|${number}|||${size + 1000}AA|Stad`),
  ),
  ...numbersTo(FURTHER_STREETS).map((i) => `Pad ${i}|1|||3000AA|Stad`),
];

describe.skipIf(!HAS_BROWSER)("lists of many rows", () => {
  const explorer = useExplorer(["--public-page", "on", "--trusted-proxies", "127.0.0.1"], async () =>
    makeCountry(LINES),
  );

  /** Opens a page as a new visitor, so that earlier visitors do not use up its limit. */
  let visitors = 0;
  const open = (path: string) =>
    explorer.openWithoutMap(path, { extraHTTPHeaders: { "X-Forwarded-For": `198.51.100.${++visitors}` } });

  /** Asks for more rows until all are there; returns their links. */
  async function listAll(page: Page): Promise<string[]> {
    const list = page.locator("section", { has: page.locator("ul.rows") }).first();
    await list.waitFor();
    const more = list.getByRole("button", { name: "Toon meer" });
    await until(async () => {
      // The button moves while rows come, so it is not clicked by the mouse.
      await more.evaluateAll((buttons) => (buttons[0] as { click?(): void } | undefined)?.click?.());
      return (await more.count()) === 0;
    });
    return await list.locator("ul.rows > li a").allTextContents();
  }

  for (const size of SIZES) {
    test(`a street and a postcode of ${size} addresses`, async () => {
      const expected = numbersTo(size).map((number) => `${nameOf(size)} ${number}`);
      const page = await open(`/?postcode=${size + 1000}AA`);
      await untilHeading(page, `${size + 1000} AA`);
      expect(await listAll(page)).toEqual(expected);
      await page
        .locator(".fact a", { hasText: nameOf(size) })
        .first()
        .click();
      await untilHeading(page, nameOf(size));
      expect(await listAll(page)).toEqual(expected);
    }, 60_000);
  }

  test("a place of hundreds of streets", async () => {
    const page = await open("/?place=1000");
    await untilHeading(page, "Stad");
    const streets = [...SIZES.map(nameOf), ...numbersTo(FURTHER_STREETS).map((i) => `Pad ${i}`)];
    expect((await listAll(page)).sort()).toEqual(streets.sort());
  }, 60_000);
});
