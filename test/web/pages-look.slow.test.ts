/**
 * Tests how every page looks to axe and to the eye, in both languages and themes, from 320 to 1360 pixels, in forced
 * colours and at 200 %; and that it keeps still while it loads.
 */
import { describe, expect, test } from "bun:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { useExplorer } from "../support/browser/explorer.ts";
import { HAS_BROWSER, layoutShift } from "../support/browser/open-browser.ts";

/** Pages and states, each with what is there once it has loaded. */
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

interface Look {
  readonly width: number;
  readonly media: Parameters<Page["emulateMedia"]>[0];
}

const LIGHT = { colorScheme: "light" } as const;
const DARK = { colorScheme: "dark" } as const;
const FORCED = { forcedColors: "active" } as const;

/** Looks in each language: every width in both themes over the two; 640 pixels are a window of 1280 at 200 %. */
const LOOKS: Readonly<Record<"nl-NL" | "en-GB", readonly Look[]>> = {
  "nl-NL": [
    { width: 320, media: LIGHT },
    { width: 390, media: DARK },
    { width: 768, media: LIGHT },
    { width: 1360, media: DARK },
    { width: 640, media: LIGHT },
  ],
  "en-GB": [
    { width: 320, media: DARK },
    { width: 390, media: LIGHT },
    { width: 768, media: DARK },
    { width: 1360, media: LIGHT },
    { width: 390, media: FORCED },
    { width: 1360, media: FORCED },
  ],
};

describe.skipIf(!HAS_BROWSER)("every page", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test.each(
    PAGES.flatMap(([path, shown]) => [[path, "nl-NL", shown] as const, [path, "en-GB", shown] as const]),
  )(
    "%s in %s has no finding of axe and fits, in every look",
    async (path, locale, shown) => {
      // The map takes most of the time of a page, so it is there on one of them.
      const page = await (path === "/" ? explorer.open : explorer.openWithoutMap)(path, { locale });
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState("networkidle");
      const findings: string[] = [];
      await page.evaluate(axe.source);
      for (const { width, media } of LOOKS[locale]) {
        await page.emulateMedia({ colorScheme: null, forcedColors: null, ...media });
        await page.setViewportSize({ width, height: 800 });
        const found = await findingsOf(page);
        findings.push(...found.map((finding) => `${width} ${Object.values(media!)}: ${finding}`));
      }
      expect(findings).toEqual([]);
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

/** Returns what axe, which the page has, finds of any level, and by how much the page is wider than the window. */
async function findingsOf(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
    const { document, innerWidth } = globalThis as any;
    const overflow = document.documentElement.scrollWidth - innerWidth;
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
      ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
    ];
  });
}
