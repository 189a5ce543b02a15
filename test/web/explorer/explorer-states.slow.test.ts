/** Tests states of the explorer in every look: those that have no URL. pages-look tests the others. */
import { describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { typeSearch, useExplorer } from "../../support/browser/explorer.ts";
import { expectEveryLook, LOCALES, type Locale } from "../../support/browser/looks.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";

const MAP_DRAWN = ".map-ground[aria-busy='false']";

async function expectState(page: Page, locale: Locale, shown: string): Promise<void> {
  await page.locator(shown).first().waitFor();
  await expectEveryLook(page, locale, shown);
}

describe.skipIf(!HAS_BROWSER).each(LOCALES)("the explorer in %s", (locale) => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("with its map drawn, a card on it, and a year chosen", async () => {
    const page = await explorer.open("/?place=3631", { locale });
    await page.locator(MAP_DRAWN).waitFor();
    await expectState(page, locale, ".result h1");
    await page.locator(".map-slider input").fill("1900");
    await page.locator(MAP_DRAWN).waitFor();
    await expectState(page, locale, ".result h1");
  }, 120_000);

  test("with suggestions open, and with the sheet at each of its heights", async () => {
    const page = await explorer.openWithoutMap("/", { locale });
    await typeSearch(page, "keurstraat 5");
    await expectState(page, locale, "[role=option]");
    await page.goto(explorer.urlOf("/?street=3631/Keurstraat"));
    for (const height of ["half", "full", "peek"]) {
      await expectState(page, locale, `[data-sheet=${height}]`);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.locator(".sheet-handle").click();
    }
  }, 120_000);

  test("with candidates, with nothing found, and offline", async () => {
    const page = await explorer.openWithoutMap("/?q=keurstraat+5+c+weesp", { locale });
    await expectState(page, locale, ".result");
    await page.goto(explorer.urlOf("/?q=zzzz+12+amsterdam"));
    await expectState(page, locale, ".result, .trouble, .empty");
    await page.context().setOffline(true);
    await typeSearch(page, "pampuslaan 42");
    await expectState(page, locale, ".trouble");
    await page.context().setOffline(false);
  }, 120_000);
});

describe.skipIf(!HAS_BROWSER)("an explorer that needs a key", () => {
  const explorer = useExplorer(["--public-page", "off", "--contact", "geo@example.nl"]);

  test.each(LOCALES)(
    "in %s, without one and with a wrong one",
    async (locale) => {
      const page = await explorer.open("/?place=3631", { locale });
      await expectState(page, locale, "#key-input");
      await page.locator("#key-input").fill("1|bkn_wrong");
      await page.locator(".key-form .primary").click();
      await expectState(page, locale, "#key-fault");
    },
    120_000,
  );
});
