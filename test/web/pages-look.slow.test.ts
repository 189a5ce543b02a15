/**
 * Tests that every page is well made in every look (test/support/browser/looks.ts), and that it keeps still while it
 * loads.
 */
import { describe, expect, test } from "bun:test";
import { useExplorer } from "../support/browser/explorer.ts";
import { expectEveryLook, LOCALES } from "../support/browser/looks.ts";
import { HAS_BROWSER, layoutShift } from "../support/browser/open-browser.ts";

/** Pages and states, each with an element that exists once it has loaded. */
const PAGES = [
  ["/", ".home .figures"],
  ["/?q=keurstrat+5a+weesp", "h1:text-is('Keurstraat 5a')"],
  ["/?q=keurstraat+5+c+weesp", ".result"],
  ["/?q=weesperdorp", ".result"],
  ["/?address=0457200000202787", ".result h1"],
  ["/?building=0457100000068075", ".result h1"],
  ["/?residence=0457010000005191", ".result h1"],
  ["/?street=3631/Keurstraat", ".result h1"],
  ["/?postcode=1382KT", ".result h1"],
  ["/?postcode=1382", ".result h1"],
  ["/?place=3631", ".result h1"],
  ["/?municipality=0457", ".result h1"],
  ["/?province=noord-holland", ".result h1"],
  ["/?point=52.3111,5.0253", ".result h1"],
  ["/embed", "baken-address"],
  ["/files", "main h1"],
  ["/docs", "h1"],
  ["/docs/addresses", "h1"],
  ["/docs/errors", "h1"],
  ["/docs/guides/use", "h1"],
  ["/docs/nonsense", "h1"],
] as const;

describe.skipIf(!HAS_BROWSER)("every page", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test.each(PAGES.flatMap(([path, shown]) => LOCALES.map((locale) => [path, locale, shown] as const)))(
    "%s in %s has no finding of axe and fits, in every look",
    async (path, locale, shown) => {
      // The map is loaded on one page only, because it takes most of the time.
      const page = await (path === "/" ? explorer.open : explorer.openWithoutMap)(path, { locale });
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState("networkidle");
      await expectEveryLook(page, locale);
    },
    300_000,
  );

  test.each(PAGES.flatMap((page) => [390, 1360].map((width) => [...page, width] as const)))(
    "%s shifts nothing while it loads (%s, %d pixels)",
    async (path, shown, width) => {
      const page = await explorer.openWithoutMap(path, { viewport: { width, height: 800 } });
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(await layoutShift(page)).toBeLessThan(0.05);
    },
  );
});
