/** The page for files when single requests are refused: decisions, pages of rows, downloads. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { useExplorer } from "../../support/browser/explorer.ts";
import { chooseFile, downloadRows, searchAll, toCareSheet } from "../../support/browser/files-page.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";
import { listAddresses } from "../../support/tables/weesp-addresses.ts";

const RIGHT = 10;
/** Rows of titles and names above the first row of addresses. */
const FIRST_ROW = 5;

describe.skipIf(!HAS_BROWSER)("a refused request of the page for files", () => {
  const pages = useExplorer(["--files-page", "on", "--public-page", "on"]);

  /** Opens the review of this many rows whose number no street has. */
  async function openReview(doubtful: number): Promise<Page> {
    const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    const wrong = addresses.slice(500, 500 + doubtful).map((row) => ({ ...row, number: 9000, suffix: "" }));
    const page = await pages.openWithoutMap("/files?lang=en");
    await chooseFile(page, "clients.csv", toCareSheet([...addresses.slice(0, RIGHT), ...wrong]));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    await page.locator(".row-card h4").waitFor();
    return page;
  }

  test("a decision that is refused is shown as not saved, and can be made again", async () => {
    const page = await openReview(2);
    const first = FIRST_ROW + RIGHT;
    let refusals = 0;
    await page.route(`**/files/session/rows/${first}`, async (route) => {
      if (refusals++ > 0) {
        return route.fallback();
      }
      await route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        json: { code: "unavailable", message: "There is no room." },
      });
    });
    await page.getByRole("button", { name: "No address" }).click();
    await page.getByText(`Your choice for row ${first} was not saved.`).waitFor();
    await page.locator(".row-card h4", { hasText: `Row ${first} of` }).waitFor();
    expect(await page.locator(".chosen").count()).toBe(0);
    await page.getByRole("button", { name: "No address" }).click();
    await page.locator(".row-card h4", { hasText: `Row ${first + 1} of` }).waitFor();
    expect(await page.getByText("was not saved").count()).toBe(0);
    const decided = (await downloadRows(page)).filter((row) => row.result_decided_by === "hand");
    expect(decided).toHaveLength(1);
  });

  test("a page of rows that was refused is read again", async () => {
    const page = await pages.openWithoutMap("/files?lang=en");
    let refusals = 0;
    await page.route(/\/files\/session\/rows\?/, async (route) => {
      if (refusals++ > 0) {
        return route.fallback();
      }
      await route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        json: { code: "unavailable", message: "There is no room." },
      });
    });
    const [address] = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    await chooseFile(page, "clients.csv", toCareSheet([address!, { ...address!, number: 9000, suffix: "" }]));
    await page.getByText("Is this right?").waitFor();
    await searchAll(page);
    await page.locator(".row-card h4", { hasText: `Row ${FIRST_ROW + 1} of` }).waitFor();
    expect(refusals).toBeGreaterThan(1);
  });

  test("a download whose answer is torn says so, and can be asked for again", async () => {
    const page = await openReview(1);
    let isTorn = true;
    await page.route("**/files/session/download", async (route) => {
      await (isTorn
        ? route.fulfill({ contentType: "application/json", body: '{"data": {"url' })
        : route.fallback());
      isTorn = false;
    });
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    await page.getByText("Something went wrong on the server. Try again.").waitFor();
    expect(await downloadRows(page)).toHaveLength(RIGHT + 1);
  });

  test("maps that were closed do not listen to the theme any more", async () => {
    const page = await pages.openBlank();
    await page.addInitScript(`
      globalThis.themeListeners = 0;
      const { addEventListener, removeEventListener } = Document.prototype;
      const count = (type, n) => (globalThis.themeListeners += type === "themechange" ? n : 0);
      document.addEventListener = function (type, listener, options) {
        count(type, 1);
        options?.signal?.addEventListener("abort", () => count(type, -1));
        addEventListener.call(this, type, listener, options);
      };
      document.removeEventListener = function (type, ...rest) {
        count(type, -1);
        removeEventListener.call(this, type, ...rest);
      };`);
    await page.goto(pages.urlOf("/files?lang=en"));
    const listeners = () => page.evaluate<number>("globalThis.themeListeners");
    const before = await listeners();
    const addresses = listAddresses(pages.dataDir).filter(({ postcode }) => postcode !== null);
    for (let round = 0; round < 2; round++) {
      await chooseFile(page, "clients.csv", toCareSheet(addresses.slice(0, 5)));
      await page.getByText("Is this right?").waitFor();
      await searchAll(page);
      await until(async () => (await listeners()) === before + 1);
      await page.getByRole("button", { name: "Delete everything now" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.locator(".drop-zone").waitFor();
    }
    expect(await listeners()).toBe(before);
  });
});
